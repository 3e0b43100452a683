"""The planner against the oracle, against laws, and against answers that somebody else gave (pairs.yaml)."""
import json
import os
import pathlib
import random
import re
import subprocess
import sys

import pytest
import yaml

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import oracle  # noqa: E402

PAIRS = yaml.load((pathlib.Path(__file__).parent / "pairs.yaml").read_text(encoding="utf-8"), Loader=yaml.BaseLoader)["pairs"]
CAPABILITIES = ["3.0", "3.5", "3.7", "5.0", "5.2", "6.0", "6.1", "7.0", "7.5", "8.0", "8.6", "8.9", "9.0", "10.0", "10.3", "11.0", "12.0", "12.1", "13.0"]
LINUX = ["390.157", "418.39", "440.33", "450.36.06", "450.51.05", "450.80.02", "460.27", "470.42.01", "470.256.02", "510.47.03", "515.65.01", "520.61.05", "525.60.13",
         "530.30.02", "535.104.05", "545.23.06", "550.54.14", "560.35.05", "565.57.01", "570.26", "570.124.06", "575.51.03", "580.65.06", "590.48.01", "610.10", "625.1"]
WINDOWS = ["441.22", "451.22", "452.39", "460.82", "465.89", "471.11", "496.13", "511.23", "516.01", "522.06", "527.41", "528.33", "531.14", "537.13", "546.12", "551.61",
           "566.36", "572.16", "576.02", "580.88", "591.44", "612.1"]
PYTHONS = ["3.6", "3.7", "3.8", "3.8.10", "3.9", "3.10", "3.10.12", "3.11", "3.12", "3.13", "3.13t", "3.14", "3.14t", "3.15", "3.15t", "3.16"]
QUESTIONS = 2000
PACKAGES = ["xformers", "flash-attn", "vllm", "bitsandbytes", "mmcv-full", "mmcv", "torch-scatter", "spconv", "detectron2", "pytorch3d", "onnxruntime-gpu", "triton", "deepspeed",
            "xformers==0.0.28.post3", "xformers>=0.0.25", "flash-attn>=2.5", "vllm<0.6", "bitsandbytes>=0.43", "xformers==99.0", "apex", "pyg", "cupy", "flash_attn", "xformers~=0.0.20"]


def generated(count, seed=20261130):
    chance = random.Random(seed)
    versions = sorted({row["torch"] for row in oracle.TORCH})
    for _ in range(count):
        system = chance.choice(["linux", "linux", "linux", "windows", "windows", "wsl"])
        question = {"os": system, "gpus": chance.sample(CAPABILITIES, chance.choice([0, 1, 1, 1, 1, 1, 2, 3])), "with_": [], "soft": chance.random() < 0.3}
        if system != "windows" and chance.random() < 0.15:
            question["arch"] = "aarch64"
        if chance.random() < 0.7:
            question["driver"] = chance.choice(LINUX if system == "linux" else WINDOWS)
        if chance.random() < 0.4:
            question["python"] = chance.choice(PYTHONS)
        if chance.random() < 0.4:
            version = chance.choice(versions)
            question["torch"] = chance.choice([version, oracle.minor(version), ">=" + version, "<=" + version, "<" + version, "~=" + version, "==" + version,
                                               ">=%s,<%s" % tuple(sorted(chance.sample(versions, 2), key=oracle.padded)), "!=" + version, "==%s.*" % oracle.minor(version),
                                               version + "+" + chance.choice(["cu118", "cu121", "cu126", "cpu", "cu113"])])
        if chance.random() < 0.2:
            question["cuda"] = chance.choice(["10.2", "11", "11.3", "11.8", "12", "12.1", "12.4", "12.6", "12.8", "13", "13.0", "cu118", "cu121", "cu130", "cpu", ">=12.1", "<12"])
        if chance.random() < 0.08:
            question["as_of"] = chance.choice(["2021-06-15", "2022-06-30", "2023-10-04", "2024-12-31", "2025-08-01", "2026-06-01", "2027-01-01", "2016-01-01"])
        if chance.random() < 0.12:
            question["requires"] = chance.choice([">=3.8", ">=3.9,<3.12", "<3.11", ">=3.11", "==3.10.*", ">=3.10,<3.13", "~=3.9", "!=3.12.*,>=3.10", "<=3.9", ">=3.9.7", ">3.13", "<3.7"])
        if system != "windows" and chance.random() < 0.2:
            question["glibc"] = chance.choice(["2.17", "2.27", "2.28", "2.31", "2.35", "2.39"])
        if chance.random() < 0.1:
            question["with_"] = chance.sample(["torchvision", "torchaudio", "torchtext", "einops"], chance.choice([1, 2]))
        if chance.random() < 0.2:
            question["with_"] = question["with_"] + chance.sample(PACKAGES, chance.choice([1, 1, 2]))
            question["build"] = chance.random() < 0.3
        yield question


