"""Holidays: read in several notations, and those of France."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from classrooms.play.sessions.holidays import (
    Unreadable,
    easter,
    french_holidays,
    read_days,
    spans_of,
    written,
)

TODAY = date(2026, 11, 22)
CHRISTMAS_EVE, SECOND_OF_JANUARY = date(2026, 12, 24), date(2027, 1, 2)


def days(first, last):
    return {first + timedelta(days=number) for number in range((last - first).days + 1)}


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("25/12", {date(2026, 12, 25)}),
        ("25.12.", {date(2026, 12, 25)}),
        ("25-12", {date(2026, 12, 25)}),
        ("2026-12-25", {date(2026, 12, 25)}),
        ("25/12/26", {date(2026, 12, 25)}),
        ("1/1", {date(2027, 1, 1)}),
        ("29/2", {date(2028, 2, 29)}),
        ("24.12.–2.1.", days(CHRISTMAS_EVE, SECOND_OF_JANUARY)),
        ("24/12-2/1", days(CHRISTMAS_EVE, SECOND_OF_JANUARY)),
        ("24-12 to 2-1", days(CHRISTMAS_EVE, SECOND_OF_JANUARY)),
        ("du 24/12 au 2/1", days(CHRISTMAS_EVE, SECOND_OF_JANUARY)),
        ("2026-12-24 – 2027-01-02", days(CHRISTMAS_EVE, SECOND_OF_JANUARY)),
        ("24/12/2026 to 2/1", days(CHRISTMAS_EVE, SECOND_OF_JANUARY)),
        ("20/11 - 24/11", days(date(2026, 11, 20), date(2026, 11, 24))),
        ("25/12, 26/12; 1/1\n\n2/1", {date(2026, 12, 25), date(2026, 12, 26), date(2027, 1, 1), SECOND_OF_JANUARY}),
        ("", set()),
    ],
)
def test_days_and_ranges_are_read_as_people_write_them(text, meant):
    assert read_days(text, TODAY) == meant


@pytest.mark.parametrize(
    ("text", "line", "said", "what"),
    [
        ("25/12\nfoo", 2, "foo", "date"),
        ("31/2", 1, "31/2", "date"),
        ("25/12, 12/25", 1, "12/25", "order"),
        ("5/1/2027 to 1/1/2027", 1, "5/1/2027 to 1/1/2027", "range"),
        ("1/1/2027 to 1/6/2029", 1, "1/1/2027 to 1/6/2029", "range"),
        ("\n\n1/1 to 2/1 to 3/1", 3, "1/1 to 2/1 to 3/1", "date"),
        ("1/1" + " " * 60 + "x", 1, "1/1" + " " * 60 + "x", "date"),
        ("\n".join(["1/1"] * 401), 401, "1/1", "many"),
    ],
)
def test_a_line_that_names_no_day_is_named(text, line, said, what):
    with pytest.raises(Unreadable) as refused:
        read_days(text, TODAY)

    assert (refused.value.line, refused.value.text, refused.value.what) == (line, said, what)


@given(st.sets(st.dates(date(2026, 1, 1), date(2030, 12, 31)), max_size=20))
def test_what_is_written_out_is_read_back(chosen):
    assert read_days(written(chosen), TODAY) == chosen


def test_days_that_follow_each_other_are_written_as_a_range():
    chosen = days(CHRISTMAS_EVE, SECOND_OF_JANUARY) | {date(2027, 5, 1)}

    assert spans_of(chosen) == [(CHRISTMAS_EVE, SECOND_OF_JANUARY), (date(2027, 5, 1), date(2027, 5, 1))]
    assert written(chosen) == "2026-12-24 – 2027-01-02\n2027-05-01"


@pytest.mark.parametrize(
    ("year", "month", "day"), [(1818, 3, 22), (2024, 3, 31), (2026, 4, 5), (2027, 3, 28), (2038, 4, 25)]
)
def test_easter(year, month, day):
    """Dates from the tables of the Bureau des longitudes, with the earliest and the latest possible one."""
    assert easter(year) == date(year, month, day)


def test_public_holidays_of_france():
    found = french_holidays(date(2027, 1, 1), date(2027, 12, 31))

    assert sorted(found) == [
        date(2027, month, day)
        for month, day in (
            (1, 1), (3, 29), (5, 1), (5, 6), (5, 8), (5, 17), (7, 14), (8, 15), (11, 1), (11, 11), (12, 25),
        )
    ]  # fmt: skip
    assert french_holidays(date(2026, 12, 25), date(2027, 1, 1)) == {date(2026, 12, 25), date(2027, 1, 1)}
