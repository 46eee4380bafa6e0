"""A match as students really play it on a phone: reloaded amid a choice, in a tunnel, by the Back button, in two tabs,
turned on its side, with texts that no line holds. All games."""

from random import Random

import pytest
from playwright.sync_api import expect

from tests.e2e.playing import SENT, sign_in
from tests.e2e.tables import GAMES, Table

UPRIGHT, SIDEWAYS = {"width": 390, "height": 844}, {"width": 844, "height": 390}
LONG = "Wärmebrückenverlustkoeffizient" * 9 + "😀" * 40 + "‮מבחן‬ " + "x" * 200
ROUNDS = 2
TAKEN_ELSEWHERE = "#decision [role=alert], main [role=alert], #recap"
WIDER = "() => document.documentElement.scrollWidth - innerWidth"


class Student:
    """A person with all seats of a match, who uses one page at a time."""

    def __init__(self, context, adviser, game, match):
        self.context, self.adviser, self.match = context, adviser, match
        self.chance = Random(game)
        self.done = []

    def revision(self):
        return self.adviser.asked(self.match)[0]

    def table(self):
        """A page of a seat that is asked; None after the match."""
        revision, seats = self.adviser.asked(self.match)
        if not seats:
            return None
        table = Table(self.context, self.match, self.chance.choice(seats))
        table.wait(revision)
        return table

    def way(self, table):
        page = self.context.request.get(table.page.url).text()
        way = self.adviser.way(self.match, table.seat, page, f"{len(self.done)} {self.chance.random()}", required=True)
        assert way, f"after {self.done}: nothing that seat {table.seat} could send is taken"
        return way

    def reload(self, table):
        """A reload amid the choice leaves the question, which is then answered."""
        way = self.way(table)
        table.come(way)
        table.page.reload()
        expect(table.page.locator("#decision .ask, #decision-h").first).to_be_visible()
        assert table.send(way)

    def tunnel(self, table):
        """Without a network the page says so beside the form, holds the answer and sends it later, once."""
        way, before = self.way(table), self.revision()
        table.come(way)
        self.context.set_offline(True)
        table.fill(way)
        held = table.page.locator("#outbox [data-say=held]")
        expect(held).to_be_visible()
        expect(held).to_be_in_viewport()
        assert self.revision() == before
        with table.page.expect_navigation(wait_until="load"):
            self.context.set_offline(False)
        assert self.revision() > before

    def back(self, table):
        """The Back button leads to a page that shows the present question and takes its answer."""
        assert table.send(self.way(table))
        table.page.goto("/games/")
        table.page.go_back()
        table.wait(self.revision())
        assert self.width(table) == 0

    def two_tabs(self, table):
        """The second of two tabs that answer one question is refused, or shows that it was answered."""
        other = Table(self.context, self.match, table.seat)
        other.wait(self.revision())
        way = self.way(table)
        assert table.send(way)
        before = self.revision()
        other.page.evaluate(SENT)
        if other.fill(way):
            other.page.locator("html:not([data-sent])").wait_for(state="attached")
        other.wait(before)
        assert self.revision() == before
        expect(other.page.locator(TAKEN_ELSEWHERE).first).to_be_visible()
        other.page.close()

    def rotate(self, table):
        """A phone turned on its side before the answer and back after it shows question or board both times."""
        way = self.way(table)
        table.come(way)
        for size in (SIDEWAYS, UPRIGHT):
            table.page.set_viewport_size(size)
            table.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
            assert self.width(table) == 0
            if size is SIDEWAYS:
                assert table.send(way)

    def talk(self, table):
        """A text that no line holds is said; the page stays as wide as the screen, for writer and reader."""
        field = table.page.locator("#talk form [name=text]")
        field.fill(LONG[: int(field.get_attribute("maxlength") or 1000)])
        field.press("Enter")
        expect(table.page.locator("#talk").get_by_text("brückenverlust").first).to_be_visible()
        assert table.send(self.way(table))

    def width(self, table):
        """Pixels by which the page is wider than the screen."""
        return max(0, table.page.evaluate(WIDER))


HABITS = (Student.reload, Student.tunnel, Student.back, Student.two_tabs, Student.rotate, Student.talk)


@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_lost_and_nothing_gets_wider_by_rough_use(open_context, begin, adviser, game):
    context = open_context(
        viewport=UPRIGHT, has_touch=True, is_mobile=True, reduced_motion="reduce",
        forgives=("409: ",),
    )  # fmt: skip
    sign_in(context.new_page())
    student = Student(context, adviser, game, begin(game))

    for habit in HABITS * ROUNDS:
        table = student.table()
        if table is None:
            break
        before = student.revision()
        habit(student, table)
        assert student.revision() > before, habit.__name__
        assert student.width(table) == 0, habit.__name__
        student.done.append(habit.__name__)
        table.page.close()

    assert len(student.done) >= len(HABITS)
