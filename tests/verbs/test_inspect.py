"""plumb inspect: the code in a library, without running anything. A file made here, and the torch of tests/verbs/test_real_torch.py against its row of the table."""
import json
import os
import pathlib
import struct
import sys

import pytest

from conftest import ROOT, run

sys.path.insert(0, str(ROOT / "tests/knowledge"))
import reading  # noqa: E402


def entry(kind, architecture, major=1, minor=8, flags=0x11, payload=b"x" * 24):
    return struct.pack("<HHIQIIHHIIIQQQ", kind, 0x0101, 64, len(payload), 0, 0, minor, major, architecture, 0, 0, flags, 0, 99) + payload


def container(*entries):
    body = b"".join(entries)
    return struct.pack("<IHHQ", 0xBA55ED50, 1, 16, len(body)) + body


def look(plumb, path):
    return json.loads(run([plumb, "inspect", path, "--json"]).stdout)["file"]


def test_architectures_of_a_file(plumb, tmp_path):
    (tmp_path / "lib.dll").write_bytes(b"MZ" + bytes(1022) + container(entry(2, 90), entry(2, 90, flags=0x100011), entry(1, 90, 8, 4)))
    found = look(plumb, tmp_path / "lib.dll")["fatbin"]
    assert found["architectures"] == ["sm_90", "sm_90a", "compute_90"] and (found["machine_code"], found["ptx"], found["ptx_isa"]) == (2, 1, "8.4")
    screen = run([plumb, "inspect", tmp_path / "lib.dll"])
    assert screen.returncode == 0 and b"sm_90 sm_90a compute_90" in screen.stdout


def test_what_is_no_program_is_wrong_usage(plumb, tmp_path):
    (tmp_path / "big.log").write_bytes(b"epoch 1\n" * 100)
    for path in (tmp_path / "big.log", tmp_path, tmp_path / "nothing"):
        done = run([plumb, "inspect", path])
        assert done.returncode == 2 and done.stderr.count(b"\n") == 1


def test_no_device_code_is_normal(plumb, tmp_path):
    (tmp_path / "plain").write_bytes(b"MZ" + b"no code" * 100)
    assert look(plumb, tmp_path / "plain")["fatbin"]["architectures"] == []
    assert b"normal" in run([plumb, "inspect", tmp_path / "plain"]).stdout


def test_what_is_no_file_is_wrong_usage(plumb, tmp_path):
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path, tmp_path / "absent", tmp_path / "pipe", "/dev/zero"):
        done = run([plumb, "inspect", path], timeout=20)
        assert done.returncode == 2 and done.stderr.count(b"\n") == 1, path
    assert run([plumb, "inspect"]).returncode == 2


def test_a_real_torch_holds_what_its_row_says(plumb):
    cache = pathlib.Path(os.environ.get("PLUMB_CACHE") or pathlib.Path.home() / ".cache/plumb")
    libraries = list(cache.glob("torch-2.5.1*-venv/lib/python3*/site-packages/torch/lib/libtorch_cuda.so"))
    if not libraries:
        pytest.skip("torch 2.5.1 is fetched with PLUMB_LONG=1")
    row = next(row for row in reading.table("torch") if (row["torch"], row["platform"], row["default"]) == ("2.5.1", "linux", "yes"))
    found = [word for word in look(plumb, libraries[0])["fatbin"]["architectures"] if not word.endswith(("a", "f"))]
    assert found == row["architectures"].split()  # single kernels that are for one architecture only ("sm_90a") are not in the table