def line_of(question):
    parts = ["gpu=sm_" + gpu.replace(".", "") for gpu in question.get("gpus", [])] + ["with=" + package for package in question.get("with_", [])]
    parts += ["%s=%s" % (name, question[name]) for name in ("driver", "os", "arch", "python", "torch", "cuda", "glibc", "manager", "requires", "mirror") if question.get(name)]
    parts += ["as-of=" + question["as_of"]] if question.get("as_of") else []
    return "\t".join(parts + (["soft=yes"] if question.get("soft") else []) + (["build=yes"] if question.get("build") else []))


def ask(plumb, questions):
    result = subprocess.run((plumb if isinstance(plumb, list) else [plumb]) + ["plan", "--wishes", "-", "--lang", "en"], input="".join(line_of(question) + "\n" for question in questions), capture_output=True,
                            text=True, timeout=120)
    assert result.returncode == 0 and not result.stderr, result.stderr
    answers = [json.loads(line) for line in result.stdout.splitlines()]
    assert len(answers) == len(questions)
    return answers


def name_of(constraint, question):
    if constraint["kind"] == "card":
        digits = re.search(r"sm_(\d+)(\d)", constraint["text"])
        return "card:%s.%s" % digits.groups()
    return "with:" + constraint["text"] if constraint["kind"] == "with" else constraint["kind"]


def stack_name(stack):
    return stack["torch"] + "+" + stack["flavour"]


def differences(question, answer):
    expected = oracle.Question(**question).answer()
    if expected["status"] != answer["status"]:
        yield "status %s, not %s" % (answer["status"], expected["status"])
        return
    if expected["status"] == "ok":
        for name in ("torch", "flavour", "platform", "confirmed", "native", "least_driver"):
            if answer["stack"][name] != expected[name]:
                yield "%s %s, not %s" % (name, answer["stack"][name], expected[name])
        if answer["fitting"] != expected["fitting"]:
            yield "fitting %s, not %s" % (answer["fitting"], expected["fitting"])
        together = answer["together"] and (sorted(name_of(one, question) for one in answer["together"]["constraints"]), stack_name(answer["together"]["would_allow"]))
        if together != expected["together"]:
            yield "together %s, not %s" % (together, expected["together"])
        binding = {name_of(one, question): stack_name(one["would_allow"]) for one in answer["binding"]}
        if binding != expected["binding"]:
            yield "binding %s, not %s" % (binding, expected["binding"])
        return
    conflict = [name_of(one, question) for one in answer["conflict"]]
    if len(conflict) != expected["conflict"] or oracle.Question(**question).fitting(conflict):
        yield "conflict %s, the smallest has %s" % (conflict, expected["conflict"])
    nearest = {frozenset(name_of(one, question) for one in near["without"]): stack_name(near["stack"]) for near in answer["nearest"]}
    if len(nearest) != min(4, len(expected["nearest"])) or any(expected["nearest"].get(key) != value for key, value in nearest.items()):
        yield "nearest %s, not %s" % (nearest, expected["nearest"])


def test_oracle_agrees(plumb, long_run_or_not):
    questions = list(generated(QUESTIONS * (5 if long_run_or_not else 1)))
    wrong = []
    for question, answer in zip(questions, ask(plumb, questions)):
        for difference in differences(question, answer):
            wrong.append("%s: %s" % (line_of(question).replace("\t", " "), difference))
    assert not wrong, "%d of %d\n%s" % (len(wrong), len(questions), "\n".join(wrong[:20]))


