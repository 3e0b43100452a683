"""plumb knowledge gpu|cuda|driver|torch|xid|error: right, in one screen, and sourced. What is right is read from the tables themselves or stated here."""
import json
import sys

import pytest

from conftest import ROOT, run

sys.path.insert(0, str(ROOT / "tests/knowledge"))
import reading  # noqa: E402


def look(plumb, *words):
    done = run([plumb, "knowledge", *words, "--json"])
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize("name, names", [
    ("4090", ["GeForce RTX 4090"]), ("RTX4090", ["GeForce RTX 4090"]), ("NVIDIA GeForce RTX 4090", ["GeForce RTX 4090"]),
    ("rtx 4090 laptop", ["GeForce RTX 4090 Laptop GPU"]), ("4090m", ["GeForce RTX 4090 Laptop GPU"]), ("RTX 4090 笔记本", ["GeForce RTX 4090 Laptop GPU"]),
    ("4090D", ["GeForce RTX 4090 D"]), ("3090ti", ["GeForce RTX 3090 Ti"]), ("gtx1080", ["GeForce GTX 1080"]), ("980M", ["GeForce GTX 980M"]),
    ("A100-SXM4-40GB", ["A100-SXM4-40GB"]), ("a100 80g pcie", ["A100 80GB PCIe"]), ("T4", ["Tesla T4"]), ("v100 32gb sxm2", ["Tesla V100-SXM2-32GB"]),
    ("rtx a6000", ["RTX A6000"]), ("rtx 6000 ada", ["RTX 6000 Ada Generation"]), ("Quadro RTX 5000", ["Quadro RTX 5000"]), ("titan xp", ["TITAN Xp"]),
    ("2684", ["GeForce RTX 4090"]), ("10de:2684", ["GeForce RTX 4090"]), ("10DE:2684", ["GeForce RTX 4090"]), ("0x2684", ["GeForce RTX 4090"]),
    ("NVIDIA Corporation AD102 [GeForce RTX 4090] [10de:2684] (rev a1)", ["GeForce RTX 4090"]), (r"PCI\VEN_10DE&DEV_2684&SUBSYS_167C10DE", ["GeForce RTX 4090"]),
])
def test_cards_are_found_by_the_names_people_use(plumb, name, names):
    assert sorted({row["name"] for row in look(plumb, "gpu", name)["rows"]}) == names


@pytest.mark.parametrize("name, count, capability", [("a100", 5, "8.0"), ("h100", 5, "9.0"), ("GT 730", 3, None), ("AD102", 5, "8.9"), ("sm_89", 20, "8.9"),
                                                     ("8.9", 20, "8.9"), ("compute_120", 20, "12.0"), ("sm_87", 0, "8.7")])
def test_ambiguous_names_give_all_that_is_meant(plumb, name, count, capability):
    answer = look(plumb, "gpu", name)
    assert len(answer["rows"]) >= count and answer.get("capability") == capability
    if capability:
        assert {row["capability"] for row in answer["rows"]} <= {capability}


@pytest.mark.parametrize("name", ["9090", "RX 7900 XTX", "Arc A770", "geforce", "10de:ffff", "sm_55", "nonsense", "80GB", ""])
def test_what_is_no_known_card_is_said_in_one_line(plumb, name):
    done = run([plumb, "knowledge", "gpu", name])
    assert done.returncode == 2 and done.stdout == b"" and done.stderr.count(b"\n") == 1


def test_every_card_is_found_by_its_own_id_and_name(plumb):
    """By a sample, since each question is a process."""
    for row in reading.table("gpus")[::23]:
        assert row["device_id"] in {found["device_id"] for found in look(plumb, "gpu", "10de:" + row["device_id"])["rows"]}
        assert row["device_id"] in {found["device_id"] for found in look(plumb, "gpu", row["name"])["rows"]}, row["name"]


@pytest.mark.parametrize("name, platform, newest, pypi", [
    ("1080 ti", "linux", "2.14.1", "none"), ("4090", "linux", "2.15.0", "native"), ("4090", "windows", "2.14.1", "cpu"), ("5090", "linux", "2.15.0", "native"),
    ("tesla k80", "linux", "2.7.1", "none"),
])
def test_which_torch_a_card_can_have(plumb, name, platform, newest, pypi):
    torch = look(plumb, "gpu", name)["torch"][platform]
    runs = [row["torch"] for row in reading.table("torch") if row["platform"] == platform and row["cuda"] and covers(row["architectures"], look(plumb, "gpu", name)["capability"])]
    assert torch["newest"] == max(runs, key=reading.version) and torch["oldest"] == min(runs, key=reading.version)
    assert (torch["newest"], torch["pypi_now"]) == (newest, pypi)


