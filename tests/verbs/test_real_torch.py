"""A real CUDA build of PyTorch, as pip installs it, is read right - and no Python runs for it. Running that Python is the oracle.

Two environments are made once and kept in ${PLUMB_CACHE:-~/.cache/plumb}, outside the tree:

    torch-2.5.1-venv            torch and its small requirements without the nvidia-* packages: importing it fails (0.9 GB to fetch, 1.8 GB on disk)
    torch-2.5.1-complete-venv   a copy by hard links, completed by pip: importing it works (1.9 GB more to fetch, 3.4 GB more on disk)

They are fetched when PLUMB_LONG is set; otherwise, and where the package index cannot be reached, what needs them is skipped. Breaks are made in
further copies by hard links: there a file may be removed or added, but never written, for the cached one is the same file.
"""
import contextlib
import fcntl
import json
import os
import pathlib
import platform
import re
import shutil
import subprocess
import sys

import pytest

from conftest import CLEAN, run

TORCH = "2.5.1"
SMALL = ["filelock", "typing-extensions", "networkx", "jinja2", "fsspec", "sympy==1.13.1"]
# What the wheel's metadata pins on Linux.
PINS = {"nvidia-cublas-cu12": "12.4.5.8", "nvidia-cuda-cupti-cu12": "12.4.127", "nvidia-cuda-nvrtc-cu12": "12.4.127",
        "nvidia-cuda-runtime-cu12": "12.4.127", "nvidia-cudnn-cu12": "9.1.0.70", "nvidia-cufft-cu12": "11.2.1.3", "nvidia-curand-cu12": "10.3.5.147",
        "nvidia-cusolver-cu12": "11.6.1.9", "nvidia-cusparse-cu12": "12.3.1.170", "nvidia-nccl-cu12": "2.21.5", "nvidia-nvjitlink-cu12": "12.4.127",
        "nvidia-nvtx-cu12": "12.4.127"}

pytestmark = pytest.mark.skipif(sys.platform != "linux" or platform.machine() != "x86_64", reason="the wheel is for Linux on x86-64")


def cache_folder():
    return pathlib.Path(os.environ.get("PLUMB_CACHE") or pathlib.Path.home() / ".cache/plumb")


def install(environment, words):
    done = subprocess.run([environment / "bin/python", "-m", "pip", "install", "--quiet", "--no-cache-dir", "--disable-pip-version-check", *words],
                          capture_output=True, text=True, timeout=1800, stdin=subprocess.DEVNULL)
    if done.returncode:
        pytest.skip("pip cannot install %s here: %s" % (" ".join(words), (done.stderr.strip().splitlines() or ["?"])[-1]))


def copy_by_links(source, target):
    subprocess.run(["cp", "-al", source, target], check=True)


