"""A person's due times and sessions in their own calendar program, and the page that gives them the link."""

from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from icalendar import Calendar

from games.models import CalendarLink
from games.platform import pace
from games.platform.conf import conf
from games.platform.services.calendars import calendar_renew, calendar_token
from games.platform.services.holders import seat_release
from games.platform.services.matches import match_pause
from tests.classrooms.factories import course_of, enrol, session_of
from tests.games.factories import NOW, match_of, person

pytestmark = pytest.mark.django_db
DAYS = pace.Pace(mode="async", minutes=24 * 60)


@pytest.fixture
def ada():
    return person("ada", time_zone="America/Montreal")


def url_of(user):
    return f"/calendar/{calendar_token(calendar_renew(user=user, now=NOW))}.ics"


def events_at(url, **headers):
    answer = Client().get(url, **headers)
    assert answer.status_code == 200
    return [
        (str(event["summary"]), event["dtstart"].dt, str(event.get("description", "")))
        for event in Calendar.from_ical(answer.content).walk("VEVENT")
    ]


def test_what_is_due_stands_in_the_calendar_in_utc_and_names_nobody(ada):
    match = match_of(ada, person("boris"), pace_of_match=DAYS, title="Ada and Boris build", now=NOW)
    due = match.decisions.get(seat=0, closed_at=None).due_at

    found = events_at(url_of(ada))

    asked = f"Place cubes.\n{conf.SITE_URL}/matches/{match.pk}/?seat=0"
    assert [(title, at, text.split("\n")[1:]) for title, at, text in found] == [
        ("Domego: your answer is due", due, asked.split("\n")[1:])
    ]
    assert found[0][1].utcoffset() == timedelta(0)
    assert all(name not in str(found) for name in ("Ada", "Boris", "ada", "boris"))


def test_an_answer_a_pause_and_a_seat_handed_over_take_it_out_again(ada):
    match = match_of(ada, pace_of_match=DAYS, now=NOW)
    url = url_of(ada)
    assert len(events_at(url)) == 1

    match_pause(match_id=match.pk)

    assert events_at(url) == []
    other = match_of(ada, pace_of_match=DAYS, now=NOW)
    assert len(events_at(url)) == 1
    seat_release(match_id=other.pk, seat=0, user=ada)
    assert events_at(url) == []


def test_a_match_in_a_room_has_no_entries(ada):
    match_of(ada, pace_of_match=pace.Pace(mode="live", minutes=10), now=NOW)

    assert events_at(url_of(ada)) == []


def test_sessions_begin_and_are_debriefed_drafts_for_those_who_run_them_only(ada):
    claire = person("claire")
    start, debriefing = datetime(2026, 3, 9, 8, tzinfo=UTC), datetime(2026, 3, 12, 8, tzinfo=UTC)
    session = session_of(course_of(claire, [ada]), teams=[[ada]], title="Tuesday workshop")
    type(session).objects.filter(pk=session.pk).update(starts_at=start, debrief_at=debriefing)
    both = [("Domego begins: Tuesday workshop", start, ""), ("Domego, debrief: Tuesday workshop", debriefing, "")]

    def times(user):
        return [(title, at) for title, at, _text in events_at(url_of(user))]

    assert times(ada) == times(claire) == [(title, at) for title, at, _text in both]
    assert times(person()) == []
    type(session).objects.filter(pk=session.pk).update(status="draft")
    assert (times(ada), len(times(claire))) == ([], 2)


