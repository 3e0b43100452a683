"""The planner beside the tools that install: its commands resolve, its files parse, and where uv's automatic choice differs, who is right. Needs PyPI: PLUMB_LONG."""
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
import pathlib

import pytest
import yaml

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import oracle  # noqa: E402

STACKS = [("1.13.1", "3.10"), ("2.0.1", "3.10"), ("2.1.2", "3.11"), ("2.2.2", "3.11"), ("2.5.1", "3.12"), ("2.7.1", "3.12"), ("2.11.0", "3.13"), ("2.13.0", "3.13"),
          ("2.14.1", "3.10"), ("2.15.0", "3.14")]
PLATFORM = ["--python-platform", "x86_64-manylinux_2_28"]


@pytest.fixture(scope="module")
def uv(tmp_path_factory):
    if not os.environ.get("PLUMB_LONG"):
        pytest.skip("takes the network; PLUMB_LONG is not set")
    folder = tmp_path_factory.mktemp("uv")
    if subprocess.run([sys.executable, "-m", "venv", folder], capture_output=True).returncode or \
            subprocess.run([folder / "bin/pip", "install", "-q", "uv"], capture_output=True).returncode:
        pytest.skip("uv cannot be installed here")
    return str(folder / "bin/uv")


def plan(plumb, *words):
    return subprocess.run([plumb, "plan", "--os", "linux", "--lang", "en", *words], capture_output=True, text=True).stdout


def default_flavour(torch):
    return next(row["flavour"] for row in oracle.TORCH if (row["torch"], row["platform"], row["default"]) == (torch, "linux", "yes"))


@pytest.mark.parametrize("torch, python", STACKS)
def test_command_resolves(plumb, uv, tmp_path, torch, python):
    answer = json.loads(plan(plumb, "--gpu=3090", "--torch=" + torch, "--cuda=" + default_flavour(torch), "--python=" + python, "--json"))
    command = [uv] + answer["commands"][-1][1:] + ["--dry-run", "--target", str(tmp_path), "--python-version", python] + PLATFORM
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "+ torch==" + torch in done.stderr


@pytest.mark.parametrize("words, installs", [(["--with=bitsandbytes"], "bitsandbytes=="), (["--with=vllm==0.6.3", "--cuda=cu121"], "vllm==0.6.3"),
                                             (["--with=xformers==0.0.23", "--cuda=cu121"], "xformers==0.0.23"), (["--with=onnxruntime-gpu", "--cuda=13"], "onnxruntime-gpu==")])
def test_wanted_packages_resolve(plumb, uv, tmp_path, words, installs):
    answer = json.loads(plan(plumb, "--gpu=3090", "--json", *words))
    command = [uv] + answer["commands"][1][1:] + ["--dry-run", "--target", str(tmp_path), "--python-version", answer["stack"]["python"]] + PLATFORM
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "+ torch==" + answer["stack"]["torch"] in done.stderr and "+ " + installs in done.stderr


