"""Described machines: each folder here holds a machine and what plumb says of it, on every system and in both languages."""
import json
import pathlib
import random
import sys

import jsonschema
import pytest

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from build import capture_of  # noqa: E402
from conftest import compare, run  # noqa: E402

HERE = pathlib.Path(__file__).parent
MACHINES = sorted(path.parent.name for path in HERE.glob("*/machine.yaml"))
# The root cause that each description is about, None for a healthy one: what a reader of the description would say.
ROOTS = {
    "healthy-two-cards": None,
    "no-gpu": "hw.no_nvidia_gpu",
    "nouveau": "driver.nouveau_active",
    "library-kernel-mismatch": "driver.library_kernel_mismatch",
    "stale-libcuda": "driver.libcuda_stub_or_stale",
    "cpu-build": "framework.cpu_build",
    "card-newer-than-torch": "framework.arch_not_built",
    "card-needs-open-module": "driver.open_module_required",
    "windows-cpu-build": "framework.cpu_build",
    "xformers-for-another-torch": None,
}
# What is only to be warned of: nothing is said to be broken.
WARNINGS = {"xformers-for-another-torch": ["framework.extension_abi"]}
FORMS = {"doctor.en.txt": ["doctor"], "doctor.zh.txt": ["doctor", "--lang", "zh"], "doctor.json": ["doctor", "--json"],
         "doctor.zh.json": ["doctor", "--json", "--lang", "zh"], "doctor.verbose.txt": ["doctor", "-v"], "doctor.md": ["doctor", "--format", "markdown"],
         "quiet.txt": ["doctor", "-q"]}


@pytest.fixture(scope="session")
def captures(tmp_path_factory):
    folder = tmp_path_factory.mktemp("captures")
    for name in MACHINES:
        (folder / (name + ".capture")).write_text(capture_of(HERE / name / "machine.yaml"), encoding="utf-8")
    return folder


def replay(program, folder, name, words, **more):
    command = (program if isinstance(program, list) else [program]) + words + ["--replay", name + ".capture"]
    return run(command, cwd=folder, **more)


@pytest.mark.parametrize("name", MACHINES)
def test_root_cause(plumb, captures, name):
    done = replay(plumb, captures, name, ["doctor", "--json"])
    report = json.loads(done.stdout)
    errors = [finding["cause"] for finding in report["findings"] if finding["severity"] == "error"]
    assert errors[:1] == ([ROOTS[name]] if ROOTS[name] else [])
    assert name not in WARNINGS or [finding["cause"] for finding in report["findings"]] == WARNINGS[name]
    assert done.returncode == (1 if ROOTS[name] else 0)
    assert done.stderr == b""


@pytest.mark.parametrize("form", sorted(FORMS))
@pytest.mark.parametrize("name", MACHINES)
def test_expected_output(plumb, captures, rewrite, name, form):
    compare(HERE / name / "expected" / form, replay(plumb, captures, name, FORMS[form]).stdout, rewrite)


@pytest.mark.parametrize("name", MACHINES)
def test_facts(plumb, captures, rewrite, name):
    compare(HERE / name / "expected" / "facts.json", replay(plumb, captures, name, ["facts", "--json"]).stdout, rewrite)


@pytest.mark.parametrize("name", MACHINES)
def test_windows_prints_the_same_bytes(plumb, plumb_windows, captures, name):
    for words in (["doctor", "--json"], ["doctor"], ["doctor", "--lang", "zh"], ["doctor", "--format", "markdown"], ["facts", "--json"]):
        here, there = replay(plumb, captures, name, words), replay(plumb_windows, captures, name, words, timeout=120)
        assert there.stdout == here.stdout
        assert there.returncode == here.returncode


@pytest.mark.parametrize("name", MACHINES)
def test_sanitizers_find_nothing(plumb, plumb_sanitized, captures, name):
    for words in (["doctor", "--json", "-v"], ["doctor", "--lang", "zh"], ["facts", "--json"]):
        here, there = replay(plumb, captures, name, words), replay(plumb_sanitized, captures, name, words)
        assert there.stderr == b""
        assert there.stdout == here.stdout


@pytest.mark.parametrize("name", MACHINES)
def test_report_fits_its_schema(plumb, captures, name):
    schema = json.loads(run([plumb, "doctor", "--schema"]).stdout)
    jsonschema.validate(json.loads(replay(plumb, captures, name, ["doctor", "--json", "-v"]).stdout), schema)
    facts_schema = json.loads(run([plumb, "facts", "--schema"]).stdout)
    jsonschema.validate(json.loads(replay(plumb, captures, name, ["facts", "--json"]).stdout), facts_schema)


@pytest.mark.parametrize("name", MACHINES)
def test_first_screen_fits(plumb, captures, name):
    for language in ("en", "zh"):
        screen = replay(plumb, captures, name, ["doctor", "--lang", language]).stdout.decode()
        assert len(screen.splitlines()) <= 34
        assert all(line == line.rstrip() for line in screen.splitlines())


@pytest.mark.parametrize("name", MACHINES)
def test_order_of_arrival_does_not_matter(plumb, captures, name):
    """The same answers in another order, and folders listed in another order, give the same bytes."""
    lines = (captures / (name + ".capture")).read_text(encoding="utf-8").splitlines()
    expected = replay(plumb, captures, name, ["doctor", "--json", "-v"]).stdout
    for seed in (1, 2):
        shuffled = random.Random(seed)
        answers = []
        for line in lines[2:-1]:
            answer = json.loads(line)
            if answer["ask"][0] == "list" and "known" in answer:
                shuffled.shuffle(answer["known"]["entries"])
            answers.append(json.dumps(answer, ensure_ascii=False))
        shuffled.shuffle(answers)
        (captures / "shuffled.capture").write_text("\n".join(lines[:2] + answers + lines[-1:]) + "\n", encoding="utf-8")
        again = replay(plumb, captures, "shuffled", ["doctor", "--json", "-v"]).stdout
        assert again.replace(b"shuffled.capture", (name + ".capture").encode()) == expected


def errors_of(done):
    report = json.loads(done.stdout)
    return {finding["cause"] for finding in report["findings"] if finding["severity"] == "error"}


@pytest.mark.parametrize("name", MACHINES)
def test_could_not_look_is_never_is_wrong(plumb, captures, name):
    """Dropping any recorded answer, or answering it with EACCES or a time-out, never yields an error that was not there before."""
    lines = (captures / (name + ".capture")).read_text(encoding="utf-8").splitlines()
    before = errors_of(replay(plumb, captures, name, ["doctor", "--json"]))
    asked = asked_lines(plumb, captures, name)
    for at in range(2, len(lines) - 1):
        answer = json.loads(lines[at])
        if json.dumps(answer["ask"]) not in asked:
            continue  # no source puts this question
        for change in (None, {"unreadable": "EACCES"}, {"timed_out": True}):
            changed = [] if change is None else [json.dumps({"ask": answer["ask"], **change}, ensure_ascii=False)]
            (captures / "changed.capture").write_text("\n".join(lines[:at] + changed + lines[at + 1:]) + "\n", encoding="utf-8")
            done = replay(plumb, captures, "changed", ["doctor", "--json"])
            assert done.returncode in (0, 1, 3), (answer["ask"], change, done.stderr)
            assert errors_of(done) <= before, (answer["ask"], change)


def asked_lines(plumb, captures, name):
    """The questions that are really put to this machine."""
    stream = run([plumb, "gather", "--replay", name + ".capture"], cwd=captures).stdout.decode().splitlines()
    return {json.dumps(json.loads(line)["asking"]) for line in stream[1:] if line.startswith('{"asking"')}