def test_who_runs_a_session_reads_when_its_tables_owe_answers(ada):
    claire, boris, helper, guest = person("claire"), person("boris"), person("helper"), person("guest")
    course = course_of(claire, [ada, boris])
    enrol(course, helper, "assistant")
    enrol(course, guest, "observer")
    session = session_of(course, teams=[[ada], [boris]], started=True, pace_of_match=DAYS, title="Tuesday workshop")
    tables = [table.match for table in session.session_teams.order_by("position")]
    first, second = (match.decisions.filter(closed_at=None, optional=False, passive=False) for match in tables)
    first.update(due_at=NOW + timedelta(hours=5))
    second.update(due_at=NOW + timedelta(hours=5))
    url = url_of(claire)

    both = [("Tuesday workshop: answers of 2 tables are due", NOW + timedelta(hours=5), "")]
    assert (events_at(url), events_at(url_of(helper)), events_at(url_of(guest))) == (both, both, [])
    assert [title for title, _at, _text in events_at(url_of(ada))] == ["Domego: your answer is due"]

    second.update(due_at=NOW + timedelta(hours=7))
    assert [row[:2] for row in events_at(url)] == [
        ("Tuesday workshop: answers of 1 table are due", NOW + timedelta(hours=5)),
        ("Tuesday workshop: answers of 1 table are due", NOW + timedelta(hours=7)),
    ]
    first.update(passive=True)
    assert [at for _title, at, _text in events_at(url)] == [NOW + timedelta(hours=7)]
    match_pause(match_id=tables[1].pk)
    assert events_at(url) == []


def test_the_calendar_of_who_runs_a_session_is_in_french_too(ada):
    claire = person("claire", language="fr")
    session_of(course_of(claire, [ada]), teams=[[ada]], started=True, pace_of_match=DAYS, title="Atelier")

    assert [title for title, _at, _text in events_at(url_of(claire))] == ["Atelier\xa0: réponses de 1 table attendues"]


def test_a_program_that_has_read_it_is_told_that_nothing_changed(ada):
    match_of(ada, pace_of_match=DAYS, now=NOW)
    url = url_of(ada)
    first = Client().get(url)

    again = Client().get(url, headers={"if-none-match": first["ETag"]})

    assert (first["Cache-Control"], first["Content-Type"]) == ("private, max-age=900", "text/calendar; charset=utf-8")
    assert (again.status_code, again.content) == (304, b"")


def test_who_reads_it_without_end_is_asked_to_wait(ada):
    url = url_of(ada)

    answers = [Client().get(url).status_code for _time in range(61)]

    assert (answers.count(200), answers[-1]) == (60, 429)


@pytest.mark.parametrize("token", ["nonsense", "a%00b:c", "x" * 2000])
def test_a_made_up_link_leads_nowhere(token):
    assert Client().get(f"/calendar/{token}.ics").status_code == 404


def test_a_new_link_ends_the_old_one_and_stopping_ends_both(ada):
    client = Client()
    client.force_login(ada)
    old = url_of(ada)

    client.post("/account/told/calendar/")

    new = f"/calendar/{calendar_token(CalendarLink.objects.get(user=ada))}.ics"
    assert new in client.get("/account/told/").content.decode()
    assert [Client().get(url).status_code for url in (old, new)] == [404, 200]
    client.post("/account/told/calendar/", {"stop": "1"})
    assert (Client().get(new).status_code, CalendarLink.objects.count()) == (404, 0)


def test_who_is_no_longer_active_has_no_calendar(ada):
    url = url_of(ada)
    ada.is_active = False
    ada.save()

    assert Client().get(url).status_code == 404


def test_the_calendar_is_in_the_language_of_its_owner(ada):
    ada.language = "fr"
    ada.save()
    match_of(ada, pace_of_match=DAYS, now=NOW)

    assert [title for title, _at, _text in events_at(url_of(ada), headers={"accept-language": "en"})] == [
        "Domego\xa0: votre réponse est attendue"
    ]


def test_mails_are_turned_off_and_on_where_the_other_ways_are(ada):
    client = Client()
    client.force_login(ada)

    client.post("/account/told/", {})
    ada.refresh_from_db()
    assert ada.mail_notifications is False
    client.post("/account/told/", {"mail_notifications": "on"})
    ada.refresh_from_db()
    assert ada.mail_notifications is True


def test_entries_are_those_of_the_moment_they_are_read(ada):
    match = match_of(ada, pace_of_match=DAYS, now=NOW)
    decision = match.decisions.get(seat=0, closed_at=None)
    url = url_of(ada)
    decision.due_at += timedelta(hours=5)
    decision.save()

    assert [at for _title, at, _text in events_at(url)] == [decision.due_at]
