"""The manual, the completions, --help and the READMEs say what the command line takes: no more and no less.

`plumb list-commands` prints the tables that the command line is read by; the build makes the manual and the completions of
them. A shell that is not here is skipped, as is a program that reads manuals.
"""
import json
import os
import pty
import re
import select
import shutil
import subprocess
import time

import pytest

from conftest import ROOT, run

# Options that tests alone use: they take part in nothing that users read.
HIDDEN = {"--wishes"}
PAGES = {"en": "man/plumb.1", "zh": "man/zh_CN/plumb.1"}


@pytest.fixture(scope="session")
def commands(plumb):
    return json.loads(run([plumb, "list-commands"]).stdout)


@pytest.fixture(scope="session")
def taken(commands):
    """{verb: its options' names, short ones too}, as the reader of the command line has it."""
    verbs = {verb["name"]: set() for verb in commands["verbs"]}
    for option in commands["options"]:
        for verb in option["verbs"] if option["name"] not in HIDDEN else ():
            verbs[verb] |= {option["name"]} | ({option["alias"]} if "alias" in option else set())
    return verbs


@pytest.fixture(scope="session")
def completions(build_folder):
    return build_folder / "completions"


def needs(program):
    if not shutil.which(program):
        pytest.skip("%s is not here" % program)


def names_in(text):
    return set(re.findall(r"(?<![\w-])--?[a-z][a-z-]*", text))


def test_help_says_what_is_taken(commands, taken):
    helped = {verb: [] for verb in taken}
    for line in commands["help"]:
        for verb in line["verbs"]:
            helped[verb] += names_in(re.match(r"(?:-\w, )?--[a-z-]+", line["names"])[0])
        option = next(option for option in commands["options"] if option["name"] in line["names"].replace(",", "").split())
        assert option["has_value"] == bool(re.search(r"--[a-z-]+ .", line["names"])), line["names"]
    assert {verb: sorted(names) for verb, names in helped.items()} == {verb: sorted(names) for verb, names in taken.items()}


def test_subjects_of_knowledge_are_named_everywhere(plumb, commands):
    """The program takes them, --help (and so the manual and the completions) names them, and so does the message."""
    arguments = next(verb["arguments"] for verb in commands["verbs"] if verb["name"] == "knowledge")
    message = run([plumb, "knowledge"]).stderr.decode().split("takes: ")[1].split(";")[0]
    assert [part.split()[0] for part in arguments.split(" | ")] == [part.split()[0] for part in message.split(", ")]
    assert sorted(part.split()[0] for part in arguments.split(" | ")) == sorted(commands["subjects"])


def test_ids_are_known(plumb, commands):
    assert set(commands["ids"]) <= set(commands["subjects"])
    for subject, ids in commands["ids"].items():
        assert len(ids) == len(set(ids)) > 5
        for name in (ids[0], ids[-1]):
            assert run([plumb, "knowledge", subject, name]).returncode == 0, (subject, name)


def test_choices_are_accepted_and_others_are_not(plumb, commands, tmp_path):
    for line in commands["help"]:
        found = re.search(r"(--[a-z-]+) ([a-z0-9_.|-]*\|[a-z0-9_.|-]*)$", line["names"])
        if not found:
            continue
        verb = line["verbs"][-1] if set(line["verbs"]) & {"version"} else line["verbs"][0]
        text = tmp_path / "text"
        text.write_text("RuntimeError: CUDA error: out of memory\n")
        words = {"plan": ["--gpu", "4090", "--driver", "535"] + ([] if found[1] == "--os" else ["--os", "linux"]), "explain": [str(text)]}.get(verb, [])
        for choice in found[2].split("|"):
            assert run([plumb, verb, *words, found[1], choice]).returncode in (0, 1, 3), (found[1], choice)
        assert run([plumb, verb, *words, found[1], "nonsense"]).returncode == 2, found[1]


# The manual.

@pytest.fixture(params=sorted(PAGES))
def page(request, build_folder):
    return build_folder / PAGES[request.param]


def section(page, number):
    """The text of the section with that number: both languages have the same ones in the same order."""
    text = page.read_text(encoding="utf-8").replace("\\&", "").replace("\\-", "-").replace("\\:", "").replace("\\(aq", "'")
    return re.split(r"^\.SH .*\n", text, flags=re.M)[number]


def test_manual_has_every_verb_and_option(page, commands, taken):
    items = re.findall(r"^\.TP\n\\fBplumb ([a-z]+)", section(page, 4), re.M)
    assert items == [verb["name"] for verb in commands["verbs"]]
    described = {verb: set() for verb in taken}
    for head, body in re.findall(r"^\.TP\n(.*)\n((?:(?!\.TP).*\n)*)", section(page, 5), re.M):
        verbs = re.findall(r"\\fB([a-z]+)\\fR", body) or list(taken)
        for verb in verbs:
            described[verb] |= set(re.findall(r"\\fB(--?[a-z-]+)\\fR", head))
    assert described == taken
    assert re.findall(r"^\.B (\d)$", section(page, 6), re.M) == ["0", "1", "2", "3", "4"]


