"""The tables against each other, and torch's rows against the wheels' own metadata on PyPI (with PLUMB_LONG)."""
import collections
import io
import json
import re
import sys
import urllib.error
import urllib.request
import zipfile

import pytest

from conftest import ROOT

sys.path.insert(0, str(ROOT / "tests/knowledge"))
from reading import entries, table, version  # noqa: E402

TORCH, CUDA, GPUS = table("torch"), table("cuda"), table("gpus")
ARCHITECTURES = {row["capability"]: row for row in table("architectures")}
CUDA_BY_VERSION = {row["cuda"]: row for row in CUDA}


def name(row):
    return "%(torch)s+%(flavour)s %(platform)s" % row


def minor(text):
    return ".".join(text.split(".")[:2])


def test_a_flavour_is_its_cuda():
    for row in TORCH:
        digits = re.fullmatch(r"cu(\d+)(\d)", row["flavour"])
        expected = "%s.%s" % digits.groups() if digits else None
        assert row["cuda"] == expected, name(row)


def test_every_cuda_of_torch_is_known():
    assert sorted({row["cuda"] for row in TORCH if row["cuda"]} - set(CUDA_BY_VERSION) - {"9.2"}) == []


def test_a_build_holds_nothing_that_its_cuda_cannot_compile():
    for row in TORCH:
        if not row["cuda"] or not row["architectures"]:
            continue
        toolkit = CUDA_BY_VERSION.get(row["cuda"])
        for word in row["architectures"].split():
            number = int(re.search(r"\d+", word).group())
            architecture = ARCHITECTURES["%d.%d" % divmod(number, 10)]
            assert version(architecture["first_cuda"]) <= version(row["cuda"]), (name(row), word)
            assert not architecture["last_cuda"] or version(minor(row["cuda"])) <= version(architecture["last_cuda"]), (name(row), word)
            if toolkit and toolkit["sm_max"]:
                assert int(toolkit["sm_min"][3:]) <= number <= int(toolkit["sm_max"][3:]), (name(row), word)


def test_one_default_for_each_release_and_platform():
    found = collections.Counter((row["torch"], row["platform"]) for row in TORCH if row["default"] == "yes")
    assert [key for key, count in found.items() if count != 1] == []
    assert {row["default"] for row in TORCH if row["platform"] == "windows" and row["cuda"]} == {"no"}
    assert {row["flavour"] for row in TORCH if row["platform"] == "windows" and row["default"] == "yes"} == {"cpu"}


def test_python_ranges_only_move_on():
    least, most = {}, {}
    for row in sorted((row for row in TORCH if row["default"] == "yes" and row["python_min"]), key=lambda row: version(row["torch"])):
        platform = row["platform"]
        if not platform.startswith("macos"):  # Apple silicon's first wheels began higher than the next
            assert version(row["python_min"]) >= least.get(platform, (0,)), name(row)
        assert version(row["python_max"]) >= most.get(platform, (0,)), name(row)
        least[platform], most[platform] = version(row["python_min"]), version(row["python_max"])


def test_numpy_2_once_is_numpy_2_for_ever():
    for platform in {row["platform"] for row in TORCH}:
        rows = sorted((row for row in TORCH if row["platform"] == platform and row["numpy_abi"]), key=lambda row: version(row["torch"]))
        assert [row["numpy_abi"] for row in rows] == sorted(row["numpy_abi"] for row in rows), platform


def test_companions_belong_to_releases_and_rise():
    companions = table("companions")
    releases = {row["torch"] for row in TORCH}
    assert [row["torch"] for row in companions if row["torch"] not in releases] == []
    assert sorted(releases - {row["torch"] for row in companions}) == []
    ordered = sorted(companions, key=lambda row: version(row["torch"]))
    for column in ("torchvision", "torchaudio", "torchtext"):
        newest = [max(map(version, row[column].split())) for row in ordered if row[column]]
        assert newest == sorted(newest), column


def test_a_chip_has_one_capability():
    chips = collections.defaultdict(set)
    for row in GPUS:
        chips[row["chip"]].add(row["capability"])
    assert {chip: found for chip, found in chips.items() if len(found) > 1} == {}
    assert sorted({row["capability"] for row in GPUS} - set(ARCHITECTURES)) == []


def test_chips_are_of_their_architecture():
    letters = {"GF": "Fermi", "GK": "Kepler", "GM": "Maxwell", "GP": "Pascal", "GV": "Volta", "TU": "Turing", "GA": "Ampere", "AD": "Ada", "GH": "Hopper", "GB": "Blackwell"}
    for row in GPUS:
        assert ARCHITECTURES[row["capability"]]["name"] == letters[row["chip"][:2]], row


