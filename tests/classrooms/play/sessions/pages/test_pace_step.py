"""The step of the wizard about time: fields of the chosen pace alone, holidays, and when the matches end."""

from datetime import UTC, date, datetime, time, timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import translation
from msgspec.structs import replace

from classrooms.models import Session
from classrooms.play.sessions import services as sessions
from classrooms.play.sessions.queries.end_words import end_words, rounds_of
from games.platform.ends import ends, hours_to_end_by
from games.platform.pace import Pace, parse_pace
from tests.classrooms.factories import course_of, enrol
from tests.classrooms.play.sessions.pure.test_calendars import calendar
from tests.games.factories import GAME, NOW, person

pytestmark = pytest.mark.django_db

STARTS = "2026-11-30T08:00"


@pytest.fixture
def teacher():
    return person("teacher")


@pytest.fixture
def desk(client, teacher):
    client.force_login(teacher)
    return client


@pytest.fixture
def course(teacher):
    return course_of(teacher, time_zone="Europe/Paris")


@pytest.fixture
def made(course, teacher):
    return sessions.session_create(course=course, by=teacher, title="Tuesday workshop", game=GAME, now=NOW)


def over_days(**more):
    return {"mode": "async", "minutes": "3", "hours": "12", "quiet_from": "20", "quiet_to": "8", "quiet": "on"} | more


def step(made):
    return f"/sessions/{made.pk}/edit/3/"


def example(desk, made, **typed):
    return desk.get(f"/sessions/{made.pk}/edit/example/", typed).content.decode()


def ticked_fields(page):
    """The names of the visible fields."""
    return {name for name in ("minutes", "hours", "quiet_from", "holidays") if f'<label for="id_{name}"' in page}


@pytest.mark.parametrize(
    ("mode", "seen"), [("live", {"minutes"}), ("async", {"hours", "quiet_from", "holidays"}), ("free", set())]
)
def test_only_the_fields_of_the_chosen_pace_are_on_the_page(desk, made, mode, seen):
    kept = sessions.session_update(session_id=made.pk, pace=Pace(mode=mode, time_zone="Europe/Paris"))

    page = desk.get(step(kept)).content.decode()
    chosen = example(desk, kept, mode=mode, minutes="3", hours="24", fields="1")

    assert ticked_fields(page) == seen
    assert ticked_fields(chosen) == seen


def test_what_was_typed_for_the_other_pace_travels_along(desk, made):
    typed = over_days(hours="30", bank_hours="2", weekends="on", holidays="24.12.–2.1.")
    live = desk.post(step(made), typed | {"mode": "live", "preview": "1"})

    hidden = {field.name: field.value() for field in live.context["form"].kept}

    assert hidden == {
        "hours": "30",
        "ends_by": None,
        "bank_hours": "2",
        "quiet": True,
        "quiet_from": "20",
        "quiet_to": "8",
        "weekends": True,
        "holidays": "24.12.–2.1.",
    }
    assert Session.objects.get().pace == made.pace


def test_without_scripts_a_preview_shows_what_is_ticked_and_saves_nothing(desk, made):
    before = Session.objects.values().get()

    page = desk.post(step(made), over_days(holidays="25/12", french="on", starts_at=STARTS, preview="1"))

    assert page.status_code == 200
    assert "A match ends between Friday 11 December and Thursday 17 December." in page.content.decode()
    assert page.context["form"]["holidays"].value() == "2026-12-25\n2027-01-01"
    assert page.context["form"]["french"].value() is False
    assert Session.objects.values().get() == before


def test_the_range_follows_what_is_typed_and_the_debrief_is_weighed_against_it(desk, made):
    """Twelve open hours a day and twelve for each of 17 decisions make 17 days. The least is two thirds of them."""
    typed = over_days(starts_at=STARTS)

    assert "A match ends between Friday 11 December and Thursday 17 December." in example(desk, made, **typed)
    assert "Your debrief on" not in example(desk, made, **typed, debrief_at="2026-12-18T14:00")
    assert "Your debrief on Monday 14 December may come too early." in example(
        desk, made, **typed, debrief_at="2026-12-14T14:00"
    )
    assert "Your debrief on Monday 7 December comes before the matches end." in example(
        desk, made, **typed, debrief_at="2026-12-07T14:00"
    )


