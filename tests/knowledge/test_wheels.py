"""The architectures in torch's table against the device code in the wheels on PyPI, read as they are downloaded; nothing of them is kept. With PLUMB_LONG: 10 GB from the index."""
import http.client
import json
import subprocess
import sys
import urllib.error
import urllib.request
import zipfile

import pytest

from conftest import ROOT, run

sys.path.insert(0, str(ROOT / "tests/knowledge"))
from reading import table  # noqa: E402
from test_tables import INDEX, LIMIT, index, wheels  # noqa: E402, F401

PIECE = 1 << 20


def row_of(release, platform):
    return next(row for row in table("torch") if (row["torch"], row["platform"], row["default"]) == (release, platform, "yes"))


def streamed(plumb, url):
    """plumb inspect - of a download; the index may break it off, and then it is begun once more."""
    for attempt in (1, 2):
        reader = subprocess.Popen([plumb, "inspect", "-", "--json"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        try:
            with urllib.request.urlopen(url, timeout=LIMIT) as download:
                while piece := download.read(PIECE):
                    reader.stdin.write(piece)
            output, said = reader.communicate(timeout=600)
            if reader.returncode == 0:
                return json.loads(output)
            assert attempt == 1 and b"fetch it again" in said, said
        except (urllib.error.URLError, http.client.HTTPException, OSError):
            reader.kill()
            reader.communicate()
            if attempt == 2:
                raise


# Each kind of build that there was: all libraries in one file, split in two, with CUDA's own in packages; CUDA 10.2 to 13.2; both processors.
RELEASES = [("1.7.1", "linux"), ("1.9.1", "linux"), ("1.12.1", "linux"), ("1.13.1", "linux"), ("2.0.1", "linux"), ("2.1.2", "linux"), ("2.3.1", "linux"),
            ("2.5.1", "linux"), ("2.7.1", "linux"), ("2.9.1", "linux"), ("2.11.0", "linux"), ("2.15.0", "linux"), ("2.15.0", "linux-aarch64")]


@pytest.mark.parametrize("release, platform", RELEASES)
def test_architectures_of_pypi(plumb, index, long_run, release, platform):  # noqa: F811
    row, files = row_of(release, platform), wheels(index, release)[platform]
    report = streamed(plumb, files[max(files)]["url"])
    wheel = report["file"]["wheel"]
    assert (wheel["name"], wheel["version"].split("+")[0]) == ("torch", release)
    assert wheel["bytes"] == files[max(files)]["size"]
    assert report["architectures"] == row["architectures"].split()
    libraries = {library["path"].rsplit("/", 1)[-1]: library["fatbin"] for library in wheel["libraries"]}
    assert all(fatbin["complete"] for fatbin in libraries.values())
    assert report["main"] in ("torch/lib/libtorch_cuda.so", "torch/lib/libtorch_cuda_cu.so")
    if "libtorch_cuda_linalg.so" in libraries:  # a library of its own, whose code is not counted with the main one's
        assert set(libraries["libtorch_cuda_linalg.so"]["sets"][0]["architectures"]) <= set(row["architectures"].split()) | {"sm_35", "sm_50", "sm_60", "sm_75"}


# Real wheels of both systems: libraries by the dozen, code outside the named section, DLLs.
OTHERS = [("bitsandbytes", "0.45.5", "manylinux"), ("bitsandbytes", "0.45.5", "win_amd64"), ("nvidia-cufft-cu12", "11.2.1.3", "x86_64"), ("onnxruntime-gpu", None, "win_amd64")]


@pytest.mark.parametrize("project, version, platform", OTHERS)
def test_wheel_says_what_its_unpacked_libraries_say(plumb, index, long_run, tmp_path, project, version, platform):  # noqa: F811
    request = urllib.request.Request("%s/%s/" % (INDEX, project), headers={"Accept": "application/vnd.pypi.simple.v1+json"})
    files = [file for file in json.load(urllib.request.urlopen(request, timeout=LIMIT))["files"] if file["filename"].endswith(".whl")]
    file = [file for file in files if version in (None, file["filename"].split("-")[1]) and platform in file["filename"]][-1]  # None: old ones are taken down
    path = tmp_path / file["filename"]
    urllib.request.urlretrieve(file["url"], path)
    wheel = json.loads(run([plumb, "inspect", path, "--json"], timeout=300).stdout)["file"]["wheel"]
    with_code = 0
    with zipfile.ZipFile(path) as archive:
        for library in wheel["libraries"]:
            unpacked = json.loads(run([plumb, "inspect", archive.extract(library["path"], tmp_path), "--json"]).stdout)["file"]["fatbin"]
            (tmp_path / library["path"]).unlink()
            assert {name: value for name, value in unpacked.items() if name not in ("size", "mtime")} == library["fatbin"], library["path"]
            with_code += bool(library["fatbin"]["architectures"])
    assert with_code