@pytest.mark.parametrize("torch, python", STACKS[:3] + STACKS[-2:])
def test_requirements_resolve(plumb, uv, tmp_path, torch, python):
    (tmp_path / "requirements.txt").write_text(plan(plumb, "--gpu=3090", "--torch=" + torch, "--cuda=" + default_flavour(torch), "--python=" + python,
                                                    "--print=requirements.txt"))
    done = subprocess.run([uv, "pip", "compile", "requirements.txt", "--python-version", python] + PLATFORM, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "torch==" + torch in done.stdout


def uv_flavours(uv, driver, folder):
    """The indexes uv tries for a driver, by what it says it asks. The network is not needed for that."""
    environment = dict(os.environ, UV_CUDA_DRIVER_VERSION=driver, UV_HTTP_RETRIES="0", UV_HTTP_TIMEOUT="3")
    done = subprocess.run([uv, "pip", "install", "torch", "--torch-backend=auto", "--dry-run", "--target", str(folder), "-v", "--no-cache"], env=environment,
                          capture_output=True, text=True, timeout=120)
    return set(re.findall(r"whl/(cu\d+)", done.stderr))


def uv_answer(flavours):
    """Of the first index that has torch, newest CUDA first, the newest torch."""
    rows = [row for row in oracle.TORCH if row["platform"] == "linux" and row["flavour"] in flavours]
    newest = max((row["cuda"] for row in rows), key=oracle.numbers)
    return max((row for row in rows if row["cuda"] == newest), key=lambda row: oracle.padded(row["torch"]))


def test_beside_uv(plumb, uv, tmp_path, capsys):
    """Printed: where both agree, and why not. plumb's answer runs on the card wherever there is one; uv's is only as good where it has code for the card."""
    lines = ["%-10s %-12s %-16s %-16s %s" % ("card", "driver", "uv", "plumb", "")]
    for driver in ("450.80.02", "470.256.02", "525.60.13", "535.104.05", "550.54.14", "570.26", "580.65.06", "595.45.04"):
        flavours = uv_flavours(uv, driver, tmp_path)
        if not flavours:
            pytest.skip("uv says nothing of its indexes")
        row = uv_answer(flavours)
        for name, capability in (("Tesla K80", "3.7"), ("GTX 1080 Ti", "6.1"), ("V100-SXM2-16GB", "7.0"), ("RTX 3090", "8.6"), ("RTX 4090", "8.9"), ("RTX 5090", "12.0")):
            answer = json.loads(plan(plumb, "--gpu=sm_" + capability.replace(".", ""), "--driver=" + driver, "--json"))
            question = oracle.Question(gpus=[capability], os="linux", driver=driver)
            runs = question.fits(question.rows.index(row), question.conditions)
            stack = answer["stack"]
            theirs = row["torch"] + "+" + row["flavour"]
            mine = stack["torch"] + "+" + stack["flavour"] if stack else "none"
            why = "agree" if mine == theirs else "both run" if runs and stack else "uv's has no code for the card, or the driver does not fit it" if not runs and stack else \
                "none fits: the driver does not drive the card" if not stack and not runs else "uv is right"
            lines.append("%-10s %-12s %-16s %-16s %s" % ("sm_" + capability.replace(".", ""), driver, theirs, mine, why))
            assert why != "uv is right", lines[-1]
            if runs:
                assert oracle.padded(stack["torch"]) >= oracle.padded(row["torch"]), lines[-1]
    with capsys.disabled():
        print("\n" + "\n".join(lines))


# Files, without the network: conda and pixi are not here, so their form is held against what their own schemas allow - keys and shapes as
# https://github.com/prefix-dev/pixi/blob/main/schema/schema.json (read 2026-11-30) has them.
FILE_PLANS = [["--gpu=3090", "--torch=2.3.1", "--cuda=cu118"], ["--gpu=3090", "--torch=1.9.1"], ["--gpu=3090"], ["--gpu=1080ti", "--as-of=2025-01-01"], ["--cuda=cpu"],
              ["--gpu=1080ti", "--mirror=aliyun"], ["--gpu=1080ti", "--mirror=sjtu"], ["--gpu=3090", "--mirror=tuna"], ["--gpu=3090", "--python=3.14t"],
              ["--gpu=3090", "--with=flash-attn", "--with=torch-scatter", "--with=apex"], ["--gpu=4090", "--with=xformers"], ["--gpu=3090", "--with=mmcv-full"]]
NAME, SPEC = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*"), re.compile(r"\*|(==|<)[0-9][0-9.a-z]*(\+[a-z0-9]+)?")


def is_address(text):
    return isinstance(text, str) and re.fullmatch(r"https://[^\s\"{}]+", text)


def file_of(plumb, words, name):
    text = plan(plumb, *words, "--print=" + name)
    assert text.startswith("# plumb plan: torch ")
    return text


@pytest.mark.parametrize("words", FILE_PLANS, ids=" ".join)
def test_pixi_file(plumb, words):
    text = file_of(plumb, words, "pixi.toml")
    pixi = tomllib.loads(text)
    assert "not resolved here" in text
    assert set(pixi) <= {"workspace", "dependencies", "pypi-dependencies", "pypi-options"}
    assert set(pixi["workspace"]) == {"name", "channels", "platforms"} and pixi["workspace"]["platforms"] == ["linux-64"]
    assert all(channel == "conda-forge" or is_address(channel) for channel in pixi["workspace"]["channels"])
    assert all(re.fullmatch(r"python(-freethreading)?", name) and re.fullmatch(r"3\.\d+\.\*", version) for name, version in pixi["dependencies"].items())
    options = pixi.get("pypi-options", {})
    assert set(options) <= {"index-url", "find-links", "no-build-isolation"} and is_address(options.get("index-url", "https://x"))
    assert all(set(link) == {"url"} and is_address(link["url"]) for link in options.get("find-links", []))
    for name, value in pixi["pypi-dependencies"].items():
        assert NAME.fullmatch(name)
        if isinstance(value, str):
            assert SPEC.fullmatch(value), value
        elif "git" in value:
            assert set(value) == {"git"} and is_address(value["git"])
        else:
            assert set(value) == {"version", "index"} and SPEC.fullmatch(value["version"]) and is_address(value["index"])
    assert set(options.get("no-build-isolation", [])) <= set(pixi["pypi-dependencies"])


@pytest.mark.parametrize("words", FILE_PLANS, ids=" ".join)
def test_conda_file(plumb, words):
    text = file_of(plumb, words, "environment.yml")
    conda = yaml.safe_load(text)
    assert "not resolved here" in text and set(conda) == {"name", "channels", "dependencies"}
    assert all(channel == "conda-forge" or is_address(channel) for channel in conda["channels"])
    *specs, pip = conda["dependencies"]
    assert specs[1:] == ["pip"] and re.fullmatch(r"python(-freethreading)?=3\.\d+", specs[0]) and set(pip) == {"pip"}
    assert all(re.fullmatch(r"--(index-url|extra-index-url|find-links) https://\S+|[a-z0-9-]+((==|<)\S+)?", line) for line in pip["pip"])


@pytest.mark.parametrize("words", FILE_PLANS, ids=" ".join)
def test_uv_file(plumb, words):
    project = tomllib.loads(file_of(plumb, words, "pyproject.toml"))
    uv = project.get("tool", {}).get("uv", {})
    assert set(uv) <= {"sources", "index", "exclude-newer", "find-links", "no-build-isolation-package"}
    indexes = uv.get("index", [])
    assert all(set(index) <= {"name", "url", "format", "explicit", "default"} and bool(index.get("explicit")) != bool(index.get("default")) for index in indexes)
    assert all(source["index"] in {index["name"] for index in indexes} for source in uv.get("sources", {}).values())
    assert any(one.startswith("torch==") for one in project["project"]["dependencies"])


@pytest.mark.parametrize("words", FILE_PLANS, ids=" ".join)
def test_requirements_file(plumb, words):
    lines = file_of(plumb, words, "requirements.txt").splitlines()
    assert all(re.fullmatch(r"#.*|--(index-url|extra-index-url|find-links) https://\S+|[a-z0-9-]+((==|<)\S+)?", line) for line in lines)


@pytest.mark.parametrize("words", FILE_PLANS[:4] + FILE_PLANS[-3:], ids=" ".join)
def test_uv_reads_the_project(plumb, uv, tmp_path, words):
    """uv's own parser: an error in a key would be said before anything is asked of an index."""
    (tmp_path / "pyproject.toml").write_text(file_of(plumb, words, "pyproject.toml"))
    done = subprocess.run([uv, "lock", "--offline", "--no-cache"], cwd=tmp_path, capture_output=True, text=True)
    assert "TOML" not in done.stderr and "unknown field" not in done.stderr and "Failed to parse" not in done.stderr, done.stderr


@pytest.mark.skipif(not shutil.which("pip"), reason="pip is not here")
def test_pip_reads_the_file(plumb, tmp_path):
    """pip's own parser of requirement files takes it: an error in the options or a line would be wrong usage (2)."""
    (tmp_path / "requirements.txt").write_text(plan(plumb, "--gpu=3090", "--torch=2.3.1", "--cuda=cu118", "--print=requirements.txt"))
    done = subprocess.run([shutil.which("pip"), "install", "--no-index", "--dry-run", "--no-deps", "-r", str(tmp_path / "requirements.txt")], capture_output=True, text=True,
                          env=dict(os.environ, PIP_BREAK_SYSTEM_PACKAGES="1"))  # a dry run breaks nothing
    assert "Could not find a version" in done.stderr and "torch==2.3.1+cu118" in done.stderr, done.stderr
