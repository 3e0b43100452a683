"""plumb inspect WHEEL: a wheel read as it comes by says what plumb inspect says of the libraries that were unpacked from it. Damaged and hostile archives get one line."""
import io
import json
import os
import shutil
import struct
import subprocess
import zipfile
import zlib

import pytest

from conftest import run
from test_inspect import container, entry, look

METADATA = b"Metadata-Version: 2.1\nName: demo\nVersion: 1.0\nRequires-Python: >=3.9\nRequires-Dist: torch ==2.3.1\nRequires-Dist: nvidia-cudnn-cu12 ==8.9.2.26 ; platform_system == 'Linux'\nRequires-Dist: numpy\n\nName: not this\n"
TAGS = b"Wheel-Version: 1.0\nRoot-Is-Purelib: false\nTag: cp310-cp310-linux_x86_64\nTag: cp310-cp310-manylinux1_x86_64\n"
LINKED = container(entry(2, 70), entry(2, 80), entry(1, 80, 8, 1)) * 9 + container(entry(2, 70), entry(2, 80), entry(2, 90, flags=0x100011))
COPIES = container(entry(2, 35), entry(2, 50))


class Pipe(io.RawIOBase):
    """What cannot seek: zipfile then writes sizes behind the data."""

    def __init__(self):
        self.content = b""

    def writable(self):
        return True

    def seekable(self):
        return False

    def write(self, data):
        self.content += bytes(data)
        return len(data)


def wheel(members, out=None):
    """[(name, content, method)]"""
    out = out or io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, content, *method in members:
            archive.writestr(zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0)), content, method[0] if method else zipfile.ZIP_DEFLATED)
    return out.content if isinstance(out, Pipe) else out.getvalue()


def compiled(folder, name, sections):
    """A real library whose sections hold these bytes; sections by the real linker, their table at the end."""
    source = ["int %s(void) { return 1; }" % name]
    for at, (section, content) in enumerate(sections):
        (folder / ("part%d" % at)).write_bytes(content)
        source.append('__asm__(".section %s,\\"a\\"\\n.balign 8\\n.incbin \\"%s\\"\\n.previous\\n");' % (section, folder / ("part%d" % at)))
    (folder / (name + ".c")).write_text("\n".join(source))
    library = folder / (name + ".so")
    done = subprocess.run(["gcc", "-shared", "-fPIC", "-nostdlib", "-Wl,--build-id", "-o", library, folder / (name + ".c")], capture_output=True, text=True)
    if done.returncode:
        pytest.skip("gcc makes no library here: " + done.stderr[-300:])
    return library.read_bytes()


@pytest.fixture(scope="module")
def members(tmp_path_factory):
    folder = tmp_path_factory.mktemp("libraries")
    windows = bytearray(b"MZ" + bytes(1022) + LINKED)
    windows[60:64] = struct.pack("<I", 128)
    windows[128:134] = b"PE\0\0" + struct.pack("<H", 0x8664)
    return [
        ("demo/__init__.py", b"import torch\n" * 400),
        ("demo/linked.so", compiled(folder, "linked", [(".nv_fatbin", LINKED), ("__nv_relfatbin", COPIES)])),
        ("demo/elsewhere.so.1.2", compiled(folder, "elsewhere", [(".nv_fatbin", container()), (".ldata", LINKED), (".rodata", bytes(9000)), ("__nv_relfatbin", COPIES)])),
        ("demo/copies.so", compiled(folder, "copies", [("__nv_relfatbin", COPIES)]), zipfile.ZIP_STORED),
        ("demo/plain.pyd", b"MZ no code" * 100),
        ("demo/Windows.DLL", bytes(windows)),
        ("demo/empty.so", b""),
        ("demo/notes.so.txt", COPIES),
        ("demo-1.0.dist-info/METADATA", METADATA),
        ("demo-1.0.dist-info/WHEEL", TAGS),
        ("demo-1.0.dist-info/RECORD", b""),
    ]


def inspect(plumb, content, *words, **more):
    """From a pipe, as a download comes."""
    return subprocess.run([plumb, "inspect", "-", *words], input=content, capture_output=True, timeout=120, env={"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", **more})


