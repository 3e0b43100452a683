"""sizes.tsv against PyPI (PLUMB_LONG) and against itself."""
import pytest

import reading

ROWS = reading.table("sizes")


def test_each_build_of_pypi_has_a_size():
    have = {(row["torch"], row["platform"], row["flavour"]) for row in ROWS}
    want = {(row["torch"], row["platform"], row["flavour"]) for row in reading.table("torch") if row["default"] == "yes" and not row["platform"].startswith("macos")}
    assert have == want


def test_sizes_are_plausible():
    for row in ROWS:
        download, disk = int(row["download_mib"]), int(row["disk_mib"])
        assert 40 < download < disk < 12000 and 1.2 < disk / download < 9, row
        assert row["flavour"] != "cpu" or download < 300, row


@pytest.mark.parametrize("torch, platform", [("2.5.1", "linux"), ("2.15.0", "linux"), ("2.0.1", "windows")])
def test_size_is_what_pypi_says(long_run, torch, platform):
    import sizes
    row = next(row for row in ROWS if (row["torch"], row["platform"]) == (torch, platform))
    highest = next(build["python_max"] for build in reading.table("torch") if (build["torch"], build["platform"], build["default"]) == (torch, platform, "yes"))
    found = sizes.row(torch, platform, row["flavour"], "3.%d" % (int(highest.split(".")[1]) - 1)).split("\t")
    assert abs(int(found[3]) - int(row["download_mib"])) <= 2 + int(row["download_mib"]) // 50 and found[5] == row["wheels"]
