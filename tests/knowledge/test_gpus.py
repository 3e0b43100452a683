"""The device tables: laws between them, figures that other documents state, and what `plumb knowledge gpu` makes of both."""
import json
import re
import sys

import pytest

from conftest import ROOT, run

sys.path.insert(0, str(ROOT / "tests/knowledge"))
from reading import entries, table, version  # noqa: E402

GPUS = {row["device_id"]: row for row in table("gpus")}
SPECS = {row["name"]: row for row in table("gpu_specs")}
ARCHITECTURES = {row["capability"]: row for row in table("architectures")}
SOURCES = entries("sources", "sources")
NUMBERS = ["memory_mib", "bandwidth", "power", "nvlink_bandwidth", "nvlink_links", "sms", "clock", "fp64", "fp32", "tf32", "fp16", "bf16", "int8", "fp8", "fp4"]
TENSOR = ["tf32", "fp16", "bf16", "int8", "fp8", "fp4"]


def number(row, column):
    return float(row[column]) if row[column] else None


def ids(row):
    return (row["device_ids"] or "").split()


# Driver branches and kernel modules of single cards.

def test_a_card_is_not_listed_before_its_architecture():
    for row in GPUS.values():
        first = ARCHITECTURES[row["capability"]]["first_driver"]
        assert not row["first_driver"] or not first or int(row["first_driver"]) >= int(first), row


def test_support_of_a_card_does_not_outlast_its_architecture():
    for row in GPUS.values():
        last = ARCHITECTURES[row["capability"]]["last_driver"]
        assert not row["last_driver"] or int(row["last_driver"]) <= int(last), row


def test_driver_columns_go_together():
    for row in GPUS.values():
        first, before, release = row["first_driver"], row["driver_before"], row["first_release"]
        assert first or not (before or release or row["module"]), row
        assert not before or int(before) < int(first), row
        assert not release or release.split(".")[0] == first, row
        assert not row["last_driver"] or not first or int(first) <= int(row["last_driver"]), row


def test_module_flavours_follow_the_open_modules():
    """None before Turing; nothing but them for Blackwell and Grace Hopper."""
    for row in GPUS.values():
        if not row["module"]:
            continue
        grace = row["name"].startswith("GH200")
        expected = "proprietary" if float(row["capability"]) < 7.5 else "open" if grace or float(row["capability"]) >= 10 else "either"
        assert row["module"] == expected, row


def test_only_turing_is_without_tensor_cores_where_its_architecture_has_them():
    for row in GPUS.values():
        without = row["capability"] == "7.5" and (row["chip"] in ("TU116", "TU117") or "GTX 16" in row["name"])
        assert (row["tensor_cores"] == "no") == without, row


@pytest.mark.parametrize("device, column, value", [
    ("0ff2", "last_driver", "367"), ("11bf", "last_driver", "367"), ("102d", "last_driver", "470"), ("06d9", "last_driver", "390"),
    ("1eb8", "module", "either"), ("2342", "module", "open"), ("2b85", "module", "open"), ("1db6", "module", "proprietary"), ("20f1", "module", "either"),
    ("1b06", "driver_before", "340"), ("1f82", "tensor_cores", "no"), ("1f02", "tensor_cores", None), ("2d04", "first_release", "570.148.08"),
])
def test_what_nvidias_lists_say_of_single_cards(device, column, value):
    assert GPUS[device][column] == value


# Specifications.

def test_every_specification_is_of_a_known_card():
    """But for Jetson modules: their GPU is no PCI device."""
    for name, row in SPECS.items():
        assert ids(row) or name.startswith("Jetson"), name
        assert len(set(ids(row))) == len(ids(row)), name
        for device in ids(row):
            assert device in GPUS, (name, device)
            assert GPUS[device]["capability"] == row["capability"], (name, device)