def told(plumb, content):
    done = inspect(plumb, content, "--json")
    assert done.returncode == 0 and done.stderr == b"", done.stderr
    return json.loads(done.stdout)


def refused(plumb, content):
    done = inspect(plumb, content)
    assert done.returncode == 2 and done.stdout == b"" and done.stderr.count(b"\n") == 1, (done.returncode, done.stdout[:200], done.stderr[:500])
    assert done.stderr.startswith(b"plumb: standard input: ")
    return done.stderr.decode()


def same(unpacked, streamed):
    """Digests of a file also have its size and date."""
    return {name: value for name, value in unpacked.items() if name not in ("size", "mtime")} == streamed


@pytest.mark.parametrize("way", ["file", "piped"])
def test_wheel_says_what_its_unpacked_libraries_say(plumb, members, tmp_path, way):
    content = wheel([member[:2] for member in members] if way == "piped" else members, Pipe() if way == "piped" else None)
    (tmp_path / "demo.whl").write_bytes(content)
    libraries = {library["path"]: library for library in told(plumb, content)["file"]["wheel"]["libraries"]}
    assert look(plumb, tmp_path / "demo.whl")["wheel"] == told(plumb, content)["file"]["wheel"]
    assert sorted(libraries) == ["demo/Windows.DLL", "demo/copies.so", "demo/elsewhere.so.1.2", "demo/empty.so", "demo/linked.so", "demo/plain.pyd"]
    zipfile.ZipFile(tmp_path / "demo.whl").extractall(tmp_path)
    for path, library in libraries.items():
        assert library["size"] == (tmp_path / path).stat().st_size
        if library["size"]:
            unpacked = look(plumb, tmp_path / path)
            assert same(unpacked["fatbin"], library["fatbin"]), path
            assert (library.get("machine"), library.get("build_id")) == (unpacked.get("elf", {}).get("machine", library.get("machine")), unpacked.get("elf", {}).get("build_id"))
    assert libraries["demo/linked.so"]["fatbin"]["architectures"] == ["sm_70", "sm_80", "sm_90a", "compute_80"]
    assert libraries["demo/elsewhere.so.1.2"]["fatbin"]["architectures"] == ["sm_70", "sm_80", "sm_90a", "compute_80"]
    assert libraries["demo/copies.so"]["fatbin"]["architectures"] == []
    assert (libraries["demo/Windows.DLL"]["format"], libraries["demo/Windows.DLL"]["machine"], libraries["demo/linked.so"]["format"]) == ("pe", "x86_64", "elf")


def test_what_a_wheel_says_of_itself(plumb, members):
    report = told(plumb, wheel(members))
    found = report["file"]["wheel"]
    assert (found["name"], found["version"], found["requires_python"], found["members"]) == ("demo", "1.0", ">=3.9", len(members))
    assert found["tags"] == ["cp310-cp310-linux_x86_64", "cp310-cp310-manylinux1_x86_64"]
    assert found["requires"] == ["torch ==2.3.1", "nvidia-cudnn-cu12 ==8.9.2.26 ; platform_system == 'Linux'", "numpy"]
    assert report["architectures"] == ["sm_70", "sm_80", "compute_80"]
    assert report["runs_on"] == ["7.0", "7.2", "7.5", "8.0", "8.6", "8.7", "8.8", "8.9"]
    assert "9.0" in report["compiles_for"] and "6.1" in report["not_for"]


@pytest.mark.parametrize("language, parts", [("en", ["demo 1.0", "cp310-cp310-linux_x86_64", "torch ==2.3.1, nvidia-cudnn-cu12 ==8.9.2.26; and 1 more (-v)", "sm_70 sm_80 compute_80; parts of it also for sm_90a",
                                                     "machine code for sm_70 sm_80; PTX compute_80, ISA 8.1", "Volta 7.0 7.2", "not on"]),
                                             ("zh", ["另有 1 项", "其中部分代码还适用于 sm_90a", "sm_70 sm_80 的机器码", "可运行于", "不能用于"])])
def test_screen(plumb, members, language, parts):
    screen = inspect(plumb, wheel(members), "--lang", language, COLUMNS="200").stdout.decode()
    flat = " ".join(screen.split())
    assert [part for part in parts if part not in flat] == []


