"""The page of a game after an answer, a refusal and news: the part in use stays in view, and the window shows the
events. All games, three sizes of screen."""

from random import Random
from typing import Any

import pytest
from playwright.sync_api import BrowserContext

from games.ui import faces
from tests.e2e.fitting import Adviser
from tests.e2e.playing import sign_in
from tests.e2e.tables import DRAWING, GAMES, Table, described

SIZES = {"phone": (390, 844), "sideways": (844, 390), "desk": (1280, 800)}
DECISIONS = 14
REFUSED_EVERY = 4
"""A refused form is sent before every so many decisions."""
LINES = 64
"""Three lines of text, in pixels. News may move the part in use by less."""
ON_DRAWING = ("dominato", "dominyam", "utboheme")
"""Games in which the window always has room for drawing and question."""
MOSTLY, PARTLY = 0.6, 0.4
"""Shares of a drawing, or of the window if the drawing is larger."""
LOOK = """([drawing, partly]) => {
  const box = (each) => each.getBoundingClientRect();
  const bars = [...document.querySelectorAll(".bar")].filter((each) => getComputedStyle(each).position === "fixed");
  const end = Math.min(innerHeight, ...bars.map((each) => box(each).top));
  const line = document.querySelector("#recap.is-line")?.offsetHeight ?? 0; // it stays at the top
  const inside = ({ top, bottom, left, right }) => ({
    top: Math.max(top, 0), bottom: Math.min(bottom, end), left: Math.max(left, 0), right: Math.min(right, innerWidth),
  });
  const size = ({ top, bottom, left, right }) => Math.max(0, bottom - top) * Math.max(0, right - left);
  // Is a line of it to be seen, with nothing else over it?
  const isSeen = (each) => {
    if (!each.checkVisibility({ visibilityProperty: true }) || box(each).width < 2) return false;
    const at = box(each);
    for (let y = Math.max(0, at.top) + 4; y < Math.min(at.bottom, innerHeight); y += 8) {
      for (const x of [at.left + 4, (at.left + at.right) / 2]) {
        if (each.contains(document.elementFromPoint(x, y))) return true;
      }
    }
    return false;
  };
  const some = (css) => [...document.querySelectorAll(css)].filter((each) => each.checkVisibility());
  const seen = (css) => some(css).length ? some(css).some(isSeen) : null;
  const drawn = document.querySelector(drawing);
  // From what is told and the next question to a part of the drawing that is large enough: is there room for it all?
  const tops = some("#recap:not(.is-line), #decision .ask, #decision-h").map((each) => box(each).top);
  const high = drawn ? partly * Math.min(box(drawn).height, innerHeight) : 0;
  const span = drawn ? Math.max(...tops, box(drawn).top + high) - Math.min(...tops, box(drawn).bottom - high) : 0;
  const most = drawn && Math.min(box(drawn).height, innerHeight) * Math.min(box(drawn).width, innerWidth);
  return {
    drawing: most ? size(inside(box(drawn))) / most : null,
    hasRoom: span <= end - line - 80,
    told: seen("#recap .rk-told, #recap > header, #recap .rk-quiet"),
    decision: seen("#decision"),
    asked: seen("#decision .ask, #decision-h"),
    answering: seen("#decision form[action*='/play/']"),
    at: box(some("#decision .ask, #decision-h")[0] ?? document.body).top,
    refused: seen("main [role=alert]:not(.vh), .m-verdict.is-bad"),
    key: [...document.querySelectorAll("#decision [name=key]")].map((each) => each.value).sort().join(" "),
    scrolled: scrollY,
    follows: getComputedStyle(document.getElementById("decision")).position === "sticky",
  };
}"""
EYE = """() => {
  // At the middle of the window, what is a part of the table: of its names the nearest ones, outwards.
  const points = [[0.5, 0.5], [0.5, 0.4], [0.5, 0.6], [0.3, 0.5], [0.7, 0.5]];
  return points.map(([x, y]) => {
    const names = [];
    let at = document.elementFromPoint(x * innerWidth, y * innerHeight);
    if (at?.closest("[data-region] svg")) at = at.closest("[data-region] svg");
    for (; at && at.closest("[data-region]"); at = at.parentElement) {
      if (at.id) names.push([at.id, at.getBoundingClientRect().top]);
    }
    return names;
  }).filter((names) => names.length);
}"""
MOVED = """(eye) => eye.flatMap((names) => {
  const still = names.find(([id]) => document.getElementById(id)?.checkVisibility());
  if (!still) return [[names[0][0], "gone"]];
  const [id, was] = still;
  const { top, bottom } = document.getElementById(id).getBoundingClientRect();
  if (bottom <= 0 || top >= innerHeight) return [[id, "out of sight"]];
  return [[id, Math.round(top - was) || 0]];
})"""


def seen_of(table: Table) -> dict[str, Any]:
    found: dict[str, Any] = table.page.evaluate(LOOK, [DRAWING, PARTLY])
    return found