@contextlib.contextmanager
def one_at_a_time(path):
    path.parent.mkdir(parents=True, exist_ok=True)
    with open(path, "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def cached(name, make):
    """The environment of this name, made when it may be. Its stamp is written last: without one it is half made."""
    environment = cache_folder() / name
    stamp = environment / "plumb-made-this"
    with one_at_a_time(cache_folder() / (name + ".lock")):
        if not stamp.exists():
            if not os.environ.get("PLUMB_LONG"):
                pytest.skip("%s is not there, and fetching it takes long: runs with PLUMB_LONG=1" % environment)
            shutil.rmtree(environment, ignore_errors=True)
            make(environment)
            stamp.touch()
    return environment


@pytest.fixture(scope="session")
def bare():
    def make(environment):
        done = subprocess.run([sys.executable, "-m", "venv", environment], capture_output=True, text=True)
        if done.returncode:
            pytest.skip("%s cannot make a venv: %s" % (sys.executable, done.stdout.strip()))
        install(environment, ["--no-deps", "torch==" + TORCH])
        install(environment, SMALL)
    return cached("torch-%s-venv" % TORCH, make)


@pytest.fixture(scope="session")
def complete(bare):
    def make(environment):
        copy_by_links(bare, environment)
        (environment / "plumb-made-this").unlink()
        install(environment, ["torch==" + TORCH])
    return cached("torch-%s-complete-venv" % TORCH, make)


@pytest.fixture
def copy():
    """copy(environment) -> one to break. It lies beside the cached one, since a hard link cannot lead to another disk."""
    folder = cache_folder() / ("broken-%d" % os.getpid())
    folder.mkdir()

    def make(environment):
        copy_by_links(environment, folder / environment.name)
        return folder / environment.name
    yield make
    shutil.rmtree(folder)


def site_packages(environment):
    return next(environment.glob("lib/python3.*/site-packages"))


def imports(environment, **variables):
    """The oracle: does `import torch` work there, and what does it say?"""
    done = run([str(environment / "bin/python"), "-c", "import torch; print(torch.__version__, torch.version.cuda, torch.version.hip)"], variables, timeout=300)
    return done.returncode == 0, (done.stdout + done.stderr).decode()


def facts_of(plumb, *words, **more):
    return json.loads(run([plumb, "facts", "--json", *words], **more).stdout)["machine"]


def torch_of(facts, environment):
    return facts["package"]["%s|torch" % environment]


def diagnose(plumb, environment, **variables):
    done = run([plumb, "doctor", "--json", "--python", str(environment / "bin/python")], variables)
    assert done.stderr == b""
    return json.loads(done.stdout)


def finding(report, cause):
    """The finding of this cause; the machine itself may lack a GPU, which must hide nothing that files can tell."""
    found = [entry for entry in report["findings"] if entry["cause"] == cause]
    assert found, "%s is not among %s" % (cause, [entry["cause"] for entry in report["findings"]])
    return found[0]


def causes_of_environment(report):
    return [entry["cause"] for entry in report["findings"] if entry["cause"].split(".")[0] in ("env", "framework", "libs")]


def state(report, link):
    return {entry["link"]: entry["state"] for entry in report["chain"]}[link]


def pins_in(requires):
    """{"nvidia-cublas-cu12": "12.4.5.8"} of requirements in either spelling of metadata."""
    matches = [re.match(r"(nvidia-[\w-]+)\s*\(?==([^\s;)]+)", requirement) for requirement in requires]
    return dict(match.groups() for match in matches if match)


def check_torch(package):
    assert package["version"]["value"] == TORCH + "+cu124"
    assert package["cuda"]["value"] == "12.4"
    assert package["hip"]["state"] == "absent"
    assert package["installer"]["value"] == "pip"
    assert pins_in(package["requires"]["value"]) == PINS


def test_facts(plumb, bare):
    facts = facts_of(plumb, "--python", str(bare / "bin/python"))
    check_torch(torch_of(facts, bare))
    assert torch_of(facts, bare)["files_missing"] == {"state": "known", "value": [], "origin": {"source": "packages", "place": str(site_packages(bare) / "torch/lib")}}
    assert torch_of(facts, bare)["place"]["value"] == str(site_packages(bare))
    environment = facts["environment"][str(bare)]
    expected = {"judged": True, "reason": "option", "flavour": "venv", "python": str(bare / "bin/python"), "python_version": platform.python_version(),
                "base": str(pathlib.Path(sys.executable).parent), "site_packages": [str(site_packages(bare))]}
    assert {name: environment[name].get("value") for name in expected} == expected
    assert environment["broken"]["state"] == "absent"


def test_packages_are_those_that_python_sees(plumb, bare):
    facts = facts_of(plumb, "--python", str(bare / "bin/python"))
    script = "import importlib.metadata as m, json, re; print(json.dumps({re.sub('[-_.]+', '-', d.metadata['Name']).lower(): d.version for d in m.distributions()}))"
    expected = json.loads(run([str(bare / "bin/python"), "-I", "-c", script]).stdout)
    seen = {key.split("|")[1]: [package["version"]["value"]] + [other["value"] for other in package["version"].get("others", [])] + [package.get("metadata_version", {}).get("value")]
            for key, package in facts["package"].items()}
    assert set(seen) == set(expected)
    assert {name for name, version in expected.items() if version not in seen[name]} == set()


def test_however_it_is_pointed_at(plumb, bare, tmp_path):
    (tmp_path / ".venv").symlink_to(bare)
    check_torch(torch_of(facts_of(plumb, "--env", str(bare)), bare))
    check_torch(torch_of(facts_of(plumb, environment={"VIRTUAL_ENV": str(bare)}), bare))
    check_torch(torch_of(facts_of(plumb, "--python", "bin/python", cwd=bare), bare))
    check_torch(torch_of(facts_of(plumb, cwd=tmp_path), tmp_path / ".venv"))


@pytest.mark.parametrize("verb", ["doctor", "facts"])
def test_no_python_runs(plumb, bare, tmp_path, verb):
    if not shutil.which("strace"):
        pytest.skip("strace is not here")
    trace = tmp_path / "trace"
    run(["strace", "-f", "-e", "trace=execve,execveat", "-o", str(trace), plumb, verb, "--json", "--python", str(bare / "bin/python")])
    if not trace.exists() or "execve" not in trace.read_text():
        pytest.skip("tracing is not allowed here")
    executed = re.findall(r'\bexecve(?:at)?\((?:\w+, )?"([^"]*)"', trace.read_text())
    assert {os.path.realpath(path) for path in executed} == {os.path.realpath(plumb)}


def test_missing_cuda_packages_break_it(plumb, bare):
    works, said = imports(bare)
    if works:
        pytest.skip("this system itself holds the CUDA 12.4 libraries")
    assert re.search(r"lib(cublas|cudnn|cudart|cufft|curand|cusparse|nccl|nvrtc|cupti|nvJitLink|nvToolsExt)\S* (not found|: cannot open)", said), said
    report = diagnose(plumb, bare)
    missing = finding(report, "libs.cuda_lib_missing")
    assert (missing["severity"], missing["certainty"]) == ("error", "certain")
    assert state(report, "cuda_libraries") == "broken"
    commands = [remedy["arguments"] for remedy in missing["remedies"] if remedy["arguments"]]
    assert commands and commands[0][:-1] == [str(bare / "bin/python"), "-m", "pip", "install"]
    assert commands[0][-1] in ["%s==%s" % pin for pin in PINS.items()]
    assert any(name in missing["evidence"][0]["text"].split() or "%s==%s" % (name, PINS[name]) in missing["evidence"][0]["text"] for name in PINS)
    assert missing["evidence"][0]["place"] == str(site_packages(bare) / ("torch-%s.dist-info" % TORCH) / "METADATA")


def test_no_other_finding_says_that_it_works(plumb, bare):
    """Without a GPU "PyTorch is fine and runs on the CPU" would be said of a torch that cannot be imported."""
    if imports(bare)[0]:
        pytest.skip("this system itself holds the CUDA 12.4 libraries")
    for entry in diagnose(plumb, bare)["findings"]:
        assert "PyTorch is fine" not in entry["summary"]


def test_libraries_from_elsewhere_count(plumb, bare, complete):
    """What the loader finds, a toolkit or a module system may have brought: then nothing is broken, whatever metadata pins."""
    path = ":".join(sorted(str(folder) for folder in site_packages(complete).glob("nvidia/*/lib")))
    assert imports(bare, LD_LIBRARY_PATH=path)[0]
    assert [entry["cause"] for entry in diagnose(plumb, bare, LD_LIBRARY_PATH=path)["findings"] if entry["severity"] == "error" and entry["cause"].startswith("libs.")] == []


def test_complete_environment_is_not_blamed(plumb, complete):
    works, said = imports(complete)
    assert works and said.split()[:3] == [TORCH + "+cu124", "12.4", "None"], said
    report = diagnose(plumb, complete)
    assert [cause for cause in causes_of_environment(report) if cause != "framework.arch_not_built"] == []
    assert (state(report, "interpreter"), state(report, "cuda_libraries")) == ("ok", "ok")


def test_pinned_package_of_another_version(plumb, copy, complete):
    environment = copy(complete)
    site = site_packages(environment)
    (site / "nvidia_cudnn_cu12-9.1.0.70.dist-info").rename(site / "nvidia_cudnn_cu12-9.5.0.50.dist-info")
    report = diagnose(plumb, environment)
    assert finding(report, "libs.cudnn_conflict")["severity"] == "warning"
    assert "9.1.0.70" in finding(report, "libs.cudnn_conflict")["evidence"][0]["text"]
    assert "libs.cuda_lib_missing" not in causes_of_environment(report)


def test_library_lost_from_torch(plumb, copy, bare):
    environment = copy(bare)
    (site_packages(environment) / "torch/lib/libtorch_cuda.so").unlink()
    assert torch_of(facts_of(plumb, "--env", str(environment)), environment)["files_missing"]["value"] == ["libtorch_cuda.so"]
    report = diagnose(plumb, environment)
    assert finding(report, "framework.corrupt_install")["severity"] == "error"
    assert "libtorch_cuda.so" in finding(report, "framework.corrupt_install")["evidence"][0]["text"]
    assert state(report, "framework") == "broken"


def test_library_lost_from_torch_is_its_fault_alone(plumb, copy, complete):
    environment = copy(complete)
    (site_packages(environment) / "torch/lib/libtorch_cuda.so").unlink()
    works, said = imports(environment)
    assert not works and "libtorch_cuda.so" in said
    assert causes_of_environment(diagnose(plumb, environment)) == ["framework.corrupt_install"]


@pytest.mark.parametrize("version", ["2.4.0", "2.6.0"])
def test_second_metadata_folder(plumb, copy, bare, version):
    """The code that is imported is 2.5.1 either way: its version.py says so, and the other folder's requirements are not its own."""
    environment = copy(bare)
    ours, other = (site_packages(environment) / ("torch-%s.dist-info" % name) for name in (TORCH, version))
    other.mkdir()
    metadata = (ours / "METADATA").read_text(encoding="utf-8").replace("\nVersion: " + TORCH, "\nVersion: " + version)
    (other / "METADATA").write_text(metadata.replace("==12.4.5.8", "==12.1.3.1"), encoding="utf-8")
    (other / "INSTALLER").write_text("uv\n")
    duplicate = finding(diagnose(plumb, environment), "framework.duplicate_install")
    assert version in duplicate["evidence"][0]["text"]
    check_torch(torch_of(facts_of(plumb, "--env", str(environment)), environment))


@pytest.mark.parametrize("way", ["PYTHONPATH", "user", "pth"])
def test_torch_that_lies_elsewhere(plumb, bare, tmp_path, way):
    """Python's path has further folders. Where torch lies in one of them, "not installed" would be wrong."""
    environment, site = tmp_path / "venv", site_packages(bare)
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", *(["--system-site-packages"] if way == "user" else []), environment], check=True)
    variables = {"HOME": str(tmp_path)}
    if way == "PYTHONPATH":
        variables["PYTHONPATH"] = str(site)
    elif way == "user":
        site = tmp_path / ".local" / site.relative_to(bare)
        site.parent.mkdir(parents=True)
        site.symlink_to(site_packages(bare))
    else:
        (site_packages(environment) / "elsewhere.pth").write_text("%s\n" % site)
    found = run([str(environment / "bin/python"), "-c", "import importlib.util; print(importlib.util.find_spec('torch').origin)"], variables)
    assert found.stdout.decode().strip() == str(site / "torch/__init__.py")
    torch = torch_of(facts_of(plumb, "--env", str(environment), environment=variables), environment)
    assert torch.get("place", {}).get("value") == str(site)


def test_what_pip_could_not_remove_is_no_second_torch(plumb, copy, bare):
    environment = copy(bare)
    shutil.copytree(site_packages(environment) / ("torch-%s.dist-info" % TORCH), site_packages(environment) / "~orch-2.4.0.dist-info")
    check_torch(torch_of(facts_of(plumb, "--env", str(environment)), environment))


def test_interpreter_that_leads_nowhere(plumb, copy, bare):
    environment = copy(bare)
    link = next(path for path in (environment / "bin").glob("python*") if os.readlink(path).startswith("/"))
    link.unlink()
    link.symlink_to("/nonexistent/bin/python3")
    with pytest.raises(FileNotFoundError):
        imports(environment)
    report = diagnose(plumb, environment)
    broken = finding(report, "env.interpreter_broken")
    assert (broken["severity"], broken["certainty"]) == ("error", "certain")
    assert "/nonexistent/bin/python3" in broken["evidence"][0]["text"]
    assert state(report, "interpreter") == "broken"
    check_torch(torch_of(facts_of(plumb, "--env", str(environment)), environment))


def test_capture_replays_as_live(plumb, bare, tmp_path):
    words = ["--python", str(bare / "bin/python")]
    (tmp_path / "here.capture").write_bytes(run([plumb, "capture", "--no-redaction", *words]).stdout)
    replayed = json.loads(run([plumb, "doctor", "--json", "--replay", "here.capture", *words], cwd=tmp_path).stdout)
    live = diagnose(plumb, bare)
    assert [entry["cause"] for entry in replayed["findings"]] == [entry["cause"] for entry in live["findings"]]
    assert [(link["link"], link["state"]) for link in replayed["chain"]] == [(link["link"], link["state"]) for link in live["chain"]]
