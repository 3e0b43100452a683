"""Runs every unit test program that the build made; each is one test here."""
import os
import pathlib

import pytest

from conftest import ROOT, run


def programs():
    build = pathlib.Path(os.environ.get("PLUMB_BUILD", ROOT / "build/check"))
    folders = [build / "tests"]
    if os.environ.get("PLUMB_SANITIZE"):
        folders.append(pathlib.Path(os.environ["PLUMB_SANITIZE"]).parent / "tests")
    return sorted(path for folder in folders if folder.is_dir() for path in folder.glob("unit-*") if os.access(path, os.X_OK) and path.is_file())


@pytest.mark.parametrize("program", programs(), ids=lambda path: "%s:%s" % (path.parent.parent.name, path.name))
def test_unit(program):
    done = run([str(program)], timeout=300, cwd=program.parent)
    output = (done.stdout + done.stderr).decode("utf-8", "replace")
    assert done.returncode == 0, output[-4000:]
    assert "PASSED" in output


def test_there_are_unit_tests():
    assert len(programs()) > 20
