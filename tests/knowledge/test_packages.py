"""packages.tsv, package_builds.tsv and package_places.tsv: against each other, against torch's table, and against the wheels on PyPI (with PLUMB_LONG);
and plumb knowledge package, which shows them."""
import importlib.machinery
import importlib.util
import itertools
import json
import re
import sys
import urllib.error

import pytest

from conftest import ROOT, run

sys.path.insert(0, str(ROOT / "tests/knowledge"))
from reading import entries, table  # noqa: E402

BUILDS, PACKAGES = table("package_builds"), {row["package"]: row for row in table("packages")}
PLACES, TORCH, CUDA = {row["place"]: row for row in table("package_places")}, table("torch"), {row["cuda"]: row for row in table("cuda")}


def version(text):
    """Of a release with its .post, for comparing."""
    parsed = re.fullmatch(r"([\d.]+?)(?:\.post(\d+))?", text)
    numbers = [int(part) for part in parsed.group(1).split(".")]
    while numbers and numbers[-1] == 0:
        numbers.pop()
    return tuple(numbers), int(parsed.group(2) or -1)


def words(row, column):
    return (row[column] or "").split()


def begins(release, start):
    return release == start or release.startswith(start + ".")


def name(row):
    return "%(package)s %(first)s to %(last)s, torch %(torch)s, CUDA %(cuda)s, %(platforms)s, %(place)s" % row


def test_builds_belong_to_packages_and_places():
    assert {row["package"] for row in BUILDS} == set(PACKAGES)
    assert {row["place"] for row in BUILDS} == set(PLACES)
    assert {row["bond"] for row in PACKAGES.values()} == {"torch", "toolkit", "compiles"}
    assert {row["way"] for row in PLACES.values()} <= {"index-url", "extra-index-url", "find-links", "release", "compile"}
    assert {platform for row in BUILDS for platform in words(row, "platforms")} == {"linux", "linux-aarch64", "windows"}


def test_names_are_normalised_and_lead_to_one_package():
    squeezed = {}
    for package, row in PACKAGES.items():
        assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", package)
        for spelling in [package] + words(row, "also"):
            key = re.sub(r"[-_.]", "", spelling.lower())
            assert squeezed.setdefault(key, package) == package, spelling


def test_marks_are_of_the_form_that_is_read():
    for row in PACKAGES.values():
        assert row["mark"] is None or (re.fullmatch(r"[a-z]+{torch_digits}({flavour})?", row["mark"]) and row["cause"])


def test_notes_are_texts():
    texts = entries("texts", "texts")
    for row in PACKAGES.values():
        assert not row["note"] or set(texts[row["note"]]) == {"en", "zh"}, row["note"]
        assert set(texts["lookup.package.bond." + row["bond"]]) == {"en", "zh"}


def test_torch_is_stated_in_one_way():
    assert [name(row) for row in BUILDS if row["torch"] and (row["torch_min"] or row["torch_max"])] == []
    assert [name(row) for row in BUILDS if row["torch_max"] and not row["torch_min"]] == []


def test_every_torch_is_known_or_older_than_the_table():
    releases, oldest = {row["torch"] for row in TORCH}, min((row["torch"] for row in TORCH), key=version)
    for row in BUILDS:
        for asked in words(row, "torch") + words(row, "torch_min"):
            assert version(asked) < version(oldest) or any(begins(release, asked) for release in releases), name(row)


def test_what_is_compiled_against_torch_names_builds_of_torch_that_there_are():
    flavours = {(row["torch"], row["cuda"] or "cpu", row["platform"]) for row in TORCH if (row["flavour"] or "")[:2] in ("cu", "cp")}
    oldest = min((row["torch"] for row in TORCH), key=version)
    for row in BUILDS:
        if PACKAGES[row["package"]]["bond"] != "torch" or not row["torch"] or PLACES[row["place"]]["way"] == "compile":
            continue
        for asked, cuda, platform in itertools.product(words(row, "torch"), words(row, "cuda"), words(row, "platforms")):
            if cuda != "any" and version(asked) >= version(oldest) and platform != "linux-aarch64":
                assert any(begins(release, asked) and begins(of, cuda) and there == platform for release, of, there in flavours), (name(row), asked, cuda, platform)


