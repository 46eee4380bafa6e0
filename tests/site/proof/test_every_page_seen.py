"""Every page of the URL conf in a browser: at a desk, on a phone, and in the windows of a zoom of 200 and 400 %. Also
with everything unfolded, with wider text, and in the system's own colours.

Nothing is outside the window, no control is too small, and the focus is always visible. The criteria are WCAG 1.4.4,
1.4.10, 1.4.12, 2.4.7, 2.4.11, 2.5.8 and RGAA 10.4, 10.7, 10.11, 10.12.

Each of these settings checks another third of the pages, and axe every third page. `make access` and `make proof` check
all pages in each setting, and write down the results.
"""

import os
from dataclasses import dataclass
from pathlib import Path

import pytest

from games.engine import registry
from tests.e2e.proof.test_accessibility import violations
from tests.site.every_page import Read, all_pages
from tests.site.proof.test_tables_fit import CHROMIUM, SITE, shelf

sync_api = pytest.importorskip("playwright.sync_api")
LOOK = (Path(__file__).parents[1] / "seen.js").read_text(encoding="utf-8")
RESULT = os.environ.get("ACCESS_OF_ALL", "")
"""The file of results that `make access` and `make proof` write."""
THIRDS = 3
DESK, AT_200_PERCENT, AT_400_PERCENT, PHONE = (1280, 800), (640, 400), (320, 256), (360, 740)
SMALLEST = 24
WIDER = """* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
p { margin-block-end: 2em !important }"""
"""Styles with the text spacing of WCAG 1.4.12."""
DRAWN = "() => new Promise((told) => requestAnimationFrame(() => requestAnimationFrame(told)))"

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.xdist_group("every_page"),
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here: apt-get install chromium"),
]


@pytest.fixture(scope="module")
def pages(django_db_setup, django_db_blocker) -> list[Read]:
    with django_db_blocker.unblock():
        return list({(page.name, page.language): page for page in all_pages()}.values())


def told(look: str, pages: list[Read], faults: set[tuple[str, ...]]) -> None:
    """Write a line of the result, and one for each fault."""
    if RESULT:
        said = [
            f"{look}: {len(pages)} pages, {len(faults)} faults",
            *(f"  {': '.join(each)}" for each in sorted(faults)),
        ]
        with Path(RESULT).open("a", encoding="utf-8") as result:
            result.write("\n".join(said) + "\n")


@dataclass(frozen=True)
class Look:
    """A window and its settings. With `cut`, nothing may be beside it. `size` is the least size of controls, in px."""

    window: tuple[int, int]
    cut: bool = True
    size: int = SMALLEST
    unfolded: bool = False
    styles: str = ""
    colours: str = "none"

    def __str__(self) -> str:
        ways = {
            "focus": not self.unfolded,
            "nothing beside it": self.cut,
            "targets": self.size,
            "everything unfolded": self.unfolded,
            "wider text": self.styles,
            "the system's colours": self.colours == "active",
        }
        return ", ".join([f"{self.window[0]} x {self.window[1]} px", *(way for way, is_so in ways.items() if is_so)])


LOOKS = {
    "desk": Look(DESK, cut=False),
    "200 percent": Look(AT_200_PERCENT),
    "400 percent": Look(AT_400_PERCENT),
    "phone": Look(PHONE),
    "unfolded": Look(PHONE, unfolded=True),
    "wider text": Look(PHONE, styles=WIDER, size=0),
    "forced colours": Look(DESK, cut=False, colours="active"),
}


@pytest.mark.timeout(3000)
@pytest.mark.parametrize("way", LOOKS)
def test_every_page_can_be_reached(pages, way):
    """The browser starts inside the test, as Django refuses the database while Playwright's loop runs."""
    look, faults = LOOKS[way], set()
    seen = pages if RESULT else pages[list(LOOKS).index(way) % THIRDS :: THIRDS]
    size = dict(zip(("width", "height"), look.window, strict=True))
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_page(viewport=size, reduced_motion="reduce", forced_colors=look.colours)
        for read in seen:
            page.unroute_all()
            page.route("**/*", shelf(read.html))
            page.goto(SITE + "/", wait_until="load")
            if look.styles:
                page.add_style_tag(content=look.styles)
                page.evaluate(DRAWN)  # scripts are told of new sizes as the page is drawn
            asked = {"size": look.size, "cut": look.cut, "unfolded": look.unfolded, "outline": look.colours == "active"}
            faults |= {(read.name, words) for words in page.evaluate(LOOK, asked)}
        browser.close()

    told(str(look), seen, faults)
    assert sorted(faults) == []


SIDEWAYS = (844, 390)
NEARLY_ALL = 0.9
LEFT = """(selectors) => {
  document.getElementById("recap")?.setAttribute("hidden", "");
  const rows = (el) => {
    const at = el.getBoundingClientRect();
    const [low, high, x] = [Math.max(at.top, 0), Math.min(at.bottom, innerHeight), at.left + at.width / 2];
    let found = 0;
    for (let y = low + 1; y < high; y++) found += el.contains(document.elementFromPoint(x, y)) ? 1 : 0;
    return Math.min(1, found / Math.min(at.height, 100));
  };
  return Math.max(0, ...[...document.querySelectorAll(selectors)].filter((el) => el.checkVisibility()).map(rows));
}"""
"""The visible share of the question above fixed parts, or of a hand's breadth of the board."""


@pytest.mark.timeout(3000)
def test_a_phone_on_its_side_shows_the_question_or_the_board(pages):
    tables, hidden = [page for page in pages if page.who == "player" and " after " in page.name], {}
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        window = dict(zip(("width", "height"), SIDEWAYS, strict=True))
        page = browser.new_page(viewport=window, is_mobile=True, has_touch=True, reduced_motion="reduce")
        for read in tables:
            page.unroute_all()
            page.route("**/*", shelf(read.html))
            page.goto(SITE + "/", wait_until="load")
            page.evaluate(DRAWN)
            if (seen := page.evaluate(LEFT, "#decision-h, main svg[data-view], #spiral")) < NEARLY_ALL:
                hidden[str(read)] = seen
        browser.close()

    assert {page.name.partition(" ")[0] for page in tables} >= {game.key for game in registry.all_games()}
    assert hidden == {}


@pytest.mark.timeout(3000)
def test_axe_finds_nothing_on_any_page(pages):
    """WCAG 2.2 A and AA as far as axe checks it, in light. In dark, colours only."""
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_page(viewport=dict(zip(("width", "height"), DESK, strict=True)))
        faults, seen = set(), pages if RESULT else pages[::THIRDS]
        for read in seen:
            page.unroute_all()
            page.route("**/*", shelf(read.html))
            page.goto(SITE + "/", wait_until="load")
            faults |= {(read.name, *fault[1:]) for fault in violations(page)}
        browser.close()

    told("axe, WCAG 2.2 A and AA in light, colours in dark", seen, faults)
    assert sorted(faults) == []
