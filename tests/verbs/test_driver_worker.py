"""What plumb learns from the driver's libraries: the whole program against the fake driver (tests/faults/fake_driver)."""
import json
import os
import pathlib
import time

import pytest

from conftest import ROOT, run

DRIVERS = ROOT / "tests/faults/fake_driver"


@pytest.fixture(scope="session")
def fake_libraries(build_folder):
    folder = build_folder / "tests/faults/fake_driver"
    for name in ("libcuda.so.1", "libnvidia-ml.so.1"):
        if not (folder / name).exists():
            pytest.skip("%s is not built here" % (folder / name))
    return folder


@pytest.fixture
def under(plumb, fake_libraries):
    """under(driver, verb, option...) -> what plumb printed, as JSON. Nothing of a library's own output may be in it."""
    def call(driver, *arguments, environment=None):
        environment = dict({"LD_LIBRARY_PATH": str(fake_libraries), "PLUMB_FAKE_DRIVER": str(DRIVERS / (driver + ".driver"))}, **(environment or {}))
        done = run([plumb, *arguments, "--json"], environment)
        assert done.returncode in (0, 1, 3), done.stderr
        assert b"WARNING" not in done.stdout and done.stderr == b""
        return json.loads(done.stdout)
    return call


def calls_of(facts):
    """{"cuInit()": {"code": 803, "error": "CUDA_..."}}: the known ones."""
    return {key: {name: fact["value"] for name, fact in attributes.items() if fact["state"] == "known"}
            for key, attributes in facts["machine"]["driver_call"].items()}


def known(facts, kind, key, attribute):
    """One value of an entity, or a list of all that was observed where sources differ."""
    return facts["machine"][kind][key][attribute]["value"]


def test_every_driver_file_is_used():
    here = pathlib.Path(__file__).read_text(encoding="utf-8") + (ROOT / "tests/unit/gpu/test_worker.c").read_text(encoding="utf-8")
    unused = [path.stem for path in DRIVERS.glob("*.driver") if '"%s"' % path.stem not in here]
    assert unused == []


CODES = [
    ("healthy", "nvmlInit()", 0, "NVML_SUCCESS"),
    ("healthy", "cuInit()", 0, "CUDA_SUCCESS"),
    ("mismatch", "nvmlInit()", 18, "NVML_ERROR_LIB_RM_VERSION_MISMATCH"),
    ("mismatch", "cuInit()", 803, "CUDA_ERROR_SYSTEM_DRIVER_MISMATCH"),
    ("fabric", "nvmlInit()", 0, "NVML_SUCCESS"),
    ("fabric", "cuInit()", 802, "CUDA_ERROR_SYSTEM_NOT_READY"),
    ("exclusive", "cuInit()", 46, "CUDA_ERROR_DEVICE_UNAVAILABLE"),
    ("unknown", "cuInit()", 999, "CUDA_ERROR_UNKNOWN"),
    ("stub", "cuInit()", 34, "CUDA_ERROR_STUB_LIBRARY"),
    ("stub", "cuDriverGetVersion()", 34, "CUDA_ERROR_STUB_LIBRARY"),
    ("permissions", "nvmlInit()", 4, "NVML_ERROR_NO_PERMISSION"),
    ("permissions", "cuInit()", 100, "CUDA_ERROR_NO_DEVICE"),
    ("lost", "nvmlDeviceDescribe(0)", 15, "NVML_ERROR_GPU_IS_LOST"),
    ("old", "nvmlInit()", 0, "NVML_SUCCESS"),
    ("unified", "nvmlDeviceDescribe(0)", 0, "NVML_SUCCESS"),
]


@pytest.mark.parametrize("driver, call, code, name", CODES, ids=["%s-%s" % case[:2] for case in CODES])
def test_a_call_is_a_fact_with_its_number_and_name(under, driver, call, code, name):
    found = calls_of(under(driver, "facts"))[call]
    assert (found["code"], found["error"]) == (code, name)


