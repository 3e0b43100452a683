"""Files of the Python Package Index, read piece by piece: a header out of a wheel costs a few hundred kilobytes, not the wheel."""
import io
import json
import re
import urllib.error
import urllib.request
import zipfile

import pytest

import reading

# pip's default index, as knowledge has it.
INDEX = next(cell for row in reading.table("indexes") for cell in row.values() if cell and cell.endswith("/simple"))
LIMIT, PIECE = 60, 1 << 18


class Remote(io.RawIOBase):
    """A file at an address whose server gives ranges."""

    def __init__(self, url, size):
        self.url, self.size, self.at = url, size, 0

    def seekable(self):
        return True

    def readable(self):
        return True

    def seek(self, offset, whence=0):
        self.at = {0: 0, 1: self.at, 2: self.size}[whence] + offset
        return self.at

    def tell(self):
        return self.at

    def readinto(self, buffer):
        end = min(self.at + len(buffer), self.size)
        if end <= self.at:
            return 0
        request = urllib.request.Request(self.url, headers={"Range": "bytes=%d-%d" % (self.at, end - 1)})
        data = urllib.request.urlopen(request, timeout=LIMIT).read()
        assert len(data) == end - self.at, "the server gives no ranges"
        buffer[:len(data)] = data
        self.at = end
        return len(data)


def files(package):
    """What the index has of a package; skips where it cannot be asked."""
    request = urllib.request.Request("%s/%s/" % (INDEX, package), headers={"Accept": "application/vnd.pypi.simple.v1+json"})
    try:
        return [file for file in json.load(urllib.request.urlopen(request, timeout=LIMIT))["files"] if not file.get("yanked")]
    except (OSError, ValueError, KeyError) as error:
        return pytest.skip("PyPI is not reachable here: %s" % error)


def open_wheel(file):
    return zipfile.ZipFile(io.BufferedReader(Remote(file["url"], file["size"]), PIECE))


def member(file, ending):
    """The text of the first member whose name ends so; None when there is none."""
    with open_wheel(file) as wheel:
        name = next((name for name in wheel.namelist() if name.endswith(ending)), None)
        return wheel.read(name).decode("utf-8", "replace") if name else None


def releases(package, platform):
    """{version: file} of the wheels whose platform tag matches; releases only."""
    found = {}
    for file in files(package):
        parts = file["filename"].removesuffix(".whl").split("-")
        if file["filename"].endswith(".whl") and re.fullmatch(r"[0-9.]+", parts[1]) and re.search(platform, parts[-1]):
            found[parts[1]] = file
    return found