@pytest.fixture
def long_run_or_not():
    return bool(os.environ.get("PLUMB_LONG"))


def better_or_equal(after, before):
    """Of two answers to the same wish."""
    if before["status"] != "ok":
        return True
    if after["status"] != "ok":
        return False
    keys = [(stack["confirmed"], oracle.padded(stack["torch"]), stack["native"], oracle.padded(stack["cuda"] or "0")) for stack in (after["stack"], before["stack"])]
    return keys[0] >= keys[1]


def test_other_builds_answer_alike(plumb, other_build):
    questions = list(generated(300, seed=5))
    assert ask(other_build, questions) == ask(plumb, questions)


@pytest.fixture(params=["plumb_sanitized", "plumb_release", "plumb_windows"])
def other_build(request):
    return request.getfixturevalue(request.param)


def test_newer_driver_is_never_worse(plumb):
    pairs = []
    for question in generated(80, seed=1):
        drivers = LINUX if question["os"] == "linux" else WINDOWS
        # A branch that has left a card behind does not drive it at all.
        last = [int(oracle.ARCHITECTURES.get(gpu, {}).get("last_driver") or 9999) for gpu in question["gpus"]]
        allowed = [driver for driver in drivers if int(driver.split(".")[0]) <= min(last, default=9999)]
        for old, new in zip(allowed, allowed[1:]):
            pairs.append((dict(question, driver=old), dict(question, driver=new)))
    answers = ask(plumb, [question for pair in pairs for question in pair])
    for index, (old, new) in enumerate(pairs):
        assert better_or_equal(answers[2 * index + 1], answers[2 * index]), "%s -> %s" % (line_of(old), new["driver"])


def test_one_more_card_never_widens(plumb):
    pairs = []
    for question in generated(200, seed=2):
        for gpu in CAPABILITIES[::4]:
            if question["gpus"] and gpu not in question["gpus"] and question.get("cuda") != "cpu" and not question.get("torch", "").endswith("+cpu"):
                pairs.append((question, dict(question, gpus=question["gpus"] + [gpu], soft=False)))
                pairs[-1] = (dict(question, soft=False), pairs[-1][1])
    answers = ask(plumb, [question for pair in pairs for question in pair])
    for index, (one, more) in enumerate(pairs):
        before, after = answers[2 * index], answers[2 * index + 1]
        assert after["fitting"] <= before["fitting"], line_of(more)
        assert before["status"] == "ok" or after["status"] != "ok", line_of(more)


def test_printed_plan_is_judged_right(plumb):
    """--check says of plumb's own commands that they install that stack, and that it fits."""
    questions = [question for question in generated(1200, seed=3) if not question.get("arch") and not question.get("soft") and not question.get("requires")]
    tried = 0
    for number, question in enumerate(questions):
        question["manager"] = ("uv", "pip", "conda")[number % 3]
        question["mirror"] = ("", "tuna", "sjtu", "aliyun", "nju")[number % 5]
    for question, answer in zip(questions, ask(plumb, questions)):
        if answer["status"] != "ok" or not answer["stack"]["confirmed"] or tried >= 150:
            continue
        options = ["--gpu=sm_" + gpu.replace(".", "") for gpu in question["gpus"]]
        options += ["--%s=%s" % (name, question[name]) for name in ("driver", "os", "python") if question.get(name)]
        options += ["--cuda=cpu"] if answer["stack"]["flavour"] == "cpu" else []
        command = " ".join("'%s'" % word for word in answer["commands"][1])
        result = subprocess.run([plumb, "plan", "--json", "--check", command] + options, capture_output=True, text=True)
        judged = json.loads(result.stdout)
        assert (result.returncode, judged["torch"], judged["flavour"]) == (0, answer["stack"]["torch"], answer["stack"]["flavour"]), command + "\n" + result.stdout
        assert not judged["faults"], command + "\n" + result.stdout
        tried += 1
    assert tried == 150


def options_of(pair):
    options = []
    for name, value in pair["ask"].items():
        for one in value if isinstance(value, list) else [value]:
            options += ["--" + name] + ([one] if one else [])
    return options


