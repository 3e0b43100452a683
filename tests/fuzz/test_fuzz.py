"""The fuzzers: their seeds are replayed always; with PLUMB_LONG each also searches for a while."""
import os
import pathlib
import subprocess

import pytest

from conftest import ROOT

HERE = pathlib.Path(__file__).parent
FORMATS = sorted(path.stem[5:] for path in HERE.glob("fuzz_*.c"))


def fuzzer(name):
    plumb = os.environ.get("PLUMB_SANITIZE")
    path = pathlib.Path(plumb).parent / "tests" / ("fuzz-" + name) if plumb else None
    if not path or not path.exists():
        pytest.skip("the fuzzers are built with the sanitizers, which are not built here")
    return path


@pytest.mark.parametrize("name", FORMATS)
def test_seeds(name, tmp_path):
    seeds = [str(path) for path in sorted((HERE / "seeds" / name).glob("*"))]
    if name == "elf":
        seeds += [path for path in ("/bin/true", "/usr/bin/true") if os.path.exists(path)][:1]
    if name == "ldcache" and os.path.exists("/etc/ld.so.cache"):
        seeds.append("/etc/ld.so.cache")
    assert seeds, "a fuzzer needs seeds: tests/fuzz/seeds/%s" % name
    done = subprocess.run([fuzzer(name), *seeds], capture_output=True, text=True, cwd=tmp_path, timeout=120)
    assert done.returncode == 0, done.stderr[-3000:]


@pytest.mark.parametrize("name", FORMATS)
def test_search(name, tmp_path, long_run):
    (tmp_path / "found").mkdir()
    command = [fuzzer(name), "-max_total_time=20", "-timeout=10", "-rss_limit_mb=1024", "-max_len=65536", str(tmp_path / "found")]
    if (HERE / "seeds" / name).is_dir():
        command.append(str(HERE / "seeds" / name))
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, timeout=120)
    assert done.returncode == 0, done.stderr[-3000:]


def test_every_format_has_a_fuzzer():
    """Each header of formats/ and each reader of foreign text in base/ and os/ is fuzzed."""
    wanted = {path.stem for path in (ROOT / "src/formats/include/formats").glob("*.h")} | {"json", "yaml", "version", "replay"}
    assert wanted - set(FORMATS) == set()
