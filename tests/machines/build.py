#!/usr/bin/env python3
"""build.py MACHINE.yaml: turns a described machine into a capture (docs/capture.md) on standard output.

A described machine is text that a reviewer can read: it names what is there, and everything else is absent, since every folder
gets a complete listing. Keys of the description (all but `odd` and `system` optional):

    odd            one sentence: what is odd about this machine
    system         linux | windows
    answers        the questions without a path: system, user, now (as docs/capture.md has them)
    variables      name: value
    files          path: content, or {size: n} for a file whose content is never asked
    links          path: target
    devices        path: {open: yes | EACCES, mode: 0666, major: n, minor: n, gid: n}
    folders        paths of empty folders
    pci            [{address, vendor, device, class, driver, ...files of sysfs}]
    packages       folder: {name: version}: metadata folders of installed distributions
    torch          [{site, version, cuda, requires: []}]: torch's own files
    elf            path: what a reader of the file would see
    loader_cache   library: [paths]: what ld.so.cache holds
    calls          "cuInit()" : {code: 0, ...}: what the driver's libraries answer
    registry       key: {values: {name: value}}: Windows; every key above it is there too
"""
import json
import posixpath
import sys

import yaml

EXECUTABLE = {"size": 6000000}


class Builder:
    def __init__(self, machine):
        self.machine = machine
        self.windows = machine["system"] == "windows"
        self.separator = "\\" if self.windows else "/"
        self.entries = {}  # path -> ("file", content or size) | ("directory",) | ("link", target) | ("character", device)
        self.lines = []

    # -- the tree ----------------------------------------------------------------------------------------------------
    def parent(self, path):
        head = path.rsplit(self.separator, 1)[0]
        if self.windows:
            return head + "\\" if head.endswith(":") and path != head + "\\" else head
        return head or "/"

    def add(self, path, entry):
        self.entries[path] = entry
        while True:
            up = self.parent(path)
            if up == path or up in self.entries:
                break
            self.entries[up] = ("directory",)
            path = up

    def join(self, *parts):
        return self.separator.join(part.rstrip(self.separator) for part in parts)

    def expand_pci(self):
        for device in self.machine.get("pci", []):
            folder = "/sys/bus/pci/devices/" + device["address"]
            for name, value in device.items():
                if name == "driver":
                    self.add(folder + "/driver", ("link", "../../../../bus/pci/drivers/" + value))
                    self.add("/sys/bus/pci/drivers/" + value, ("directory",))
                elif name != "address":
                    self.add(folder + "/" + name, ("file", str(value) + "\n"))
        if not self.windows and self.machine.get("pci") is not None:
            self.add("/sys/bus/pci/devices", ("directory",))

    def expand_packages(self):
        for site, packages in self.machine.get("packages", {}).items():
            self.add(site, ("directory",))
            for name, version in packages.items():
                info = self.join(site, "%s-%s.dist-info" % (name.replace("-", "_"), version))
                self.add(self.join(info, "METADATA"), ("file", "Metadata-Version: 2.1\nName: %s\nVersion: %s\n" % (name, version)))
                self.add(self.join(info, "INSTALLER"), ("file", "pip\n"))

    def expand_torch(self):
        for torch in self.machine.get("torch", []):
            site, version, cuda = torch["site"], torch["version"], torch.get("cuda")
            info = self.join(site, "torch-%s.dist-info" % version)
            requires = "".join("Requires-Dist: %s\n" % line for line in torch.get("requires", []))
            self.add(self.join(info, "METADATA"), ("file", "Metadata-Version: 2.1\nName: torch\nVersion: %s\n%s\n" % (version, requires)))
            self.add(self.join(info, "INSTALLER"), ("file", "pip\n"))
            text = "from typing import Optional\n\n__version__ = '%s'\ndebug = False\ncuda: Optional[str] = %r\nhip: Optional[str] = None\n"
            self.add(self.join(site, "torch", "version.py"), ("file", text % (version, cuda)))
            names = ["c10.dll", "torch_cpu.dll"] if self.windows else ["libc10.so", "libtorch_cpu.so"]
            if cuda:
                names.append("torch_cuda.dll" if self.windows else "libtorch_cuda.so")
            for name in names:
                self.add(self.join(site, "torch", "lib", name), ("file", EXECUTABLE))

    def build_tree(self):
        self.expand_pci()
        self.expand_packages()
        self.expand_torch()
        for path, content in self.machine.get("files", {}).items():
            self.add(path, ("file", content))
        for path, target in self.machine.get("links", {}).items():
            self.add(path, ("link", target))
        for path, device in self.machine.get("devices", {}).items():
            self.add(path, ("character", device))
        for path in self.machine.get("folders", []):
            self.add(path, ("directory",))

    def resolve(self, path):
        """The entry that a path ends in, or None for a dangling link."""
        for _ in range(20):
            entry = self.entries.get(path)
            if entry is None or entry[0] != "link":
                return entry
            path = posixpath.normpath(posixpath.join(posixpath.dirname(path), entry[1]))
        return None

    # -- answers -----------------------------------------------------------------------------------------------------
    def answer(self, ask, **state):
        self.lines.append({"ask": ask, **state})

    def answer_stat(self, path):
        entry = self.resolve(path)
        if entry is None:
            self.answer(["stat", path], absent=True)
            return
        stat = {"type": entry[0], "size": 4096 if entry[0] == "directory" else 0, "mtime": 1700000000,
                "mode": 0o755 if entry[0] == "directory" else 0o644, "uid": 0, "gid": 0, "major": 0, "minor": 0}
        if entry[0] == "file":
            stat["size"] = entry[1]["size"] if isinstance(entry[1], dict) else len(entry[1].encode())
        if entry[0] == "character":
            stat.update({name: entry[1].get(name, stat[name]) for name in ("mode", "major", "minor", "gid")})
        self.answer(["stat", path], known=stat)

    def answer_path(self, path, entry):
        self.answer_stat(path)
        if entry[0] == "link":
            self.answer(["link", path], known={"target": entry[1]})
        else:
            self.answer(["link", path], absent=True)
        if entry[0] == "directory":
            names = sorted({p[len(path):].lstrip(self.separator) for p in self.entries if p != path and self.parent(p) == path})
            self.answer(["list", path], known={"entries": names, "complete": True})
        if entry[0] == "character":
            state = entry[1].get("open", True)
            self.answer(["open", path], known={} if state is True else {"error": state})
        target = self.resolve(path)
        if target and target[0] == "file" and isinstance(target[1], str):
            self.answer(["text", path], known={"text": target[1], "complete": True})

    def answer_registry(self):
        keys = {}
        for key, content in self.machine.get("registry", {}).items():
            keys.setdefault(key, {"keys": [], "values": {}})["values"] = content.get("values", {})
            while "\\" in key:
                up, name = key.rsplit("\\", 1)
                above = keys.setdefault(up, {"keys": [], "values": {}})
                if name not in above["keys"]:
                    above["keys"].append(name)
                key = up
        for key in sorted(keys):
            self.answer(["registry", key], known={"keys": sorted(keys[key]["keys"]), "values": keys[key]["values"]})
        for key in self.machine.get("registry_absent", []):
            self.answer(["registry", key], absent=True)

    def answer_all(self):
        variables = self.machine.get("variables", {})
        for kind, value in self.machine.get("answers", {}).items():
            self.answer([kind], known=value)
        self.answer(["variables"], known={"entries": sorted(variables), "complete": True})
        for name in sorted(variables):
            self.answer(["variable", name], known={"value": variables[name]})
        for path in sorted(self.entries):
            self.answer_path(path, self.entries[path])
        for path, digest in sorted(self.machine.get("elf", {}).items()):
            self.answer(["digest", "elf", path], known={"format": "elf", **digest})
        if "loader_cache" in self.machine:
            self.answer(["digest", "ldcache", "/etc/ld.so.cache"], known={"format": "ldcache", "libraries": self.machine["loader_cache"]})
        for call, result in self.machine.get("calls", {}).items():
            function, arguments = call.rstrip(")").split("(")
            self.answer(["call", function] + [a.strip() for a in arguments.split(",") if a.strip()], known=result)
        self.answer_registry()

    def capture(self):
        self.build_tree()
        self.answer_all()
        traits = {"system": self.machine["system"], "separator": self.separator, "list_separator": ";" if self.windows else ":",
                  "fold_case": self.windows, "plumb": "0.1.0", "knowledge": "2026-11-30"}
        lines = [{"machine": traits}] + self.lines + [{"end": True}]
        return "plumb-capture/1\n" + "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)


def capture_of(path):
    with open(path, encoding="utf-8") as file:
        return Builder(yaml.safe_load(file)).capture()


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.stdout.write(capture_of(sys.argv[1]))
