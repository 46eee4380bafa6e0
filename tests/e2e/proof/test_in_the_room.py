"""The acts of a lecturer in the room, as people see them: a prediction, an event, an observer and a match on paper. The
lecturer's pages are English and wide, those of students French and narrow, the projector large. Each with its faults.
"""

import re
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.playing import PASSWORD, sign_in

PHONE = {"viewport": {"width": 390, "height": 844}, "locale": "fr-FR", "has_touch": True, "is_mobile": True}
SCREEN = {"viewport": {"width": 1920, "height": 1080}}
MAKE = """
from django.contrib.auth import get_user_model
from classrooms.play.sessions.services.projecting import projector_token
from tests.classrooms.factories import course_of, session_of
from tests.games.factories import person
people = get_user_model()
lecturer = people.objects.get(username="instructor")
students = [person(name) for name in {names!r}]
room = session_of(course_of(lecturer, students), teams=[[each] for each in students], started=True)
for each in students:
    each.set_password("domego")
    each.save()
first = room.session_teams.order_by("position")[0]
print("room", room.pk, first.match_id, room.join_code, projector_token(room))
"""
TURN = """
from games.models import Match
from tests.classrooms.play.questions.asking import pass_turn
pass_turn(Match.objects.get(pk={match}))
"""


@dataclass
class Room:
    """A running session: its number, the match of its first team, the code to join, the projector's token, and the
    username of the first team's student.
    """

    number: int
    match: int
    code: str
    token: str
    student: str


@pytest.fixture
def room(site, request) -> Room:
    student = f"{request.node.name[:20]}-a"
    made = site.manage("shell", "--no-imports", "-c", MAKE.format(names=[student, f"{request.node.name[:20]}-b"]))
    assert made.returncode == 0, made.stderr
    number, match, code, token = made.stdout.split()[-4:]
    return Room(int(number), int(match), code, token, student)


def pass_turn(site: Any, room: Room) -> None:
    done = site.manage("shell", "--no-imports", "-c", TURN.format(match=room.match))
    assert done.returncode == 0, done.stderr


@pytest.fixture
def desk(open_context) -> Page:
    page: Page = open_context(forgives=("410: ",)).new_page()
    sign_in(page, "instructor")
    return page


def sign_in_on(phone: Page, name: str) -> None:
    """Sign in on a page of any language."""
    phone.goto("/sign-in/")
    phone.locator("main [name=username]").fill(name)
    phone.locator("main [name=password]").fill(PASSWORD)
    phone.locator("main form:has([name=password]) button").last.click()
    phone.wait_for_url(lambda url: "/sign-in/" not in url)