def test_names_of_specifications_are_names_of_their_cards():
    """The model's number and what tells cards of one number apart; variants add memory, a chip or a word of their own."""
    for name, row in SPECS.items():
        for device in ids(row):
            parts = re.split(" / ", GPUS[device]["name"])
            words = set(re.findall(r"[\w.]+", re.sub(r" \(.*\)", "", name).lower().replace("-", " ")))
            known = [set(re.findall(r"[\w.]+", re.sub(r"(\d) ?gb\b", r"\1gb", part.lower().replace("-", " ")))) for part in parts]
            model = {word for word in words if re.search(r"\d", word)} - {word for word in words if re.fullmatch(r"\d+gb|g[apmkd]\d+|ad\d+|tu\d+|gddr\w+|hbm\w+|\d+gbps|2|[a-z]+", word)}
            assert any(model & other or not model for other in known) or row["name"].startswith("GH200"), (name, GPUS[device]["name"])
            tell = {"ti", "super", "d", "laptop"}
            assert any(words & tell == other & tell for other in known), (name, GPUS[device]["name"])


def test_memory_agrees_with_the_card():
    for name, row in SPECS.items():
        for device in ids(row):
            memory = GPUS[device]["memory_mib"]
            assert not memory or not row["memory_mib"] or memory == row["memory_mib"], (name, device)
        stated = re.search(r"\b(\d+)GB?\b", name)
        assert not stated or int(row["memory_mib"]) == int(stated.group(1)) * 1024, name


BANDWIDTHS = {"DDR3": (10, 40), "GDDR5": (15, 500), "GDDR5X": (150, 700), "GDDR6": (80, 1000), "GDDR6X": (350, 1100), "GDDR7": (250, 2000), "HBM2": (500, 1900),
              "HBM2e": (900, 2100), "HBM3": (2000, 4100), "HBM3e": (4000, 8200), "LPDDR4": (20, 70), "LPDDR4X": (50, 150), "LPDDR5": (30, 210), "LPDDR5X": (200, 320)}


def test_figures_are_plausible():
    for name, row in SPECS.items():
        if row["memory_kind"] and row["bandwidth"]:
            low, high = BANDWIDTHS[row["memory_kind"]]
            assert low <= number(row, "bandwidth") <= high, name
        assert not row["power"] or 30 <= int(row["power"]) <= 1400, name
        assert not row["memory_mib"] or 1024 <= int(row["memory_mib"]) <= 300 * 1024, name
        assert not row["clock"] or 500 <= int(row["clock"]) <= 3200, name
        assert row["nvlink"] in (None, "none", "1", "2", "3", "4", "5"), name
        assert bool(row["nvlink_bandwidth"]) <= (row["nvlink"] not in (None, "none")), name
        if row["nvlink_links"]:
            assert 20 <= number(row, "nvlink_bandwidth") / int(row["nvlink_links"]) <= 100, name


def test_rates_rise_as_formats_shrink():
    for name, row in SPECS.items():
        if row["fp16"] and row["fp32"]:
            assert number(row, "fp16") >= number(row, "fp32"), name
        assert not row["bf16"] or not row["fp16"] or row["bf16"] == row["fp16"], name
        assert not row["fp64"] or number(row, "fp64") <= number(row, "fp32"), name
        ordered = [number(row, column) for column in ("tf32", "bf16", "fp8", "fp4") if row[column]]
        assert ordered == sorted(ordered), name
        if row["tf32"] and row["fp16"]:
            assert 1.9 <= number(row, "fp16") / number(row, "tf32") <= 2.1, name
        for narrow in ("int8", "fp8"):
            if row[narrow] and row["fp16"]:
                assert any(abs(number(row, narrow) / number(row, "fp16") - ratio) < 0.1 for ratio in (2, 4)), (name, narrow)


def test_rates_need_hardware():
    for name, row in SPECS.items():
        architecture = ARCHITECTURES[row["capability"]]
        assert not row["bf16"] or architecture["bf16"] == "yes", name
        assert not row["fp8"] or architecture["fp8"] == "yes", name
        assert not any(row[column] for column in TENSOR) or architecture["tensor_cores"] == "yes", name
        for device in ids(row):
            assert not any(row[column] for column in TENSOR) or GPUS[device]["tensor_cores"] != "no", name


