"""The stamps of tools/new: what they make fits the tree, and what can compile does."""
import pathlib
import shutil
import subprocess

import pytest

from conftest import ROOT


@pytest.fixture
def copy(tmp_path):
    for folder in ("src", "docs", "knowledge", "tools", "tests"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


def stamp(copy, kind, name):
    return subprocess.run(["/usr/bin/python3", str(copy / "tools/new"), kind, name], capture_output=True, text=True)


INCLUDES = ["-I" + place for place in ("src/base/include", "src/os/include", "src/formats/include", "src/facts/include", "src/knowledge/include",
                                       "src/sources/include", "src/findings/include", "src/findings/model", "src/report/include", "src/gpu/include",
                                       "src/verbs", "src/findings")]


@pytest.mark.parametrize("kind, name, made", [("source", "thermals", "src/sources/thermals.c"), ("judge", "thermals", "src/findings/judge_thermals.c"),
                                              ("verb", "thermals", "src/verbs/thermals.c")])
def test_stamped_code_compiles(copy, kind, name, made):
    done = stamp(copy, kind, name)
    assert done.returncode == 0, done.stderr
    listed = {"source": "src/sources/sources.c", "judge": "src/findings/judges.c", "verb": "src/main.c"}[kind]
    for path in (made, listed):
        compiled = subprocess.run(["gcc", "-std=c17", "-D_GNU_SOURCE", '-DPLUMB_VERSION="0"', "-Wall", "-Wextra", "-Werror", "-Isrc", *INCLUDES,
                                   "-fsyntax-only", path], cwd=copy, capture_output=True, text=True)
        assert compiled.returncode == 0, compiled.stderr
    assert pathlib.Path(made).name in (copy / "src/meson.build").read_text()
    assert stamp(copy, kind, name).returncode != 0  # never twice
    checked = subprocess.run(["/usr/bin/python3", str(copy / "tools/check-rooms"), str(copy)], capture_output=True, text=True)
    assert checked.returncode == 0, checked.stdout


@pytest.mark.parametrize("kind, name, file", [("cause", "driver.overheated", "knowledge/causes/driver.yaml"),
                                              ("symptom", "driver.overheated", "knowledge/symptoms/driver.yaml")])
def test_stamped_knowledge_is_asked_for_its_sources(copy, plumb, kind, name, file):
    """A fresh stamp is refused for what only a person can write, and for nothing else."""
    assert stamp(copy, kind, name).returncode == 0
    checked = subprocess.run([plumb, "knowledge", "check", str(copy / "knowledge")], capture_output=True, text=True)
    faults = [line for line in checked.stderr.splitlines() if not line.startswith("plumb:")]
    assert checked.returncode == 1 and faults
    assert all(name in fault and ("SOURCE-ID" in fault or "CAUSE.ID" in fault) for fault in faults), faults


def test_stamped_machine_replays(copy, plumb):
    assert stamp(copy, "machine", "fresh").returncode == 0
    capture = subprocess.run(["/usr/bin/python3", str(copy / "tests/machines/build.py"), str(copy / "tests/machines/fresh/machine.yaml")],
                             capture_output=True, text=True, check=True).stdout
    (copy / "fresh.capture").write_text(capture, encoding="utf-8")
    assert subprocess.run([plumb, "doctor", "-q", "--replay", str(copy / "fresh.capture")], capture_output=True).returncode in (1, 3)