def test_archive_of_libraries_without_metadata(plumb, members):
    report = told(plumb, wheel(members[1:3]))
    assert "name" not in report["file"]["wheel"] and report["architectures"] == ["sm_70", "sm_80", "compute_80"]


def test_wheel_without_device_code(plumb, members):
    done = inspect(plumb, wheel([members[0], members[4], *members[8:]]))
    assert done.returncode == 0 and b"1, none with device code" in done.stdout


def test_the_same_bytes_twice(plumb, members):
    assert inspect(plumb, wheel(members), "--json").stdout == inspect(plumb, wheel(members), "--json").stdout


def test_nothing_is_unpacked(plumb, members, tmp_path):
    if not shutil.which("strace"):
        pytest.skip("strace is not here")
    (tmp_path / "demo.whl").write_bytes(wheel(members))
    trace = tmp_path / "trace"
    run(["strace", "-f", "-e", "trace=open,openat,creat,mkdir,mkdirat,execve", "-o", str(trace), plumb, "inspect", str(tmp_path / "demo.whl")])
    if not trace.exists() or "execve" not in trace.read_text():
        pytest.skip("tracing is not allowed here")
    written = [line for line in trace.read_text().splitlines() if ("O_WRONLY" in line or "O_RDWR" in line or "mkdir" in line or "creat(" in line) and "/dev/" not in line]
    assert written == []


def test_memory_stays_where_it_is(plumb):
    """A quarter of a gigabyte of library, from a pipe, by processes that may not have a third of it."""
    library = bytearray(256 << 20)
    for at in range(0, len(library), 1 << 20):
        library[at:at + 16384] = os.urandom(16384)
    library[16384:16384 + len(LINKED)] = LINKED
    content = wheel([("demo/lib.so", bytes(library))])
    limited = "ulimit -v %d; exec \"$0\" inspect - --json" % (80 << 10)
    done = subprocess.run(["/bin/sh", "-c", limited, plumb], input=content, capture_output=True, timeout=120)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)["file"]["wheel"]["libraries"][0]
    assert found["size"] == len(library) and found["fatbin"]["containers"] == 10


# --- archives that are damaged, or made to deceive ---

@pytest.fixture(scope="module")
def small(members):
    return wheel([("demo/lib.so", os.urandom(5000)), *members[8:10]])


def test_cut_off(plumb, small):
    for size in (1, 29, 40, 3000, len(small) - 300, len(small) - 1):
        said = refused(plumb, small[:size])
        assert "fetch it again" in said and "at byte " in said
    assert "in demo/lib.so" in refused(plumb, small[:3000])


def test_damaged(plumb, small):
    broken = bytearray(small)
    broken[2000] ^= 1
    said = refused(plumb, bytes(broken))
    assert "in demo/lib.so" in said and "fetch it again" in said


@pytest.mark.parametrize("content", [b"", b"no archive", b"\x7fELF" + bytes(100), b"PK\x05\x06" + bytes(18), b"PK\3\4", b"PK" + bytes(100)])
def test_no_wheel(plumb, content, tmp_path):
    refused(plumb, content)
    (tmp_path / "demo.whl").write_bytes(content)
    done = run([plumb, "inspect", tmp_path / "demo.whl"])
    assert done.returncode == (0 if content.startswith(b"\x7fELF") else 2) or content.startswith(b"\x7fELF")
    assert done.stderr.count(b"\n") <= 1