def test_in_a_room_minutes_are_told_and_the_debrief_is_weighed_against_them(desk, made):
    live = {"mode": "live", "minutes": "3", "starts_at": STARTS}

    told = example(desk, made, **live, debrief_at="2026-11-30T08:40")

    assert "In the room, a match takes 27 to 54 minutes: it ends between 08:27 and 08:54." in told
    assert "Your debrief at 08:40 may come too early." in told
    assert "In the room, a match takes 27 to 54 minutes." in example(desk, made, mode="live", minutes="3")


def test_extra_time_lengthens_the_longest_match(desk, made, course):
    enrol(course, person("ada"), extra_time=50)

    assert "takes 40 to 81 minutes" in example(desk, made, mode="live", minutes="3")


def test_without_deadlines_nothing_is_told(desk, made):
    assert "match" not in example(desk, made, mode="free")


def test_late_answers_that_are_waited_for_are_named(made):
    made.late_policy = "wait"
    told = end_words(made, Pace(mode="async", time_zone="Europe/Paris"), starts_at=None, debrief_at=None, now=NOW)

    assert told.said[-1] == "Late answers are waited for: an absent person holds a team up until you step in."


def test_a_match_of_more_than_a_year_is_said_to_be_one(made):
    told = end_words(
        made,
        Pace(mode="async", hours=1000, quiet_from=16, quiet_to=10, time_zone="Europe/Paris"),
        starts_at=datetime(2026, 12, 1, tzinfo=UTC),
        debrief_at=None,
        now=NOW,
    )

    assert told.said == ["With this pace a match can take more than a year."]


def test_the_review_repeats_the_range_and_warns_of_an_early_debrief(desk, made):
    desk.post(step(made), over_days(starts_at=STARTS, debrief_at="2026-12-14T14:00"))

    page = desk.get(f"/sessions/{made.pk}/edit/6/").content.decode()

    assert "A match ends between Friday 11 December and Thursday 17 December." in page
    assert "Your debrief on Monday 14 December may come too early." in page


def test_holidays_come_from_lines_a_calendar_file_and_the_ready_list(desk, made):
    """The ready list ends a month after the latest end."""
    file = SimpleUploadedFile("school.ics", calendar("DTSTART;VALUE=DATE:20261208\r\nSUMMARY:Fête des lumières"))

    answer = desk.post(
        step(made), over_days(starts_at=STARTS, holidays="4/12, 24.12.–26.12.", calendar=file, french="on")
    )

    assert answer.status_code == 302
    days = ((12, 4), (12, 8), (12, 24), (12, 25), (12, 26))
    expected = (*(date(2026, month, day) for month, day in days), date(2027, 1, 1))
    assert parse_pace(Session.objects.get().pace).holidays == expected
    page = desk.get(step(made))
    assert page.context["form"]["holidays"].value() == "2026-12-04\n2026-12-08\n2026-12-24 – 2026-12-26\n2027-01-01"


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"holidays": "25/12\nsoon"}, "Line 2: “soon” is not a day. Write 24/12, 24.12.–2.1. or 2026-12-24."),
        ({"holidays": "12/25"}, "Line 1: “12/25” has the month first. Write the day before the month."),
        ({"holidays": "2/1/2027 to 24/12/2026"}, "ends before it begins, or lasts longer than a year."),
        ({"holidays": "1/1/2027 to 1/9/2027"}, "At most 100 dates."),
    ],
)
def test_a_holiday_that_cannot_be_read_is_named_with_its_line_and_kept(desk, made, typed, said):
    answer = desk.post(step(made), over_days(**typed))

    assert answer.status_code == 422
    assert said in answer.content.decode()
    assert typed["holidays"] in answer.content.decode()
    assert Session.objects.get().pace == made.pace


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"name;mail", "This file is not a calendar (.ics)."),
        (b"x" * 1_000_001, "This calendar is too large: at most 1 MB, 3,000 events and 500 that repeat."),
        (calendar(), "This calendar has no whole days in the coming year."),
        (
            calendar("DTSTART;VALUE=DATE:20261201\r\nRRULE:FREQ=HOURLY\r\nSUMMARY:Lab"),
            "“Lab” repeats by a rule that is not read here. Write its days as holidays.",
        ),
    ],
)
def test_a_calendar_file_that_cannot_be_used_says_why(desk, made, content, said):
    answer = desk.post(step(made), over_days(calendar=SimpleUploadedFile("school.ics", content)))

    assert answer.status_code == 422
    assert said in answer.content.decode()