def test_every_number_has_a_source():
    for name, row in SPECS.items():
        own = row["source"].split()
        origins = dict(word.split("=") for word in (row["origins"] or "").split())
        assert set(own) <= set(SOURCES), name
        assert set(origins) <= set(NUMBERS) | {"memory_kind", "nvlink"} and all(row[column] for column in origins), name
        assert {source for value in origins.values() for source in value.split(",")} <= set(own[1:]), name
        assert set((row["derived"] or "").split()) <= set(NUMBERS) and all(row[column] for column in (row["derived"] or "").split()), name
        # No source that nothing is from.
        assert set(own[1:]) <= {source for value in origins.values() for source in value.split(",")}, name


# Dense operations of one multiprocessor in one clock, with FP32 sums, where a rate is reckoned: (tf32, fp16, int8, fp8, fp4).
def operations(row):
    geforce = "GeForce" in row["name"]
    return {"7.0": (None, 1024, None, None, None), "7.5": (None, 512 if geforce else 1024, 2048, None, None), "8.0": (1024, 2048, 4096, None, None),
            "8.6": (256, 512, 2048, None, None) if geforce else (512, 1024, 2048, None, None),
            "8.9": (256, 512, 2048, None, None) if geforce else (None, None, None, 2048, None), "12.0": (256, 512, None, None, 4096)}[row["capability"]]


def test_derived_rates_are_what_clock_and_width_give():
    for name, row in SPECS.items():
        for column in set((row["derived"] or "").split()) - {"bandwidth"}:
            per_clock = operations(row)[{"tf32": 0, "fp16": 1, "bf16": 1, "int8": 2, "fp8": 3, "fp4": 4}[column]]
            assert number(row, column) == pytest.approx(int(row["sms"]) * int(row["clock"]) * per_clock / 1e6, rel=0.005), (name, column)


# What other documents state, dense: data sheets and white papers as somebody else read them. Figures with sparsity are halved here.
STATED = [
    # gpu-specs, collected from data sheets (the rows of the table are not from it)
    ("A100-SXM4-80GB", "bandwidth", 2039), ("A100 80GB PCIe", "bandwidth", 1935), ("A100-PCIE-40GB", "power", 250), ("L4", "power", 72), ("L4", "fp16", 121), ("L40S", "fp8", 733),
    ("L40S", "fp32", 91.6), ("Tesla T4", "power", 70), ("Tesla T4", "fp32", 8.1), ("H100 PCIe", "fp16", 1513 / 2), ("H100 PCIe", "int8", 3026 / 2),
    ("Tesla V100S-PCIE-32GB", "bandwidth", 1134), ("Quadro RTX 5000", "power", 230), ("GeForce RTX 4090", "bandwidth", 1008),
    # data sheets of H100 and H200 by way of gpu-datasheet: with sparsity
    ("H100 80GB HBM3", "bf16", 1979 / 2), ("H200", "fp16", 1979 / 2), ("H200", "bandwidth", 4800), ("GeForce RTX 5090", "fp4", 3352 / 2), ("GeForce RTX 3090", "int8", 285),
    ("B200", "fp4", 144000 / 16), ("B200", "fp8", 72000 / 16),
    # A40 data sheet: dense | sparse
    ("A40", "tf32", 74.8), ("A40", "bf16", 149.7), ("A40", "int8", 299.3), ("A40", "fp32", 37.4), ("A40", "power", 300),
    # RTX A4000 data sheet: tensor performance with sparsity
    ("RTX A4000", "fp16", 153.4 / 2), ("RTX A4000", "bandwidth", 448), ("RTX A4000", "power", 140),
    # GA102, Turing and Ada white papers, by way of papers that quote them
    ("RTX A6000", "bf16", 154.8), ("GeForce RTX 2080 Ti", "fp16", 53.8), ("GeForce RTX 3080", "bf16", 59.5), ("GeForce RTX 3090", "fp16", 71.2), ("GeForce RTX 4090", "bf16", 165.2),
    ("GeForce RTX 5090", "bf16", 209.5), ("GeForce RTX 5090", "bandwidth", 1792), ("GeForce RTX 5090", "power", 575), ("Quadro RTX 6000", "fp16", 130.5),
    # MLPerf and benchmark recipes of NVIDIA
    ("B200", "power", 1000), ("B200", "memory_mib", 180 * 1024), ("H100 80GB HBM3", "power", 700), ("GB200", "memory_mib", 186 * 1024),
]


