"""plumb against Debian's own libcuda and NVML, on a machine without a driver: what they answer, and that they change nothing.

They come from the system's own Debian mirror, whose component non-free is read through lists, sources and a cache of our own, so that the
system stays as it is; and are kept in ${PLUMB_CACHE:-~/.cache/plumb}/nvidia-debs."""
import json
import os
import pathlib
import re
import shutil
import subprocess

import pytest

from conftest import run

PACKAGES = ("libcuda1", "libnvidia-ml1")
KEYRING = "/usr/share/keyrings/debian-archive-keyring.gpg"
CACHE = pathlib.Path(os.environ.get("PLUMB_CACHE") or os.path.join(os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache"), "plumb")) / "nvidia-debs"


def ask(command, **more):
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, stdin=subprocess.DEVNULL, **more)
    if done.returncode != 0:
        pytest.skip("%s: %s" % (" ".join(command[:2]), (done.stderr.strip().splitlines() or ["failed"])[-1]))
    return done.stdout


def debian_sources():
    """Each suite of the Debian mirror that the system itself uses, as a line for a sources.list."""
    signed = "[signed-by=%s] " % KEYRING if os.path.exists(KEYRING) else ""
    targets = ask(["apt-get", "indextargets", "--format", "$(REPO_URI) $(RELEASE) $(COMPONENT)", "Created-By: Packages"])
    suites = {tuple(line.split()[:2]) for line in targets.splitlines() if line.endswith(" main")}
    return sorted("deb %s%s %s non-free" % (signed, uri, release) for uri, release in suites if uri.rstrip("/").endswith("/debian"))


def download(folder):
    sources = debian_sources()
    if not sources:
        pytest.skip("apt uses no Debian mirror here")
    (folder / "lists/partial").mkdir(parents=True)
    (folder / "cache/archives/partial").mkdir(parents=True)
    (folder / "sources.list").write_text("\n".join(sources) + "\n")
    settings = {"Dir::State::Lists": folder / "lists", "Dir::Cache": folder / "cache", "Dir::Etc::SourceList": folder / "sources.list",
                "Dir::Etc::SourceParts": "-", "APT::Get::List-Cleanup": "0", "APT::Sandbox::User": "", "Acquire::Languages": "none",
                "Acquire::Retries": "2", "Acquire::http::Timeout": "20"}
    options = [word for name, value in settings.items() for word in ("-o", "%s=%s" % (name, value))]
    ask(["apt-get", *options, "-q", "update"], cwd=folder)
    ask(["apt-get", *options, "-q", "download", *PACKAGES], cwd=folder)
    for package in folder.glob("*.deb"):
        ask(["dpkg", "-x", str(package), str(folder / "root")])


@pytest.fixture(scope="module")
def libraries():
    """The folder of the real libraries."""
    if not (CACHE / "root").is_dir():
        if not os.environ.get("PLUMB_LONG"):
            pytest.skip("downloads 4 MB: runs with PLUMB_LONG=1, and later from %s" % CACHE)
        for program in ("apt-get", "dpkg"):
            if not shutil.which(program):
                pytest.skip("there is no %s here" % program)
        beside = CACHE.with_name("%s.%d" % (CACHE.name, os.getpid()))
        beside.mkdir(parents=True)
        try:
            download(beside)
            shutil.rmtree(CACHE, ignore_errors=True)
            beside.rename(CACHE)
        finally:
            shutil.rmtree(beside, ignore_errors=True)
    found = sorted((CACHE / "root").rglob("libcuda.so.1"))
    assert found, "libcuda1 holds no libcuda.so.1"
    return found[0].parent


def nodes():
    """What the driver's libraries would make: device files, and links to them."""
    return sorted(str(path) for folder in ("/dev", "/dev/char") for path in pathlib.Path(folder).glob("*")
                  if "nvidia" in path.name or (path.is_symlink() and "nvidia" in os.readlink(path)))


NODES_BEFORE = nodes()  # before any test may have made some


@pytest.fixture
def no_driver():
    if os.path.exists("/proc/driver/nvidia/version") or NODES_BEFORE:
        pytest.skip("a driver is loaded here, or its device files are there")


def facts_of(plumb, libraries, before=()):
    done = run([*before, plumb, "facts", "--json"], {"LD_LIBRARY_PATH": str(libraries)}, timeout=120)
    assert done.returncode == 0, done.stderr
    calls = json.loads(done.stdout)["machine"]["driver_call"]
    return {key: {name: fact.get("value") for name, fact in call.items()} for key, call in calls.items()}


def test_versions_are_known_without_a_driver(plumb, libraries):
    calls = facts_of(plumb, libraries)
    assert calls["load_libcuda()"] == {"code": 0, "result": str(libraries / "libcuda.so.1")}
    assert calls["load_nvml()"]["code"] == 0
    assert re.fullmatch(r"1[1-9][0-9]{2}0", calls["cuDriverGetVersion()"]["result"])
    version = [path.name.split(".so.", 1)[1] for path in libraries.rglob("libnvidia-ml.so.*.*")][0]
    assert calls["nvmlSystemGetNVMLVersion()"]["result"].endswith(version)


def test_what_they_say_of_a_machine_without_a_driver(plumb, libraries, no_driver):
    calls = facts_of(plumb, libraries)
    assert (calls["cuInit()"]["code"], calls["cuInit()"]["error"]) == (100, "CUDA_ERROR_NO_DEVICE")
    assert (calls["nvmlInit()"]["code"], calls["nvmlInit()"]["error"]) == (9, "NVML_ERROR_DRIVER_NOT_LOADED")


def test_no_device_file_is_made_even_as_root(plumb, libraries, no_driver):
    facts_of(plumb, libraries)
    assert nodes() == []


SYSTEM_CALL = re.compile(r"^(\w+)\((.*)\) += (-?\d+)")
CHANGES = ("creat", "mknod", "mknodat", "mkdir", "mkdirat", "unlink", "unlinkat", "rename", "renameat", "renameat2", "symlink", "symlinkat", "link",
           "linkat", "chmod", "fchmodat", "chown", "lchown", "fchownat", "truncate")


@pytest.fixture
def system_calls(plumb, libraries, no_driver, tmp_path):
    """(name, arguments, result), in plumb and all its children."""
    if not shutil.which("strace"):
        pytest.skip("there is no strace here")
    trace = ["strace", "-ff", "-qq", "-s", "256", "-o", str(tmp_path / "log"), "-e", "trace=open,openat,execve,socket,connect," + ",".join(CHANGES)]
    if subprocess.run(["strace", "-o", os.devnull, "true"], capture_output=True).returncode != 0:
        pytest.skip("strace may not trace here")
    facts_of(plumb, libraries, trace)
    lines = [line for log in tmp_path.glob("log.*") for line in log.read_text(errors="replace").splitlines()]
    return [(match[1], match[2], int(match[3])) for match in map(SYSTEM_CALL.match, lines) if match]


def test_nothing_is_written_started_or_connected(plumb, system_calls):
    done = [(name, arguments) for name, arguments, result in system_calls if result >= 0]
    opened = [arguments for name, arguments in done if name in ("open", "openat")]
    assert any("libcuda.so.1" in arguments for arguments in opened), "the trace misses the worker"
    assert any(name.startswith("mknod") for name, _, _ in system_calls), "these libraries no longer try what they are kept from"
    assert [arguments for arguments in opened if re.search("O_WRONLY|O_RDWR|O_CREAT", arguments) and '"/dev/null"' not in arguments] == []
    assert [call for call in done if call[0] in CHANGES] == []
    # libcuda looks for an MPS daemon's socket by itself; nothing leaves the machine, and nobody answers here.
    assert [call for call in done if call[0] == "connect" or (call[0] == "socket" and not call[1].startswith("AF_UNIX"))] == []
    assert {arguments.split(",")[0].strip('"') for name, arguments in done if name == "execve"} <= {plumb, "/proc/self/exe"}
