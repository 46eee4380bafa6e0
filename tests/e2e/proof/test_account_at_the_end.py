"""The last move of a match is made in a browser: the account of the result appears automatically."""

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.playing import sign_in
from tests.e2e.running_site import RunningSite

PLAYED = """
from django.contrib.auth import get_user_model
from games.engine.draws import FastDraws
from games.platform.errors import StaleDecision
from games.models import AuthorKind
from games.platform.selectors.position import game_of, state_of
from games.platform.services.authors import Author
from games.platform.services.moves import submit
from tests.games.factories import match_of
lea, teacher = (get_user_model().objects.get(username=name) for name in ("lea", "instructor"))
match = match_of(None, None, None, None, lea, by=teacher, seed=bytes([9]) * 32)
game, own = game_of(match), "activity-12/allocate/structure"
while asked := [p for p in game.rules.prompts(state_of(match)) if not p.optional and not p.passive and p.key != own]:
    prompt, author = asked[0], Author(AuthorKind.PLAYER, lea if asked[0].seat == 4 else None)
    move = game.bot("balanced").answer(state_of(match), prompt, FastDraws(match.number))
    try:
        submit(match_id=match.pk, seat=prompt.seat, key=prompt.key, move=move, by=author)
    except StaleDecision:
        pass  # a bot of the site was faster
    match.refresh_from_db()
print(match.pk)
"""
"""Makes a match in which only the last placement of its structural contractor is missing."""


@pytest.fixture
def waiting(tmp_path):
    """A site with automatic analyses, and such a match."""
    site = RunningSite(tmp_path / "site", AUTO_ANALYSIS="1")
    site.start()
    try:
        made = site.manage("shell", "--no-imports", "-c", PLAYED)
        assert made.returncode == 0, made.stderr
        yield site, made.stdout.split()[-1]
    finally:
        site.end()


def test_what_decided_the_result_appears_without_a_press(waiting, browser):
    site, match = waiting
    page = browser.new_context(base_url=site.url, locale="en-GB").new_page()
    sign_in(page)
    page.goto(f"/matches/{match}/")

    page.get_by_role("button", name=re.compile("^Place ")).first.click()

    expect(page.get_by_role("heading", name="What decided this result")).to_be_visible(timeout=30_000)
    expect(page.locator("#decision")).to_contain_text("of 100 points.", timeout=30_000)
    page.context.close()