@pytest.mark.parametrize("pair", PAIRS, ids=[pair["name"] for pair in PAIRS])
def test_pair(plumb, pair):
    assert pair.get("source"), "the answer's source"
    result = subprocess.run([plumb, "plan", "--json", "--lang", "en"] + options_of(pair), capture_output=True, text=True)
    want = pair["answer"]
    if want.get("status") == "usage":
        assert result.returncode == 2
        return
    answer = json.loads(result.stdout)
    assert answer["status"] == want.get("status", "ok"), result.stdout
    assert result.returncode == {"ok": 0, "not_judged": 3}.get(answer["status"], 1)
    stack = answer.get("stack") or answer.get("elsewhere") or {}
    for name, value in want.items():
        if name == "conflict":
            assert [one["kind"] for one in answer["conflict"]] == value
        elif name == "oldest":
            assert answer["oldest"]["torch"] == value
        elif name == "faults":
            assert [one["id"] for one in answer["faults"]] == value
        elif name == "torch_at_least":
            assert oracle.padded(stack["torch"]) >= oracle.padded(value)
        elif name == "not_flavour":
            assert stack["flavour"] not in value
        elif name == "code":
            assert [card["code"] for card in answer["machine"]["cards"]] == (value if isinstance(value, list) else [value])
        elif name == "says":
            assert any(value in line for line in answer["lines"]), "\n".join(answer["lines"])
        elif name == "command_has":
            assert value in " ".join(answer["commands"][-1])
        elif name == "build":
            assert {key: answer["build"][key] or "-" for key in value} == value
        elif name == "packages":
            assert [[package["name"], package["release"], package["way"]] for package in answer["packages"]] == value
        elif name == "myths":
            assert answer["myths"] == value
        elif name == "memory":
            assert [str(card.get("memory")) for card in answer["machine"]["cards"]] == (value if isinstance(value, list) else [value])
        elif name == "capability":
            assert [card["capability"] for card in answer["machine"]["cards"]] == (value if isinstance(value, list) else [value])
        elif name != "status":
            have = stack.get(name) if name in stack else answer.get(name)
            assert str(have or "-") == value, "%s: %s" % (name, have)


def test_fast(plumb):
    """A plan takes less than 10 ms: here a thousand of them, and the process itself."""
    import time
    questions = list(generated(1000, seed=4))
    started = time.monotonic()
    ask(plumb, questions)
    assert (time.monotonic() - started) / len(questions) < 0.010


