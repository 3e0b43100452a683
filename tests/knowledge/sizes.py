"""What torch from PyPI weighs: its wheel and those it pins of NVIDIA and Triton, downloaded and unpacked. `python3 tests/knowledge/sizes.py [RELEASE...]` prints rows
of knowledge/tables/sizes.tsv; wheels are not downloaded, only their directories are read."""
import functools
import pathlib
import re
import sys

from pip._vendor.packaging.requirements import Requirement
from pip._vendor.packaging.tags import parse_tag
from pip._vendor.packaging.version import InvalidVersion, Version

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import reading  # noqa: E402
import wheels  # noqa: E402

PLATFORMS = {"linux": ("Linux", "linux", "x86_64", r"(linux|manylinux\w*)_x86_64|^any"), "linux-aarch64": ("Linux", "linux", "aarch64", r"(linux|manylinux\w*)_aarch64|^any"),
             "windows": ("Windows", "win32", "AMD64", r"win_amd64|^any")}
HEAVY = re.compile(r"nvidia-|cuda-|triton")
MIB = 1 << 20


@functools.lru_cache(None)
def files(package):
    return wheels.files(package)


@functools.lru_cache(None)
def opened(url, size):
    """Requirements and unpacked size of a wheel."""
    with wheels.open_wheel({"url": url, "size": size}) as wheel:
        name = next((name for name in wheel.namelist() if name.endswith(".dist-info/METADATA")), None)
        metadata = wheel.read(name).decode("utf-8", "replace").split("\n\n")[0] if name else ""
        requires = [line.partition(": ")[2] for line in metadata.splitlines() if line.startswith("Requires-Dist: ")]
        return tuple(requires), sum(entry.file_size for entry in wheel.infolist())


def candidates(package, platform, python):
    for file in files(package):
        parts = file["filename"].removesuffix(".whl").split("-")
        if not file["filename"].endswith(".whl") or not re.search(PLATFORMS[platform][3], parts[-1]):
            continue
        tags = "-".join(parts[-3:])
        fits = any(tag.interpreter in ("py3", "py2.py3") or tag.interpreter == "cp" + python.replace(".", "") or (tag.abi == "abi3") for tag in parse_tag(tags))
        try:
            if fits and not any(tag.abi.endswith("t") for tag in parse_tag(tags)):
                yield Version(parts[1]), file
        except InvalidVersion:
            continue


def marker_holds(requirement, platform, python, extra):
    system, sys_platform, machine, _ = PLATFORMS[platform]
    environment = {"platform_system": system, "sys_platform": sys_platform, "platform_machine": machine, "python_version": python, "python_full_version": python + ".1",
                   "implementation_name": "cpython", "platform_python_implementation": "CPython", "os_name": "nt" if system == "Windows" else "posix", "extra": extra}
    return not requirement.marker or requirement.marker.evaluate(environment)


def closure(release, platform, python):
    """{package: file} of torch and what it brings that is heavy."""
    found, waiting = {}, [("torch", "==" + release, ())]
    while waiting:
        package, specifier, extras = waiting.pop()
        if (package, extras) in found:
            continue
        wanted = Requirement(package + specifier).specifier
        fitting = [pair for pair in candidates(package, platform, python) if wanted.contains(pair[0])]
        if not fitting:
            return None
        file = max(fitting, key=lambda pair: pair[0])[1]
        found[package, extras] = file
        for text in opened(file["url"], file["size"])[0]:
            requirement = Requirement(text)
            name = requirement.name.lower().replace("_", "-")
            if HEAVY.match(name) and any(marker_holds(requirement, platform, python, extra) for extra in extras or ("",)):
                waiting.append((name, str(requirement.specifier), tuple(sorted(requirement.extras))))
    return {package: file for (package, _), file in found.items()}


def row(release, platform, flavour, python):
    found = closure(release, platform, python)
    if not found:
        return None
    download = sum(file["size"] for file in found.values())
    disk = sum(opened(file["url"], file["size"])[1] for file in found.values())
    return "\t".join([release, platform, flavour, str(round(download / MIB)), str(round(disk / MIB)), str(len(found)), "pypi-torch pypi-wheel-directories"])


def main(wanted):
    for build in reading.table("torch"):
        if build["default"] != "yes" or build["platform"] not in PLATFORMS or (wanted and build["torch"] not in wanted):
            continue
        lowest, highest = (int(build[name].split(".")[1]) for name in ("python_min", "python_max"))
        for minor in range(max(lowest, highest - 1), lowest - 1, -1):
            line = row(build["torch"], build["platform"], build["flavour"], "3.%d" % minor)
            if line:
                print(line, flush=True)
                break


if __name__ == "__main__":
    main(sys.argv[1:])
