"""The command line: usage, exit status, formats, languages, and that help says what there is."""
import json
import re

import pytest

from conftest import ROOT, run

VERBS = ["doctor", "explain", "facts", "capture", "inspect", "knowledge", "help", "version"]


def test_help_names_every_verb(plumb):
    for language in ("en", "zh"):
        screen = run([plumb, "--help", "--lang", language]).stdout.decode()
        assert [verb for verb in VERBS if not re.search(r"^  %s " % verb, screen, re.M)] == []
        assert max(len(line) for line in screen.splitlines()) <= 110


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_has_help(plumb, verb):
    done = run([plumb, verb, "--help"])
    assert done.returncode == 0 and done.stdout.startswith(b"plumb " + verb.encode())
    assert run([plumb, "help", verb]).stdout == done.stdout


def test_readmes_name_every_verb():
    for name in ("README.md", "README.zh-CN.md"):
        text = (ROOT / name).read_text(encoding="utf-8")
        assert [verb for verb in VERBS if "plumb %s" % verb not in text and verb not in ("help", "version")] == [], name


@pytest.mark.parametrize("words, says", [
    (["nonsense"], "no verb"), (["doctor", "--nonsense"], "unknown option"), (["doctor", "--format"], "needs a value"),
    (["doctor", "--format", "xml"], "text, json or markdown"), (["doctor", "extra"], "takes no"), (["--lang", "xx"], "en or zh"),
    (["doctor", "--budget", "soon"], "seconds"), (["doctor", "--replay", "/nonexistent"], "/nonexistent"), (["doctor", "--sysroot", "/nonexistent"], "/nonexistent"), (["doctor", "--python", "/nonexistent"], "no such file"),
    (["explain", "/nonexistent"], "/nonexistent"), (["explain", "/"], "/"), (["knowledge", "cause", "no.such"], "no.such"), (["knowledge"], "cause"),
    (["doctor", "--color", "red"], "auto, always or never"), (["plan", "--arch", "vax"], "x86_64 or aarch64"), (["capture", "--json"], "does not take"),
    (["doctor", "--quiet=yes"], "takes no value"), (["explain", "--replay", "x"], "does not take"), (["doctor", "--sysroot", "/", "--replay", "x"], "exclude"),
])
def test_wrong_usage_is_one_clear_line(plumb, words, says):
    done = run([plumb, *words])
    assert done.returncode == 2, done.stdout
    assert done.stdout == b""
    assert done.stderr.startswith(b"plumb: ") and done.stderr.count(b"\n") == 1 and says.encode() in done.stderr


def test_version(plumb):
    assert re.fullmatch(rb"plumb \d+\.\d+\.\d+, knowledge of \d{4}-\d\d-\d\d\n", run([plumb, "--version"]).stdout)
    assert json.loads(run([plumb, "version", "--json"]).stdout)["plumb"]


def test_language_follows_the_locale(plumb):
    assert "用法" in run([plumb, "--help"], {"LC_ALL": "zh_CN.UTF-8"}).stdout.decode()
    assert "Usage" in run([plumb, "--help"], {"LC_ALL": "de_DE.UTF-8"}).stdout.decode()
    assert "Usage" in run([plumb, "--help", "--lang", "en"], {"LC_ALL": "zh_CN.UTF-8"}).stdout.decode()


def test_formats(plumb):
    assert json.loads(run([plumb, "doctor", "--json"]).stdout) == json.loads(run([plumb, "--format=json"]).stdout)
    assert b"|" in run([plumb, "doctor", "--format", "markdown"]).stdout
    assert run([plumb, "doctor", "-q"]).stdout.count(b"\n") == 1
    assert b"\x1b[" in run([plumb, "doctor", "--color", "always"]).stdout
    assert b"\x1b[" not in run([plumb, "doctor"]).stdout


def test_same_bytes_twice(plumb):
    assert run([plumb, "doctor", "--json"]).stdout == run([plumb, "doctor", "--json"]).stdout


def test_reference_page_is_current(plumb, rewrite):
    from conftest import compare
    compare(ROOT / "docs/facts.md", run([plumb, "facts", "--reference"]).stdout, rewrite)


def test_capture_replays_as_live(plumb, tmp_path):
    capture = tmp_path / "here.capture"
    assert run([plumb, "capture", "-o", str(capture)]).returncode == 0
    live, replayed = json.loads(run([plumb, "doctor", "--json"]).stdout), json.loads(run([plumb, "doctor", "--json", "--replay", str(capture)]).stdout)
    assert [finding["cause"] for finding in live["findings"]] == [finding["cause"] for finding in replayed["findings"]]
    assert [(link["link"], link["state"]) for link in live["chain"]] == [(link["link"], link["state"]) for link in replayed["chain"]]
    assert replayed["replayed"] and not live["replayed"]


def test_capture_is_redacted(plumb, tmp_path):
    environment = {"HOME": "/home/margarethe", "VIRTUAL_ENV": "/home/margarethe/secret/.venv", "LD_LIBRARY_PATH": "/home/margarethe/lib"}
    text = run([plumb, "capture"], environment).stdout.decode()
    assert "margarethe" not in text and "/home/user/lib" in text
    assert "margarethe" in run([plumb, "capture", "--no-redaction"], environment).stdout.decode()


def test_old_captures_still_replay(plumb):
    """One capture for each released format stays here for ever."""
    captures = sorted((ROOT / "tests/captures").glob("*.capture"))
    assert captures
    for capture in captures:
        assert json.loads(run([plumb, "doctor", "--json", "--replay", str(capture)]).stdout)["chain"]


def test_knowledge_cause(plumb):
    listed = run([plumb, "knowledge", "cause"]).stdout.decode()
    assert len(listed.splitlines()) == 134
    assert "hw.no_nvidia_gpu" in listed.splitlines()[0]
    for language in ("en", "zh"):
        assert b"driver.nouveau_active" in run([plumb, "knowledge", "cause", "driver.nouveau_active", "--lang", language]).stdout
    entry = json.loads(run([plumb, "knowledge", "cause", "driver.nouveau_active", "--json"]).stdout)
    assert entry["id"] == "driver.nouveau_active" and entry["link"] == "kernel_driver" and entry["sources"]


@pytest.mark.parametrize("words", [["cause"], ["cause", "driver.nouveau_active", "--lang", "zh"], ["cause", "win.dll_missing", "--json"],
                                   ["gpu", "3090ti"], ["error", "803"], ["xid", "79", "--json"]])
def test_knowledge_is_the_same_on_windows(plumb, plumb_windows, words):
    assert run(plumb_windows + ["knowledge", *words], timeout=120).stdout == run([plumb, "knowledge", *words]).stdout


def test_knowledge_compiles_to_what_is_built_in(plumb, build_folder, tmp_path):
    assert run([plumb, "knowledge", "compile", str(ROOT / "knowledge"), "-o", str(tmp_path / "image")]).returncode == 0
    assert (tmp_path / "image").read_bytes() == (build_folder / "knowledge.img").read_bytes()