PROJECTS = [
    ("requirements.txt", "# old\ntorch==1.11.0+cu113\ntorchvision==0.12.0+cu113\nnumpy\n--extra-index-url https://download.pytorch.org/whl/cu113\n", ("1.11.0", "cu113", "3.9")),
    ("requirements.txt", "torch~=2.3.0 ; python_version > '3.7'\ntorchaudio\n", ("2.3.1", "cu121", "3.11")),
    ("environment.yml", "name: x\nchannels: [pytorch]\ndependencies:\n  - python=3.8\n  - pytorch=1.10.1=py3.8_cuda11.3_cudnn8.2.0_0\n  - cudatoolkit=11.3\n  - pip:\n    - einops\n",
     ("1.10.1", "cu113", "3.8")),
    ("environment.yml", "dependencies:\n  - python=3.10\n  - pytorch=2.0\n  - pytorch-cuda=11.8\n", ("2.0.1", "cu118", "3.10")),
    ("pyproject.toml", "[project]\nname = \"x\"\ndependencies = [\n  \"torch>=2.0,<2.4\",\n  \"numpy\",\n]\n", ("2.3.1", "cu121", "3.11")),
    ("Dockerfile", "FROM pytorch/pytorch:1.12.1-cuda11.3-cudnn8-runtime\nRUN pip install einops\n", ("1.12.1", "cu113", "3.9")),
    ("pyproject.toml", "[project]\nrequires-python = \">=3.9,<3.11\"\ndependencies = [\"torch==2.3.1\", \"torchvision\"]\n", ("2.3.1", "cu121", "3.10")),
    ("pyproject.toml", "[tool.poetry.dependencies]\npython = \"^3.8,<3.12\"\ntorch = { version = \"^2.0,<2.2\", source = \"pytorch\" }\nnumpy = \"*\"\n", ("2.1.2", "cu121", "3.10")),
    ("pyproject.toml", "[project]\ndependencies = [\n  'torch ~= 2.5.0',\n]\n[tool.uv.sources]\ntorch = { index = \"pytorch\" }\n[[tool.uv.index]]\nname = \"pytorch\"\n"
     "url = \"https://download.pytorch.org/whl/cu118\"\n", ("2.5.1", "cu118", "3.11")),
    ("pixi.toml", "[dependencies]\npython = \"3.11.*\"\n\n[pypi-dependencies]\ntorch = \"==2.4.1\"\n", ("2.4.1", "cu124", "3.11")),
    ("requirements.txt", "torch @ https://download.pytorch.org/whl/cu121/torch-2.2.1%2Bcu121-cp310-cp310-linux_x86_64.whl\n", ("2.2.1", "cu121", "3.11")),
    ("requirements.txt", "--index-url https://download.pytorch.org/whl/cu118\ntorch==2.1.0\n", ("2.1.0", "cu118", "3.10")),
    ("environment.yml", "channels: [conda-forge]\ndependencies: [python=3.9, pytorch=1.13.1, pytorch-cuda=11.7]\n", ("1.13.1", "cu117", "3.9")),
    ("Dockerfile", "FROM nvidia/cuda:12.1.1-cudnn8-devel-ubuntu20.04\nRUN pip3 install torch==2.6.0\n", ("2.6.0", "cu126", "3.12")),
    ("Dockerfile", "FROM nvcr.io/nvidia/cuda:11.8.0-base-ubuntu18.04 AS build\nRUN pip3 install 'torch>=2.0'\n", ("2.6.0", "cu126", "3.12")),
    ("Dockerfile", "FROM --platform=linux/amd64 python:3.9-slim-bullseye\nRUN pip install torch==2.0.1 --index-url https://download.pytorch.org/whl/cu118\n", ("2.0.1", "cu118", "3.9")),
    ("Dockerfile", "FROM ghcr.io/pytorch/pytorch:2.3.0-cuda11.8-cudnn8-runtime\n", ("2.3.0", "cu118", "3.11")),
    ("Dockerfile", "FROM ubuntu:22.04\nRUN apt-get update && apt-get install -y python3\nRUN pip install \\\n  torch==2.2.2 \\\n  torchvision\n", ("2.2.2", "cu121", "3.11")),
]


@pytest.mark.parametrize("name, text, expected", PROJECTS, ids=range(len(PROJECTS)))
@pytest.mark.parametrize("folder", [False, True], ids=["file", "folder"])
def test_project_files(plumb, tmp_path, name, text, expected, folder):
    (tmp_path / name).write_text(text)
    command = [plumb, "plan", "--os=linux", "--gpu=3090", "--json", "-r", str(tmp_path if folder else tmp_path / name)]
    stack = json.loads(subprocess.run(command, capture_output=True, text=True).stdout)["stack"]
    assert (stack["torch"], stack["flavour"], stack["python"]) == expected


def test_project_includes(plumb, tmp_path):
    (tmp_path / "sub").mkdir()
    (tmp_path / "requirements.txt").write_text("numpy\n-r sub/base.txt\n-r nowhere.txt\n-r requirements.txt\n")
    (tmp_path / "sub/base.txt").write_text("torch==2.2.2\n")
    stack = json.loads(subprocess.run([plumb, "plan", "--os=linux", "--gpu=3090", "--json", "-r", str(tmp_path)], capture_output=True, text=True).stdout)["stack"]
    assert stack["torch"] == "2.2.2"


@pytest.mark.parametrize("wish", [["--gpu=3090"], ["--gpu=3090", "--driver=535.104"], ["--gpu=3090", "--python=3.11"], ["--gpu=3090", "--torch=2.3"], ["--gpu=3090", "--cuda=12.1"],
                                  ["--gpu=3090", "--glibc=2.31"], ["--gpu=3090", "--with=xformers"], ["--gpu=3090", "--mirror=tuna"], ["--gpu=3090", "--build"], ["--gpu=3090", "--as-of=2023-01-01"]], ids=" ".join)
