"""errors.tsv against the headers that define the codes: the toolkit's on this machine, and those in NVIDIA's wheels on PyPI (PLUMB_LONG=1)."""
import pathlib
import re
import sys

import pytest

from conftest import ROOT

sys.path.insert(0, str(ROOT / "tests/knowledge"))
import wheels  # noqa: E402
from reading import table, version  # noqa: E402


def codes(api):
    return {row["name"]: int(row["code"]) for row in table("errors") if row["api"] == api}


def enumeration(header, prefix):
    """{name: number} of enumerators that are given as numbers; other names of the same number and counts are left out."""
    text = re.sub(r"/\*.*?\*/|//[^\n]*", " ", header, flags=re.S)
    found = {}
    for name, number in re.findall(r"\b(%s\w*)(?:\s+\w+_DEPRECATED_ENUM)?\s*=\s*(\d+)\b" % prefix, text):
        if not name.endswith(("NumResults", "_FORCE_INT", "ApiFailureBase")):
            assert found.setdefault(name, int(number)) == int(number), name
    return found


def test_the_reader_of_headers_reads_and_refuses():
    header = "typedef enum { X_OK = 0, /* X_OLD = 7 */\n X_BAD X_DEPRECATED_ENUM = 2, X_SAME = X_BAD,\n xNumResults = 9 }"
    assert enumeration(header, "X_") == {"X_OK": 0, "X_BAD": 2}
    assert enumeration(header.replace("= 0", "= 1"), "X_")["X_OK"] == 1


HERE = pathlib.Path("/usr/local/cuda/include")


@pytest.mark.parametrize("api, header, prefix, most", [("cuda", "cuda.h", "CUDA_ERROR_", None), ("cublas", "cublas_api.h", "CUBLAS_STATUS_", None), ("cudnn", "cudnn_graph.h", "CUDNN_STATUS_", None)])
def test_codes_of_the_toolkit_here(api, header, prefix, most):
    """The tables may know more than an older toolkit, never other numbers."""
    if not (HERE / header).exists():
        pytest.skip("no %s on this machine" % header)
    found, known = enumeration((HERE / header).read_text(encoding="utf-8", errors="replace"), prefix), codes(api)
    assert found and {name: number for name, number in found.items() if known.get(name) != number} == {}


@pytest.mark.parametrize("api, package, header, prefix, major", [
    ("cudnn", "nvidia-cudnn-cu13", "cudnn_graph.h", "CUDNN_STATUS_", 9), ("cudnn8", "nvidia-cudnn-cu12", "cudnn_ops_infer.h", "CUDNN_STATUS_", 8),
    ("cublas", "nvidia-cublas", "cublas_api.h", "CUBLAS_STATUS_", 13), ("nccl", "nvidia-nccl-cu13", "nccl.h", "nccl(?=[A-Z][a-zA-Z]+\\s+=)", 2)])
def test_codes_of_the_wheels(long_run, api, package, header, prefix, major):
    """Exactly those of the newest release of that major version."""
    found = wheels.releases(package, "x86_64")
    newest = max((release for release in found if version(release)[0] == major), key=version)
    text = wheels.member(found[newest], "/" + header)
    if api == "nccl":
        text = re.search(r"typedef enum \{[^}]*\}\s*ncclResult_t", text).group()
    assert enumeration(text, prefix) == codes(api), newest


def test_a_wrong_number_would_be_noticed():
    known = codes("cublas")
    changed = {**known, "CUBLAS_STATUS_NOT_SUPPORTED": 16}
    header = "\n".join("%s = %d," % item for item in known.items())
    assert enumeration(header, "CUBLAS_STATUS_") == known and enumeration(header, "CUBLAS_STATUS_") != changed
