"""A student plays the demo's match to its end and downloads the debrief."""

from io import BytesIO

import pikepdf
import pytest
from playwright.sync_api import expect

from tests.e2e.playing import Player, match_number, sign_in


@pytest.mark.everywhere
def test_the_demo_student_plays_twelve_activities_and_takes_the_debrief_home(site, open_context):
    page = open_context(accept_downloads=True).new_page()
    page.emulate_media(reduced_motion="reduce")  # else counters run while they are read
    sign_in(page)
    page.get_by_role("link", name="Go to the table").click()
    page.wait_for_url("**/matches/*/**")
    own = match_number(page)
    player = Player(page, look=told_first)

    player.play_until(13)

    # Which of them agreed on a price, and whether cubes had to be bought, is luck.
    assert {"allocate"} < set(player.played)
    assert {"offer", "accept"} & set(player.played)
    expect(page.get_by_role("heading", name="The result")).to_be_visible()
    expect(page.locator("#decision tbody tr")).to_have_count(6)
    page.get_by_role("link", name="Read the debrief").click()
    link = page.get_by_role("link", name="PDF")
    expect(link).to_be_visible(timeout=360_000)
    with page.expect_download() as download:
        link.click()
    content = download.value.path().read_bytes()
    assert content.startswith(b"%PDF")
    with pikepdf.open(BytesIO(content)) as document:
        assert len(document.pages) > 5
    # The demo's matches up to this one: another test of this site gives a match a position that nobody played.
    verified = site.manage("verify_match", *map(str, range(1, own + 1)))
    assert verified.returncode == 0, verified.stdout + verified.stderr


READ = """() => ({
  figures: [...document.querySelectorAll("#recap .rk .ba")].map((line) =>
    [Number(line.closest(".rk").dataset.last), line.querySelector("span").textContent.trim().split(/[,:]/)[0],
      line.querySelector("s").textContent.trim(), line.querySelector("b").textContent.trim()]),
  counters: [...document.querySelectorAll(".counter")].map((each) =>
    [each.querySelector("h2").textContent.trim().split(",")[0],
      (each.querySelector(".sofar .why") ?? each.querySelector(".counter-now .why"))?.textContent.trim()]),
})"""
"""The figures of all cards with the last move of each, and the counters, read at one moment."""
COUNTERS = ("Duration", "Cost", "Failures")


def told_first(page):
    """The page begins with the effects of the last answer, and its figures lead to the counters."""
    expect(page.locator(".table > :first-child")).to_have_id("recap")
    expect(page.locator("#recap-h")).to_be_visible()
    read = page.evaluate(READ)
    counters = dict(read["counters"])
    for name in COUNTERS:
        told = [(before, after) for _at, label, before, after in sorted(read["figures"]) if label == name]
        assert [after for _before, after in told[:-1]] == [before for before, _after in told[1:]], (name, told)
        if told and counters.get(name):
            assert told[-1][1] == counters[name], (name, told, counters)