def test_code_is_what_its_cuda_compiles():
    for row in BUILDS:
        for cuda in words(row, "cuda"):
            toolkit = CUDA.get(cuda)
            if not toolkit or not toolkit["sm_min"]:
                continue
            numbers = [int(re.search(r"\d+", word).group()) for word in words(row, "architectures")]
            assert all(int(toolkit["sm_min"][3:]) <= number <= int(toolkit["sm_max"][3:]) for number in numbers), (name(row), cuda)
            if row["capability_min"]:
                assert int(row["capability_min"].replace(".", "")) >= int(toolkit["sm_min"][3:]) or numbers, (name(row), cuda)


def meet(one, other, column):
    """Can both hold of one installation? Absent cells hold of any."""
    here, there = words(one, column), words(other, column)
    return not here or not there or any(begins(left, right) or begins(right, left) for left in here for right in there)


def test_no_two_builds_for_one_installation():
    """Of one release, from one place: torch, CUDA, cuDNN, platform or Python tell them apart."""
    for one, other in itertools.combinations(BUILDS, 2):
        if one["package"] != other["package"] or one["place"] != other["place"] or not one["first"]:
            continue
        apart = version(one["last"]) < version(other["first"]) or version(other["last"]) < version(one["first"])
        assert apart or not all(meet(one, other, column) for column in ("torch", "cuda", "cudnn", "platforms")), (name(one), name(other))


def test_places_ask_for_slots_that_are_filled():
    for row in PLACES.values():
        assert set(re.findall(r"{(\w+)}", row["url"] or "")) <= {"flavour", "torch", "torch_minor", "torch_digits", "python_tag"}
        assert bool(row["url"]) != (row["way"] == "compile" and row["place"] == "git")


# The wheels themselves.