def test_memory_in_a_name_is_the_memory():
    for row in GPUS:
        stated = re.search(r"\b(\d+)GB\b", row["name"])
        if stated and row["memory_mib"] and "/" not in row["name"]:
            assert int(row["memory_mib"]) == int(stated.group(1)) * 1024, row


def test_what_is_called_a_laptop_is_one():
    assert [row["name"] for row in GPUS if "Laptop" in row["name"] and row["kind"] not in ("laptop", None)] == []


def test_architectures_begin_and_end_in_order():
    branches = {row["branch"] for row in table("drivers")}
    for row in ARCHITECTURES.values():
        if row["first_cuda"] and row["last_cuda"]:
            assert version(row["first_cuda"]) <= version(row["last_cuda"]), row
        if row["first_driver"] and row["last_driver"]:
            assert version(row["first_driver"]) <= version(row["last_driver"]), row
            assert row["last_driver"] in branches, row


def test_toolkits_compile_what_architectures_say():
    known = [row for row in CUDA if row["sm_min"] and row["sm_max"]]
    for toolkit in known:
        for row in ARCHITECTURES.values():
            number, release = int(row["capability"].replace(".", "")), version(minor(toolkit["cuda"]))
            if not row["first_cuda"] or number < int(toolkit["sm_min"][3:]):
                continue
            inside = version(row["first_cuda"]) <= release and (not row["last_cuda"] or release <= version(row["last_cuda"]))
            assert inside == (number <= int(toolkit["sm_max"][3:])) or number in (87, 88, 103, 110), (toolkit["cuda"], row["capability"])


@pytest.mark.parametrize("column", ["minimum_linux", "minimum_windows", "driver_linux", "driver_windows", "ptx"])
def test_drivers_and_ptx_never_fall_with_newer_toolkits(column):
    """A toolkit's Windows number is left out where the notes are known to name an older one than its installer (11.8)."""
    rows = sorted((row for row in CUDA if row[column] and not (column == "driver_windows" and row["cuda"] == "11.8")), key=lambda row: version(row["cuda"]))
    for before, after in zip(rows, rows[1:]):
        assert version(before[column])[:1] <= version(after[column])[:1], (column, before["cuda"], after["cuda"])


def test_one_minimum_for_a_major_version():
    """But for a major version's first release, which came with an older driver than the minimum that was set for the rest."""
    for major in {row["cuda"].split(".")[0] for row in CUDA if int(row["cuda"].split(".")[0]) >= 11}:
        rows = [row for row in CUDA if row["cuda"].split(".")[0] == major and not minor(row["cuda"]).endswith(".0")]
        assert len({(row["minimum_linux"], row["minimum_windows"]) for row in rows}) == 1, major


def test_a_branch_shows_the_cuda_whose_own_driver_it_is():
    shown = {row["branch"]: row["cuda"] for row in table("drivers") if row["cuda"]}
    ordered = [version(shown[branch]) for branch in sorted(shown, key=int)]
    assert ordered == sorted(ordered)
    for row in CUDA:
        branch = (row["driver_linux"] or "").split(".")[0]
        if branch in shown:
            assert version(minor(row["cuda"])) <= version(shown[branch]), row["cuda"]


def test_every_source_that_tables_name_exists():
    sources = entries("sources", "sources")
    for path in sorted((ROOT / "knowledge/tables").glob("*.tsv")):
        named = {word for row in table(path.stem) for word in (row["source"] or "").split()}
        assert sorted(named - set(sources)) == [], path.name


# The wheels themselves. Their requirements pin CUDA and cuDNN; their names give Pythons and platforms.

# pip's default index, as knowledge has it.
INDEX = next(cell for row in table("indexes") for cell in row.values() if cell and cell.endswith("/simple"))
LIMIT, SMALL = 60, 30 << 20
WHEEL = re.compile(r"torch-([0-9.]+?)(?:\.post\d+)?-cp(\d)(\d+)-(?:cp|none|abi)\w*-(.+)\.whl")
PLATFORMS = [("linux", r"manylinux\w*_x86_64|linux_x86_64"), ("linux-aarch64", r"manylinux\w*_aarch64"), ("windows", r"win_amd64"),
             ("macos", r"macosx_\w+_arm64"), ("macos-x86_64", r"macosx_\w+_x86_64")]
EXPERIMENTAL = 1  # the newest interpreter may be announced later than its first wheel


@pytest.fixture(scope="session")
def index():
    try:
        request = urllib.request.Request(INDEX + "/torch/", headers={"Accept": "application/vnd.pypi.simple.v1+json"})
        return json.load(urllib.request.urlopen(request, timeout=LIMIT))["files"]
    except (urllib.error.URLError, OSError, ValueError, KeyError) as error:
        pytest.skip("PyPI is not reachable here: %s" % error)