def test_bomb(plumb):
    """A gigabyte of nothing in a megabyte; nested the same way it would be a terabyte, but nobody looks into it."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    block = packer.compress(bytes(1 << 20)) + packer.flush(zlib.Z_FULL_FLUSH)
    data = b"".join([block] * 1024) + packer.flush()
    header = struct.pack("<IHHHHHIIIHH", 0x04034B50, 20, 8, 8, 0, 0, 0, 0, 0, len("demo/lib.so"), 0) + b"demo/lib.so"
    assert "zip bomb" in refused(plumb, header + data)


def empty_members(names):
    return b"".join(struct.pack("<IHHHHHIIIHH", 0x04034B50, 20, 0, 0, 0, 0, 0, 0, 0, len(name), 0) + name for name in names)


def test_limits(plumb):
    assert "131072 members" in refused(plumb, empty_members([b"demo/data"] * 131073))
    assert "4096 libraries" in refused(plumb, empty_members([b"demo/%d.so" % at for at in range(4097)]))
    assert "name of over 4096 bytes" in refused(plumb, empty_members([b"n" * 5000]))
    assert "4 MiB of metadata" in refused(plumb, wheel([("demo-1.0.dist-info/METADATA", METADATA + b"text\n" * 1000000)]))


def test_nested_archives_are_not_entered(plumb, members):
    inner = wheel(members)
    assert told(plumb, wheel([("demo/inner.whl", inner, zipfile.ZIP_STORED), *members[8:]]))["file"]["wheel"]["libraries"] == []


def test_directory_says_something_else(plumb, small):
    """What a forward reader sees and what unpacking programs see must be one thing."""
    at = small.rindex(b"demo/lib.so")
    assert "name is another" in refused(plumb, small[:at] + b"demo/xxx.so" + small[at + 11:])
    assert "follows the end" in refused(plumb, small + small)


def test_member_that_the_directory_hides(plumb, members):
    hidden = wheel([("demo/hidden.so", b"MZ" + LINKED)])
    hidden = hidden[:hidden.index(b"PK\x01\x02")]
    rest = wheel(members)
    assert refused(plumb, hidden + rest).count("directory") == 1


def test_overlapping_members(plumb):
    """Two entries of the directory on one member: a bomb that a directory reader unpacks twice."""
    once = wheel([("demo/lib.so", b"MZ" + LINKED)])
    start, end = once.index(b"PK\x01\x02"), once.index(b"PK\x05\x06")
    directory = once[start:end] * 2
    assert "second time" in refused(plumb, once[:start] + directory + struct.pack("<IHHHHIIH", 0x06054B50, 0, 0, 2, 2, len(directory), start, 0))


def test_two_of_a_kind(plumb, members):
    with pytest.warns(UserWarning):
        assert "twice" in refused(plumb, wheel([members[1], members[1]]))
        assert "twice" in refused(plumb, wheel([members[8], members[8]]))
    assert "two folders" in refused(plumb, wheel([members[8], ("other-2.0.dist-info/METADATA", METADATA)]))


def test_names_are_scrubbed(plumb):
    name = "demo/\x1b[31m\u202elib.so"
    done = inspect(plumb, wheel([(name, b"MZ" + LINKED)]))
    assert done.returncode == 0 and b"\x1b" not in done.stdout and "\u202e" not in done.stdout.decode()
    cut = wheel([(name, os.urandom(3000))])[:2000]
    assert "\x1b" not in refused(plumb, cut) and "\u202e" not in refused(plumb, cut)


def test_wide_numbers(plumb, members):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        with archive.open("demo/lib.so", "w", force_zip64=True) as file:
            file.write(b"MZ" + bytes(62) + LINKED)
    assert told(plumb, out.getvalue())["architectures"] == ["sm_70", "sm_80", "compute_80"]


def test_other_compression(plumb, members):
    content = wheel([("demo/data.txt", b"passed by" * 100, zipfile.ZIP_LZMA), *members[8:]])
    assert told(plumb, content)["file"]["wheel"]["name"] == "demo"
    assert "neither deflate nor none" in refused(plumb, wheel([("demo/lib.so", b"MZ" + LINKED, zipfile.ZIP_LZMA)]))


def test_windows(plumb_windows, members, tmp_path):
    (tmp_path / "demo.whl").write_bytes(wheel(members))
    done = run([*plumb_windows, "inspect", "--json", "demo.whl"], cwd=tmp_path, timeout=300)
    assert done.returncode == 0 and json.loads(done.stdout)["architectures"] == ["sm_70", "sm_80", "compute_80"]
    with open(tmp_path / "demo.whl", "rb") as file:
        piped = run([*plumb_windows, "inspect", "--json", "-"], cwd=tmp_path, timeout=300, stdin=file)
    assert json.loads(piped.stdout)["file"]["wheel"] == json.loads(done.stdout)["file"]["wheel"]
