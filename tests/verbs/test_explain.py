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
    for finding, root in zip(report["findings"], roots):
        reached = max((limit, name) for name, limit in limits.items() if limit <= finding["weight"])[1]
        assert finding["certainty"] == ("likely" if root["contested_by"] and reached == "certain" else reached)
        assert root["contested_by"] is None or root["contested_by"] in [other["cause"] for other in roots if other is not root and other["sum"] >= limits["likely"]]
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


LIKELY = "Ultralytics YOLOv8.2.54 Python-3.9.13 torch-2.2.0+cpu\ntorch.cuda.is_available(): False\n"


def test_why_is_there_only_when_asked(plumb):
    assert "why" not in report(plumb, [], LIKELY)
    for language, words in (("en", "ten to one"), ("zh", "单位是分班")):
        for form in ("text", "markdown"):
            shown = explain(plumb, ["--why", "--lang", language, "--format", form], LIKELY).stdout.decode()
            assert words in shown and "+13" in shown and "+4" in shown
            assert words not in explain(plumb, ["--lang", language, "--format", form], LIKELY).stdout.decode()
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
    assert "looked for all" in explain(plumb, [], text).stdout.decode() and "已比对" in explain(plumb, ["--lang", "zh"], text).stdout.decode()


def test_what_would_decide_is_named(plumb):
    got = report(plumb, [], LIKELY)
    assert got["findings"][0]["certainty"] == "likely"
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


# --- many files: --json-lines ---

def test_a_line_of_json_for_each_file(plumb, tmp_path):
    bad = str(tmp_path / "missing.txt")
    done = explain(plumb, ["--json-lines", *NAMES, bad, str(tmp_path), NAMES[0]], cwd=TEXTS)
    lines = [json.loads(line) for line in done.stdout.decode().splitlines()]
    assert [line["subject"] for line in lines] == [*NAMES, bad, str(tmp_path), NAMES[0]]
    for line, name in zip(lines, NAMES):
        assert line == report(plumb, [name], cwd=TEXTS)
    assert lines[len(NAMES)].keys() == {"subject", "error"} and "no such file" in lines[len(NAMES)]["error"] and bad not in lines[len(NAMES)]["error"]
    assert lines[-1]["findings"] == lines[0]["findings"]
    assert done.returncode == 2 and done.stderr == b""
    assert explain(plumb, ["--json-lines", "healthy-log.txt"], cwd=TEXTS).returncode == 0
    assert explain(plumb, ["--json-lines", "healthy-log.txt", "mismatch.txt"], cwd=TEXTS).returncode == 1


def test_many_files_stay_in_constant_memory(plumb, tmp_path):
    """Each file has memory of its own: three hundred need no more than three."""
    import resource
    import subprocess
    for at in range(300):
        (tmp_path / ("%03d.log" % at)).write_text("RuntimeError: CUDA out of memory. Tried to allocate 2.00 GiB\n" * 2)
    peaks = []
    for count in (3, 300):
        code = "import resource,subprocess,sys; subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL); print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
        names = sorted(str(path) for path in tmp_path.glob("*.log"))[:count]
        peaks.append(int(subprocess.run([sys.executable, "-c", code, plumb, "explain", "--json-lines", *names], capture_output=True, text=True, check=True).stdout))
    assert peaks[1] < peaks[0] * 1.3 + 2000, peaks


# --- --comment ---

