"""A whole island by four people, a turn without scripts, and checks by axe."""

import re

from playwright.sync_api import expect

from tests.e2e.browser.test_utboheme import (
    MAKE,
    NAMES,
    PHONE,
    Student,
    fits,
    found_all,
    start,
    table,  # noqa: F401  a fixture
)
from tests.e2e.playing import PASSWORD, patiently, sign_in
from tests.e2e.proof.test_accessibility import violations


def test_four_people_play_to_a_winner_two_of_them_on_phones(open_context, site):
    made = site.manage("shell", "-c", MAKE.format(password=PASSWORD, names=NAMES, seed=118))
    number = int(re.findall(r"match (\d+)", made.stdout)[0])
    students = []
    for name, finger in zip(re.findall(r"user (\S+)", made.stdout), (False, True, False, True), strict=True):
        page = open_context(forgives=("409",), **PHONE if finger else {}).new_page()
        sign_in(page, name)
        page.goto(f"/matches/{number}/")
        students.append(Student(page, finger=finger))

    for _round in patiently():
        if students[0].is_over():
            break
        answered = [student.answer() for student in students if not student.is_over()]
        if any(answered):
            for student in students:
                student.page.evaluate("dispatchEvent(new Event('online'))")
        students[0].page.wait_for_timeout(60)

    for student in students:
        student.page.reload()
        assert student.is_over()
        expect(student.card).to_contain_text("The result")
        expect(student.page.locator("#history")).to_contain_text("Wins with 3 points.")
    assert all(fits(student.page) for student in students if student.finger)
    did = [what for student in students for what in student.did]
    assert {"found", "pave", "cc", "offer", "accept", "trade", "end"} <= set(did)
    assert did.count("found") == did.count("pave") == 8


def test_the_pages_are_accessible_in_light_and_dark(table):
    found = violations(table)
    found_all(table)
    found += violations(table)
    table.goto("/rules/utboheme/rules/")
    found += violations(table)

    assert found == []


def test_a_turn_is_played_without_javascript(open_context):
    page = open_context(java_script_enabled=False, **PHONE).new_page()
    sign_in(page, "instructor")
    start(page)
    found_all(page)
    turn = page.locator("h1").inner_text()
    expect(page.locator("#u-offer [name=give-beer]")).to_be_visible()
    page.locator("#u-planning summary").click()
    page.locator("#u-plan [name=plan]").first.select_option("end")
    page.locator("#u-plan button").click()

    expect(page.locator("h1")).not_to_have_text(turn)
    expect(page.locator("#history")).to_contain_text("Your plan was played: 1 step.")
