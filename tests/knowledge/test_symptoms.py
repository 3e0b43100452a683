"""What knowledge/symptoms says of itself, tried: each cause is recognised in more than one way, and each sample says what its symptom says."""
import collections
import json
import pathlib
import textwrap

import pytest
import yaml

from conftest import run

ROOT = pathlib.Path(__file__).resolve().parents[2]
SYMPTOMS = {id: symptom for path in sorted((ROOT / "knowledge/symptoms").glob("*.yaml")) for id, symptom in yaml.safe_load(path.read_text())["symptoms"].items()}
TELLING = 10  # decibans: likely


def weights(symptom):
    yield symptom.get("speaks") or {}
    yield from (symptom.get("beside") or {}).values()


def test_each_cause_shows_itself_in_two_ways():
    """Two symptoms, or one that two programs print; alone or beside another."""
    ways = collections.defaultdict(set)
    for id, symptom in SYMPTOMS.items():
        for row in weights(symptom):
            for cause, weight in row.items():
                if int(weight) >= TELLING:
                    ways[cause].update({id, *(id + " by " + source for source in symptom["sources"][1:])})
    taxonomy = yaml.safe_load((ROOT / "knowledge/taxonomy.yaml").read_text())
    thin = sorted(group + "." + name for group, names in taxonomy.items() for name in names if len(ways[group + "." + name]) < 2)
    assert thin == []


@pytest.fixture(scope="module")
def answers(plumb, tmp_path_factory):
    """Every sample as a text of its own, all in one run."""
    folder = tmp_path_factory.mktemp("samples")
    names = []
    for id, symptom in SYMPTOMS.items():
        for at, sample in enumerate(symptom["sample"]):
            name = "%s %d" % (id, at)
            (folder / name).write_text(sample + "\n", encoding="utf-8")
            names.append(name)
    told = {}
    for at in range(0, len(names), 400):
        lines = run([plumb, "explain", "--json-lines", *names[at:at + 400]], cwd=folder, timeout=300).stdout.decode().splitlines()
        told.update((json.loads(line)["subject"], json.loads(line)) for line in lines)
    assert sorted(told) == sorted(names)
    return told


def strongest(symptom):
    speaks = {cause: int(weight) for cause, weight in (symptom.get("speaks") or {}).items()}
    return max(speaks.values(), default=0), speaks


def test_a_sample_says_what_its_symptom_says(answers):
    """The first finding is a cause that the symptom speaks for, unless the line is another's too and that one is more certain."""
    wrong = []
    for name, report in answers.items():
        weight, speaks = strongest(SYMPTOMS[name.rsplit(" ", 1)[0]])
        findings = report["findings"]
        if weight < TELLING:
            continue
        if not findings or (speaks.get(findings[0]["cause"], 0) <= 0 and findings[0]["weight"] <= weight):
            wrong.append((name, [finding["cause"] for finding in findings]))
    assert wrong == []


def test_noise_says_nothing(answers):
    loud = {name: [finding["cause"] for finding in report["findings"]] for name, report in answers.items()
            if SYMPTOMS[name.rsplit(" ", 1)[0]]["severity"] == "noise" and any(finding["severity"] == "error" for finding in report["findings"])}
    assert loud == {}


def test_hints_alone_are_no_errors(answers):
    """What is hardly a hint by itself may warn, not more."""
    loud = {}
    for name, report in answers.items():
        symptom = SYMPTOMS[name.rsplit(" ", 1)[0]]
        others = any(int(weight) >= 4 for weight in (symptom.get("speaks") or {}).values())
        if symptom["severity"] != "noise" and not others and any(finding["severity"] == "error" and finding["certainty"] != "possible" for finding in report["findings"]):
            loud[name] = [finding["cause"] for finding in report["findings"]]
    assert len(loud) <= len(SYMPTOMS) // 80, loud  # lines that are another symptom's too


def general_messages():
    rows = [line.split("\t") for line in (ROOT / "knowledge/tables/general_messages.tsv").read_text().splitlines() if line and not line.startswith("#")]
    assert rows[0] == ["symptom*", "field", "source"]
    return rows[1:]


def test_general_messages_are_symptoms_that_would_be_likely():
    """A row for what is possible at most anyhow is of no use, and `field` names what is only looked for."""
    assert [row[0] for row in general_messages() if row[0] not in SYMPTOMS] == []
    weak = [row[0] for row in general_messages() if max(int(weight) for of in weights(SYMPTOMS[row[0]]) for weight in of.values()) < 9]
    assert weak == []
    for _, field, _ in general_messages():
        for name in field.split():
            assert set(SYMPTOMS[name]["speaks"].values()) <= {0, "0"}, name


@pytest.mark.parametrize("about, certainty, severity", [("", "possible", "warning"), ("Downloading torch-2.3.1-cp310-cp310-linux_x86_64.whl", "likely", "error")])
def test_a_general_message_needs_a_text_of_the_field(plumb, tmp_path, about, certainty, severity):
    (tmp_path / "text").write_text(about + "\nOSError: [Errno 28] No space left on device\n")
    finding = json.loads(run([plumb, "explain", "--json", tmp_path / "text"]).stdout)["findings"][0]
    assert (finding["cause"], finding["certainty"], finding["severity"]) == ("env.disk_full", certainty, severity)


def test_a_broken_harmless_line_shows_nothing(plumb, tmp_path):
    """As a mail program breaks it: only the whole is noise, a part by itself is a host that cannot be reached."""
    line = ("requests.exceptions.ConnectionError: HTTPConnectionPool(host='localhost', port=11434): Max retries exceeded with url: /api/generate (Caused by "
            "NewConnectionError('<urllib3.connection.HTTPConnection object at 0x7fd66c417a60>: Failed to establish a new connection: [Errno 111] Connection refused'))")
    for text in (line, textwrap.fill(line, 76, break_long_words=False, break_on_hyphens=False)):
        (tmp_path / "text").write_text("import torch\n" + text + "\n")
        assert json.loads(run([plumb, "explain", "--json", tmp_path / "text"]).stdout)["findings"] == []
