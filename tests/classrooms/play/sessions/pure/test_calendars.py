"""Whole days of calendar files: repeated, moved and cancelled events, and the list of those left out."""

from datetime import date, datetime, timedelta
from itertools import combinations, product
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from dateutil.rrule import rrulestr
from hypothesis import given
from hypothesis import strategies as st

from classrooms.play.sessions.calendars import AHEAD, LeftOut, NoCalendar, read_calendar

TODAY = date(2026, 11, 27)
PARIS = ZoneInfo("Europe/Paris")
STORED = Path(__file__).parents[1] / "files"


def calendar(*events):
    """A calendar file of these events. Each event without a UID gets one."""
    named = (event if "UID:" in event else f"UID:{number}\r\n{event}" for number, event in enumerate(events))
    body = "".join(f"BEGIN:VEVENT\r\n{event}\r\nEND:VEVENT\r\n" for event in named)
    return f"BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//school//EN\r\n{body}END:VCALENDAR\r\n".encode()


def days(first, last):
    return {first + timedelta(days=number) for number in range((last - first).days + 1)}


def december(*numbers):
    return {date(2026, 12, number) for number in numbers}


def read(*events):
    """The days in 2026 that are read, and the events left out."""
    found = read_calendar(calendar(*events), TODAY, PARIS)
    return {day for day in found.days if day.year == 2026}, [(each.name, each.what) for each in found.left_out]


def test_what_is_cancelled_taken_out_added_or_whole_by_the_clock_of_outlook_counts_as_it_is_meant():
    found = read_calendar((STORED / "outlook_cancelled_exdate.ics").read_bytes(), TODAY, PARIS)

    assert found.days == {*december(1, 8, 15, 24, 25), date(2027, 12, 15)}
    assert found.left_out == (LeftOut("Pont (annulé)", "cancelled"),)


def test_whole_days_count_and_hours_do_not():
    """The end of a whole-day event is the day after its last one."""
    found = read_calendar(
        calendar(
            "DTSTART;VALUE=DATE:20261219\r\nDTEND;VALUE=DATE:20270104\r\nSUMMARY:Vacances de Noël",
            "DTSTART;VALUE=DATE:20270501\r\nSUMMARY:Fête du travail",
            "DTSTART;VALUE=DATE:20270508\r\nDURATION:P2D",
            "DTSTART:20270215T090000Z\r\nDTEND:20270215T110000Z\r\nSUMMARY:Conseil",
            "DTSTART;VALUE=DATE:20251219\r\nDTEND;VALUE=DATE:20260104\r\nSUMMARY:Last year",
        ),
        TODAY,
    )

    assert found.days == {
        *days(date(2026, 12, 19), date(2027, 1, 3)),
        date(2027, 5, 1),
        date(2027, 5, 8),
        date(2027, 5, 9),
    }
    assert found.left_out == (LeftOut("Conseil", "hours"),)


@pytest.mark.parametrize(
    ("event", "expected"),
    [
        ("DTSTART;TZID=Romance Standard Time:20261203T000000\r\nDTEND;TZID=Romance Standard Time:20261204T000000", {3}),
        ("DTSTART;TZID=Nowhere Time:20261203T000000\r\nDTEND;TZID=Nowhere Time:20261205T000000", {3, 4}),
        ("DTSTART:20261203T000000\r\nDTEND:20261204T000000", {3}),
        ("DTSTART:20261202T230000Z\r\nDTEND:20261203T230000Z", {3}),
        ("DTSTART:20261203T000000Z\r\nDTEND:20261204T000000Z", {3}),
        ("DTSTART:20261203T000000\r\nDURATION:P1D", {3}),
        ("DTSTART:20261203T010000\r\nDTEND:20261204T010000\r\nX-MICROSOFT-CDO-ALLDAYEVENT:TRUE", {3}),
    ],
)
def test_from_midnight_to_midnight_is_a_whole_day_on_any_clock(event, expected):
    assert read(event) == (december(*expected), [])


@pytest.mark.parametrize(
    ("event", "expected"),
    [
        ("DTSTART;VALUE=DATE:20201225\r\nRRULE:FREQ=YEARLY", {25}),
        ("DTSTART;VALUE=DATE:20201225\r\nRRULE:FREQ=YEARLY;INTERVAL=4;WKST=SU\r\nRDATE;VALUE=DATE:20261203", {3}),
        ("DTSTART;VALUE=DATE:20261201\r\nRRULE:FREQ=WEEKLY;COUNT=3", {1, 8, 15}),
        ("DTSTART;VALUE=DATE:20261201\r\nRRULE:FREQ=WEEKLY;COUNT=3\r\nEXDATE;VALUE=DATE:20261208", {1, 15}),
        ("DTSTART;VALUE=DATE:20261201\r\nRRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,TH;UNTIL=20261217", {1, 3, 15, 17}),
        ("DTSTART;VALUE=DATE:20261203\r\nRRULE:FREQ=DAILY;INTERVAL=5;UNTIL=20261213", {3, 8, 13}),
        ("DTSTART;VALUE=DATE:20200101\r\nRRULE:FREQ=MONTHLY;BYDAY=-1FR", {25}),
        ("DTSTART;VALUE=DATE:20200131\r\nRRULE:FREQ=MONTHLY;BYMONTHDAY=-1", {30, 31}),
        ("DTSTART;VALUE=DATE:20261203\r\nRDATE;VALUE=DATE:20261209\r\nDTEND;VALUE=DATE:20261205", {3, 4, 9, 10}),
        (
            "DTSTART:20261201T000000\r\nDTEND:20261202T000000\r\nRRULE:FREQ=DAILY;COUNT=3\r\nEXDATE:20261202T000000",
            {1, 3},
        ),
    ],
)
def test_days_that_come_back_count_each_time(event, expected):
    found, left_out = read(event)

    assert ({day for day in found if day.month == 12 or day.day == 30}, left_out) == (
        {date(2026, 11 if day == 30 and len(expected) == 2 else 12, day) for day in expected},
        [],
    )


