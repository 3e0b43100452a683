"""plumb explain: how sums came about, what a text lacks, many files, streams, comments, tables, and plumb's own output read back."""
import json
import pathlib
import sys

import pytest

from conftest import ROOT, run

sys.path.insert(0, str(ROOT / "tests/machines"))
from build import capture_of  # noqa: E402

TEXTS = ROOT / "tests/cases/texts"
NAMES = sorted(path.name for path in TEXTS.glob("*.txt"))
MACHINES = sorted(path.parent.name for path in (ROOT / "tests/machines").glob("*/machine.yaml"))


@pytest.fixture(scope="session")
def captures(tmp_path_factory):
    folder = tmp_path_factory.mktemp("captures")
    for name in MACHINES:
        (folder / (name + ".capture")).write_text(capture_of(ROOT / "tests/machines" / name / "machine.yaml"), encoding="utf-8")
    return folder


def explain(plumb, words, text=None, **more):
    """What explain says of a text on standard input, or of the files among the words."""
    if text is None:
        return run([plumb, "explain", *words], **more)
    import tempfile
    with tempfile.TemporaryFile() as file:
        file.write(text.encode() if isinstance(text, str) else text)
        file.seek(0)
        return run([plumb, "explain", *words], stdin=file, **more)


def report(plumb, words, text=None, **more):
    return json.loads(explain(plumb, ["--json", *words], text, **more).stdout)


# --- --why ---

def redo(report):
    """Adds up every cause's records again, by the rules of docs/findings.md alone."""
    for cause in report["why"]["causes"]:
        counting = [record for record in cause["evidence"] if record["counts"]]
        assert sum(record["weight"] for record in counting) == cause["sum"], cause
        groups = [record["group"] for record in counting]
        assert len(groups) == len(set(groups))
        for record in cause["evidence"]:
            if not record["counts"] and record["accounted_for_by"] is None:
                assert any(other["group"] == record["group"] and abs(other["weight"]) >= abs(record["weight"]) for other in counting), (cause["cause"], record)
    roots = [cause for cause in report["why"]["causes"] if cause["outcome"] == "root"]
    assert [(cause["cause"], cause["sum"]) for cause in roots] == [(finding["cause"], finding["weight"]) for finding in report["findings"]]
    limits = report["why"]["from"]
    for finding in report["findings"]:
        assert finding["certainty"] == max((limit, name) for name, limit in limits.items() if limit <= finding["weight"])[1]
        explained = [cause["cause"] for cause in report["why"]["causes"] if cause["explained_by"] == finding["cause"]]
        assert explained == finding["explains"]
    for cause in report["why"]["causes"]:
        assert (cause["sum"] < limits["possible"]) == (cause["outcome"] == "refused")


@pytest.mark.parametrize("name", NAMES)
def test_sums_of_texts_can_be_redone(plumb, name):
    redo(report(plumb, ["--why", name], cwd=TEXTS))


@pytest.mark.parametrize("name", MACHINES)
def test_sums_of_machines_can_be_redone(plumb, captures, name):
    redo(json.loads(run([plumb, "doctor", "--json", "--why", "--replay", name + ".capture"], cwd=captures).stdout))


def test_why_is_there_only_when_asked(plumb):
    assert "why" not in report(plumb, ["cpu-build.txt"], cwd=TEXTS)
    for language, words in (("en", "ten to one"), ("zh", "单位是分班")):
        for form in ("text", "markdown"):
            shown = explain(plumb, ["--why", "--lang", language, "--format", form, "cpu-build.txt"], cwd=TEXTS).stdout.decode()
            assert words in shown and "+13" in shown and "driver.not_loaded" in shown
            assert words not in explain(plumb, ["--lang", language, "--format", form, "cpu-build.txt"], cwd=TEXTS).stdout.decode()
    assert "There was nothing to weigh" in explain(plumb, ["--why"], "hello\n").stdout.decode()


# --- none, what is lacking, what to ask ---

@pytest.mark.parametrize("text, kind, command", [
    ("False\n", "too_little", "python -m torch.utils.collect_env"),
    (">>> torch.cuda.is_available()\nFalse\n", "too_little", "plumb doctor"),
    ("", "too_little", "python -m torch.utils.collect_env"),
    ("the weather is nice and nothing of this is about a computer at all, " * 20, "unrecognised", "python -m torch.utils.collect_env"),
    ("PyTorch version: 2.3.1+cu121\nIs CUDA available: True\nGPU 0: NVIDIA GeForce RTX 4090\nNvidia driver version: 550.54.14\n", "sound", "plumb doctor"),
    ("RuntimeError: CUDA error: no kernel image is available for execution on the device\n", None, None),
])
def test_none_has_three_kinds(plumb, text, kind, command):
    got = report(plumb, [], text)
    assert got["none"] == kind
    assert (kind is None) == bool(got["findings"])
    if kind:
        assert got["ask"]["command"] == command and got["ask"]["say"]
        for language in ("en", "zh"):
            assert command in " ".join(explain(plumb, ["--lang", language], text).stdout.decode().split())


def test_what_was_looked_for_is_said(plumb):
    text = "the weather is nice and nothing of this is about a computer at all, " * 20
    assert "looked for the" in explain(plumb, [], text).stdout.decode() and "已比对" in explain(plumb, ["--lang", "zh"], text).stdout.decode()


def test_what_would_decide_is_named(plumb):
    got = report(plumb, ["cpu-build.txt"], cwd=TEXTS)
    assert got["findings"][0]["certainty"] != "certain"
    assert got["lacks"] == ["card", "driver"] and "graphics card" in got["missing"][0]
    assert got["ask"] == got["findings"][0]["ask"] and got["ask"]["command"].startswith("python -c")
    certain = report(plumb, ["mismatch.txt"], cwd=TEXTS)
    assert certain["findings"][0]["certainty"] == "certain" and certain["lacks"] == [] and certain["missing"] == [] and certain["ask"] is None


def test_reports_follow_the_schema(plumb):
    import jsonschema
    schema = json.loads(run([plumb, "explain", "--schema"]).stdout)
    for name in NAMES:
        for more in ([], ["--why"], ["-v", "--lang", "zh"]):
            jsonschema.validate(report(plumb, [*more, name], cwd=TEXTS), schema)
    for text in ("", "False\n"):
        jsonschema.validate(report(plumb, ["--why"], text), schema)
