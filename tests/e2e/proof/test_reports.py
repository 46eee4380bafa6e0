"""Reports of a class printed by the workers, and an analysis started and cancelled by the instructor."""

import re
from io import BytesIO
from zipfile import ZipFile

import pikepdf
import pytest
from playwright.sync_api import Page, expect

from tests.e2e.playing import sign_in

PATIENCE = 360_000
"""Printing papers takes long on a busy machine."""


@pytest.fixture
def session(open_context) -> Page:
    """The page of the demo's session. Bots have played one of its matches to the end, and another test perhaps the
    second.
    """
    page: Page = open_context(accept_downloads=True).new_page()
    sign_in(page, "instructor")
    page.goto("/courses/1/")
    page.get_by_role("link", name="Demo workshop").first.click()
    page.wait_for_url("**/sessions/1/**")
    return page


def test_the_reports_of_a_class_are_made_and_taken_home_as_one_file(session):
    session.goto("/sessions/1/reports/")
    session.get_by_label("Students: two pages each").uncheck()
    session.get_by_role("button", name="Make the reports").click()
    link = session.get_by_role("link", name="All as one ZIP")
    expect(link).to_be_visible(timeout=PATIENCE)
    told = session.get_by_role("status").filter(has_text=re.compile(r"(\d) of \1 reports are there"))
    expect(told).to_be_visible()

    with session.expect_download() as download:
        link.click()
    with ZipFile(BytesIO(download.value.path().read_bytes())) as files:
        names = [name for name in files.namelist() if name.endswith(".pdf")]
        papers = [pikepdf.open(BytesIO(files.read(name))) for name in names]
    titles = sorted(str(paper.docinfo["/Title"]).partition(" of ")[0] for paper in papers)
    assert titles[:2] == ["Class report", "Debrief"]
    assert len(titles) == int((told.text_content() or "").strip()[:1])

    session.get_by_role("link", name="Read the class report").click()
    expect(session.get_by_role("heading", level=1)).to_contain_text("Demo workshop")


RIVALS = """
from django.contrib.auth import get_user_model
from games.engine import registry
from games.platform.services.bots import play_bots
from games.platform.services.matches import match_create, match_start
from games.ui import faces
game = registry.get("master_builder")
text = game.scenarios["classic"]
roles = [role.id for role in faces.get(game.key).words.roles(game.rules.load_scenario(text))]
steward = get_user_model().objects.get(username="instructor")
match = match_create(game=game.key, roles=roles, by=steward, scenario_key="classic", scenario="", title="Rivals")
match_start(match_id=match.pk)
play_bots(match_id=match.pk)
print(match.pk)
"""
"""Makes a match whose analysis takes a minute."""


def test_an_analysis_is_begun_by_a_worker_and_called_off(session, site):
    made = site.manage("shell", "--no-imports", "-c", RIVALS)
    assert made.returncode == 0, made.stderr
    match = made.stdout.split()[-1]
    session.goto(f"/matches/{match}/analysis/")
    session.get_by_role("button", name="Analyse this match").click()
    expect(session.locator("#analysis progress:not([value='0'])")).to_be_visible(timeout=PATIENCE)

    session.get_by_role("button", name="Cancel the analysis").click()

    expect(session.get_by_text("The analysis was cancelled.")).to_be_visible()
    expect(session.get_by_role("button", name="Start the analysis again")).to_be_visible()
