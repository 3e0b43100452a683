"""What the tests share. The programs to test come from the environment, as ./check sets it:

PLUMB           the native binary; PLUMB_SANITIZE, PLUMB_RELEASE, PLUMB_WINDOWS further builds of it
PLUMB_BUILD     the native build's folder, where the unit tests lie
PLUMB_LONG      set: run also what takes long or downloads much
"""
import os
import pathlib
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parent.parent
CLEAN = {name: value for name, value in os.environ.items()
         if name in ("PATH", "HOME", "TMPDIR", "PLUMB_CACHE", "ASAN_OPTIONS", "UBSAN_OPTIONS", "WINEPREFIX", "XDG_CACHE_HOME")}


def pytest_addoption(parser):
    parser.addoption("--rewrite", action="store_true", help="write the expected output anew instead of comparing with it")


def program(variable, fallback=None):
    path = os.environ.get(variable) or fallback
    if not path or not os.path.exists(path):
        pytest.skip("%s is not built here" % variable)
    return os.path.abspath(path)


@pytest.fixture(scope="session")
def plumb():
    return program("PLUMB", str(ROOT / "build/check/plumb"))


@pytest.fixture(scope="session")
def plumb_sanitized():
    return program("PLUMB_SANITIZE")


@pytest.fixture(scope="session")
def plumb_release():
    return program("PLUMB_RELEASE")


@pytest.fixture(scope="session")
def plumb_windows():
    return [str(ROOT / "tools/windows/wine"), program("PLUMB_WINDOWS")]


@pytest.fixture(scope="session")
def build_folder():
    return pathlib.Path(program("PLUMB_BUILD", str(ROOT / "build/check")))


@pytest.fixture
def rewrite(request):
    return request.config.getoption("--rewrite")


@pytest.fixture
def long_run():
    if not os.environ.get("PLUMB_LONG"):
        pytest.skip("takes long: runs with PLUMB_LONG=1, as in .ci/run")


def run(command, environment=None, **more):
    """Runs a command in a clean English environment; gives the finished process with bytes."""
    clean = {**CLEAN, "LC_ALL": "C.UTF-8", **(environment or {})}
    return subprocess.run(command, capture_output=True, env=clean, timeout=more.pop("timeout", 60), stdin=more.pop("stdin", subprocess.DEVNULL), **more)


def compare(path, actual, rewrite):
    """Holds output against a file beside the test; --rewrite writes the file."""
    if rewrite:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(actual)
        return
    assert path.exists(), "%s is missing: run tests/run --rewrite and read what it writes" % path
    assert actual.decode("utf-8", "replace") == path.read_bytes().decode("utf-8", "replace")