def test_what_a_calendar_file_lost_on_its_way_is_told_when_it_is_taken(desk, made):
    events = [
        "DTSTART;VALUE=DATE:20261203",
        "DTSTART;VALUE=DATE:20261204\r\nSTATUS:CANCELLED\r\nSUMMARY:Pont",
        "DTSTART:20261205T090000\r\nDTEND:20261205T100000",
        *[f"DTSTART:soon\r\nSUMMARY:{number}" for number in range(11)],
    ]

    taken = desk.post(step(made), over_days(calendar=SimpleUploadedFile("school.ics", calendar(*events))), follow=True)

    assert parse_pace(Session.objects.get().pace).holidays == (date(2026, 12, 3),)
    assert [str(message) for message in taken.context["messages"]] == [
        "“Pont” is cancelled in the calendar and does not count.",
        *[f"“{number}” in the calendar has no date that can be read." for number in range(9)],
        "2 more events were left out.",
        "1 event of the calendar is no whole day and does not count.",
    ]


def test_what_is_wrong_in_the_hidden_pace_stops_nobody(desk, made):
    answer = desk.post(step(made), {"mode": "live", "minutes": "5", "hours": "0", "holidays": "soon"})

    assert answer.status_code == 302
    assert parse_pace(Session.objects.get().pace) == Pace(mode="live", minutes=5, time_zone="Europe/Paris")


def test_the_range_is_told_in_french(made):
    with translation.override("fr"):
        told = end_words(
            made,
            Pace(mode="async", hours=12, quiet_from=20, quiet_to=8, time_zone="Europe/Paris"),
            starts_at=datetime(2026, 11, 30, 7, tzinfo=UTC),
            debrief_at=datetime(2026, 12, 14, 13, tzinfo=UTC),
            now=NOW,
        )

    assert (
        told.said[0].replace("\xa0", " ")
        == "Une partie se termine entre le vendredi 11 décembre et le jeudi 17 décembre."
    )
    assert told.warning.replace("\xa0", " ") == "Votre débriefing du lundi 14 décembre risque de venir trop tôt."


@pytest.mark.parametrize(
    ("typed", "minutes", "said"),
    [
        ({"mode": "live", "minutes": "3", "bank": "10", "bank_hours": "7"}, 10, "a reserve of 10 min"),
        (over_days(bank_hours="2", bank="7"), 120, "a reserve of 2 h"),
        ({"mode": "live", "minutes": "3", "bank": ""}, 0, ""),
        ({"mode": "free", "bank": "10", "bank_hours": "7"}, 0, ""),
    ],
)
def test_a_reserve_is_set_with_the_pace_in_its_own_unit_and_told_on_the_review(desk, made, typed, minutes, said):
    assert desk.post(step(made), typed).status_code == 302

    assert parse_pace(Session.objects.get().pace).bank == minutes
    review = desk.get(f"/sessions/{made.pk}/edit/6/").content.decode()
    assert ("for the whole match." in review) is bool(said)
    assert said in review


