"""What knowledge/symptoms says of itself, tried: each cause is recognised in more than one way, and each sample says what its symptom says."""
import collections
import json
import pathlib

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