def test_a_wish_stands_beside_what_the_machine_says(plumb, wish):
    """Without --os this machine fills what is left open; no wish may be taken for a question to it."""
    done = subprocess.run([plumb, "plan", *wish, "--json"], capture_output=True, text=True, timeout=60)
    assert done.returncode in (0, 1) and done.stderr == "", done.stderr
    answer = json.loads(done.stdout)
    if "--python=3.11" in wish:
        assert answer["stack"]["python"] == "3.11"


def test_project_and_wish_contradict(plumb, tmp_path):
    (tmp_path / "pyproject.toml").write_text("[project]\nrequires-python = \">=3.11\"\ndependencies = [\"torch\"]\n")
    answer = json.loads(subprocess.run([plumb, "plan", "--os=linux", "--gpu=3090", "--python=3.9", "--json", "-r", str(tmp_path)], capture_output=True, text=True).stdout)
    assert [one["kind"] for one in answer["conflict"]] == ["python", "requires-python"] and answer["nearest"]


@pytest.mark.parametrize("content", [b"", b"\xff\xfe\x00torch", b"torch" * 100000, b"[" * 50000, b"torch[" + b"x" * 70000, b"FROM " + b":" * 9999, b"-r -r -r\n" * 999,
                                     b"torch = {" * 5000, b"'" * 65537, b"torch==" + b"9" * 5000 + b"\n"], ids=range(10))
@pytest.mark.parametrize("name", ["requirements.txt", "pyproject.toml", "environment.yml", "Dockerfile"])
def test_hostile_project(plumb, tmp_path, name, content):
    (tmp_path / name).write_bytes(content)
    done = subprocess.run([plumb, "plan", "--os=linux", "--gpu=3090", "-r", str(tmp_path / name)], capture_output=True, timeout=60)
    assert done.returncode in (0, 1, 2) and len(done.stderr) < 5000


@pytest.mark.parametrize("options, says", [
    (["--os=beos"], "it is linux, windows, wsl or macos"), (["--os=linux", "--gpu=NoSuchCard 9000"], "no NVIDIA card"), (["--os=linux", "--torch=new"], "--torch new"),
    (["--os=linux", "--python=three"], "--python three"), (["--os=linux", "--driver=new"], "--driver new"), (["--os=linux", "--cuda=new"], "--cuda new"),
    (["--os=linux", "--manager=poetry"], "uv, pip, conda or pixi"), (["--os=linux", "--check=ls -l"], "no installation"), (["--os=linux", "--check=pip install numpy"], "does not install torch"),
    (["--os=linux", "-r", "/no/such/file"], "/no/such/file"), (["--os=linux", "--print=nothing"], "--print nothing"), (["--os=linux"] + ["--gpu=4090"] * 17, "16 times"),
    (["--os=linux", "--mirror=nowhere"], "sjtu, tencent, tuna"), (["--os=linux", "--glibc=new"], "--glibc new"), (["--os=linux", "--pip=old"], "--pip old"),
    (["--env=/x"], "does not take --env"), (["--os=linux", "--as-of=yesterday"], "--as-of yesterday"),
])
def test_wrong_usage(plumb, options, says):
    done = subprocess.run([plumb, "plan"] + options, capture_output=True, text=True)
    assert done.returncode == 2 and says in done.stderr and not done.stdout


@pytest.mark.parametrize("what, expected", [("index-url", "https://download.pytorch.org/whl/cu118"), ("torch", "2.3.1"), ("cuda", "11.8"), ("arch-list", "7.5;8.6")])
def test_print(plumb, what, expected):
    command = [plumb, "plan", "--os=linux", "--gpu=3090", "--gpu=2080 Ti", "--gpu=RTX 3060", "--torch=2.3.1", "--cuda=cu118", "--print=" + what]
    assert subprocess.run(command, capture_output=True, text=True).stdout == expected + "\n"


