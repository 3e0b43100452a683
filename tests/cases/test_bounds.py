"""What is no text, or one made to be dear: `explain` ends soon and says so."""
import subprocess
import sys

import pytest

from conftest import CLEAN

HOSTILE = {
    "quotes": "> " * 500000 + "x\n",
    "titles": "\x1b]" * 500000 + "\n",
    "tags": "<div a=" * 200000 + "\n",
    "colours": "[[[" * 300000 + "\n",
    "tables": "| " * 400000 + "\n",
    "frames": "\u2502" * 300000 + "\n" + "\u256d" + "\u2500" * 300000 + "\n",
    "processes": "(a pid=" * 100000 + "\n" + "(a pid=1) " * 100000 + "\n",
    "carriage returns": "50%\r" * 500000 + "\n",
    "times": "01:01:01 " * 100000 + "\n",
    "entities": "&amp;" * 200000 + "\n",
    "ranks": "[0]: " * 200000 + "x\n" + "".join("[rank%d]: ValueError: x\n" % at for at in range(20000)),
    "tables of ranks": "Failures:\n" + "".join("  time : x\n  rank : %d\n" % at for at in range(20000)),
    "heads": "PyTorch version: 1.%d\n" * 10000 % tuple(range(10000)),
    "wrapped": ("x" * 80 + "\n") * 30000,
}


def explain(plumb, feed, limit=60):
    """Feeds standard input until the program ends; returns status, output, errors."""
    program = subprocess.Popen([plumb, "explain", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=CLEAN)
    with subprocess.Popen([sys.executable, "-c", feed], stdout=program.stdin, stderr=subprocess.DEVNULL) as feeder:
        program.stdin.close()
        program.stdin = None
        out, err = program.communicate(timeout=limit)
        feeder.kill()
    return program.returncode, out.decode(), err.decode()


@pytest.mark.parametrize("what, byte", [("zeros", "\\0"), ("letters", "a"), ("carriage returns", "a\\r")])
def test_an_endless_line_is_no_text(plumb, what, byte):
    status, _, error = explain(plumb, "import sys\nwhile True: sys.stdout.write('%s' * 1000000)" % byte)
    assert status == 2 and error.startswith("plumb: -: not a text: ") and error.count("\n") == 1


def test_noise_is_no_text(plumb):
    status, _, error = explain(plumb, "import os, sys\nwhile True: sys.stdout.buffer.write(os.urandom(1000000))")
    assert status == 2 and error == "plumb: -: not a text: it holds binary data\n"


def test_a_long_line_is_read(plumb):
    status, out, error = explain(plumb, "print('a' * 60000000 + '\\n\\0\\0\\0\\0CUDA out of memory. Tried to allocate 2 GiB')")
    assert status == 1 and "line 2: CUDA out of memory" in out and not error


@pytest.mark.parametrize("name", sorted(HOSTILE))
def test_hostile_lines_cost_little(plumb, tmp_path, name):
    text = tmp_path / "text"
    text.write_text(HOSTILE[name])
    done = subprocess.run([plumb, "explain", "--json", str(text)], capture_output=True, env=CLEAN, timeout=30)
    assert done.returncode in (0, 1) and not done.stderr