def test_manual_has_no_warnings(page):
    readers = {"man": ["man", "--warnings", "-E", "UTF-8", "-l"], "groff": ["groff", "-k", "-ww", "-man", "-Tutf8"],
               "mandoc": ["mandoc", "-Tlint", "-W", "warning"]}
    here = [reader for reader in readers if shutil.which(reader)]
    if not here:
        pytest.skip("nothing here reads manuals")
    for reader in here:
        done = run([*readers[reader], str(page)])
        assert (done.returncode, done.stderr.decode()) == (0, ""), reader
        assert reader == "mandoc" and not done.stdout or "NO_COLOR" in done.stdout.decode(), reader


def test_examples_of_the_manual_run(page, plumb, tmp_path):
    """All of a page's examples one after the other, in one folder: some need what one before them made."""
    examples = [line for block in re.findall(r"^\.EX\n(.*?)^\.EE", section(page, 9), re.M | re.S) for line in block.splitlines()]
    assert len(examples) > 8
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin/plumb").symlink_to(plumb)
    (tmp_path / "train.log").write_text("RuntimeError: CUDA error: no kernel image is available for execution on the device\n")
    shutil.copy(plumb, tmp_path / "libtorch_cuda.so")
    for example in examples:
        done = run(["sh", "-c", example], {"PATH": "%s:%s" % (tmp_path / "bin", os.environ["PATH"])}, cwd=tmp_path)
        assert done.returncode in (0, 1, 3), (example, done.returncode, done.stderr)


# The completions.

def test_completions_name_every_verb_and_option(completions, taken):
    bash = (completions / "plumb.bash").read_text()
    assert {verb: set(names.split()) for verb, names in re.findall(r"^ +([a-z]+)\) echo '(-[^']*)' ;;$", bash, re.M)} == taken
    zsh = (completions / "_plumb").read_text()
    assert set(re.findall(r"^ +'([a-z]+):", zsh, re.M)) == set(taken)
    assert {verb: names_in(re.sub(r"\[.*|'", " ", block).replace("{", " ").replace(",", " ")) | {
        name for line in block.splitlines() for name in names_in(line.split("'[")[0].replace("'", " ").replace("{", " ").replace(",", " ").replace("(", " "))}
            for verb, block in re.findall(r"^        ([a-z]+)\)\n(.*?);;$", zsh, re.M | re.S)} == taken
    fish = {verb: set() for verb in taken}
    for where, option in re.findall(r"^complete -c plumb(?: -n '__plumb_verb ([a-z ]+)')? (-[sl] .*?)(?: -[xr]| -d)", (completions / "plumb.fish").read_text(), re.M):
        for verb in where.split() or taken:
            fish[verb] |= {("--" if kind == "l" else "-") + name for kind, name in re.findall(r"-([sl]) ([a-z-]+)", option)}
    assert fish == taken
    shell = {verb: set() for verb in taken}
    powershell = (completions / "plumb.ps1").read_text()
    for names, verbs in re.findall(r"^ +@\{ Names = @\((.*?)\); .*?; Verbs = @\((.*?)\);", powershell, re.M):
        for verb in re.findall(r"'([a-z]+)'", verbs):
            shell[verb] |= set(re.findall(r"'(--?[a-z-]+)'", names))
    assert shell == taken
    assert re.findall(r"^ +'([a-z]+)' = '", powershell, re.M) == list(taken)


def complete_bash(line, completions, folder):
    """What the last word may become. The words are split as bash splits them: `=` is a word."""
    script = 'source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _plumb; printf "%s\\n" "${COMPREPLY[@]}"'
    words = [word for part in line.split(" ") for word in ([part] if "=" not in part else [part.split("=")[0], "="] + [part.split("=")[1]] * (not part.endswith("=")))]
    done = run(["bash", "--norc", "-c", script, "bash", str(completions / "plumb.bash"), *words], cwd=folder)
    assert done.stderr == b"", done.stderr
    return {found for found in done.stdout.decode().splitlines() if found}


def complete_fish(line, completions, folder):
    done = run(["fish", "--no-config", "-c", "source %s; complete -C %s" % (completions / "plumb.fish", json.dumps(line))], {"HOME": str(folder)}, cwd=folder)
    assert done.stderr == b"", done.stderr
    return {re.sub(r"^--[a-z-]+=", "", found.split("\t")[0]).rstrip("/") for found in done.stdout.decode().splitlines()}