def covers(architectures, capability):
    major, minor = (int(part) for part in capability.split("."))
    words = [int(word[3:]) for word in (architectures or "").split() if word.startswith("sm_") and word[-1].isdigit()]
    return any(word // 10 == major and word % 10 <= minor for word in words)


@pytest.mark.parametrize("asked, found", [("12.4", "12.4"), ("cuda 12.4", "12.4"), ("cu118", "11.8"), ("12.1.1", "12.1.1"), ("V12.4.131", "12.4"), ("11", "11.8")])
def test_cuda(plumb, asked, found):
    answer = look(plumb, "cuda", *asked.split())
    assert answer["row"]["cuda"] == found
    assert answer["row"] == {key: value for key, value in next(row for row in reading.table("cuda") if row["cuda"] == found).items() if value}


def test_both_numbers_of_a_cuda_are_shown_apart(plumb):
    screen = " ".join(run([plumb, "knowledge", "cuda", "12.4"]).stdout.decode().split())
    assert "525.60.13 or newer on Linux, 528.33 on Windows, to run" in screen and "550.54.14 on Linux, 551.61 on Windows: for PTX" in screen


@pytest.mark.parametrize("asked, branch, system, cuda", [
    ("535", "535", "linux", ["10", "11", "12"]), ("535.104.05", "535", "linux", ["10", "11", "12"]), ("470.82.01", "470", "linux", ["10", "11"]),
    ("520.61.05", "520", "linux", ["10", "11"]), ("525.53", "525", "linux", ["10", "11"]), ("418", "418", "linux", ["10.1"]), ("450.36.06", "450", "linux", ["10", "11.0"]),
    ("536.23", "535", "windows", ["10", "11", "12"]), ("580.65.06", "580", "linux", ["10", "11", "12", "13"]),
])
def test_drivers(plumb, asked, branch, system, cuda):
    answer = look(plumb, "driver", asked)
    assert (answer["row"]["branch"], answer["system"], answer["cuda"]) == (branch, system, cuda)


def test_newer_than_known_is_no_error(plumb):
    for words in (("cuda", "14.0"), ("driver", "999.10"), ("torch", "3.0")):
        assert look(plumb, *words)["newer_than_known"] is True


@pytest.mark.parametrize("asked, torch", [("2.3", "2.3.1"), ("2.3.0", "2.3.0"), ("torch==2.3.1", "2.3.1"), ("1.11.0+cu113", "1.11.0"), ("v2.1", "2.1.2"), ("2.10", "2.10.0")])
def test_torch(plumb, asked, torch):
    answer = look(plumb, "torch", asked)
    assert answer["torch"] == torch and {row["torch"] for row in answer["builds"]} == {torch}
    local = asked.partition("+")[2]
    expected = [row for row in reading.table("torch") if row["torch"] == torch and (not local or row["flavour"] == local)]
    assert len(answer["builds"]) == len(expected)


def test_xid_and_errors(plumb):
    xid = look(plumb, "xid", "79")["row"]
    assert (xid["cause"], xid["action"]) == ("hw.fell_off_bus", "reboot")
    assert [row["name"] for row in look(plumb, "error", "803")["rows"]] == ["CUDA_ERROR_SYSTEM_DRIVER_MISMATCH"]
    assert [row["api"] for row in look(plumb, "error", "WinError", "126")["rows"]] == ["winerror"]
    assert len(look(plumb, "error", "3")["rows"]) > 1
    for name in ("CUDA_ERROR_NO_DEVICE", "cudaErrorNoDevice", "cuda_error_no_device"):
        assert [row["code"] for row in look(plumb, "error", name)["rows"]] == ["100"]


@pytest.mark.parametrize("words", [["gpu", "4090"], ["gpu", "1080 ti"], ["gpu", "a100"], ["cuda", "12.4"], ["torch", "2.3"], ["xid", "79"], ["error", "803"], ["driver", "535"],
                                   ["python", "3.13"], ["mirror", "sjtu"], ["mirror", "tuna"], ["sxid", "12028"], ["sxid", "26006"], ["library", "cudnn"], ["library", "libnccl.so.2"]])
@pytest.mark.parametrize("language", ["en", "zh"])
def test_one_screen_with_sources(plumb, words, language):
    import unicodedata
    done = run([plumb, "knowledge", *words, "--lang", language])
    lines = done.stdout.decode().splitlines()
    assert done.returncode == 0 and len(lines) <= 30
    width = max(sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in line) for line in lines if "https://" not in line)
    assert width <= 80
    assert sum("https://" in line for line in lines) >= 1 and "lookup." not in done.stdout.decode() and "{" not in done.stdout.decode()
    assert all({"id", "title", "url", "read"} <= set(source) for source in look(plumb, *words)["sources"])


@pytest.mark.parametrize("asked, python", [("3.12", "3.12"), ("3.12.4", "3.12"), ("python3.12", "3.12"), ("cp310", "3.10"), ("3.13t", "3.13"), ("Python 3.9.7", "3.9")])
def test_pythons(plumb, asked, python):
    answer = look(plumb, "python", *asked.split())
    assert answer["row"] == {key: value for key, value in next(row for row in reading.table("pythons") if row["python"] == python).items() if value}
    for platform in ("linux", "windows"):
        having = [row["torch"] for row in reading.table("torch") if row["default"] == "yes" and row["platform"] == platform and row["python_min"]
                  and reading.version(row["python_min"]) <= reading.version(python) <= reading.version(row["python_max"])]
        assert answer["torch_" + platform] == {"oldest": min(having, key=reading.version), "newest": max(having, key=reading.version)}