def wheels(index, release):
    """{platform: {(major, minor): file}}"""
    found = collections.defaultdict(dict)
    for file in index:
        parsed = WHEEL.fullmatch(file["filename"])
        if not parsed or parsed.group(1) != release:
            continue
        for platform, pattern in PLATFORMS:
            if re.fullmatch(pattern, parsed.group(4).split(".")[0]):
                found[platform][(int(parsed.group(2)), int(parsed.group(3)))] = file
    return found


@pytest.mark.parametrize("release", sorted({row["torch"] for row in TORCH}, key=version))
def test_pythons_of_pypi(index, long_run, release):
    found = wheels(index, release)
    for row in TORCH:
        if row["torch"] != release or row["default"] != "yes" or not row["python_min"]:
            continue
        pythons = sorted(python for python in found[row["platform"]] if python >= (3,))
        assert pythons, name(row)
        assert pythons[0] == version(row["python_min"]), (name(row), pythons)
        assert pythons[-1] in (version(row["python_max"]), (3, version(row["python_max"])[1] + EXPERIMENTAL)), (name(row), pythons)


def test_no_release_of_pypi_is_missing(index, long_run):
    released = {parsed.group(1) for parsed in (WHEEL.fullmatch(file["filename"]) for file in index if not file.get("yanked")) if parsed}
    oldest = min((row["torch"] for row in TORCH), key=version)
    assert sorted(release for release in released if version(release) >= version(oldest) and release not in {row["torch"] for row in TORCH}) == []


def requirements(files):
    """Of the first of these files that has metadata beside it, or is small enough to be fetched; not every file has."""
    for file in files:
        try:
            text = urllib.request.urlopen(file["url"] + ".metadata", timeout=LIMIT).read()
        except urllib.error.HTTPError:
            if file.get("size", SMALL) >= SMALL:
                continue
            with zipfile.ZipFile(io.BytesIO(urllib.request.urlopen(file["url"], timeout=LIMIT).read())) as wheel:
                text = wheel.read(next(member for member in wheel.namelist() if member.endswith(".dist-info/METADATA")))
        return [line.partition(": ")[2] for line in text.decode("utf-8", "replace").splitlines() if line.startswith("Requires-Dist: ")]
    return pytest.skip("no metadata beside these wheels")


PINNED = ["1.13.1", "2.0.1", "2.1.2", "2.2.2", "2.3.1", "2.4.1", "2.5.1", "2.6.0", "2.7.1", "2.8.0", "2.9.1", "2.10.0", "2.11.0", "2.13.0", "2.14.1", "2.15.0"]


@pytest.mark.parametrize("release", PINNED)
def test_cuda_and_cudnn_of_pypi(index, long_run, release):
    row = next(row for row in TORCH if row["torch"] == release and row["platform"] == "linux" and row["default"] == "yes")
    wanted = " ; ".join(requirements(wheels(index, release)["linux"].values()))
    cuda = re.search(r"(?:nvidia-cuda-runtime(?:-cu\d+)?|cuda-toolkit(?:\[[^]]*\])?) ?\(?==([0-9.]+)", wanted)
    cudnn = re.search(r"nvidia-cudnn-cu\d+ ?\(?==([0-9.]+)", wanted)
    assert cuda and minor(cuda.group(1)) == row["cuda"], wanted
    assert cudnn and cudnn.group(1) == row["cudnn"], wanted


@pytest.mark.parametrize("package, companion, torch", [("torchvision", "0.18.1", "2.3.1"), ("torchvision", "0.15.2", "2.0.1"), ("torchaudio", "2.5.1", "2.5.1"),
                                                       ("torchvision", "0.20.1", "2.5.1"), ("torchvision", "0.25.0", "2.10.0"), ("torchaudio", "2.1.2", "2.1.2")])
def test_companions_of_pypi(index, long_run, package, companion, torch):
    """What a companion requires is what the table says it belongs to."""
    request = urllib.request.Request("%s/%s/" % (INDEX, package), headers={"Accept": "application/vnd.pypi.simple.v1+json"})
    files = json.load(urllib.request.urlopen(request, timeout=LIMIT))["files"]
    wanted = requirements(file for file in files if file["filename"].startswith("%s-%s-" % (package, companion)) and file["filename"].endswith(".whl"))
    assert any(re.match(r"torch ?\(?==%s\b" % re.escape(torch), line) for line in wanted), wanted
    row = next(row for row in table("companions") if row["torch"] == torch)
    assert companion in row[package].split()