def test_a_healthy_driver(under, fake_libraries):
    facts = under("healthy", "facts")
    calls = calls_of(facts)
    assert calls["load_libcuda()"] == {"code": 0, "result": str(fake_libraries / "libcuda.so.1")}
    assert calls["load_nvml()"] == {"code": 0, "result": str(fake_libraries / "libnvidia-ml.so.1")}
    assert calls["nvmlSystemGetNVMLVersion()"]["result"] == "12.535.104.05"
    assert calls["cuDeviceGetCount()"]["result"] == calls["nvmlDeviceGetCount()"]["result"] == "2"
    assert calls["cuDeviceDescribe(1)"]["result"] == "NVIDIA GeForce RTX 4090"
    assert "535.104.05" in json.dumps(facts["machine"]["driver"])
    for address in ("0000:01:00.0", "0000:41:00.0"):
        assert known(facts, "gpu", address, "name") == "NVIDIA GeForce RTX 4090"
        assert known(facts, "gpu", address, "compute_capability") == "8.9"
        assert known(facts, "gpu", address, "memory") == 24564


def test_what_the_libraries_print_changes_nothing(under):
    facts = under("stub", "facts")
    assert all(call.get("result", "").find("WARNING") < 0 for call in calls_of(facts).values())
    assert calls_of(facts)["nvmlInit()"]["code"] == 34


def test_calls_that_the_driver_no_longer_has(under):
    calls = calls_of(under("removed", "facts"))
    assert calls["cuDriverGetVersion()"] == {"code": -1, "problem": "no such function"}
    assert calls["nvmlInit()"]["code"] == calls["cuInit()"]["code"] == 0
    assert calls["nvmlDeviceDescribe(0)"]["result"] == "NVIDIA GeForce RTX 4090"


@pytest.mark.parametrize("hidden", ["", "-1"])
def test_a_variable_that_hides_cards_does_not_hide_them_from_plumb(under, hidden):
    calls = calls_of(under("healthy", "facts", environment={"CUDA_VISIBLE_DEVICES": hidden}))
    assert calls["cuDeviceGetCount()"]["result"] == "2"


def test_a_slow_driver_is_waited_for(under):
    started = time.monotonic()
    calls = calls_of(under("slow", "facts"))
    assert time.monotonic() - started > 1.9
    assert calls["cuInit()"]["code"] == 0


def workers_of(marker):
    """Processes that have this in their environment."""
    found = []
    for process in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            if marker in (process / "environ").read_bytes():
                found.append(process.name)
        except OSError:
            continue
    return found


def test_a_driver_that_hangs_costs_its_own_answers_only(under):
    marker = "PLUMB_TEST_HANG_%d" % os.getpid()
    started = time.monotonic()
    facts = under("hang", "facts", "--budget=1", environment={marker: "1"})
    assert time.monotonic() - started < 10
    calls = calls_of(facts)
    assert calls["cuDriverGetVersion()"]["result"] == "12020" and calls["nvmlInit()"]["code"] == 0
    assert "cuInit()" not in calls
    assert facts["machine"]["machine"], "the files were read all the same"
    assert workers_of(marker.encode()) == []


def test_a_driver_that_crashes_costs_its_own_answers_only(under):
    calls = calls_of(under("crash", "facts"))
    assert calls["cuDriverGetVersion()"]["result"] == "12020"
    assert "nvmlInit()" not in calls


@pytest.mark.parametrize("driver, call", [("hang", "cuInit"), ("crash", "nvmlInit")])
def test_the_report_says_where_the_driver_was_lost(under, driver, call):
    assert any(call in text for text in under(driver, "doctor", "--budget=1")["missing"])


def test_no_driver_at_all(plumb):
    done = run([plumb, "facts", "--json"])
    load = calls_of(json.loads(done.stdout))["load_libcuda()"]
    if load["code"] == 0:
        pytest.skip("a driver is installed here: %s" % load.get("result"))
    assert load["code"] == -1 and "libcuda.so.1" in load["problem"]


CAUSES = [("mismatch", "driver.library_kernel_mismatch"), ("stub", "driver.libcuda_stub_or_stale"), ("lost", "hw.fell_off_bus")]


@pytest.mark.parametrize("driver, cause", CAUSES)
def test_what_the_numbers_stand_for(under, driver, cause):
    assert cause in [finding["cause"] for finding in under(driver, "doctor")["findings"]]