LINES = [  # (what is typed, what may stand there; None: the verbs)
    ("plumb ", None), ("plumb expl", {"explain"}), ("plumb --lang zh expl", {"explain"}), ("plumb help expl", {"explain"}), ("plumb help ", None),
    ("plumb doctor --fo", {"--format"}), ("plumb capture --fo", set()), ("plumb --sysr", {"--sysroot"}), ("plumb plan --ma", {"--manager"}),
    ("plumb doctor --format ", {"text", "json", "markdown"}), ("plumb doctor --format=j", {"json"}), ("plumb doctor --format=", {"text", "json", "markdown"}),
    ("plumb --lang ", {"en", "zh"}), ("plumb facts --color al", {"always"}), ("plumb plan --manager ", {"uv", "pip", "conda", "pixi"}),
    ("plumb plan --gpu 4090 --print tor", {"torch"}), ("plumb plan --arch x", {"x86_64"}), ("plumb plan --python tr", set()), ("plumb doctor --python tr", {"train.log", "train 2.log"}),
    ("plumb explain tr", {"train.log", "train 2.log"}), ("plumb explain x.log tr", {"train.log", "train 2.log"}), ("plumb inspect train.", {"train.log"}), ("plumb doctor tr", set()),
    ("plumb doctor --replay tr", {"train.log", "train 2.log"}), ("plumb doctor --env ", {"folder"}), ("plumb plan -r train.", {"train.log"}), ("plumb capture -o train.", {"train.log"}),
    ("plumb knowledge cause driver.nou", {"driver.nouveau_active"}), ("plumb knowledge cause driver.nouveau_active dri", set()), ("plumb knowledge -q cause driver.nou", {"driver.nouveau_active"}), ("plumb knowledge mirror tun", {"tuna", "tuna-defaults"}),
    ("plumb knowledge gp", {"gpu"}), ("plumb knowledge check fol", {"folder"}), ("plumb knowledge gpu tr", set()), ("plumb plan --torch tr", set()),
]


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "folder").mkdir()
    for name in ("train.log", "train 2.log"):
        (tmp_path / name).write_text("")
    return tmp_path


@pytest.mark.parametrize("shell, complete", [("bash", complete_bash), ("fish", complete_fish)])
def test_completions_work(completions, taken, folder, shell, complete):
    needs(shell)
    wrong = {line: complete(line, completions, folder) for line, wanted in LINES
             if complete(line, completions, folder) != (set(taken) if wanted is None else wanted)}
    assert wrong == {}


@pytest.mark.parametrize("shell, complete", [("bash", complete_bash), ("fish", complete_fish)])
def test_completions_offer_each_verb_its_options(completions, taken, folder, shell, complete):
    needs(shell)
    for verb, options in taken.items():
        offered = complete("plumb %s -" % verb, completions, folder) | complete("plumb %s --" % verb, completions, folder)
        assert offered >= options if shell == "fish" else offered == options, verb


class Zsh:
    """An interactive zsh on a terminal of its own: completion works nowhere else."""

    SETUP = ("PS1='> '; fpath=(%s $fpath); autoload -U compinit; compinit -u -D; stty -echo\n"
             "show() { zle expand-or-complete; print -r -- \"<<$BUFFER>>\"; zle kill-buffer }; zle -N show; bindkey '^I' show; print READ''Y\n")

    def __init__(self, completions, folder):
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            os.chdir(folder)
            os.execvpe("zsh", ["zsh", "-f", "-i"], {"PATH": os.environ["PATH"], "TERM": "dumb", "LC_ALL": "C.UTF-8", "HOME": str(folder)})
        os.write(self.terminal, (self.SETUP % completions).encode())
        self.read("READY")

    def read(self, until):
        got, end = "", time.monotonic() + 30
        while until not in got:
            assert time.monotonic() < end, got
            if select.select([self.terminal], [], [], 0.1)[0]:
                got += os.read(self.terminal, 65536).decode("utf-8", "replace")
        return got

    def complete(self, line):
        os.write(self.terminal, line.encode() + b"\t")
        return re.search(r"<<(.*)>>", self.read(">>"))[1]

    def close(self):
        os.close(self.terminal)
        os.waitpid(self.process, 0)


def test_completion_of_zsh_works(completions, taken, folder):
    needs("zsh")
    zsh = Zsh(completions, folder)
    try:
        for line, wanted in LINES:
            if wanted is not None and len(wanted) == 1:
                word = re.split("[ =]", line)[-1]
                ending = "=" if wanted <= {"--format", "--sysroot", "--manager"} else "/" if wanted == {"folder"} else " "
                assert zsh.complete(line) == line[: len(line) - len(word)] + wanted.copy().pop() + ending
            elif wanted == set():
                assert zsh.complete(line) == line
    finally:
        zsh.close()


def test_completion_of_bash_is_clean(completions):
    needs("shellcheck")
    done = subprocess.run(["shellcheck", str(completions / "plumb.bash")], capture_output=True, text=True)
    assert done.stdout == ""


# What is written by hand.

@pytest.mark.parametrize("path", ["README.md", "README.zh-CN.md", *sorted("docs/" + path.name for path in (ROOT / "docs").glob("*.md"))])
def test_pages_name_only_what_there_is(path, commands, taken):
    for command in re.findall(r"`plumb ([a-z-]+[^`]*)`", (ROOT / path).read_text(encoding="utf-8")):
        verb = command.split()[0]
        if verb in taken:
            options = names_in(re.sub(r"'[^']*'", "", command))
            assert options <= taken[verb] | HIDDEN, command
        else:
            assert verb in commands["hidden"] or verb.startswith("-"), command