def test_an_event_takes_the_place_of_one_day_of_a_series():
    series = "UID:a\r\nDTSTART;VALUE=DATE:20261201\r\nRRULE:FREQ=WEEKLY;COUNT=4"
    moved = "UID:a\r\nRECURRENCE-ID;VALUE=DATE:20261208\r\nDTSTART;VALUE=DATE:20261210"
    off = "UID:a\r\nRECURRENCE-ID;VALUE=DATE:20261215\r\nDTSTART;VALUE=DATE:20261215\r\nSTATUS:CANCELLED\r\nSUMMARY:Off"

    assert read(moved, series, off) == (december(1, 10, 22), [("Off", "cancelled")])


@pytest.mark.parametrize(
    "more",
    [
        "RRULE:FREQ=YEARLY;BYSETPOS=1",
        "RRULE:FREQ=HOURLY",
        "RRULE:FREQ=WEEKLY;BYDAY=2MO",
        "RRULE:FREQ=YEARLY;BYDAY=MO",
        "RRULE:FREQ=WEEKLY;INTERVAL=0",
        "RRULE:FREQ=YEARLY\r\nRRULE:FREQ=MONTHLY",
        "RDATE:soon",
        "RRULE:FREQ=DAILY;COUNT=9999",
    ],
)
def test_a_rule_that_is_not_read_is_named_and_the_other_events_count(more):
    start = "20200101" if "COUNT" in more else "20261202"
    assert read(f"DTSTART;VALUE=DATE:{start}\r\n{more}\r\nSUMMARY:Lab", "DTSTART;VALUE=DATE:20261203") == (
        december(3),
        [("Lab", "rule")],
    )


def test_a_series_that_changes_from_a_day_on_is_named():
    series = "UID:a\r\nDTSTART;VALUE=DATE:20261201\r\nRRULE:FREQ=WEEKLY;COUNT=4\r\nSUMMARY:Lab"
    later = "UID:a\r\nRECURRENCE-ID;RANGE=THISANDFUTURE;VALUE=DATE:20261208\r\nDTSTART;VALUE=DATE:20261210"

    assert read(series, later) == (december(10), [("Lab", "rule")])


def test_all_events_of_a_calendar_that_cancels_are_off():
    content = calendar("DTSTART;VALUE=DATE:20261203\r\nSUMMARY:Lab").replace(b"VERSION", b"METHOD:CANCEL\r\nVERSION")

    with pytest.raises(NoCalendar) as refused:
        read_calendar(content, TODAY)

    assert (refused.value.what, refused.value.left_out) == ("empty", (LeftOut("Lab", "cancelled"),))


@pytest.mark.parametrize(
    ("content", "what"),
    [
        (b"", "format"),
        (b"name;mail\r\nAda;ada@example.org\r\n", "format"),
        (b"\xff\xfe\x00", "format"),
        (calendar(), "empty"),
        (calendar("DTSTART;VALUE=DATE:soon"), "empty"),
        (calendar("DTSTART;VALUE=DATE:20200101"), "empty"),
        (calendar(*["DTSTART;VALUE=DATE:20261203"] * 3_001), "large"),
        (calendar(*["DTSTART;VALUE=DATE:20261203\r\nRRULE:FREQ=DAILY"] * 501), "large"),
    ],
)
def test_a_file_that_cannot_be_used_says_why(content, what):
    with pytest.raises(NoCalendar) as refused:
        read_calendar(content, TODAY)

    assert refused.value.what == what


def test_an_event_at_the_end_of_all_days_harms_nothing():
    far = "DTSTART;VALUE=DATE:99991231\r\nDURATION:P999D"

    assert read(far, "DTSTART;VALUE=DATE:20261225") == (december(25), [])