@pytest.mark.parametrize(
    ("typed", "field"),
    [
        ({"mode": "live", "minutes": "3", "bank": "-1"}, "bank"),
        ({"mode": "live", "minutes": "3", "bank": "1441"}, "bank"),
        (over_days(bank_hours="161"), "bank_hours"),
        (over_days(bank_hours="two"), "bank_hours"),
    ],
)
def test_a_reserve_that_cannot_be_is_refused_at_its_field(desk, made, typed, field):
    answer = desk.post(step(made), typed)

    assert (answer.status_code, list(answer.context["form"].errors)) == (422, [field])
    assert Session.objects.get().pace == made.pace


def test_the_range_says_that_used_reserves_come_on_top(desk, made):
    live = {"mode": "live", "minutes": "3"}
    assert "come on top" not in example(desk, made, **live)
    assert "Reserves that are used come on top." in example(desk, made, **live, bank="10")
    Session.objects.update(late_policy="wait")
    assert "come on top" not in example(desk, made, **live, bank="10")


def test_in_french_the_reserve_is_asked_for_and_told(desk, made):
    sessions.session_update(session_id=made.pk, pace=Pace(mode="live", bank=10, time_zone="Europe/Paris"))
    desk.cookies["django_language"] = "fr"

    asked, told = (desk.get(f"/sessions/{made.pk}/edit/{number}/").content.decode() for number in (3, 6))

    assert "Réserve de chaque place pour toute la partie, en minutes" in asked
    assert "Chaque place a une réserve de 10 min pour toute la partie." in told


@pytest.mark.parametrize("day", ["2026-12-18", "2027-01-15", "2027-03-01"])
def test_the_hours_are_the_most_with_which_the_match_ends_by_the_day(desk, made, day):
    typed = over_days(hours="", ends_by=day, starts_at=STARTS, weekends="on", holidays="24.12.–2.1.", to="4")

    desk.post(step(made), typed)

    kept = parse_pace(Session.objects.get().pace)
    start, by = datetime(2026, 11, 30, 7, tzinfo=UTC), datetime.combine(date.fromisoformat(day), time(22), UTC)
    assert ends(kept, rounds_of(made), start).latest <= by + timedelta(hours=1)
    assert ends(replace(kept, hours=kept.hours + 1), rounds_of(made), start).latest > by + timedelta(hours=1)
    assert (kept.weekends, kept.quiet_from, len(kept.holidays)) == (True, 20, 10)


def test_the_result_and_what_it_assumes_are_said_before_anything_is_saved(desk, made):
    said = example(desk, made, **over_days(hours="", ends_by="2027-01-15", starts_at=STARTS))
    hours = hours_to_end_by(
        Pace(mode="async", quiet_from=20, quiet_to=8, time_zone="Europe/Paris"),
        rounds_of(made),
        datetime(2026, 11, 30, 7, tzinfo=UTC),
        datetime(2027, 1, 15, 23, tzinfo=UTC),
    )

    assert f"To end by Friday 15 January 2027, each decision has {hours} hours." in said
    assert "This assumes a start on Monday 30 November 2026 and every answer at its deadline." in said
    assert parse_pace(Session.objects.get().pace).mode == "live"


def test_somebody_with_extra_time_makes_the_hours_fewer(desk, course, made):
    typed = over_days(hours="", ends_by="2027-01-15", starts_at=STARTS)
    desk.post(step(made), typed)
    usual = parse_pace(Session.objects.get().pace).hours

    enrol(course, person(), extra_time=100)
    desk.post(step(made), typed)

    assert parse_pace(Session.objects.get().pace).hours == usual // 2


def test_a_day_that_is_too_early_is_refused_with_what_to_do(desk, made):
    typed = over_days(hours="", ends_by="2026-11-30", starts_at=STARTS)

    answer = desk.post(step(made), typed)

    assert answer.status_code == 422
    assert "No match can end by this day." in answer.content.decode()
    assert "No match can end by this day." in example(desk, made, **typed)


def test_in_another_pace_the_day_means_nothing(desk, made):
    desk.post(step(made), {"mode": "live", "minutes": "5", "ends_by": "2020-01-01"})

    assert (parse_pace(Session.objects.get().pace).mode, parse_pace(Session.objects.get().pace).minutes) == ("live", 5)
