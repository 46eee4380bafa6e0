"""A study from its first line to the pooled result: a lecturer in a browser, and a class that answers by its personal
links. In both languages.
"""

import json
import re
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from playwright.sync_api import Page, expect

from tests.e2e.playing import patiently, sign_in
from tests.e2e.proof.test_workshop import come_in, new_course, press, take_list
from tests.e2e.students import Student

CHOICES = re.compile(r'name="(choice-\d+)" value="(\d+)"')
ITEMS = re.compile(r'name="(item-[^"]+)"')


@pytest.fixture(params=["en", "fr"])
def language(request):
    """The language of the lecturer, whose texts this test expects."""
    with translation.override(request.param):
        yield request.param


@pytest.fixture
def desk(open_context) -> Page:
    """The lecturer's page, in English until the course is there."""
    page: Page = open_context(accept_downloads=True).new_page()
    sign_in(page, "instructor")
    return page


def switch(page: Page, name: str) -> None:
    """Change the language of the page and of the person."""
    page.locator("#menu summary").click()
    with page.expect_navigation(wait_until="load"):
        page.get_by_role("button", name=name).click()


def tap(page: Page, text: str) -> None:
    """Press a button by its text in the current language."""
    press(page, _(text))


def answers(student: Student, study: str, moment: str, right_of: int) -> None:
    """Answer a test: the first option of so many questions, the second of the others, always sure."""
    path = f"{study}tests/{moment}/"
    status, page = student.get(path)
    assert status == 200, (student.name, moment, status)
    names = list(dict.fromkeys(name for name, _value in CHOICES.findall(page)))
    fields = {name: "0" if place < right_of else "1" for place, name in enumerate(names)}
    fields |= {name.replace("choice", "confidence"): "75" for name in names}
    fields |= dict.fromkeys(ITEMS.findall(page), "4")
    status, _page = student.post(path, page, send="1", **fields)
    assert status == 200, (student.name, moment, status)


def agree(student: Student, study: str, choice: str) -> None:
    _status, page = student.get(f"{study}mine/")
    assert student.post(f"{study}mine/", page, consents=choice)[0] == 200


def all_of(students: list[Student], does) -> None:
    """Several of them at once."""
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(does, students))


def until(page: Page, condition) -> None:
    """Load the page again until something is there."""
    for _round in patiently(120):
        if condition():
            return
        page.wait_for_timeout(500)
        page.reload()


def test_a_study_from_its_first_line_to_the_pooled_result(site, desk, language):
    course = new_course(desk)
    take_list(desk, course)
    students = come_in(site, desk, course)
    desk.goto(f"{course}sessions/new/?game=domego")
    desk.get_by_label("Name of the session").fill("Autumn workshop")
    press(desk, "Save and go on")
    desk.goto("/games/")
    if language == "fr":
        switch(desk, "Français")
    try:
        study = planned(desk, course)
        answered_by(desk, study, students)
        told(desk, course, study)
    finally:
        if language == "fr":
            desk.goto("/games/")
            switch(desk, "English")


def planned(desk: Page, course: str) -> str:
    """Plan a study with the proposals, and freeze it. Returns its path."""
    desk.goto(course)
    desk.get_by_role("link", name=_("Studies"), exact=True).click()
    desk.get_by_label(_("Title")).fill("Game or lecture")
    tap(desk, "Make a draft")
    found = re.search(r"/studies/\d+/", desk.url)
    assert found is not None
    desk.locator("[name=question]").fill("Does the game teach more than the lecture?")
    desk.locator("[name=after_at]").evaluate("each => each.scrollIntoView()")
    tap(desk, "Save")
    desk.locator("[name=arm-session-1]").select_option(label="Autumn workshop")
    tap(desk, "Save the arms")
    tap(desk, "Compute the chance")
    until(desk, lambda: desk.locator("#power table").count())
    tap(desk, "Freeze the plan")
    expect(desk.get_by_text(_("The plan is frozen. The first test is open."))).to_be_visible()
    return found[0]


def answered_by(desk: Page, study: str, students: list[Student]) -> None:
    """The class answers three tests. Two people refuse, some are absent, and those of the game learn more."""
    for place, student in enumerate(students):
        agree(student, study, "no" if place in (3, 20) else "yes")
    all_of(students, lambda student: answers(student, study, "before", 3 + students.index(student) % 4))
    desk.goto(study)
    tap(desk, "Draw the arms")
    playing = {student.name for student in students if _("Game first") in student.get(f"{study}mine/")[1]}
    assert len(playing) == len(students) / 2
    tap(desk, "Open the second test now")
    came = [student for place, student in enumerate(students) if place % 9]
    all_of(came, lambda each: answers(each, study, "after", 4 + students.index(each) % 4 + 3 * (each.name in playing)))
    tap(desk, "End the second test now")
    tap(desk, "Open the third test now")
    all_of(came[::2], lambda each: answers(each, study, "later", 5 + students.index(each) % 4))
    tap(desk, "End the third test now")
    expect(desk.get_by_text(_("All tests are over."))).to_be_visible()


def told(desk: Page, course: str, study: str) -> None:
    """The result, its papers, the package, and the pool with two other classes."""
    desk.get_by_role("link", name=_("Result"), exact=True).click()
    tap(desk, "Compute the numbers")
    expect(desk.get_by_role("heading", name=_("In short"))).to_be_visible(timeout=120_000)
    expect(desk.locator("#study-result svg.chart").first).to_be_visible()
    for place in range(2):
        tap(desk, "Make the PDF")
        pages = desk.locator(f"a[href^='{study}papers/']")
        expect(pages).to_have_count(place + 1, timeout=120_000)
    with desk.expect_download() as paper:
        desk.locator(f"a[href^='{study}papers/']").first.click()
    assert paper.value.path().read_bytes().startswith(b"%PDF")
    desk.get_by_role("link", name=_("Show the slides")).click()
    assert desk.locator(".slide").count() >= 5
    desk.goto(f"{study}result/")
    with desk.expect_download() as package:
        desk.get_by_role("button", name=_("Export the package")).click()
    assert package.value.path().read_bytes().startswith(b"PK")

    desk.get_by_role("link", name=_("Share a summary with other classes")).click()
    tap(desk, "Share the summary")
    with desk.expect_download() as shared:
        desk.get_by_role("link", name=_("Download the file of this course")).click()
    given = json.loads(shared.value.path().read_text())
    for number in range(2):
        given["studies"][0]["study"] = f"{number + 1:032x}"
        content = json.dumps(given).encode()
        desk.locator("input[type=file]").set_input_files(
            {"name": "other.json", "mimeType": "application/json", "buffer": content}
        )
        tap(desk, "Take it in")
    words = ngettext("%(number)s study.", "%(number)s studies.", 3) % {"number": 3}
    expect(desk.get_by_text(words, exact=True).first).to_be_visible(timeout=120_000)
