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
