"""Drawings of marks: every mark is drawn, and the chosen curve is emphasised."""

import re

import pytest

from classrooms.assess.grading.drawing import curves_of, spread
from classrooms.assess.grading.queries.curves import picture
from classrooms.assess.grading.queries.mark_table import mark_table_of
from classrooms.assess.grading.queries.unusual import unusual
from classrooms.play.monitor.views.monitor_cells import spark_of
from games.ui.progress import Gauge

CENTRE = re.compile(r'<circle cx="([\d.]+)" cy="(-?[\d.]+)"')


def words_of(drawing):
    return re.findall(r"<text [^>]*>([^<]*)</text>", drawing)


@pytest.mark.django_db
def test_each_mark_is_a_dot_and_those_to_look_at_have_their_number(eight):
    sheet = mark_table_of(eight)
    found = unusual(sheet)

    drawn = spread(sheet, found)

    for drawing in (drawn.wide, drawn.tall):
        assert len(CENTRE.findall(drawing)) == sum(bool(row.final) for row in sheet.rows) + len(found) == 9
        assert words_of(drawing) == ["0", "5", "10", "15", "20", "no mark", "1", "usual here: 10.0 to 20.0"]
        assert (
            f'aria-label="8 marks, middle {drawn.middle}, half of them from {drawn.lower} to {drawn.upper}"' in drawing
        )


@pytest.mark.django_db
def test_the_chosen_curve_is_strong_and_each_says_what_it_gives(eight):
    drawn = curves_of(picture(eight, eight.grade_book, {"curve": "strict"}))

    ways = re.findall(r'<path d="(M[^"]*)" stroke-width="([\d.]+)"', drawn)
    assert [width for _way, width in ways] == ["1", "1.5", "1.5", "2.5"]
    assert ways[-1][0] == "M0,0L19.7,66.4L98.3,166"
    assert words_of(drawn) == ["0", "20", "0", "20", "40", "60\xa0%", "mild 16.0", "usual 12.5", "strict 9.0"]


def test_a_small_curve_says_what_it_shows_and_needs_two_values():
    gauge = Gauge(name="delay", label="Delay", value=9, target=10, series=(0, 9), pace=(0, 5, 10))

    drawn = spark_of(gauge, "Delay turn by turn. 4 over pace")

    assert 'aria-label="Delay turn by turn. 4 over pace"' in drawn
    assert spark_of(Gauge(name="delay", label="Delay", value=0, series=(0,)), "") is None