def fits(page: Page) -> bool:
    """Is nothing beside the window?"""
    return bool(page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth"))


def test_the_class_predicts_a_card_and_reads_what_came(site, open_context, desk, room):
    phone, screen = open_context(**PHONE).new_page(), open_context(**SCREEN).new_page()
    phone.goto(f"/join/{room.code}/poll/")
    expect(phone.locator("#poll")).to_contain_text("Aucune question ouverte")
    screen.goto(f"/projector/{room.token}/")

    desk.goto(f"/sessions/{room.number}/questions/polls/")
    desk.get_by_role("button", name="Let the class predict").click()

    expect(screen.locator(".room-question")).to_contain_text("Team 1: What does the first risk card of")
    choices = phone.locator(".poll-choice")
    expect(choices).to_have_count(4)
    expect(phone.locator("#poll-h")).to_contain_text("Team 1\u00a0:")
    assert fits(phone)
    choices.nth(1).tap()
    expect(phone.locator(".poll-choice[aria-pressed=true]")).to_have_count(1)
    phone.locator(".poll-choice").nth(0).tap()  # another answer of the same phone takes its place
    expect(phone.locator(".poll-choice[aria-pressed=true]")).to_have_attribute("value", "0")
    expect(screen.locator(".q-share")).to_have_text(
        re.compile(r"^\s*1 vote\s*$")
    )  # the second answer took the place of the first

    pass_turn(site, room)

    expect(screen.locator("body")).to_contain_text(re.compile(r"It came true|It did not happen"))
    expect(phone.locator("#poll")).to_contain_text("Cette question est close")
    expect(phone.locator(".poll-choice")).to_have_count(0)
    desk.goto(f"/sessions/{room.number}/questions/polls/")
    assert fits(screen)


def test_an_event_is_previewed_refused_and_brought_and_the_team_reads_it(site, open_context, desk, room):
    phone = open_context(**PHONE).new_page()
    sign_in_on(phone, room.student)
    phone.goto(f"/matches/{room.match}/")
    address = f"/sessions/{room.number}/events/"

    desk.goto(address)
    desk.locator("[name=event]").select_option("strike")
    desk.locator("[name=amount]").fill("99")
    desk.get_by_role("button", name="Preview", exact=True).click()
    expect(desk.locator("#event")).to_contain_text("99 is not possible for this event: choose from 1 to 10.")
    expect(desk.locator("[name=amount]")).to_have_value("99")
    expect(phone.locator("body")).not_to_contain_text("Grève")

    desk.locator("[name=amount]").fill("2")
    desk.get_by_role("button", name=re.compile("^Preview")).click()
    expect(desk.locator("#preview")).to_contain_text("The activity under way takes 2 days more.")
    desk.get_by_role("button", name=re.compile("^Bring to")).click()

    expect(desk.locator("body")).to_contain_text("Strike")
    expect(phone.locator("body")).to_contain_text("Grève")
    expect(phone.locator("body")).to_contain_text("2 jours de plus")
    assert fits(phone)
    desk.goto(f"/sessions/{room.number}/interventions/")
    expect(desk.get_by_role("main")).to_contain_text("Strike")


def test_a_guest_looks_on_by_a_link_and_can_do_nothing(open_context, desk, room):
    desk.goto(f"/sessions/{room.number}/observers/")
    desk.get_by_role("button", name="Make a link").click()
    link = desk.locator("[id^=link-url-]").first.input_value()

    guest = open_context(**PHONE).new_page()
    guest.goto(link)
    guest.locator("input[name=name]").fill("Maëlle")
    guest.get_by_role("main").get_by_role("button").last.click()
    guest.get_by_role("main").locator(f"a[href*='/matches/{room.match}/']").click()
    guest.wait_for_url(f"**/matches/{room.match}/**")

    assert guest.locator("form[action$='/play/']").count() == 0
    assert fits(guest)
    desk.goto(f"/sessions/{room.number}/observers/")
    expect(desk.get_by_role("main")).to_contain_text("Maëlle")
    desk.get_by_role("button", name="Withdraw").click()
    late = open_context(forgives=("404: ", "410: "), **PHONE).new_page()
    late.goto(link)
    assert late.locator("input[name=name]").count() == 0


def test_sheets_are_typed_in_by_keyboard_alone(desk, room):
    desk.goto(f"/sessions/{room.number}/paper/")
    desk.get_by_role("button", name="Continue on paper").click()
    desk.goto(f"/matches/{room.match}/paper/")
    before = desk.locator("#lines form").count()
    assert before > 0

    desk.keyboard.type("nonsense")
    desk.keyboard.press("Enter")
    expect(desk.locator("#lines .error").first).to_be_visible()
    expect(desk.locator(":focus")).to_have_value("nonsense")  # it stays, and is corrected in place

    desk.keyboard.press("Control+A")
    desk.keyboard.type("0")
    desk.keyboard.press("Enter")
    expect(desk.locator("#lines .error")).to_have_count(0)
    expect(desk.locator("#news-h ~ p").first).not_to_have_text("Nothing has happened yet.")

    desk.keyboard.type("<")
    desk.keyboard.press("Enter")
    expect(desk.locator("#lines form")).to_have_count(before)
