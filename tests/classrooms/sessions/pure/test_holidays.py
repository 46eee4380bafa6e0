"""Holidays: read as people write them, from calendar files, and those of France."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from classrooms.sessions.holidays import (
    NoCalendar,
    Unreadable,
    easter,
    french_holidays,
    read_calendar,
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


def calendar(*events):
    body = "".join(f"BEGIN:VEVENT\r\nUID:{n}\r\n{event}\r\nEND:VEVENT\r\n" for n, event in enumerate(events))
    return f"BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//school//EN\r\n{body}END:VCALENDAR\r\n".encode()


def test_whole_days_of_a_calendar_file_count_and_its_hours_do_not():
    """The end of a whole-day event is the day after its last one."""
    content = calendar(
        "DTSTART;VALUE=DATE:20261219\r\nDTEND;VALUE=DATE:20270104\r\nSUMMARY:Vacances de Noël",
        "DTSTART;VALUE=DATE:20270501\r\nSUMMARY:Fête du travail",
        "DTSTART;VALUE=DATE:20270508\r\nDURATION:P2D",
        "DTSTART:20270215T090000Z\r\nDTEND:20270215T110000Z\r\nSUMMARY:Conseil",
        "DTSTART;VALUE=DATE:20251219\r\nDTEND;VALUE=DATE:20260104\r\nSUMMARY:Last year",
    )

    assert read_calendar(content, TODAY) == {
        *days(date(2026, 12, 19), date(2027, 1, 3)),
        date(2027, 5, 1),
        date(2027, 5, 8),
        date(2027, 5, 9),
    }


def test_days_that_come_back_each_year_count_in_the_coming_one():
    content = calendar("DTSTART;VALUE=DATE:20201225\r\nRRULE:FREQ=YEARLY\r\nSUMMARY:Noël")

    assert read_calendar(content, TODAY) == {date(2026, 12, 25), date(2027, 12, 25)}


@pytest.mark.parametrize(
    ("content", "what", "name"),
    [
        (b"", "format", ""),
        (b"name;mail\r\nAda;ada@example.org\r\n", "format", ""),
        (b"\xff\xfe\x00", "format", ""),
        (calendar(), "empty", ""),
        (calendar("DTSTART;VALUE=DATE:soon"), "empty", ""),
        (calendar("DTSTART;VALUE=DATE:20200101"), "empty", ""),
        (calendar("DTSTART;VALUE=DATE:20261201\r\nRRULE:FREQ=WEEKLY\r\nSUMMARY:Lab"), "repeats", "Lab"),
    ],
)
def test_a_file_that_cannot_be_used_says_why(content, what, name):
    with pytest.raises(NoCalendar) as refused:
        read_calendar(content, TODAY)

    assert (refused.value.what, refused.value.name) == (what, name)


@pytest.mark.parametrize(
    ("year", "month", "day"), [(1818, 3, 22), (2024, 3, 31), (2026, 4, 5), (2027, 3, 28), (2038, 4, 25)]
)
def test_easter(year, month, day):
    """Dates of the tables of the Bureau des longitudes, with the earliest and the latest possible one."""
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


def test_an_event_that_repeats_in_two_ways_is_refused_and_named():
    event = "DTSTART;VALUE=DATE:20261225\r\nRRULE:FREQ=YEARLY\r\nRRULE:FREQ=MONTHLY\r\nSUMMARY:Closing"

    with pytest.raises(NoCalendar):
        read_calendar(calendar(event), TODAY)


def test_an_event_at_the_end_of_all_days_harms_nothing():
    far = "DTSTART;VALUE=DATE:99991231\r\nDURATION:P999D"
    near = "DTSTART;VALUE=DATE:20261225"

    assert read_calendar(calendar(far, near), TODAY) == {date(2026, 12, 25)}
