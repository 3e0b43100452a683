"""Every claim of tests/knowledge/claims.yaml is settled, and what settles it holds."""
import json
import sys

import pytest
import yaml

from conftest import ROOT, run

sys.path.insert(0, str(ROOT / "tests/knowledge"))
import reading  # noqa: E402

CLAIMS = yaml.load((ROOT / "tests/knowledge/claims.yaml").read_text(encoding="utf-8"), Loader=yaml.BaseLoader)
MYTHS = reading.entries("myths", "myths")


def test_every_claim_is_settled():
    assert sorted(int(number) for number in CLAIMS) == list(range(1, 51))
    assert [number for number, claim in CLAIMS.items() if not {"myth", "rows", "symptom"} & set(claim)] == []
    assert [number for number, claim in CLAIMS.items() if claim["verdict"] not in ("right", "half", "wrong")] == []


def test_what_is_wrong_or_half_right_is_a_myth():
    assert [number for number, claim in CLAIMS.items() if claim["verdict"] != "right" and claim.get("myth") not in MYTHS] == []


def test_named_myths_and_symptoms_exist():
    symptoms = reading.entries("symptoms", "symptoms")
    assert [claim["myth"] for claim in CLAIMS.values() if "myth" in claim and claim["myth"] not in MYTHS] == []
    assert [claim["symptom"] for claim in CLAIMS.values() if "symptom" in claim and claim["symptom"] not in symptoms] == []


def holds(row, wanted):
    return all(row.get(column) == value or value in (row.get(column) or "").split() for column, value in wanted.items() if column != "table")


@pytest.mark.parametrize("number", [number for number, claim in CLAIMS.items() if "rows" in claim])
def test_rows_show_it(number):
    for wanted in CLAIMS[number]["rows"]:
        assert any(holds(row, wanted) for row in reading.table(wanted["table"])), wanted


def test_list_names_every_myth(plumb):
    screen = run([plumb, "knowledge", "myth"]).stdout.decode()
    assert [name for name in MYTHS if name not in screen] == []
    assert set(json.loads(run([plumb, "knowledge", "myth", "--json"]).stdout)["myths"]) == set(MYTHS)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_each_myth_fits_a_screen(plumb, language):
    for name, myth in MYTHS.items():
        done = run([plumb, "knowledge", "myth", name, "--lang", language])
        lines = done.stdout.decode().splitlines()
        assert done.returncode == 0 and len(lines) <= 24, name
        assert "".join(myth["claim"][language].split()) in "".join(done.stdout.decode().split()), name


def test_explain_mentions_a_myth_and_stays_quiet_otherwise(plumb, tmp_path):
    (tmp_path / "said.txt").write_text('os.environ["CUDA_VISIBLE_DEVICES"] = "0, 1"\nexport NCCL_P2P_DISABLE=1\n')
    (tmp_path / "plain.txt").write_text("CUDA_VISIBLE_DEVICES=0,1 python train.py\n")
    said = run([plumb, "explain", tmp_path / "said.txt"])
    assert b"plumb knowledge myth nccl-disable-for-multi-gpu" in said.stdout and b"plumb knowledge myth visible-devices-with-a-blank" in said.stdout
    only = run([plumb, "explain"], input=b"export NCCL_P2P_DISABLE=1\n", stdin=None)
    assert only.returncode == 0 and b"BROKEN" not in only.stdout
    assert b"knowledge myth" not in run([plumb, "explain", tmp_path / "plain.txt"]).stdout
