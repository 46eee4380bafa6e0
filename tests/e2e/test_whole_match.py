"""A student plays the demo's match to its end and takes the debrief home."""

from io import BytesIO

import pikepdf
import pytest
from playwright.sync_api import expect

from tests.e2e.playing import Player, sign_in


@pytest.mark.everywhere
def test_the_demo_student_plays_twelve_activities_and_takes_the_debrief_home(site, open_context):
    page = open_context(accept_downloads=True).new_page()
    sign_in(page)
    page.get_by_role("link", name="Go to the table").click()
    player = Player(page, look=told_first)

    player.play_until(13)

    assert set(player.played) == {"buy", "offer", "accept", "allocate"}
    expect(page.get_by_role("heading", name="The result")).to_be_visible()
    expect(page.locator("#decision tbody tr")).to_have_count(6)
    page.get_by_role("link", name="Read the debrief").click()
    link = page.get_by_role("link", name="PDF")
    expect(link).to_be_visible(timeout=90_000)
    with page.expect_download() as download:
        link.click()
    content = download.value.path().read_bytes()
    assert content.startswith(b"%PDF")
    with pikepdf.open(BytesIO(content)) as document:
        assert len(document.pages) > 5
    verified = site.manage("verify_match", "--all")
    assert verified.returncode == 0, verified.stdout + verified.stderr


def told_first(page):
    """Each answer leads to a page that begins with what it did."""
    expect(page.locator(".table > :first-child")).to_have_id("recap")
    expect(page.locator("#recap-h")).to_be_visible()
