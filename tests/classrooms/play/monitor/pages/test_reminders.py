"""The page shows the result of each reminder."""

from datetime import UTC, datetime, timedelta

import pytest
from django.contrib.messages import get_messages
from django.core import mail
from django.utils import timezone, translation

from classrooms.models import User
from classrooms.play.monitor.queries.reminded import reminded_words
from classrooms.play.monitor.services import cockpit
from classrooms.play.monitor.services import room as cockpit_room
from games.models import Intervention, SeatHolder
from games.platform.pace import Pace
from games.platform.work import presence
from games.platform.work.notices import send_mails
from tests.classrooms.play.monitor.workshop import LATER, workshop
from tests.games.factories import NOW

pytestmark = pytest.mark.django_db

NIGHTS = Pace(mode="async", hours=24, quiet_from=20, quiet_to=8, weekends=True)
FRIDAY_NIGHT = datetime(2026, 3, 6, 21, tzinfo=UTC)
"""The session began on the Monday before."""


def awaited(room):
    """The people whom the first team waits for."""
    seats = room.match.decisions.filter(closed_at__isnull=True, optional=False, passive=False).values("seat")
    held = SeatHolder.objects.filter(seat__match=room.match, seat__index__in=seats)
    return list(User.objects.filter(pk__in=held.values("user")).order_by("pk"))


def remind(room, **more):
    actor = room.actor(**more)
    return cockpit.table_remind(session_team_id=room.tables[0].pk, actor=actor)


def counted(note):
    return {name: note.params[name] for name in ("here", "mailed", "held", "no_address", "unwanted")}


NOBODY = {"here": 0, "mailed": 0, "held": 0, "no_address": 0, "unwanted": 0}


def test_it_goes_out_now_and_the_note_counts_what_is_mailed():
    room = workshop(seats=6, pace_of_match=NIGHTS)
    number = len(awaited(room))

    note = remind(room)
    send_mails(now=LATER)

    assert counted(note) == NOBODY | {"mailed": number}
    assert "until" not in note.params
    assert len(mail.outbox) == number > 0


def test_at_a_quiet_time_it_is_held_until_the_morning_of_the_next_open_day():
    room = workshop(seats=6, pace_of_match=NIGHTS)
    number = len(awaited(room))

    note = remind(room, at=FRIDAY_NIGHT)
    with timezone.override("UTC"):
        said = reminded_words([note])
    send_mails(now=FRIDAY_NIGHT)

    assert counted(note) == NOBODY | {"held": number}
    assert said.endswith("held until Monday, 08:00 (quiet hours).")
    assert mail.outbox == []


@pytest.mark.parametrize(
    ("change", "way"),
    [({"email": ""}, "no_address"), ({"is_active": False}, "no_address"), ({"mail_notifications": False}, "unwanted")],
)
def test_who_gets_no_mail_is_counted_apart(change, way):
    room = workshop(seats=6, pace_of_match=NIGHTS)
    number = len(awaited(room))
    User.objects.filter(pk=awaited(room)[0].pk).update(**change)

    assert counted(remind(room)) == NOBODY | {"mailed": number - 1, way: 1}


def test_who_has_the_page_open_sees_it_there():
    room = workshop(seats=6, pace_of_match=NIGHTS)
    number, ada = len(awaited(room)), awaited(room)[0]
    presence.seen(room.match.pk, ada.pk, LATER)

    assert counted(remind(room)) == NOBODY | {"mailed": number - 1, "here": 1}


def note(**params):
    return Intervention(kind="remind", params=params)


def test_the_words_add_up_the_teams_of_one_press():
    until = {"until": "2026-03-09T08:00:00+00:00"}
    notes = [note(mailed=2, no_address=1), note(mailed=1, held=3, **until), note(here=1, unwanted=2)]

    with timezone.override("UTC"):
        said = reminded_words(notes)

    assert said == (
        "Mails go out now to 3 people. Mails to 3 people are held until Monday, 08:00 (quiet hours). "
        "1 person has the page open and sees it there. 1 person has no address. 2 people want no mail."
    )


def test_the_words_in_french():
    with timezone.override("UTC"), translation.override("fr"):
        said = reminded_words([note(mailed=1, held=2, no_address=1, until="2026-03-09T08:00:00+00:00")])

    assert said.replace("\xa0", " ") == (
        "Un courriel part maintenant à 1 personne. Les courriels à 2 personnes sont retenus jusqu’à lundi, 8 h "
        "(heures calmes). 1 personne n’a pas d’adresse."
    )


def test_a_note_of_before_the_numbers_were_counted_claims_none():
    assert reminded_words([note(seats=[0])]) == "Everybody awaited was reminded."


def test_the_monitor_says_what_became_of_it_and_the_log_keeps_it(client):
    room = workshop(teams=2, seats=6, pace_of_match=Pace(mode="live", minutes=3))
    number = len(awaited(room))
    client.force_login(room.teacher)

    answer = client.post(f"/sessions/{room.play_session.pk}/room/remind/", {})
    log = client.get(f"/sessions/{room.play_session.pk}/interventions/").content.decode()

    assert f"now {number}, held 0, on the page 0" in log
    assert [str(each) for each in get_messages(answer.wsgi_request)] == [f"Mails go out now to {2 * number} people."]


def test_where_nobody_is_awaited_it_says_so(client):
    room = workshop(seats=0)
    client.force_login(room.teacher)

    answer = client.post(f"/sessions/{room.play_session.pk}/room/remind/", {})

    assert [str(each) for each in get_messages(answer.wsgi_request)] == ["Nobody is awaited: nobody was reminded."]
    assert cockpit_room.room_remind(session_id=room.play_session.pk, actor=room.actor(at=NOW + timedelta(1))) == []
