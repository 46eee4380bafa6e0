"""A reserve of time in addition to the deadlines, on a desk and on a phone, in both languages."""

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.playing import INSTRUCTOR, PASSWORD

MATCH = """
from games.platform import clock
from games.ui import faces
from games.models import Match
from games.platform.pace import Pace
from games.platform.services.holders import seat_assign
from games.platform.services.matches import match_create, match_start
from classrooms.models import User
face = faces.get("domego")
roles = [each.id for each in face.words.roles(face.game.rules.load_scenario(face.game.scenarios["classic"]))]
lea = User.objects.get(username="lea")
match = match_create(
    game="domego", roles=roles, by=lea, scenario_key="classic", title="Rue du Port",
    pace_of_match=Pace(mode="live", minutes=3, bank=10),
)
seat_assign(match_id=match.pk, seat=0, user=lea)
match_start(match_id=match.pk)
print(match.pk)
"""
PASSED = """
from datetime import timedelta
from games.platform import clock
from games.models import Decision
rows = Decision.objects.filter(match={match}, seat=0, closed_at=None)
rows.update(due_at=clock.now() - timedelta(minutes=2))
"""
DRAFT = """
from classrooms.models import Course, User
from classrooms.play.sessions.services import session_create
teacher = User.objects.get(username="instructor")
course = Course.objects.order_by("pk").first()
print(session_create(course=course, by=teacher, title="Rue du Port", game="domego").pk)
"""
SPILT = """() => [...document.querySelectorAll("#heading h1, #heading .label, #heading dd, #heading dt")]
  .filter((each) => each.checkVisibility() && each.scrollWidth > each.clientWidth).map((each) => each.innerText)"""
"""Texts of the title block that are wider than their element."""
WAYS = pytest.mark.parametrize(("language", "width"), [("en-GB", 1280), ("fr-FR", 360)])
WORDS = {
    "en-GB": ("Reserve", "runs since", "taken from the reserve", "in minutes"),
    "fr-FR": ("Réserve", "court depuis", "pris sur la réserve", "en minutes"),
}


@pytest.fixture
def visit(open_context, tmp_path):
    """A function that opens a page for a person, and one that checks its layout."""

    def start(name, language, width):
        page = open_context(locale=language, viewport={"width": width, "height": 800}).new_page()
        page.goto("/sign-in/")
        page.locator("#id_username").fill(name)
        page.locator("#id_password").fill(PASSWORD)
        page.locator("form#sheet button").click()
        page.wait_for_url(re.compile("/(today|games|matches)/"))

        def fits(shown):
            page.screenshot(path=tmp_path / f"{shown}.png", full_page=True)
            assert page.evaluate("document.documentElement.scrollWidth") <= width, shown
            assert page.evaluate(SPILT) == [], shown

        return page, fits

    return start


def done(site, program):
    answer = site.manage("shell", "-c", program)
    assert answer.returncode == 0, answer.stderr
    return answer.stdout.strip().rpartition("\n")[2]


@WAYS
def test_it_runs_when_the_deadline_has_passed_and_the_history_tells_what_was_taken(site, visit, language, width):
    match = done(site, MATCH)
    reserve, runs, taken, _minutes = WORDS[language]
    page, fits = visit("lea", language, width)
    page.goto(f"/matches/{match}/")
    line = page.locator("#heading .bank")
    expect(line).to_contain_text(reserve)
    expect(line).to_contain_text("10 min")
    fits("left")

    done(site, PASSED.format(match=match))

    expect(line).to_contain_text(runs, timeout=40_000)
    fits("runs")
    page.locator("#decision form .btn-go").first.click()
    expect(page.locator("#history")).to_contain_text(taken)
    fits("taken")
    page.goto(f"/matches/{match}/history/")
    expect(page.get_by_role("main")).to_contain_text(taken)
    fits("history")


@WAYS
def test_whoever_prepares_a_session_sets_it_with_the_pace(site, visit, language, width):
    draft = done(site, DRAFT)
    minutes = WORDS[language][3]
    page, fits = visit(INSTRUCTOR, language, width)
    page.goto(f"/sessions/{draft}/edit/3/")
    page.locator("[name=mode][value=live]").check()
    field = page.locator("[name=bank]:visible")
    expect(page.locator("main")).to_contain_text(minutes)
    field.fill("10")
    fits("step")
    page.locator("main form button[type=submit], main form button:not([type])").last.click()
    page.goto(f"/sessions/{draft}/edit/6/")
    expect(page.get_by_role("main")).to_contain_text("10 min")
    fits("review")