def test_print_without_a_stack(plumb):
    done = subprocess.run([plumb, "plan", "--os=linux", "--gpu=5090", "--torch=1.11", "--print=index-url"], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (1, "") and "torch 1.11" in done.stderr


def test_replayed_machine(plumb):
    capture = str(pathlib.Path(__file__).resolve().parents[1] / "captures/plumb-capture-1.capture")
    answer = json.loads(subprocess.run([plumb, "plan", "--replay", capture, "--json"], capture_output=True, text=True).stdout)
    assert answer["machine"]["driver"] == "535.104.05" and [card["capability"] for card in answer["machine"]["cards"]] == ["8.9", "8.9"]
    assert (answer["stack"]["flavour"], answer["stack"]["python"]) == ("cu126", "3.10")


@pytest.mark.parametrize("pip, faults", [("24.0", []), ("19.2.3", ["pip"])])
def test_machine_says_which_pip(plumb, tmp_path, pip, faults):
    capture = (pathlib.Path(__file__).resolve().parents[1] / "captures/plumb-capture-1.capture").read_text(encoding="utf-8")
    (tmp_path / "machine.capture").write_text(capture.replace("pip-24.0.dist-info", "pip-%s.dist-info" % pip), encoding="utf-8")
    done = subprocess.run([plumb, "plan", "--replay", str(tmp_path / "machine.capture"), "--json", "--check", "pip install torch==2.8.0 --index-url https://download.pytorch.org/whl/cu126"],
                          capture_output=True, text=True)
    assert [fault["id"] for fault in json.loads(done.stdout)["faults"]] == faults, done.stdout


def test_replayed_slice(plumb, tmp_path):
    """A capture of a machine that gives its user one slice of an A100."""
    text = (pathlib.Path(__file__).resolve().parents[1] / "captures/plumb-capture-1.capture").read_text(encoding="utf-8")
    text = re.sub(r'("cuDeviceDescribe", "\d"\], "known": .*?)NVIDIA GeForce RTX 4090(", .*?"capability": ")8.9', r"\1NVIDIA A100-SXM4-40GB MIG 1g.5gb\g<2>8.0", text)
    (tmp_path / "slice.capture").write_text(text.replace("2684", "20b0"), encoding="utf-8")
    answer = json.loads(subprocess.run([plumb, "plan", "--replay", str(tmp_path / "slice.capture"), "--json"], capture_output=True, text=True).stdout)
    cards = answer["machine"]["cards"]
    assert [(card["name"], card["capability"], card["memory"]) for card in cards] == [("A100-SXM4-40GB MIG 1g.5gb", "8.0", 5120)] * 2


def test_both_languages_fit(plumb):
    """80 columns but for commands, and the same facts."""
    import unicodedata
    for options in (["--gpu=4090", "--driver=535.104.05", "--torch=2.3.1", "--as-of=2024-07-01"], ["--gpu=5090", "--torch=1.11"], ["--gpu=1080ti", "--manager=conda", "--build"],
                    ["--gpu=GT 730"], ["--gpu=4090", "--cuda=cu118", "--mirror=tuna"], ["--gpu=3090", "--driver=470.82"], ["--gpu=A100 MIG 1g.5gb", "--build"], ["--gpu=Radeon RX 7900"], ["--gpu=Quadro K620"], ["--gpu=Jetson Orin"]):
        for language in ("en", "zh"):
            text = subprocess.run([plumb, "plan", "--os=linux", "--lang=" + language] + options, capture_output=True, text=True).stdout
            assert "{" not in text and "plan." not in text
            for line in text.splitlines():
                wide = sum(2 if unicodedata.east_asian_width(one) in "WF" else 1 for one in line)
                assert wide <= 80 or "http" in line or "uv pip" in line or "conda " in line or "TORCH_CUDA" in line, line


def test_a_cudnn_without_code_for_the_card_is_named(plumb):
    """Kepler under cu118: torch still has code for it, the cuDNN 9 that it pins has none."""
    def said(*words):
        return subprocess.run([plumb, "plan", "--os", "linux", "--lang", "en", *words], capture_output=True, text=True, timeout=60).stdout
    assert "cuDNN 9.1.0.70" in said("--gpu", "K80") and "torch.backends.cudnn.enabled" in said("--gpu", "K80")
    assert "cudnn.enabled" not in said("--gpu", "K80", "--torch", "2.3") + said("--gpu", "GTX 1080 Ti") + said("--gpu", "4090")