def reader():
    loader = importlib.machinery.SourceFileLoader("read_package", str(ROOT / "tools/read-package"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
    loader.exec_module(module)
    return module


READER = reader()
FOUND = {}


@pytest.fixture
def on_index(long_run):
    def wheels(package):
        if package not in FOUND:
            try:
                FOUND[package] = READER.wheels(package)
            except (urllib.error.URLError, OSError, ValueError, KeyError) as error:
                FOUND[package] = error
        if isinstance(FOUND[package], Exception):
            pytest.skip("PyPI is not reachable here: %s" % FOUND[package])
        return FOUND[package]
    return wheels


def rows_of(package, release, platform):
    return [row for row in BUILDS if row["package"] == package and row["place"] == "pypi" and platform in words(row, "platforms")
            and version(row["first"]) <= version(release) <= version(row["last"])]


def asked_of_torch(row):
    if row["torch"]:
        return "==" + row["torch"]
    return ",".join((["<%d" % (int(row["torch_max"]) + 1)] if row["torch_max"] else []) + ([">=" + row["torch_min"]] if row["torch_min"] else []))


@pytest.mark.parametrize("package, release, platform", [
    ("xformers", "0.0.16", "linux"), ("xformers", "0.0.22.post7", "linux"), ("xformers", "0.0.26.post1", "windows"), ("xformers", "0.0.29.post3", "linux"),
    ("xformers", "0.0.33.post2", "linux"), ("xformers", "0.0.35", "linux"), ("vllm", "0.2.6", "linux"), ("vllm", "0.6.3.post1", "linux"), ("vllm", "0.9.2", "linux"),
    ("vllm", "0.19.1", "linux-aarch64"), ("vllm", "0.33.0", "linux"), ("bitsandbytes", "0.45.5", "linux"), ("bitsandbytes", "0.48.2", "windows"),
    ("torch-tensorrt", "2.6.0", "linux"), ("autoawq-kernels", "0.0.7", "linux"), ("autoawq-kernels", "0.0.9", "windows"),
])
def test_torch_and_python_of_wheels(on_index, package, release, platform):
    builds = on_index(package)[release][platform]
    requirements, required = READER.metadata(builds[0][2])
    rows = rows_of(package, release, platform)
    assert rows
    for row in rows:
        assert (row["python_min"], row["python_max"]) == READER.pythons(builds, required), name(row)
        asked = READER.torch_requirement(requirements)
        assert sorted((asked or "").replace(".0", "").split(",")) == sorted(asked_of_torch(row).replace(".0", "").split(",")), (name(row), asked)


@pytest.mark.parametrize("package, release, platform", [
    ("torchcodec", "0.9.1", "linux"), ("torch-tensorrt", "2.9.0", "windows"), ("onnxruntime-gpu", "1.18.1", "linux"), ("onnxruntime-gpu", "1.23.2", "windows"), ("cupy-cuda12x", "13.6.0", "linux-aarch64"), ("cupy-cuda11x", "12.3.0", "windows"),
    ("spconv-cu118", "2.3.6", "linux"), ("jax-cuda12-plugin", "0.6.2", "linux"), ("jax-cuda13-plugin", "0.11.0", "linux"), ("tensorflow", "2.15.1", "linux"),
    ("tensorflow", "2.10.1", "windows"), ("triton", "3.4.0", "linux"), ("triton-windows", "3.2.0.post21", "windows"),
])
def test_python_of_wheels(on_index, package, release, platform):
    builds = on_index(package)[release][platform]
    _, required = READER.metadata(builds[0][2])
    for row in rows_of(package, release, platform):
        assert (row["python_min"], row["python_max"]) == READER.pythons(builds, required), name(row)


@pytest.mark.parametrize("release", ["0.0.20", "0.0.26.post1", "0.0.29.post3", "0.0.33.post2"])
def test_xformers_says_what_it_was_built_with(on_index, release):
    with READER.open_wheel(on_index("xformers")[release]["linux"][0][2]) as wheel:
        built = json.loads(wheel.read("xformers/cpp_lib.json"))
    row, = rows_of("xformers", release, "linux")
    torch, _, flavour = built["version"]["torch"].partition("+")
    assert torch == row["torch"] and flavour == "cu" + row["cuda"].replace(".", "")
    asked = {("compute_" if ptx else "sm_") + word.replace(".", "").replace("+PTX", "") for word in built["env"]["TORCH_CUDA_ARCH_LIST"].split() for ptx in ([False, True] if "+PTX" in word else [False])}
    assert asked == set(words(row, "architectures"))


@pytest.mark.parametrize("release, platform", [("0.43.1", "windows"), ("0.45.5", "linux"), ("0.48.2", "linux-aarch64")])
def test_bitsandbytes_holds_a_library_for_each_cuda(on_index, release, platform):
    with READER.open_wheel(on_index("bitsandbytes")[release][platform][0][2]) as wheel:
        held = {re.sub(r"(\d)$", r".\1", found.group(1)) for found in (re.search(r"libbitsandbytes_cuda(\d+)\.", member) for member in wheel.namelist()) if found}
    assert held == {cuda for row in rows_of("bitsandbytes", release, platform) for cuda in words(row, "cuda")}


@pytest.mark.parametrize("torch, triton", [("2.1.2", "2.1.0"), ("2.3.1", "2.3.1"), ("2.6.0", "3.2.0"), ("2.11.0", "3.6.0")])
def test_torch_pins_triton(on_index, torch, triton):
    requirements, _ = READER.metadata(on_index("torch")[torch]["linux"][0][2])
    assert any(re.match(r"triton ?\(?==%s\b" % re.escape(triton), line) for line in requirements)
    assert [row["first"] for row in BUILDS if row["package"] == "triton" and torch in words(row, "torch")] == [triton]


@pytest.mark.parametrize("package", ["xformers", "vllm", "bitsandbytes", "onnxruntime-gpu", "triton-windows", "cupy-cuda12x", "jax-cuda12-plugin"])
def test_every_release_within_the_table_is_in_a_row(on_index, package):
    rows = [row for row in BUILDS if row["package"] == package and row["place"] == "pypi"]
    least, most = min(version(row["first"]) for row in rows), max(version(row["last"]) for row in rows)
    for release, builds in on_index(package).items():
        if least <= version(release) <= most:
            assert any(version(row["first"]) <= version(release) <= version(row["last"]) for row in rows), release


# plumb knowledge package

def look(plumb, *asked):
    done = run([plumb, "knowledge", "package", *asked, "--json"])
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize("asked, packages", [
    ("xformers", ["xformers"]), ("flash_attn", ["flash-attn"]), ("FlashAttention", ["flash-attn"]), ("flash attention", ["flash-attn"]), ("torch_scatter", ["torch-scatter"]),
    ("pytorch_scatter", ["torch-scatter"]), ("mmcv_full", ["mmcv-full"]), ("mmcv", ["mmcv"]), ("bnb", ["bitsandbytes"]), ("cupy.cuda12x", ["cupy-cuda12x"]),
    ("jax", ["jax-cuda12-plugin", "jax-cuda13-plugin", "jaxlib"]), ("pyg", ["pyg-lib", "torch-cluster", "torch-scatter", "torch-sparse", "torch-spline-conv"]),
    ("Xformers[all]==0.0.26.post1 ; python_version > '3'", ["xformers"]),
])
def test_packages_are_found_by_the_names_people_use(plumb, asked, packages):
    assert [row["package"] for row in look(plumb, asked)["packages"]] == packages


@pytest.mark.parametrize("asked, wanted", [
    (["xformers", "0.0.26"], {"0.0.26.post1"}), (["xformers==0.0.27.post2"], {"0.0.27.post2"}), (["xformers", ">=0.0.31,<0.0.33"], {"0.0.31.post1", "0.0.32.post2"}),
    (["vllm 0.6"], {"0.6.3.post1", "0.7.3"}), (["vllm", "~=0.10.0"], {"0.10.1.1", "0.11.0"}), (["xformers", "> 0.0.34"], {"0.0.35"}),
    (["xformers", "!=0.0.35,>0.0.33.post2"], {"0.0.34"}),
])
def test_a_wish_narrows(plumb, asked, wanted):
    assert {row["last"] for row in look(plumb, *asked)["builds"]} == wanted


def test_rows_are_shown_as_they_are_written(plumb):
    rows = look(plumb, "xformers")["builds"]
    expected = [{key: value for key, value in row.items() if value} for row in BUILDS if row["package"] == "xformers"]
    assert {frozenset(row.items()) for row in rows} == {frozenset(row.items()) for row in expected} and len(rows) == len(expected)
    assert [version(row["last"]) for row in rows] == sorted((version(row["last"]) for row in rows), reverse=True)


@pytest.mark.parametrize("asked", [["nonsense"], [""], ["source"], ["torch"], ["torchvision", "0.1"], ["xformers", "0.0.14"], ["xformers", "abc"], ["-"]])
def test_what_is_not_on_record_is_said_in_one_line(plumb, asked):
    done = run([plumb, "knowledge", "package", *asked])
    assert done.returncode == 2 and done.stdout == b"" and done.stderr.count(b"\n") == 1


@pytest.mark.parametrize("asked, torch", [(["torchvision", "0.18"], {"2.3.0": "0.18.0", "2.3.1": "0.18.1"}), (["torchaudio==2.5.1"], {"2.5.1": "2.5.1"})])
def test_companions_of_torch_are_looked_up_too(plumb, asked, torch):
    assert {build["torch"]: build["releases"] for build in look(plumb, *asked)["builds"]} == torch


def test_newer_than_known_is_no_error(plumb):
    assert look(plumb, "vllm", "99.0")["newer_than_known"] is True


@pytest.mark.parametrize("asked", [[package] for package in sorted({row["family"] for row in PACKAGES.values()} | set(PACKAGES))] + [["torchvision"], ["flash-attn", "2.5"], ["bitsandbytes", "0.48"]])
@pytest.mark.parametrize("language", ["en", "zh"])
def test_one_screen_with_sources(plumb, asked, language):
    import unicodedata
    done = run([plumb, "knowledge", "package", *asked, "--lang", language])
    screen = done.stdout.decode()
    assert done.returncode == 0 and len(screen.splitlines()) <= 32
    assert max(sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in line) for line in screen.splitlines() if "https://" not in line) <= 80
    assert "https://" in screen and "lookup." not in screen and "package.note" not in screen