@pytest.mark.parametrize("name, column, stated", STATED)
def test_what_other_documents_state(name, column, stated):
    assert number(SPECS[name], column) == pytest.approx(stated, rel=0.01)


# What is printed.

def look(plumb, *words):
    done = run([plumb, "knowledge", "gpu", *words, "--json"])
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def screen(plumb, *words):
    return " ".join(run([plumb, "knowledge", "gpu", *words]).stdout.decode().split())


@pytest.mark.parametrize("name, specs", [
    ("4090", ["GeForce RTX 4090"]), ("rtx 4090 laptop", ["GeForce RTX 4090 Laptop GPU"]), ("10de:2684", ["GeForce RTX 4090"]), ("A2", ["A2"]), ("A16", ["A16"]),
    ("10de:25b6", ["A16", "A2"]), ("3060 8gb", ["GeForce RTX 3060 8GB (GA104)", "GeForce RTX 3060 8GB (GA106)"]), ("a100-sxm4-80gb", ["A100-SXM4-80GB"]),
    ("Jetson AGX Orin 64GB", ["Jetson AGX Orin 64GB"]), ("jetson agx thor", ["Jetson AGX Thor"]), ("5060 ti", ["GeForce RTX 5060 Ti 16GB", "GeForce RTX 5060 Ti 8GB"]), ("AD102", []), ("sm_89", []),
])
def test_which_specifications_a_name_gives(plumb, name, specs):
    assert [row["name"] for row in look(plumb, name).get("specs", [])] == specs


def test_every_specification_is_found_by_its_name(plumb):
    """By a sample, since each question is a process."""
    for name in sorted(SPECS)[::9]:
        assert name in {row["name"] for row in look(plumb, re.sub(r" \((GA|TU|GP)\d+\)$", "", name))["specs"]}, name


def test_a_module_without_an_id_is_looked_up_but_not_planned_for(plumb):
    answer = look(plumb, "Jetson AGX Orin 64GB")
    assert answer["capability"] == "8.7" and "torch" not in answer
    assert run([plumb, "plan", "--os", "linux", "--gpu", "Jetson AGX Orin 64GB"]).returncode == 3  # JetPack's builds are not judged


def test_a_rate_that_is_reckoned_is_marked(plumb):
    assert "bf16 ~165.2" in screen(plumb, "4090") and "fp16, bf16 312 ·" in screen(plumb, "A100-SXM4-40GB") and "~" not in screen(plumb, "A100-SXM4-40GB")


def test_what_is_the_architectures_is_called_so(plumb):
    assert "520 or newer for sm_89 (Ada) as a whole. This card: in the list of 525.78.01, not in that of 470; between them the lists do not tell." in screen(plumb, "4090")
    assert "NVIDIA ended support for this card with 367." in screen(plumb, "10de:0ff2")
    assert "kernel module open or proprietary in hardware" in screen(plumb, "4090")
    assert "open or proprietary, for sm_80 (Ampere) as a whole" in screen(plumb, "10de:2082"), "in no list"
    assert "tensor cores no" in screen(plumb, "10de:1f82") and "tensor cores yes (generation 2)" in screen(plumb, "10de:1eb8")


def test_the_screen_names_where_its_figures_are_from(plumb):
    answer = look(plumb, "h100 pcie")
    cited = {source["id"] for source in answer["sources"]}
    assert set(answer["specs"][0]["source"].split()) <= cited and {source for row in answer["rows"] for source in row["source"].split()} <= cited
    shown = run([plumb, "knowledge", "gpu", "h100 pcie", "-v"]).stdout.decode()
    assert all(source["url"] in shown for source in answer["sources"])
