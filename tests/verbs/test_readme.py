"""The two READMEs say the same, and the screen they open with is a real one."""
import re

import pytest

from conftest import ROOT

PAGES = {"README.md": "doctor.en.txt", "README.zh-CN.md": "doctor.zh.txt"}


@pytest.mark.parametrize("page", sorted(PAGES))
def test_screen_is_real(page, rewrite):
    path = ROOT / page
    text = path.read_text(encoding="utf-8")
    screen = (ROOT / "tests/machines/stale-libcuda/expected" / PAGES[page]).read_text(encoding="utf-8")
    fence = re.compile(r"```\n(.*?)```", re.S)
    if rewrite:
        path.write_text(fence.sub(lambda _: "```\n" + screen + "```", text, count=1), encoding="utf-8")
        return
    assert fence.search(text).group(1) == screen


def test_pages_are_equal():
    pages = [(ROOT / page).read_text(encoding="utf-8") for page in sorted(PAGES)]
    shape = [[line.split(" ")[0] for line in page.splitlines() if line.startswith("#")] for page in pages]
    assert shape[0] == shape[1]
    links = [re.findall(r"\]\(([^)]*)\)", page) for page in pages]
    assert links[0] == links[1]
    assert [re.findall(r"`(plumb [^`]*)`", page) for page in pages][0] == [re.findall(r"`(plumb [^`]*)`", page) for page in pages][1]


def test_links_lead_somewhere():
    for page in PAGES:
        for link in re.findall(r"\]\(([^)]*)\)", (ROOT / page).read_text(encoding="utf-8")):
            assert link.startswith("http") or (ROOT / link).exists(), link
