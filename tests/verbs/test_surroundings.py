"""plumb starts where things are broken: whatever is wrong around it, it answers, and it touches nothing."""
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import time

import pytest

from conftest import CLEAN, ROOT, run

ROOT_ONLY = pytest.mark.skipif(os.geteuid() != 0, reason="needs root to build these surroundings")


def answers(done):
    """Did the doctor come to a verdict, whatever it is?"""
    assert done.returncode in (0, 1, 3), done.stderr
    report = json.loads(done.stdout)
    assert report["schema"] == "plumb.report/1" and report["chain"]
    return report


def without_root(command):
    return ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] + command if os.geteuid() == 0 else command


def test_poisoned_loader_paths(plumb_release, tmp_path):
    for name in ("libjansson.so.4", "libyaml-0.so.2", "libpcre2-8.so.0", "libuv.so.1", "libgcc_s.so.1", "libstdc++.so.6"):
        (tmp_path / name).write_bytes(b"this is no library\n")
    poison = {"LD_LIBRARY_PATH": "%s::/nonexistent" % tmp_path, "LD_PRELOAD": "/nonexistent/libcuda.so", "PYTHONPATH": "/nonexistent", "PYTHONHOME": "/x"}
    answers(run([plumb_release, "doctor", "--json"], poison))


def test_release_needs_only_libc(plumb_release):
    dynamic = subprocess.run(["readelf", "-d", plumb_release], capture_output=True, text=True, check=True).stdout
    needed = re.findall(r"NEEDED.*\[(.*)\]", dynamic)
    assert [name for name in needed if not re.match(r"(libc\.so|ld-linux)", name)] == []
    assert not re.search(r"RPATH|RUNPATH", dynamic)


@pytest.mark.parametrize("environment", [{}, {"LC_ALL": "xx"}, {"LANG": "zh_CN.GBK"}, {"PATH": ""}, {"PATH": "::/nonexistent:."}, {"HOME": "/nonexistent"},
                                         {"VIRTUAL_ENV": "/nonexistent"}, {"CONDA_PREFIX": "relative"}, {"TERM": "x" * 5000}])
def test_any_environment(plumb, environment):
    done = subprocess.run([plumb, "doctor", "--json"], capture_output=True, env=environment, timeout=60, stdin=subprocess.DEVNULL)
    answers(done)


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_closed_streams(plumb, closed):
    done = subprocess.run(["sh", "-c", 'exec "$0" doctor --json %s' % closed, plumb], capture_output=True, env=CLEAN, timeout=60)
    assert done.returncode in (0, 1, 3)
    if ">&-" not in closed.replace("2>&-", ""):
        json.loads(done.stdout)


def test_full_disk(plumb):
    with open("/dev/full", "wb") as full:
        done = subprocess.run([plumb, "doctor"], stdout=full, stderr=subprocess.PIPE, env=CLEAN, timeout=60)
    assert done.returncode == 4 and done.stderr.startswith(b"plumb: ") and done.stderr.count(b"\n") == 1


def test_capture_to_a_full_disk_leaves_nothing(plumb):
    done = run([plumb, "capture", "-o", "/nonexistent/folder/x.capture"])
    assert done.returncode == 4 and b"/nonexistent/folder" in done.stderr


def test_reader_that_goes_away(plumb):
    done = subprocess.run(["bash", "-c", 'set -o pipefail; "$0" facts --json | head -c 10', plumb], capture_output=True, env=CLEAN, timeout=60)
    assert done.stderr == b"" and done.returncode in (0, 141)


def test_working_folder_is_gone(plumb, tmp_path):
    gone = tmp_path / "gone"
    gone.mkdir()
    done = subprocess.run(["sh", "-c", 'cd "$1" && rmdir "$1" && exec "$0" doctor --json', plumb, str(gone)], capture_output=True, env=CLEAN, timeout=60)
    answers(done)


@ROOT_ONLY
def test_no_rights(plumb, tmp_path):
    program = shutil.copy(plumb, tmp_path / "plumb")
    os.chmod(tmp_path, 0o755)
    for folder in tmp_path.parents:
        if folder.stat().st_mode & 0o005 != 0o005 and str(folder) != "/":
            os.chmod(folder, folder.stat().st_mode | 0o055)
    report = answers(run(without_root([str(program), "doctor", "--json"]), cwd="/"))
    assert report["verb"] == "doctor"


@ROOT_ONLY
def test_no_proc_no_sys(plumb):
    probe = subprocess.run(["unshare", "-m", "true"], capture_output=True)
    if probe.returncode:
        pytest.skip("no mount namespaces here")
    script = 'mount -t tmpfs none /proc && mount -t tmpfs none /sys && exec "$0" doctor --json'
    report = answers(subprocess.run(["unshare", "-m", "sh", "-c", script, plumb], capture_output=True, env=CLEAN, timeout=60))
    assert {link["link"]: link["state"] for link in report["chain"]}["graphics_card"] == "unknown"
    assert not any(finding["severity"] == "error" for finding in report["findings"])


