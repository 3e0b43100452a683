"""How the code is written, as far as programs can see it."""
import concurrent.futures
import os
import shutil
import subprocess

import pytest

from conftest import ROOT


def sources():
    listed = subprocess.run(["git", "ls-files", "*.c", "*.h"], cwd=ROOT, capture_output=True, text=True)
    files = [line for line in listed.stdout.splitlines() if (ROOT / line).exists()] if listed.returncode == 0 else []
    return files or [str(path.relative_to(ROOT)) for folder in ("src", "tests") for path in sorted((ROOT / folder).rglob("*.[ch]"))]


def test_format():
    if not shutil.which("clang-format"):
        pytest.skip("clang-format is not here")
    done = subprocess.run(["clang-format", "--dry-run", "--Werror", *sources()], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, "\n".join(line for line in done.stderr.splitlines() if "error:" in line)[:2000]


def test_tidy(long_run, build_folder):
    if not shutil.which("clang-tidy"):
        pytest.skip("clang-tidy is not here")
    files = [path for path in sources() if path.startswith("src/") and path.endswith(".c") and "/windows/" not in path]

    def tidy(path):  # one file a call: with several it reports va_lists that are none
        done = subprocess.run(["clang-tidy", "--quiet", "-p", str(build_folder), path], cwd=ROOT, capture_output=True, text=True)
        return [line for line in done.stdout.splitlines() if ": error:" in line or ": warning:" in line]

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        faults = [fault for found in pool.map(tidy, files) for fault in found]
    assert faults == []


def test_nothing_is_left_for_later():
    done = subprocess.run(["grep", "-rnEi", r"\b(TODO|FIXME|XXX)\b|not implemented", "src", "tools", "knowledge/texts"], cwd=ROOT, capture_output=True, text=True)
    assert done.stdout == ""