class Walk:
    """A match that one person plays from all its seats, with a page for each seat."""

    def __init__(self, context: BrowserContext, adviser: Adviser, game: str, match: int, size: str) -> None:
        self.context, self.adviser, self.game, self.match = context, adviser, game, match
        self.chance = Random(f"{game} {size}")
        self.tables: dict[int, Table] = {}
        self.played: list[str] = []
        self.refused = self.kept = 0
        self.troubles: list[str] = []

    def table(self, seat: int) -> Table:
        if seat not in self.tables:
            self.tables[seat] = Table(self.context, self.match, seat)
        return self.tables[seat]

    def step(self) -> bool:
        """Make one decision of a seat, and check the pages of the others. False if the match is over."""
        revision, seats = self.adviser.asked(self.match)
        if not seats:
            return False
        table = self.table(self.chance.choice(seats))
        for each in self.tables.values():
            each.wait(revision)
        if len(self.played) % REFUSED_EVERY == 1:
            self.refuse(table)
        way = self.way(table, fits=True)
        assert way, f"after {self.played}: nothing that seat {table.seat} could send is taken"
        table.come(way, drawing=len(self.played) % 2 == 0)
        before = seen_of(table)
        others = [(each, each.page.evaluate(EYE), seen_of(each)) for each in self.tables.values() if each is not table]
        if not table.send(way):
            return True
        what = described(way)
        self.played.append(way["data"]["key"])
        self.check_answer(before, seen_of(table), what)
        revision, _seats = self.adviser.asked(self.match)
        for each, eye, look in others:
            each.wait(revision)
            self.check_news(each, eye, look, f"{what}, seen from seat {each.seat}")
        return True

    def way(self, table: Table, *, fits: bool) -> dict[str, Any] | None:
        seed = f"{len(self.played)} {self.chance.random()}"
        page = self.context.request.get(table.page.url).text()
        return self.adviser.way(self.match, table.seat, page, seed, fits=fits)

    def expect(self, met: object, trouble: str) -> None:
        if not met:
            self.troubles.append(trouble)

    def refuse(self, table: Table) -> None:
        """Send a refused form: the message must be in the window."""
        way = self.way(table, fits=False)
        if way is None:
            return
        table.come(way, drawing=self.chance.random() < 0.5)
        if table.send(way):
            self.expect(seen_of(table)["refused"], f"{described(way)}: refused out of sight")
            self.refused += 1

    def check_answer(self, before: dict[str, Any], after: dict[str, Any], what: str) -> None:
        """After an answer, the view stays at the place of the decision."""
        self.expect(after["refused"] is None, f"{what}: refused")
        self.expect(after["asked"] or after["answering"], f"{what}: the next question is out of sight")
        on_drawing = faces.get(self.game).table.decides_on_drawing
        stays = after["decision"] and not on_drawing
        self.expect(after["told"] is not False or stays, f"{what}: what happened is told out of sight")
        was, now = before["drawing"] or 0, after["drawing"]
        if was >= MOSTLY and now is not None and after["hasRoom"]:
            self.kept += 1
            self.expect(now >= PARTLY, f"{what}: of the drawing {was:.2f} was in view, now {now:.2f}")

    def check_news(self, table: Table, eye: list[Any], before: dict[str, Any], what: str) -> None:
        """After news, the view stays in its place, unless a new question replaces another."""
        after = seen_of(table)
        found = table.page.evaluate(MOVED, eye)
        holds = [isinstance(moved, int) and abs(moved) < LINES for _place, moved in found]
        if after["key"] != before["key"] and before["asked"]:
            moved = after["at"] - before["at"]
            # Above the top of a page there is nothing to scroll to; a question in a column beside follows the window.
            stays = abs(moved) < LINES or after["scrolled"] == 0 or after["follows"] or holds[:1] == [True]
            self.expect(after["asked"] and stays, f"{what}: the next question moved: {moved:.0f}")
            return
        # The place in the middle is still there; those around it are in sight, unless a question came between.
        for number, (place, moved) in enumerate(found):
            if number == 0:
                self.expect(holds[0], f"{what}: {place} moved: {moved}")
            elif after["key"] == before["key"]:
                self.expect(isinstance(moved, int), f"{what}: {place}, beside the middle, is {moved}")


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", GAMES)
def test_what_was_looked_at_stays_in_view_after_answers_and_news(open_context, begin, adviser, game, size):
    width, height = SIZES[size]
    context = open_context(
        viewport={"width": width, "height": height}, has_touch=size != "desk", reduced_motion="reduce"
    )
    sign_in(context.new_page())
    walk = Walk(context, adviser, game, begin(game), size)

    while len(walk.played) < DECISIONS and walk.step():
        pass

    assert len(walk.played) >= 10
    assert not walk.troubles, "\n".join(walk.troubles)
    assert walk.refused > 0
    assert walk.kept or game not in ON_DRAWING