WEEKDAYS = st.lists(st.sampled_from(["MO", "TU", "WE", "TH", "FR", "SA", "SU"]), min_size=1, max_size=3, unique=True)
NTH = st.tuples(st.sampled_from((-2, -1, 1, 2, 3, 4, 5)), st.sampled_from(["MO", "TU", "WE", "TH", "FR", "SA", "SU"]))
RULES = st.one_of(
    st.just("FREQ=DAILY"),
    st.builds("FREQ=WEEKLY;WKST={0[0]};BYDAY={1}".format, WEEKDAYS, WEEKDAYS.map(",".join)),
    st.builds("FREQ=MONTHLY;BYDAY={0[0]}{0[1]}".format, NTH),
    st.builds("FREQ=MONTHLY;BYMONTHDAY={}".format, st.sampled_from((-3, -1, 1, 15, 29, 31))),
    st.builds("FREQ=YEARLY;BYMONTH={};BYDAY={}".format, st.integers(1, 12), WEEKDAYS.map(",".join)),
    st.just("FREQ=YEARLY"),
)


@given(
    rule=RULES,
    interval=st.integers(1, 5),
    back=st.integers(0, 700),
    end=st.sampled_from(("", ";COUNT=7", ";UNTIL=20270301")),
)
def test_rules_fall_on_the_days_that_dateutil_finds(rule, interval, back, end):
    """The first day must fall under the rule. Otherwise the site counts it too, and dateutil leaves it out."""
    whole = f"{rule};INTERVAL={interval}{end}"
    start = TODAY - timedelta(days=back)
    expected = {day.date() for day in rrulestr(whole, dtstart=_moment(start)).between(*_window(start), inc=True)}
    if expected and min(expected) != start:
        start = min(expected)
        expected = {day.date() for day in rrulestr(whole, dtstart=_moment(start)).between(*_window(start), inc=True)}
    expected = {day for day in expected if day >= TODAY}

    event = f"DTSTART;VALUE=DATE:{start:%Y%m%d}\r\nRRULE:{whole}"
    try:
        found = read_calendar(calendar(event), TODAY).days
    except NoCalendar:
        found = set()

    assert found == expected or (not expected and found == {start})


BY = {
    "BYMONTH": ("3", "2,11"),
    "BYWEEKNO": ("20",),
    "BYYEARDAY": ("100,-1",),
    "BYMONTHDAY": ("13,25", "-1,8"),
    "BYDAY": ("FR", "MO,WE", "2FR,-1SU"),
    "BYSETPOS": ("-1",),
}
"""The parts of a rule by days, as in the table of RFC 5545, 3.3.10. Every combination has days."""
FREQS = ("DAILY", "WEEKLY", "MONTHLY", "YEARLY")
READ = {
    *(("DAILY", parts) for parts in ("", "BYDAY")),
    *(("WEEKLY", parts) for parts in ("", "BYDAY")),
    *(("MONTHLY", parts) for parts in ("", "BYDAY", "BYMONTHDAY", "BYMONTHDAY BYDAY")),
    *(("YEARLY", parts) for parts in ("", "BYMONTH", "BYMONTHDAY", "BYMONTH BYMONTHDAY", "BYMONTH BYDAY")),
    ("YEARLY", "BYMONTH BYMONTHDAY BYDAY"),
}
"""The combinations that are supported, except a numbered day (2MO) in a daily or weekly rule, which has no meaning."""


@pytest.mark.parametrize("freq", FREQS)
@pytest.mark.parametrize("parts", [parts for size in range(4) for parts in combinations(BY, size)], ids=" ".join)
def test_each_combination_of_parts_is_read_as_dateutil_does_or_left_out(freq, parts):
    for back, *values in product((0, 45, 400), *(BY[part] for part in parts)):
        rule = ";".join([f"FREQ={freq}", *(f"{part}={value}" for part, value in zip(parts, values, strict=True))])
        is_numbered = "2FR" in rule and freq in ("DAILY", "WEEKLY")
        is_read = (freq, " ".join(parts)) in READ and not is_numbered
        start = TODAY - timedelta(days=back)
        if is_read:
            start = min(_found_by_dateutil(rule, start), default=start)
        other = "DTSTART;VALUE=DATE:20261203"

        found = read_calendar(calendar(f"DTSTART;VALUE=DATE:{start:%Y%m%d}\r\nRRULE:{rule}", other), TODAY)

        assert [each.what for each in found.left_out] == ([] if is_read else ["rule"]), rule
        if is_read:
            expected = {start, *_found_by_dateutil(rule, start)}
            assert found.days == {day for day in expected if day >= TODAY} | {date(2026, 12, 3)}, rule


def _found_by_dateutil(rule, start):
    return {day.date() for day in rrulestr(rule, dtstart=_moment(start)).between(*_window(start), inc=True)}


@pytest.mark.parametrize("part", ["BYMONTHDAY=0", "BYMONTHDAY=32", "BYMONTHDAY=-32", "BYMONTH=13", "COUNT=0"])
def test_a_rule_with_a_part_out_of_bounds_is_left_out(part):
    days = calendar(f"DTSTART;VALUE=DATE:20261203\r\nRRULE:FREQ=YEARLY;{part}", "DTSTART;VALUE=DATE:20261225")

    assert read_calendar(days, TODAY).left_out[0].what == "rule"


def _moment(day):
    return datetime(day.year, day.month, day.day)  # noqa: DTZ001  as dateutil wants it


def _window(start):
    return _moment(start), _moment(TODAY + AHEAD)
