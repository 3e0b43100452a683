"""The tables and entries of knowledge/, read without plumb: tests compare what plumb says with what is written."""
import csv
import pathlib

import yaml

KNOWLEDGE = pathlib.Path(__file__).resolve().parent.parent.parent / "knowledge"


def table(name):
    """Rows as dictionaries; what is not known is None."""
    with open(KNOWLEDGE / "tables" / (name + ".tsv"), encoding="utf-8") as file:
        lines = [line.rstrip("\n") for line in file if line.strip() and not line.startswith("#")]
    columns = [column.rstrip("*") for column in lines[0].split("\t")]
    rows = csv.reader(lines[1:], delimiter="\t", quoting=csv.QUOTE_NONE)
    return [{column: None if cell.strip() in ("", "-") else cell.strip() for column, cell in zip(columns, row)} for row in rows]


def entries(folder, key):
    found = {}
    for path in sorted((KNOWLEDGE / folder).glob("*.yaml")):
        found.update(yaml.load(path.read_text(encoding="utf-8"), Loader=yaml.BaseLoader)[key])
    return found


def version(text):
    return tuple(int(part) for part in text.split("."))