HOSTILE = ("RuntimeError: CUDA out of memory. Tried to allocate 2.00 GiB (GPU 0; 23.65 GiB total capacity; 21.90 GiB already allocated; 1.21 GiB free) "
           "``` @torvalds #1 </details> <img src=x> [a](javascript:b) \x1b[31m \u202e\n")


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("name", NAMES)
def test_comment_is_short(plumb, name, language):
    done = explain(plumb, ["--comment", "--lang", language, name], cwd=TEXTS)
    finding = (report(plumb, [name], cwd=TEXTS)["findings"] or [None])[0]
    text = done.stdout.decode()
    if not finding:
        assert text == "" and done.returncode == 0
        return
    import unicodedata
    columns = lambda line: sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in line)  # noqa: E731
    shown, fenced = 0, False
    for line in text.splitlines():
        fenced ^= line.startswith("```")
        shown += 1 if fenced else max(1, -(-columns(line) // 80))
    assert shown <= 25
    assert not fenced and "`%s`" % finding["cause"] in text and finding["title"].split()[0] if language == "en" else True
    assert done.returncode == 1


def test_comment_is_silent_when_less_certain(plumb):
    assert explain(plumb, ["--comment"], LIKELY).stdout and explain(plumb, ["--comment", "--min-certainty", "possible"], LIKELY).stdout
    silent = explain(plumb, ["--comment", "--min-certainty", "certain"], LIKELY)
    assert (silent.returncode, silent.stdout, silent.stderr) == (0, b"", b"")
    assert explain(plumb, ["--comment"], "False\n").stdout == b""
    wrong = explain(plumb, ["--comment", "--min-certainty", "sure"], LIKELY)
    assert wrong.returncode == 2 and b"certain, likely or possible" in wrong.stderr


def test_comment_makes_foreign_text_inert(plumb):
    text = explain(plumb, ["--comment"], HOSTILE).stdout.decode()
    assert "CUDA out of memory" in text
    inside = [line for line in text.splitlines() if "torvalds" in line]
    assert len(inside) == 1
    assert "```" not in inside[0] and "\x1b" not in text and "\u202e" not in text
    fences = [line for line in text.splitlines() if line.startswith("```")]
    assert len(fences) % 2 == 0
    fenced = False
    for line in text.splitlines():
        fenced ^= line.startswith("```")
        assert fenced or "@torvalds" not in line


# --- --follow ---

class Following:
    """plumb explain --follow with a pipe that the test writes to."""

    def __init__(self, plumb, *words):
        import subprocess
        from conftest import CLEAN
        self.process = subprocess.Popen([plumb, "explain", "--follow", *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                        env={**CLEAN, "LC_ALL": "C.UTF-8"})

    def write(self, text):
        self.process.stdin.write(text.encode())
        self.process.stdin.flush()

    def lines(self, count, seconds=10):
        """The next lines, and how long they took to come."""
        import os
        import select
        import time
        begun, got = time.monotonic(), b""
        while got.count(b"\n") < count:
            left = seconds - (time.monotonic() - begun)
            assert left > 0 and select.select([self.process.stdout], [], [], left)[0], "only %r came" % got
            piece = os.read(self.process.stdout.fileno(), 65536)
            assert piece, "it ended after %r" % got
            got += piece
        return got.decode().splitlines(), time.monotonic() - begun

    def rest(self):
        self.process.stdin.close()
        rest = self.process.stdout.read().decode()
        assert self.process.stderr.read() == b""
        return rest, self.process.wait(20)


OUT_OF_MEMORY = "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB. GPU 1 has a total capacity of 23.65 GiB of which 1.21 GiB is free.\n"
MISMATCH = "Failed to initialize NVML: Driver/library version mismatch\n"


def test_follow_names_a_cause_when_its_line_comes(plumb):
    following = Following(plumb)
    following.write("step 1\nstep 2\n" + MISMATCH)
    first, _ = following.lines(2)
    assert first[0].startswith("line 3: ") and "driver.library_kernel_mismatch" in first[0] and MISMATCH.strip() in first[1]
    slowest = 0
    for at, line in enumerate([MISMATCH, OUT_OF_MEMORY]):
        following.write(line)
        if at:
            second, seconds = following.lines(2)
            slowest = max(slowest, seconds)
            assert second[0].startswith("line 5: ") and "mem.oom" in second[0]  # and the repeated line said nothing
    assert slowest < 1
    following.write(OUT_OF_MEMORY)
    rest, status = following.rest()
    assert status == 1 and "plumb 0." in rest and rest.count("driver.library_kernel_mismatch") == 1


def test_follow_ends_in_what_explain_says(plumb):
    for name in NAMES:
        text = (TEXTS / name).read_bytes()
        if text[:2] in (b"\xff\xfe", b"\xfe\xff"):
            continue
        done = explain(plumb, ["--follow", "--json"], text)
        last = json.loads(done.stdout.splitlines()[-1])
        plain = report(plumb, [], text)
        assert last == plain
        named = [json.loads(line) for line in done.stdout.splitlines()[:-1]]
        assert {finding["cause"] for finding in plain["findings"]} <= {event["cause"] for event in named}
        assert len({event["cause"] for event in named}) == len(named)
    done = explain(plumb, ["--follow"], "nothing here\n" * 200)
    assert done.returncode == 0 and b"No fault recognised" in done.stdout


def test_follow_ends_with_the_report_when_interrupted(plumb):
    import signal
    following = Following(plumb)
    following.write(MISMATCH)
    following.lines(2)
    following.process.send_signal(signal.SIGINT)
    rest, status = following.rest()
    assert status == 1 and "sudo reboot" in rest and "ended unexpectedly" not in rest


def test_follow_ends_when_nobody_reads_on(plumb):
    following = Following(plumb)
    following.process.stdout.close()
    following.write(MISMATCH)
    assert following.process.wait(20) == 0
    following.process.stdin.close()


def test_follow_takes_standard_input_alone(plumb):
    done = explain(plumb, ["--follow", "healthy-log.txt"], cwd=TEXTS)
    assert done.returncode == 2 and b"standard input" in done.stderr


def test_follow_needs_the_same_memory_for_ever(plumb):
    import subprocess
    code = """
import resource, subprocess, sys
process = subprocess.Popen([sys.argv[1], "explain", "--follow"], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)
block = b"".join(b"%d step loss 0.5 RuntimeError: CUDA out of memory. Tried to allocate %d.00 GiB\\n" % (at, at) for at in range(8000))
for _ in range(int(sys.argv[2])):
    process.stdin.write(block)
process.stdin.close()
process.wait()
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""
    peaks = [int(subprocess.run([sys.executable, "-c", code, plumb, str(count)], capture_output=True, text=True, check=True).stdout) for count in (2, 20)]
    assert peaks[1] < peaks[0] * 1.2 + 2000, peaks


# --- --triage ---

def reports(folder):
    """A folder of reports, with what must not lead out of it or stop it."""
    import os
    (folder / "deep/er").mkdir(parents=True)
    (folder / ".git").mkdir()
    (folder / ".git/config").write_text(OUT_OF_MEMORY)
    for at in range(5):
        (folder / ("oom%d.log" % at)).write_text(OUT_OF_MEMORY)
    (folder / "deep/er/mismatch.txt").write_bytes((TEXTS / "mismatch.txt").read_bytes())
    (folder / "likely.txt").write_text(LIKELY)
    (folder / "short.txt").write_text("False\n")
    (folder / "sound.txt").write_text("PyTorch version: 2.3.1+cu121\nIs CUDA available: True\nNvidia driver version: 550.54.14\n")
    (folder / "own.txt").write_text("the weather is nice and nothing of this is about a computer at all, " * 20)
    (folder / "nasty @all\x1b[31m.txt").write_text(OUT_OF_MEMORY)
    os.symlink("/", folder / "out")
    os.symlink(folder, folder / "deep/back")
    os.symlink(TEXTS / "mismatch.txt", folder / "link.txt")
    os.mkfifo(folder / "fifo")
    return folder


def test_triage_is_a_table_by_cause(plumb, tmp_path):
    folder = reports(tmp_path)
    done = run([plumb, "explain", "--triage", str(folder), "--json"])
    table = json.loads(done.stdout)
    assert done.returncode == 0 and done.stderr == b""
    assert table["schema"] == "plumb.triage/1" and table["files"] == 11 and table["cut"] is False
    rows = {row["cause"]: row for row in table["causes"]}
    assert [row["cause"] for row in table["causes"]][0].startswith("mem.oom") and table["causes"][0]["count"] == 6
    assert rows["driver.library_kernel_mismatch"]["files"] == ["deep/er/mismatch.txt"]
    assert (rows["framework.cpu_build"]["certain"], rows["framework.cpu_build"]["likely"]) == (0, 1)
    for row in table["causes"]:
        assert row["certain"] + row["likely"] + row["possible"] == row["count"] == len(row["files"])
    assert table["none"] == {"sound": ["sound.txt"], "unrecognised": ["own.txt"], "too_little": ["short.txt"]} and table["unread"] == []
    for name in ("likely.txt", "oom1.log"):
        alone = json.loads(run([plumb, "explain", "--json", str(folder / name)]).stdout)["findings"][0]["cause"]
        assert name in rows[alone]["files"]


def test_triage_prints_for_people(plumb, tmp_path):
    folder = reports(tmp_path)
    for language, last in (("en", "no fault recognised"), ("zh", "没有认出故障")):
        text = run([plumb, "explain", "--triage", str(folder), "--lang", language]).stdout.decode()
        assert "    6  0/6/0" in text and "\x1b" not in text and ("+3 more" in text or "另有 3 条" in text)
        assert last in text.splitlines()[-2] and "own.txt" in text.splitlines()[-1]
    table = run([plumb, "explain", "--triage", str(folder), "--format", "markdown"]).stdout.decode()
    assert " @all" not in table.replace("`@`", "") and table.count("\n|") >= 7


def test_a_broken_report_costs_one_row(plumb, tmp_path, build_folder):
    library = build_folder / "tests/faults/stuck/libstuck.so"
    if not library.exists():
        pytest.skip("the preloaded library is not built here")
    folder = reports(tmp_path)
    table = json.loads(run([plumb, "explain", "--triage", str(folder), "--json"], {"LD_PRELOAD": str(library), "PLUMB_CRASH": "oom3.log"}).stdout)
    assert [row["file"] for row in table["unread"]] == ["oom3.log"] and table["unread"][0]["error"]
    assert table["causes"][0]["count"] == 5 and table["files"] == 11


@pytest.mark.parametrize("words, says", [(["--triage", "/nonexistent"], "no folder"), (["--triage", "/etc/hostname"], "no folder"), (["--triage", "/tmp", "x.txt"], "alone")])
def test_triage_wants_a_folder(plumb, words, says):
    done = run([plumb, "explain", *words])
    assert done.returncode == 2 and done.stdout == b"" and says in done.stderr.decode()


# --- --here ---

SAYS_FALSE = ">>> torch.cuda.is_available()\nFalse\n"


@pytest.mark.parametrize("name", MACHINES)
def test_the_machine_says_what_the_text_does_not(plumb, captures, name):
    """A bare False together with its machine is as good as doctor there."""
    doctor = json.loads(run([plumb, "doctor", "--json", "--replay", name + ".capture"], cwd=captures).stdout)
    here = report(plumb, ["--here", "--replay", name + ".capture"], SAYS_FALSE, cwd=captures)
    assert here["verb"] == "explain" and here["replayed"] is True
    errors = [[finding["cause"] for finding in got["findings"] if finding["severity"] == "error"] for got in (doctor, here)]
    assert errors[0] == errors[1]
    if doctor["findings"] and errors[0]:
        assert here["findings"][0]["remedies"] == doctor["findings"][0]["remedies"]
    else:  # a warning answers no False
        assert here["ask"]["command"] and here["none"] in (("too_little", "sound") if not here["findings"] else (None,))
    assert report(plumb, [], SAYS_FALSE)["findings"] == []


def test_contradictions_are_named_and_conclude_nothing(plumb, captures):
    alone = report(plumb, ["collect-env-new-card.txt"], cwd=TEXTS)
    here = report(plumb, ["--here", "--replay", str(captures / "healthy-two-cards.capture"), "collect-env-new-card.txt"], cwd=TEXTS)
    assert alone["findings"][0]["certainty"] == "certain" and here["findings"][0]["certainty"] == "likely"
    notes = " ".join(here["notes"])
    assert "12.0" in notes and "8.9" in notes and "570.133.07" in notes and "535.104.05" in notes
    assert here["listing"] == alone["listing"] and here["findings"][0]["evidence"][0]["line"] == alone["findings"][0]["evidence"][0]["line"]


def test_words_are_no_contradiction(plumb, captures):
    """A listing says 'NVIDIA GeForce RTX 4090' and 'Ubuntu 22.04.4 LTS (x86_64)' where the machine says the same in other words."""
    text = ("PyTorch version: 2.3.1+cu121\nCUDA used to build PyTorch: 12.1\nOS: Ubuntu 22.04.4 LTS (x86_64)\nPython version: 3.10.12 (main, Nov 20 2023) [GCC 11.4.0] (64-bit runtime)\n"
            "Is CUDA available: True\nGPU models and configuration: GPU 0: NVIDIA GeForce RTX 4090\nGPU 1: NVIDIA GeForce RTX 4090\nNvidia driver version: 535.104.05\n")
    here = report(plumb, ["--here", "--replay", "healthy-two-cards.capture"], text, cwd=captures)
    assert here["findings"] == [] and len(here["notes"]) == 2, here["notes"]
    assert report(plumb, ["--here", "--replay", "healthy-two-cards.capture", "--lang", "zh"], text, cwd=captures)["none"] == "sound"


def test_here_is_this_machine(plumb):
    doctor = json.loads(run([plumb, "doctor", "--json"]).stdout)
    here = report(plumb, ["--here"], SAYS_FALSE)
    assert here["replayed"] is False
    assert [finding["cause"] for finding in here["findings"] if finding["severity"] == "error"] == [finding["cause"] for finding in doctor["findings"] if finding["severity"] == "error"]


@pytest.mark.parametrize("words, says", [(["--replay", "x"], "without --here"), (["--here", "--follow"], "--follow"), (["--here", "--triage", "/tmp"], "--triage"),
                                         (["--here", "--replay", "/nonexistent"], "/nonexistent"), (["--comment", "--json-lines"], "--comment")])
def test_here_wrong_usage(plumb, words, says):
    done = run([plumb, "explain", *words])
    assert done.returncode == 2 and says in done.stderr.decode() and done.stdout == b""


# --- plumb's own output, pasted ---

def told(report):
    return [(finding["cause"], finding["severity"], finding["certainty"], finding["explains"]) for finding in report["findings"]]


def replayed(plumb, captures, name, words):
    return run([plumb, "doctor", "--replay", name + ".capture", *words], cwd=captures).stdout


@pytest.mark.parametrize("name", MACHINES)
def test_a_capture_is_judged_as_its_replay(plumb, captures, name):
    doctor = json.loads(replayed(plumb, captures, name, ["--json"]))
    pasted = report(plumb, [name + ".capture"], cwd=captures)
    assert pasted["replayed"] is True and pasted["verb"] == "explain"
    for key in ("findings", "chain", "status", "judged"):
        assert pasted[key] == doctor[key], key
    piped = report(plumb, [], (captures / (name + ".capture")).read_bytes())
    assert piped["findings"] == doctor["findings"]
    powershell = report(plumb, [], (captures / (name + ".capture")).read_text(encoding="utf-8").replace("\n", "\r\n").encode("utf-16"))
    assert powershell["findings"] == doctor["findings"]


@pytest.mark.parametrize("name", MACHINES)
def test_a_report_with_its_facts_loses_nothing(plumb, captures, name):
    given = replayed(plumb, captures, name, ["--json", "-v"])
    doctor, pasted = json.loads(given), report(plumb, ["-v"], given)
    for key in ("findings", "chain", "status", "judged", "facts"):
        assert pasted[key] == doctor[key], key


@pytest.mark.parametrize("name", MACHINES)
@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_report_without_facts_keeps_its_findings(plumb, captures, name, language):
    given = replayed(plumb, captures, name, ["--json", "--lang", language])
    doctor, pasted = json.loads(given), report(plumb, [], given)
    assert told(pasted) == told(doctor)
    assert [finding["weight"] for finding in pasted["findings"]] == [finding["weight"] for finding in doctor["findings"]]
    assert pasted["status"] in (doctor["status"], "ok" if doctor["status"] == "unknown" else doctor["status"])
    for mine, theirs in zip(pasted["findings"], doctor["findings"]):
        assert [seen["text"] for seen in theirs["evidence"]] == [seen["text"] for seen in mine["evidence"]][:len(theirs["evidence"])]
    issue = "### What happened\n\nIt does not work, plumb says:\n\n```json\n%s\n```\n\nPlease help.\n" % given.decode()
    assert told(report(plumb, [], issue)) == told(doctor)
    assert told(report(plumb, [], "".join("> " + line + "\n" for line in given.decode().splitlines()))) == told(doctor)


@pytest.mark.parametrize("name", MACHINES)
def test_facts_are_judged_as_the_machine_they_are_of(plumb, captures, name):
    doctor = json.loads(replayed(plumb, captures, name, ["--json"]))
    facts = run([plumb, "facts", "--json", "--replay", name + ".capture"], cwd=captures).stdout.decode()
    quoted = "".join("> " + line + "\n" for line in facts.splitlines())
    for text in (facts, "What it says:\n```json\n%s```\nthanks\n" % facts, quoted):
        pasted = report(plumb, [], text)
        for key in ("findings", "chain", "judged"):
            assert pasted[key] == doctor[key], key


FORMS = [[], ["-v"], ["--why"], ["-v", "--why"], ["--format", "markdown"]]


@pytest.mark.parametrize("form", FORMS, ids=" ".join)
@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("name", MACHINES)
def test_a_screen_keeps_its_findings(plumb, captures, name, language, form):
    doctor = json.loads(replayed(plumb, captures, name, ["--json"]))
    screen = replayed(plumb, captures, name, [*form, "--lang", language])
    pasted = report(plumb, [], screen)
    assert [row[:3] for row in told(pasted)] == [row[:3] for row in told(doctor)], screen.decode()
    quoted = "\n".join("> " + line for line in screen.decode().splitlines())
    assert [row[:3] for row in told(report(plumb, [], quoted))] == [row[:3] for row in told(doctor)]


@pytest.mark.parametrize("form", [*FORMS, ["--json"], ["--json", "-v"], ["--json-lines"]], ids=" ".join)
@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("name", NAMES)
def test_what_was_said_of_a_text_is_understood_again(plumb, name, language, form):
    before = report(plumb, [name], cwd=TEXTS)
    said = explain(plumb, [*form, "--lang", language, name], cwd=TEXTS).stdout
    again = report(plumb, [], said)
    assert [row[:3] for row in told(again)] == [row[:3] for row in told(before)], said.decode()
    if form and form[0].startswith("--json"):
        assert told(again) == told(before) and again.get("listing") == before.get("listing")


def test_what_stands_beside_a_report_is_read_too(plumb, captures):
    screen = replayed(plumb, captures, "healthy-two-cards", []).decode()
    for text in (screen + "\n$ python train.py\n" + OUT_OF_MEMORY, OUT_OF_MEMORY + "\n" + screen,
                 "```\n" + screen + "```\n\nand then\n\n```\nTraceback (most recent call last):\n  File \"a.py\", line 3, in <module>\n" + OUT_OF_MEMORY + "```\n"):
        got = report(plumb, [], text)
        assert [finding["cause"] for finding in got["findings"]] == ["mem.oom_capacity"], text
        line = text.splitlines()[got["findings"][0]["evidence"][0]["line"] - 1]
        assert "CUDA out of memory" in line
        assert got["listing"]["driver"] == "535.104.05" and len(got["listing"]["gpus"]) == 2


@pytest.mark.parametrize("text", ['{"schema": "plumb.report/1"', '{"schema": "plumb.report/1"}', '{"schema": "plumb.report/1", "findings": [1, {"cause": 7}], "chain": {}, "facts": []}',
                                  '{"schema": "plumb.report/1", "facts": {"machine": {"gpu": {"x": {"name": {"state": "known", "value": 7}}}}}}', "plumb-capture/1\n", "plumb-capture/1\n{}\n", "plumb-capture/1\nrubbish\n",
                                  "plumb 0.1.0\n\nx\n  certain · no.such_cause\n", "plumb 0.1.0 · · ·\n| | | |\n"])
def test_damaged_reports_do_no_harm(plumb, text):
    done = explain(plumb, ["--json"], text)
    assert done.returncode in (0, 2, 3), (done.stdout, done.stderr)
    assert done.returncode == 2 or json.loads(done.stdout)["findings"] == []


def test_several_reports_are_told_apart(plumb):
    text = explain(plumb, ["mismatch.txt", "healthy-log.txt"], cwd=TEXTS).stdout.decode()
    assert text.startswith("mismatch.txt:\nplumb 0.") and "\n\nhealthy-log.txt:\nplumb 0." in text
    lines = explain(plumb, ["-q", "mismatch.txt", "healthy-log.txt"], cwd=TEXTS).stdout.decode().splitlines()
    assert [line.split(": ")[0] for line in lines] == ["mismatch.txt", "healthy-log.txt"]


def test_commands_suit_the_system_that_only_the_frames_show(plumb):
    traceback = 'Traceback (most recent call last):\n  File "%s", line 3, in <module>\n    x.cuda()\nAssertionError: Torch not compiled with CUDA enabled\n'
    windows, linux = (report(plumb, [], traceback % path)["findings"][0] for path in ("C:\\Users\\sam\\train.py", "/home/sam/train.py"))
    assert windows["cause"] == linux["cause"] == "framework.cpu_build"
    assert '"' in windows["prove"] and "'" in linux["prove"]


def test_a_group_stands_for_each_of_its_messages(plumb):
    """`beside` may name a group: which wording of "no driver" a program chose does not matter within WSL."""
    for message in ("Could not find cuda drivers on your machine, GPU will not be used.", "bash: nvidia-smi: command not found"):
        for system, room in (("Linux host 5.15.90.1-microsoft-standard-WSL2 x86_64", "wsl"), ("Linux host 5.15.0-91-generic x86_64", "driver")):
            causes = [finding["cause"] for finding in report(plumb, [], system + "\n" + message + "\n")["findings"]]
            assert causes and causes[0].startswith(room + "."), (system, message, causes)
