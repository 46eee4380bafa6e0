"""An open page does not count as the return of its reader: only an action does, even if the browser stores nothing."""

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.playing import sign_in, start_match

LOST = ("404: ",)
"""Requests for news of a table that the reader has left."""
LEND = """
from classrooms.models import User
from games.platform.services.interventions import Actor
from games.platform.services.steering_seats import steer_seat_to_bot
steer_seat_to_bot(
    match_id={match}, seat=0, until_back=True, actor=Actor(User.objects.get(username="instructor"))
)
"""
HELD = """
from games.models import SeatHolder
print(SeatHolder.objects.filter(seat__match={match}, seat__index=0, released_at=None).count())
"""
BLOCKED = """
for (const name of ["sessionStorage", "localStorage"])
  Object.defineProperty(window, name, { get() { throw new DOMException("blocked", "SecurityError"); } });
"""


@pytest.fixture(params=[False, True], ids=["with storage", "with storage blocked"])
def table(request, open_context) -> Page:
    page: Page = open_context(forgives=LOST).new_page()
    if request.param:
        page.add_init_script(BLOCKED)
    sign_in(page)
    return page


def test_an_open_page_says_that_a_bot_plays_and_a_press_takes_the_seat_back(table, site):
    match = start_match(table, {0: "me"})
    expect(table.locator("#decision")).to_be_visible()

    assert site.manage("shell", "-c", LEND.format(match=match)).returncode == 0
    expect(table.get_by_role("heading", name="A bot plays for you")).to_be_visible()
    assert site.manage("shell", "-c", HELD.format(match=match)).stdout.split()[-1] == "0"

    table.get_by_role("button", name="Take your seat back").click()
    table.wait_for_url(f"**/matches/{match}/")
    expect(table.locator("#seats, #heading").first).to_be_visible()
    assert site.manage("shell", "-c", HELD.format(match=match)).stdout.split()[-1] == "1"
