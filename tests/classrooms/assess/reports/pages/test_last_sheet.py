"""No report of a student ends on a nearly empty sheet if smaller type can avoid it."""

import re
from dataclasses import replace

from classrooms.assess.reports import pdf


def student(played, more):
    """The report of a student with so many extra lines at its end."""
    draft = pdf.student_draft(played.debrief(), played.people["amir"], "en")
    lines = "<p>One more line.</p>" * more

    def longer(one):
        return replace(one, text=one.text.replace("</main>", f'<article class="sheet">{lines}</article></main>'))

    return replace(longer(draft), tighter=lambda: longer(draft.tighter()))


def spilling(played):
    """The first such report whose last sheet is nearly empty in usual type."""
    for more in range(1, 60):
        draft = student(played, more)
        plain = pdf.printed(replace(draft, tighter=None))
        if plain.pages > 1 and plain.last < pdf.NEARLY_EMPTY:
            return draft, plain
    raise AssertionError("no report spills over")


def test_smaller_type_saves_a_nearly_empty_sheet(played):
    draft, plain = spilling(played)

    made = pdf.printed(draft)

    assert made.pages == plain.pages - 1
    assert re.search(r'class="debrief short tight"', draft.tighter().text)


def test_a_report_that_fills_its_sheets_keeps_its_type(played):
    draft = student(played, 1)

    assert pdf.printed(draft).pages == pdf.printed(replace(draft, tighter=None)).pages
