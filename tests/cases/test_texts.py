"""Texts that people paste, and what plumb says of each: both languages, text and JSON, on both systems."""
import json
import pathlib

import pytest

from conftest import compare, run

HERE = pathlib.Path(__file__).parent / "texts"
TEXTS = sorted(path.name for path in HERE.glob("*.txt"))
ROOTS = {
    "cpu-build.txt": "framework.cpu_build",
    "collect-env-new-card.txt": "framework.arch_not_built",
    "mismatch.txt": "driver.library_kernel_mismatch",
    "two-tracebacks.txt": "mem.oom_capacity",
    "build-stopped.txt": None,
    "two-listings.txt": "framework.cpu_build",
    "ranks-torchrun.txt": "mem.oom_capacity",
    "healthy-log.txt": None,
    "chinese-utf16.txt": "win.dll_missing",
    "listed-elsewhere.txt": "env.wrong_interpreter",
    "memory-grows.txt": "mem.leak",
    "two-toolkits.txt": "toolkit.path_conflict",
    "nvcc-of-another-generation.txt": "toolkit.torch_mismatch",
    "two-causes.txt": "framework.arch_not_built",
}
FORMS = {"en.txt": [], "zh.txt": ["--lang", "zh"], "en.json": ["--json"], "zh.json": ["--json", "--lang", "zh"], "md": ["--format", "markdown"]}


@pytest.mark.parametrize("name", TEXTS)
def test_root_cause(plumb, name):
    done = run([plumb, "explain", "--json", name], cwd=HERE)
    errors = [finding["cause"] for finding in json.loads(done.stdout)["findings"] if finding["severity"] == "error"]
    assert errors[:1] == ([ROOTS[name]] if ROOTS[name] else [])
    assert done.returncode == (1 if ROOTS[name] else 0)


@pytest.mark.parametrize("form", sorted(FORMS))
@pytest.mark.parametrize("name", TEXTS)
def test_expected_output(plumb, rewrite, name, form):
    done = run([plumb, "explain", name, *FORMS[form]], cwd=HERE)
    compare(HERE / "expected" / (name[:-4] + "." + form), done.stdout, rewrite)


@pytest.mark.parametrize("name", TEXTS)
def test_standard_input_gives_the_same(plumb, name):
    with open(HERE / name, "rb") as text:
        piped = run([plumb, "explain", "--json"], stdin=text)
    named = run([plumb, "explain", "--json", name], cwd=HERE)
    assert piped.stdout.replace(b'"subject": "-"', b'"subject": "%s"' % name.encode()) == named.stdout


@pytest.mark.parametrize("name", TEXTS)
def test_sanitizers_find_nothing(plumb, plumb_sanitized, name):
    done = run([plumb_sanitized, "explain", "--json", name], cwd=HERE)
    assert done.stderr == b"" and done.stdout == run([plumb, "explain", "--json", name], cwd=HERE).stdout


@pytest.mark.parametrize("name", TEXTS)
def test_windows_prints_the_same_bytes(plumb, plumb_windows, name):
    for more in ([], ["--json"], ["--lang", "zh"]):
        assert run(plumb_windows + ["explain", name, *more], cwd=HERE, timeout=120).stdout == run([plumb, "explain", name, *more], cwd=HERE).stdout
