"""The tables around CUDA toolkits: laws between them, and the headers they were read from, where those can be reached."""
import pathlib
import re
import sys

import pytest

from conftest import ROOT

sys.path.insert(0, str(ROOT / "tests/knowledge"))
import reading  # noqa: E402
import wheels  # noqa: E402
from reading import table, version  # noqa: E402

COMPILERS = {row["cuda"]: row for row in table("host_compilers")}


def prefix(rows, number):
    """The row of the longest known prefix, as plumb looks it up."""
    while number and number not in rows:
        number = number.rpartition(".")[0]
    return rows.get(number)


def studio(release):
    """The year under which Microsoft sells a compiler: 19.1x is 2017, 19.2x 2019, 19.3x and 19.4x 2022, 19.5x 2026."""
    return {1: "2017", 2: "2019", 3: "2022", 4: "2022", 5: "2026"}[version(release)[1] // 10]


def host_checks(header):
    """(gcc, clang, oldest and newest Microsoft compiler) that host_config.h lets pass; the lines after a guard belong to it."""
    gcc = re.search(r"#if __GNUC__ > (\d+)\s", header)
    clang = re.search(r"#if defined\(__clang__\) && !defined\(__ibmxl_vrm__\)[^\n]*\n\s*#if \(__clang_major__ >= (\d+)\)", header)
    microsoft = re.search(r"#if _MSC_VER < (\d\d)(\d\d) \|\| _MSC_VER >= (\d\d)(\d\d)", header)
    if not gcc or not clang or not microsoft:
        raise ValueError("this is no host_config.h of a known kind")
    low, high = int(microsoft.group(2)), int(microsoft.group(4)) - 1
    return gcc.group(1), str(int(clang.group(1)) - 1), "19.%d" % low, "19.%d" % high


def of_row(row):
    return row["gcc_max"], row["clang_max"], row["msvc_min"], row["msvc_max"]


HEADER = """#if __GNUC__ > 13
#error -- unsupported GNU version! gcc versions later than 13 are not supported!
#endif
#if defined(__HORIZON__)
#if (__clang_major__ >= 22) || (__clang_major__ < 3)
#endif
#if defined(__clang__) && !defined(__ibmxl_vrm__) && !defined(__ICC)

#if (__clang_major__ >= 18) || (__clang_major__ < 3)
#endif
#if _MSC_VER < 1910 || _MSC_VER >= 1950
#endif
"""


def test_the_reader_of_headers_reads_and_refuses():
    assert host_checks(HEADER) == ("13", "17", "19.10", "19.49")
    assert host_checks(HEADER.replace("> 13", "> 14")) != ("13", "17", "19.10", "19.49")
    with pytest.raises(ValueError):
        host_checks(HEADER.replace("__GNUC__", "GNUC"))


def test_every_toolkit_has_its_compilers():
    assert [row["cuda"] for row in table("cuda") if not prefix(COMPILERS, row["cuda"])] == []


def test_newer_toolkits_take_newer_compilers():
    ordered = sorted(COMPILERS.values(), key=lambda row: version(row["cuda"]))
    for before, after in zip(ordered, ordered[1:]):
        for column in ("gcc_max", "clang_max", "msvc_min", "msvc_max", "studio_min", "studio_max"):
            if before[column] and after[column]:
                assert version(before[column]) <= version(after[column]), (column, after["cuda"])


def test_a_studio_is_its_compilers():
    for row in COMPILERS.values():
        if row["msvc_min"]:
            assert (studio(row["msvc_min"]), studio(row["msvc_max"])) == (row["studio_min"], row["studio_max"]), row["cuda"]


HERE = sorted(pathlib.Path("/usr/local").glob("cuda-[0-9]*/include/crt/host_config.h"))


@pytest.mark.skipif(not HERE, reason="no CUDA toolkit on this machine")
@pytest.mark.parametrize("header", HERE, ids=str)
def test_compilers_of_the_toolkits_here(header):
    toolkit = header.parts[3].removeprefix("cuda-")
    row = prefix(COMPILERS, toolkit)
    assert row and host_checks(header.read_text(encoding="utf-8", errors="replace")) == of_row(row), header


# Builds of nvcc by the update they belong to; what is not named is the first of its minor version or like it.
UPDATES = {"12.2.128": "12.2.1", "12.2.140": "12.2.2"}


@pytest.mark.parametrize("package", ["nvidia-cuda-nvcc-cu11", "nvidia-cuda-nvcc-cu12", "nvidia-cuda-crt"])
def test_compilers_of_the_wheels(long_run, package):
    found = {version(release)[:2]: (release, file) for release, file in sorted(wheels.releases(package, r"^(manylinux\w*_x86_64|win_amd64)").items(), key=lambda item: version(item[0]))}
    assert found
    for release, file in found.values():
        header = wheels.member(file, "crt/host_config.h")
        row = prefix(COMPILERS, UPDATES.get(release, release))
        assert header and row, release
        assert host_checks(header) == of_row(row), release


# Pythons and mirrors.

def test_pythons_are_released_before_they_end():
    ordered = sorted(table("pythons"), key=lambda row: version(row["python"]))
    for row in ordered:
        assert row["released"] < row["bugfix_until"] < row["end_of_life"], row["python"]
    for before, after in zip(ordered, ordered[1:]):
        assert before["released"] < after["released"] and before["end_of_life"] < after["end_of_life"]
        assert version(after["python"])[1] == version(before["python"])[1] + 1


def test_every_python_of_torch_is_known():
    known = {row["python"] for row in table("pythons")}
    wanted = {row[column] for row in table("torch") for column in ("python_min", "python_max") if row[column]}
    assert sorted(wanted - known) == []
    free = {row["python"] + "t" for row in table("pythons") if row["free_threaded"] != "no"}
    assert {word for row in table("torch_wheels") for word in (row["free_threaded"] or "").split()} <= free


def test_mirrors_say_what_pip_needs():
    forms = {"pypi": {"index"}, "torch-wheels": {"index", "find-links"}, "conda": {"channel"}}
    for row in table("mirrors"):
        assert row["form"] in forms[row["kind"]] and row["url"].startswith("https://"), row
        assert ("{flavour}" in row["url"]) == (row["kind"] == "torch-wheels") and ("{channel}" in row["url"]) == (row["kind"] == "conda"), row
        assert not set(row["carries"].split()) & set((row["lacks"] or "").split()), row
        if row["kind"] == "pypi":
            assert row["carries"] == "pypi" and "flavours" in row["lacks"], row


def test_the_origins_are_those_that_plans_use():
    origins = {row["name"]: row["url"] for row in table("mirrors")}
    urls = {row["url"] for row in table("indexes")}
    assert origins["pypi"] in urls and origins["pytorch"] in urls


def test_a_name_is_one_site():
    hosts = {}
    for row in table("mirrors"):
        hosts.setdefault(row["name"], set()).add(".".join(row["url"].split("/")[2].split(".")[-3:]))
    assert {name: found for name, found in hosts.items() if len(found) > 1} == {}
    also = [word for name in sorted(hosts) for word in next(row["also"] or "" for row in table("mirrors") if row["name"] == name).split()]
    assert len(also) == len(set(also)) and not set(also) & set(hosts)


# NVIDIA's libraries.

LIBRARIES = table("libraries")


def test_a_library_is_one_row_at_a_time():
    """Ranges of one library and one CUDA follow each other, and what a newer release dropped stays dropped."""
    for key in {(row["library"], row["cuda"]) for row in LIBRARIES}:
        rows = sorted((row for row in LIBRARIES if (row["library"], row["cuda"]) == key), key=lambda row: version(row["first"]))
        for before, after in zip(rows, rows[1:]):
            assert before["last"] and version(before["last"]) < version(after["first"]), key
            assert int(before["sm_min"][3:]) <= int(after["sm_min"][3:]), key


def test_a_library_holds_nothing_that_its_toolkit_cannot_compile():
    for row in LIBRARIES:
        if row["sm_min"]:
            assert int(row["sm_min"][3:]) >= min(int(toolkit["sm_min"][3:]) for toolkit in table("cuda") if toolkit["cuda"].split(".")[0] == row["cuda"]), row


def test_what_torch_pins_is_a_known_release():
    for row in table("torch"):
        if not row["cudnn"] or not row["cuda"] or version(row["torch"]) < (1, 13):
            continue
        major = row["cuda"].split(".")[0]
        fitting = [library for library in LIBRARIES if library["library"] == "cudnn" and library["cuda"] == major and version(library["first"]) <= version(row["cudnn"])
                   and (not library["last"] or version(row["cudnn"]) <= version(library["last"]))]
        assert len(fitting) == 1 or version(row["cudnn"]) < (8, 5, 0, 96), row


@pytest.mark.parametrize("row", LIBRARIES, ids=lambda row: "%s-%s-%s" % (row["library"], row["cuda"], row["first"]))
def test_files_of_the_wheels(long_run, row):
    """First and last release, and the names of the files inside."""
    linux, windows = wheels.releases(row["package"], "linux.*x86_64|manylinux1_x86_64"), wheels.releases(row["package"], "win_amd64")
    inside = sorted((release for release in linux if version(row["first"]) <= version(release) and (not row["last"] or version(release) <= version(row["last"]))), key=version)
    assert inside[0] == row["first"] and row["last"] in (None, inside[-1])
    with wheels.open_wheel(linux[inside[-1]]) as wheel:
        assert any(name.endswith("/" + row["soname"]) for name in wheel.namelist())
    if row["dll"]:
        newest = max((release for release in windows if not row["last"] or version(release) <= version(row["last"])), key=version)
        with wheels.open_wheel(windows[newest]) as wheel:
            assert any(name.endswith("/" + row["dll"]) for name in wheel.namelist())


# torch's wheels: sizes and pins.

WHEELS = {(row["torch"], row["platform"]): row for row in table("torch_wheels")}


def test_every_default_build_has_its_size():
    wanted = {(row["torch"], row["platform"]) for row in table("torch") if row["default"] == "yes"}
    assert sorted(wanted - set(WHEELS)) == []
    assert [key for key, row in WHEELS.items() if not row["wheel_bytes"] or not row["unpacked_bytes"]] == []


def test_the_abi_changes_once():
    for platform in ("linux", "linux-aarch64"):
        abis = [row["cxx11_abi"] for key, row in sorted(WHEELS.items(), key=lambda item: version(item[0][0])) if key[1] == platform]
        assert abis == sorted(abis) and set(abis) == {"0", "1"}


def test_what_needs_nvidia_is_built_with_cuda():
    """From 2.0 on PyPI's CUDA builds bring no libraries of their own but ask for them, and for Triton."""
    cuda = {(row["torch"], row["platform"]): row["cuda"] for row in table("torch") if row["default"] == "yes"}
    for key, row in WHEELS.items():
        if version(key[0]) >= (2, 0):
            assert bool(row["needs_bytes"]) == bool(row["triton"]) == bool(cuda[key]), key
    nccl = [row["nccl"] for key, row in sorted(WHEELS.items(), key=lambda item: version(item[0][0])) if key[1] == "linux" and row["nccl"]]
    assert nccl == sorted(nccl, key=version)


@pytest.mark.parametrize("release, platform, tag", [("1.13.1", "linux", "manylinux1_x86_64"), ("2.5.1", "windows", "win_amd64"), ("2.9.1", "linux", "manylinux_2_28_x86_64"), ("2.15.0", "linux-aarch64", "manylinux_2_28_aarch64")])
def test_sizes_of_pypi(long_run, release, platform, tag):
    found = [file for file in wheels.files("torch") if re.fullmatch(r"torch-%s-cp\d+-cp\d+m?-%s\.whl" % (re.escape(release), tag), file["filename"])]
    assert str(max(file["size"] for file in found)) == WHEELS[release, platform]["wheel_bytes"]
    unpacked = int(WHEELS[release, platform]["unpacked_bytes"])
    with wheels.open_wheel(found[0]) as wheel:
        assert abs(sum(entry.file_size for entry in wheel.infolist()) - unpacked) < unpacked / 50


@pytest.mark.parametrize("release", ["2.1.2", "2.5.1", "2.9.1", "2.15.0"])
def test_pins_of_pypi(long_run, release):
    file = next(file for file in wheels.files("torch") if re.fullmatch(r"torch-%s-cp311-cp311-manylinux\w+_x86_64\.whl" % re.escape(release), file["filename"]))
    text = wheels.member(file, ".dist-info/METADATA")
    nccl, triton = re.search(r"nvidia-nccl-cu\d+ ?\(?==([0-9.]+)", text), re.search(r"Requires-Dist: triton ?\(?[=~]=([0-9.]+)", text)
    row = WHEELS[release, "linux"]
    assert nccl.group(1) == row["nccl"] and version(triton.group(1))[:2] == version(row["triton"])[:2]


def test_releases_come_one_after_the_other():
    released = {row["torch"]: row["released"] for row in table("torch_releases")}
    assert sorted(released) == sorted({row["torch"] for row in table("torch")})
    ordered = [released[torch] for torch in sorted(released, key=version)]
    assert ordered == sorted(ordered)


def test_release_dates_of_pypi(long_run):
    first = {}
    for file in wheels.files("torch"):
        parsed = re.match(r"torch-([0-9.]+?)(?:\.post\d+)?-", file["filename"])
        if parsed:
            first[parsed.group(1)] = min(first.get(parsed.group(1), "9"), file["upload-time"][:10])
    released = {row["torch"]: row["released"] for row in table("torch_releases")}
    assert {torch: day for torch, day in released.items() if first.get(torch) != day} == {}


def test_builds_whose_cudnn_dropped_cards():
    """Kepler in the cu118 builds since they pin cuDNN 9; a new one would have to be looked into."""
    found = set()
    for row in table("torch"):
        if row["cudnn"] and row["cuda"] and row["architectures"]:
            oldest = min(int(word[3:]) for word in row["architectures"].split() if re.fullmatch(r"sm_\d+", word))
            for library in LIBRARIES:
                if library["library"] == "cudnn" and library["cuda"] == row["cuda"].split(".")[0] and version(library["first"]) <= version(row["cudnn"]) \
                        and (not library["last"] or version(row["cudnn"]) <= version(library["last"])) and oldest < int(library["sm_min"][3:]):
                    found.add((row["torch"], row["flavour"], oldest))
    assert found == {(torch, "cu118", 37) for torch in ("2.4.0", "2.4.1", "2.5.0", "2.5.1", "2.6.0", "2.7.0", "2.7.1")}
