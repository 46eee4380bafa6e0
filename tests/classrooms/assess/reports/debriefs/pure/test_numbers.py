"""The tables of numbers behind the charts, on paper."""

import pytest
from django.template.loader import render_to_string

from games.ui.debriefs import Chart, Numbers


@pytest.mark.parametrize(("rows", "classes"), [(39, ["keep narrow"]), (40, [])])
def test_a_table_that_fills_a_page_may_be_broken(rows, classes):
    table = Numbers(("Turn", "A"), tuple((turn, turn) for turn in range(rows)))
    chart = Chart(name="points", title="Points", alt="Points by turn", table=table, unit="")

    text = render_to_string("classrooms/reports/numbers.html", {"charts": {"points": {"chart": chart}}})

    assert [name for name in ("keep narrow",) if f'<div class="{name}">' in text] == classes
    assert text.count("<tr") == rows + 1


def test_a_long_table_leaves_out_on_paper_what_equals_the_row_before():
    points = [0] * 30 + [2] * 30 + [2] * 10
    table = Numbers(("Turn", "A"), tuple((turn, each) for turn, each in enumerate(points)))
    chart = Chart(name="points", title="Points", alt="Points by turn", table=table, unit="")

    text = render_to_string("classrooms/reports/numbers.html", {"charts": {"points": {"chart": chart}}})

    assert table.changes.rows == ((0, 0), (30, 2), (69, 2))
    assert "Rows that equal the one before are left out." in text
    assert text.count("<tr") == 4
    assert Numbers(table.head, table.rows[:40]).changes.rows == table.rows[:40]
