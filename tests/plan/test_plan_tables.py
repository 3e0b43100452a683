"""What the planner's own tables name is there."""
import pathlib
import sys

import yaml

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import oracle  # noqa: E402

KNOWLEDGE = oracle.TABLES.parent


def entries(folder, key):
    found = {}
    for path in (KNOWLEDGE / folder).glob("*.yaml"):
        found.update(yaml.load(path.read_text(encoding="utf-8"), Loader=yaml.BaseLoader)[key])
    return found


def test_myths_are_there():
    assert {row["myth"] for row in oracle.table("met_myths")} <= set(entries("myths", "myths"))


def test_texts_are_there():
    texts = entries("texts", "texts")
    assert {"plan.elsewhere." + row["text"] for row in oracle.table("accelerators")} <= set(texts)
    assert {"plan.build." + row["text"] for row in oracle.table("nvcc_packages") if row["text"]} <= set(texts)


def test_systems_of_images_are_there():
    systems = {name for row in oracle.table("systems") for name in [row["system"]] + row["names"].split()}
    assert {"ubuntu22.04", "22.04", "jammy", "bookworm", "ubi8", "rockylinux9"} <= systems


def test_every_known_capability_has_abilities():
    assert {row["capability"] for row in oracle.table("abilities") if row["capability"]} == set(oracle.ARCHITECTURES)


def test_abilities_agree_with_architectures():
    for row in oracle.table("abilities"):
        known = oracle.ARCHITECTURES.get(row["capability"])
        if not known:
            continue
        formats = row["tensor_formats"].split()
        assert ("bf16" in formats) == (known["bf16"] == "yes") and ("fp8" in formats) == (known["fp8"] == "yes"), row
        assert bool(formats) == (known["tensor_cores"] == "yes"), row