def test_sudo_is_named(plumb):
    if os.geteuid() != 0:
        pytest.skip("sudo makes root")
    done = run([plumb, "doctor"], {"SUDO_USER": "sam", "SUDO_UID": "1000"})
    assert b"sam" in done.stdout


def descendants_of(process):
    listed = subprocess.run(["ps", "-eo", "pid,ppid,args"], capture_output=True, text=True).stdout
    return [line for line in listed.splitlines() if " gather" in line and str(process.pid) in line.split()[1:2]]


def test_interrupt_ends_children_and_prints_what_is_known(plumb, build_folder, tmp_path):
    libraries = build_folder / "tests/faults/fake_driver"
    if not (libraries / "libcuda.so.1").exists():
        pytest.skip("the fake driver is not built here")
    control = tmp_path / "hang.driver"
    control.write_text("driver 535.104.05\ncuda 12020\nhang cuInit\n")
    process = subprocess.Popen([plumb, "doctor", "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                               env=dict(CLEAN, LD_LIBRARY_PATH=str(libraries), PLUMB_FAKE_DRIVER=str(control)))
    time.sleep(1.0)
    assert descendants_of(process)
    process.send_signal(signal.SIGINT)
    output, _ = process.communicate(timeout=10)
    report = json.loads(output)
    assert any("interrupted" in missing for missing in report["missing"])
    assert not [line for line in subprocess.run(["ps", "-eo", "ppid,args"], capture_output=True, text=True).stdout.splitlines()
                if line.split()[0] == str(process.pid)]


def system_calls(plumb, words, tmp_path):
    if not shutil.which("strace"):
        pytest.skip("strace is not here")
    trace = tmp_path / "trace"
    done = subprocess.run(["strace", "-f", "-o", str(trace), plumb, *words], capture_output=True, env=dict(CLEAN, LC_ALL="C.UTF-8"), timeout=120,
                          stdin=subprocess.DEVNULL, cwd=ROOT)
    if b"ptrace" in done.stderr and not trace.exists():
        pytest.skip("tracing is not allowed here")
    return trace.read_text(errors="replace")


@pytest.mark.parametrize("words", [["doctor"], ["facts", "--json"], ["explain", "tests/cases/texts/cpu-build.txt"]])
def test_a_diagnosis_touches_nothing(plumb, tmp_path, words):
    """No socket but the pipes between parent and children, nothing opened for writing, no node made, nothing executed but itself."""
    trace = system_calls(plumb, words, tmp_path)
    sockets = [line for line in trace.splitlines() if re.search(r"\bsocket\(", line)]
    assert sockets == []
    writing = [line for line in trace.splitlines()
               if re.search(r"\bopen(at|at2)?\(.*O_(WRONLY|RDWR|CREAT|TRUNC)", line) and "/dev/null" not in line and "= -1" not in line]
    assert writing == []
    assert not re.search(r"\b(mknod|mknodat|unlink|unlinkat|rename|renameat|chmod|fchmodat|mkdir|mkdirat|connect|bind)\(", trace)
    executed = re.findall(r'\bexecve\("([^"]*)"', trace)
    assert {os.path.realpath(path) for path in executed if os.path.exists(path)} <= {os.path.realpath(plumb)}


def preload(build_folder):
    library = build_folder / "tests/faults/stuck/libstuck.so"
    if not library.exists():
        pytest.skip("the library of faults is not built here")
    return str(library)


def state_of(report, link):
    return {row["link"]: row["state"] for row in report["chain"]}[link]


def test_a_stuck_file_is_named_and_costs_one_source(plumb, build_folder):
    """As a dead NFS server would: the question never returns."""
    start = time.monotonic()
    done = run([plumb, "doctor", "--json", "--budget", "2"], {"LD_PRELOAD": preload(build_folder), "PLUMB_STUCK": "os-release"})
    report = answers(done)
    assert time.monotonic() - start < 6
    assert any("/etc/os-release" in missing for missing in report["missing"])
    assert state_of(report, "graphics_card") != "unknown"  # another source, asked later
    assert report["judged"]


def test_a_crash_is_named_and_costs_one_source(plumb, build_folder):
    report = answers(run([plumb, "doctor", "--json"], {"LD_PRELOAD": preload(build_folder), "PLUMB_CRASH": "os-release"}))
    assert any("/etc/os-release" in missing for missing in report["missing"])
    assert state_of(report, "graphics_card") != "unknown"
    assert report["judged"]


def nvidia_cards():
    vendors = [path.read_text().strip() for path in pathlib.Path("/sys/bus/pci/devices").glob("*/vendor")]
    if not vendors:
        pytest.skip("no PCI bus to look at")
    return vendors.count("0x10de")


def test_a_machine_without_a_card_says_so(plumb):
    if nvidia_cards():
        pytest.skip("this machine has a card")
    done = run([plumb, "doctor", "--json"])
    report = answers(done)
    assert done.returncode == 1 and report["findings"][0]["cause"] == "hw.no_nvidia_gpu"
