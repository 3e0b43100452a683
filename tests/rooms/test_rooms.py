"""The rooms: the checker finds nothing, would find a wrong arrow, and the compiler refuses one too."""
import json
import shutil
import subprocess

import pytest

from conftest import ROOT


def check(root):
    return subprocess.run(["/usr/bin/python3", str(ROOT / "tools/check-rooms"), str(root)], capture_output=True, text=True)


def test_rooms_are_kept():
    done = check(ROOT)
    assert (done.returncode, done.stdout) == (0, "")


@pytest.mark.parametrize("place, line, fault", [
    ("src/base/arena.c", '#include "os/machine.h"', "base may not include os"),
    ("src/formats/elf.c", '#include "facts/store.h"', "formats may not include facts"),
    ("src/findings/weigh.c", '#include "os/ask.h"', "findings may not include os"),
    ("src/report/json.c", '#include "findings/judge.h"', "report may not include findings"),
    ("src/facts/store.c", '#include "../base/include/base/text.h"', "'..' in an include"),
    ("src/sources/pci.c", "#ifdef _WIN32\n#endif", "a platform conditional"),
    ("src/verbs/run.c", "#include <uv.h>", "belongs to os/"),
])
def test_checker_sees(tmp_path, place, line, fault):
    for folder in ("src", "docs"):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    path = tmp_path / place
    path.write_text(line + "\n" + path.read_text(encoding="utf-8"), encoding="utf-8")
    done = check(tmp_path)
    assert done.returncode == 1 and place in done.stdout and fault in done.stdout


@pytest.mark.parametrize("place, header", [("src/base/arena.c", "os/machine.h"), ("src/formats/elf.c", "facts/store.h"),
                                           ("src/findings/weigh.c", "os/ask.h"), ("src/report/json.c", "findings/judge.h")])
def test_wrong_arrow_does_not_compile(build_folder, tmp_path, place, header):
    """With the very command of the build, and only the arrow added."""
    commands = json.loads((build_folder / "compile_commands.json").read_text())
    entry = next(entry for entry in commands if entry["file"].endswith(place))
    words = [word for word in entry["command"].split() if word not in ("-c", "-MD") and not word.endswith((".c", ".o", ".d"))]
    words = [word for word in words if word not in ("-MQ", "-MF", "-o")]
    right = tmp_path / "right.c"
    wrong = tmp_path / "wrong.c"
    right.write_text((ROOT / place).read_text(encoding="utf-8"), encoding="utf-8")
    wrong.write_text('#include "%s"\n' % header + right.read_text(encoding="utf-8"), encoding="utf-8")
    folder = "-I" + str((ROOT / place).parent)

    def compile_it(path):
        return subprocess.run(words + [folder, "-fsyntax-only", str(path)], cwd=entry["directory"], capture_output=True, text=True)

    assert compile_it(right).returncode == 0
    refused = compile_it(wrong)
    assert refused.returncode != 0 and header in refused.stderr