@pytest.mark.parametrize("asked", ["2.7", "3.4", "3", "snake", "3.x", ""])
def test_a_python_that_is_none(plumb, asked):
    done = run([plumb, "knowledge", "python", asked])
    assert done.returncode == 2 and done.stderr.count(b"\n") == 1


@pytest.mark.parametrize("asked, name", [("tuna", "tuna"), ("Tsinghua", "tuna"), ("清华", "tuna"), ("aliyun", "aliyun"), ("阿里云", "aliyun"), ("PYTORCH", "pytorch")])
def test_mirrors_by_the_names_people_use(plumb, asked, name):
    answer = look(plumb, "mirror", asked)
    rows = [row for row in reading.table("mirrors") if row["name"] == name]
    assert sorted(row["url"] for row in answer["rows"]) == sorted(row["url"] for row in rows)


def test_all_mirrors_and_none(plumb):
    assert len(look(plumb, "mirror")["rows"]) == len(reading.table("mirrors"))
    assert run([plumb, "knowledge", "mirror", "nowhere"]).returncode == 2


def test_sxids(plumb):
    row = look(plumb, "sxid", "12028")["row"]
    assert (row["title"], row["severity"], row["action"]) == ("egress non-posted PRIV error", "nonfatal", "restart_vm")
    assert look(plumb, "sxid", "SXid", "23003")["row"]["severity"] == "fabric"
    for words in (["sxid", "79"], ["sxid", "x"], ["sxid", ""]):
        assert run([plumb, "knowledge", *words]).returncode == 2


@pytest.mark.parametrize("column, texts", [("severity", "lookup.sxid.severity."), ("action", "lookup.sxid.action.")])
def test_every_word_of_sxids_is_said(column, texts):
    said = reading.entries("texts", "texts")
    assert sorted({row[column] for row in reading.table("sxids") if row[column] and texts + row[column] not in said}) == []


@pytest.mark.parametrize("words, expected", [
    (["cudnn", "9.10.2"], [("11", "9.0.0.312"), ("12", "9.0.0.312")]), (["cudnn", "9.11.0"], [("12", "9.11.0.98")]), (["cudnn64_8.dll"], None), (["cudnn", "9"], [("11", "9.0.0.312"), ("12", "9.0.0.312"), ("12", "9.11.0.98"), ("13", "9.12.0.46")]),
    (["libcufft.so.11"], [("12", "11.0.0.21")]), (["nvidia-cublas"], [("13", "13.0.0.19")]), (["nccl", "2.28.3"], [("12", "2.28.3"), ("13", "2.27.7")]),
])
def test_libraries(plumb, words, expected):
    rows = look(plumb, "library", *words)["rows"]
    if expected is None:
        assert {row["soname"] for row in rows} == {"libcudnn.so.8"}
    else:
        assert [(row["cuda"], row["first"]) for row in rows] == expected


@pytest.mark.parametrize("words", [["cuda13"], ["cudnn", "7"], ["cudnn", "x"], [""]])
def test_libraries_that_are_none(plumb, words):
    done = run([plumb, "knowledge", "library", *words])
    assert done.returncode == 2 and done.stderr.count(b"\n") == 1


def test_xids_have_a_chinese_title(plumb):
    rows = reading.table("xids")
    assert [row["xid"] for row in rows if not row["title_zh"] or row["title_zh"].isascii()] == []
    by_title = {row["title"]: row["title_zh"] for row in rows}
    assert [row["xid"] for row in rows if by_title[row["title"]] != row["title_zh"]] == []
    assert "掉线" in run([plumb, "knowledge", "xid", "79", "--lang", "zh"]).stdout.decode().splitlines()[0]
    assert "fallen off" in run([plumb, "knowledge", "xid", "79"]).stdout.decode().splitlines()[0]


@pytest.mark.parametrize("torch, carried", [("2.5.1", True), ("2.6", False), ("1.13", True)])
def test_the_end_of_the_pytorch_channel(plumb, torch, carried):
    assert look(plumb, "torch", torch)["pytorch_channel"] is carried
    screen = run([plumb, "knowledge", "torch", torch]).stdout.decode()
    assert ("ended at 2.5.1" in screen) is not carried


def test_a_build_whose_cudnn_dropped_a_card_says_so(plumb):
    assert look(plumb, "torch", "2.5.1")["cudnn_lacks_oldest"] == ["cu118"]
    assert "cudnn_lacks_oldest" not in look(plumb, "torch", "2.3.1") and "cudnn_lacks_oldest" not in look(plumb, "torch", "2.9")
