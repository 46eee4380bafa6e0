"""Mails to teams: each person whom a mail concerns gets it once, and nobody else gets it."""

from datetime import UTC, datetime, timedelta

import pytest
from django.core import mail
from django.test import override_settings
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from classrooms.care.erasure.services.people import person_erase
from classrooms.care.erasure.services.retention import talk_forget
from classrooms.models import Enrolment, SessionStatus, TeamMail, TeamMailCopy, User
from classrooms.people.class_lists.services.people import student_remove
from classrooms.play.monitor.mails import mails_send
from classrooms.play.monitor.queries.mails import awaited_people, mail_lines, mail_reach
from classrooms.play.monitor.services.mails import MOST_MAILS, NoAnswers, NoReceivers, TooManyMails, team_mail_send
from classrooms.play.sessions.services.refusals import WrongState
from domego_site.watching import figures
from games.models import Decision, SeatHolder
from games.platform.addresses import site_url
from games.platform.errors import BadRequest
from games.platform.pace import Pace
from games.platform.services.holders import seat_assign
from games.platform.services.interventions import Actor
from games.platform.work.mail import unsubscribe_user
from games.platform.work.sweep import sweep
from tests.classrooms.play.monitor.dying_mails import Died, EmailBackend
from tests.classrooms.play.monitor.workshop import LATER, workshop
from tests.games.factories import NOW, person, play_default

pytestmark = pytest.mark.django_db

NIGHTS = Pace(mode="async", hours=24, quiet_from=20, quiet_to=8)
NIGHT = datetime(2026, 3, 3, 21, tzinfo=UTC)
MORNING = datetime(2026, 3, 4, 8, tzinfo=UTC)
TEXT = "Dear {name} of {team},\n\nplease look at {session}: {link}"


def send(room, to="all", tables=(), **more):
    sent = {"subject": "News for {team}", "text": TEXT, "actor": room.actor(), **more}
    return team_mail_send(session_id=room.play_session.pk, to=to, tables=tables, **sent)


def recipients():
    return sorted(message.to[0] for message in mail.outbox)


def addresses(*people):
    return sorted(user.email for user in people)


def awaited(room, table=0):
    """The people with an open question at a table."""
    match = room.tables[table].match
    seats = Decision.objects.filter(match=match, closed_at__isnull=True, optional=False, passive=False).values("seat")
    held = SeatHolder.objects.filter(seat__match=match, seat__index__in=seats, released_at__isnull=True)
    return list(User.objects.filter(pk__in=held.values("user")).order_by("pk"))


def numbers(room, now=LATER):
    line = mail_lines(room.play_session, now)[0]
    return line.people, line.sent, line.waiting, line.failed, line.dropped


def test_a_mail_has_the_words_of_its_reader_and_answers_go_to_the_writer():
    room = workshop(teams=2)
    ada = room.people[1][0]
    User.objects.filter(pk=ada.pk).update(language="fr")

    send(room)
    mails_send(LATER)

    message = next(message for message in mail.outbox if message.to == [ada.email])
    link = site_url("classrooms:session", room.play_session.pk)
    words, frame = message.body.split(f"\n\n{room.teacher.get_full_name()} vous a écrit")
    assert message.subject == "News for Team 2"
    assert words == f"Dear {ada.get_full_name()} of Team 2,\n\nplease look at Tuesday workshop: {link}"
    assert room.course.name in frame
    assert message.reply_to == [room.teacher.email]
    token = message.extra_headers["List-Unsubscribe"].rstrip("/>").rpartition("/")[2]
    assert unsubscribe_user(token) == ada.pk


def test_the_sweep_sends_a_mail_to_everybody_with_a_seat():
    room = workshop(teams=2)

    send(room)
    sweep(now=LATER)

    assert recipients() == addresses(*room.people[0], *room.people[1])
    assert numbers(room) == (4, 4, 0, 0, 0)


def test_some_teams_are_those_that_were_chosen():
    room = workshop(teams=3)

    send(room, "some", [room.tables[2].pk, room.tables[0].pk])
    mails_send(LATER)

    assert recipients() == addresses(*room.people[0], *room.people[2])
    assert mail_lines(room.play_session, LATER)[0].teams == ("Team 1", "Team 3")


def test_a_person_in_two_teams_gets_one_mail_that_names_both():
    room = workshop(teams=2)
    ada = room.people[0][0]
    seat_assign(match_id=room.tables[1].match_id, seat=3, user=ada, now=NOW)

    send(room)
    mails_send(LATER)

    assert [message.subject for message in mail.outbox if message.to == [ada.email]] == ["News for Team 1, Team 2"]


def test_awaited_people_have_an_open_question_and_their_time_is_that_of_the_question():
    room = workshop(teams=2, seats=6)
    expected = [*awaited(room, 0), *awaited(room, 1)]

    send(room, "awaited")
    mails_send(LATER)

    assert recipients() == addresses(*expected)
    assert len(expected) > 0
    assert {each.since for each in awaited_people(room.play_session)} == {NOW}


def test_a_person_who_moves_in_the_meantime_gets_no_mail_about_an_open_question():
    room = workshop(seats=1)
    send(room, "awaited")
    while awaited(room):
        play_default(room.match, 0)

    assert mails_send(LATER) == 0
    assert (mail.outbox, numbers(room)) == ([], (1, 0, 0, 0, 1))


def test_mails_wait_for_the_end_of_quiet_hours():
    room = workshop(pace_of_match=NIGHTS)
    send(room, actor=room.actor(at=NIGHT))

    assert mail_reach(room.play_session, "all", [], NIGHT).until == MORNING
    assert [mails_send(moment) for moment in (NIGHT, MORNING - timedelta(minutes=1))] == [0, 0]
    assert numbers(room, NIGHT) == (2, 0, 2, 0, 0)
    assert [mails_send(moment) for moment in (MORNING, MORNING)] == [2, 0]
    assert mail_reach(room.play_session, "all", [], MORNING).until is None


def test_a_button_that_is_pressed_twice_sends_once():
    room = workshop()
    actor = room.actor()

    first, second = send(room, actor=actor), send(room, actor=actor)
    mails_send(LATER)
    mails_send(LATER)

    assert (first is not None, second) == (True, None)
    assert recipients() == addresses(*room.people[0])


def test_a_copy_of_a_worker_that_died_is_shown_as_failed_and_never_sent_again():
    room = workshop()
    send(room)
    TeamMailCopy.objects.filter(user=room.people[0][0]).update(claimed_at=LATER)

    mails_send(LATER)

    assert recipients() == addresses(room.people[0][1])
    assert numbers(room, LATER + timedelta(minutes=9)) == (2, 1, 1, 0, 0)
    assert numbers(room, LATER + timedelta(minutes=10)) == (2, 1, 0, 1, 0)
    assert figures.mails_unsent(LATER + timedelta(minutes=10)) == 1


def test_an_outage_of_the_mail_server_delays_mails_and_is_reported(settings):
    room = workshop()
    send(room)
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 9
    assert mails_send(LATER) == 0
    assert numbers(room) == (2, 0, 2, 0, 0)
    assert [figures.mails_waiting(LATER + timedelta(minutes=minutes)) for minutes in (29, 30)] == [0, 2]
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"

    assert mails_send(LATER + timedelta(minutes=1)) == 2


def test_people_without_an_address_are_named_and_those_who_want_none_are_counted():
    room = workshop(seats=4)
    ada, bob, cleo, dan = room.people[0]
    User.objects.filter(pk=ada.pk).update(email="")
    User.objects.filter(pk=bob.pk).update(mail_notifications=False)
    User.objects.filter(pk=cleo.pk).update(is_active=False)

    reach = mail_reach(room.play_session, "all", [], LATER)
    send(room)
    mails_send(LATER)

    assert [each.user.pk for each in reach.no_address] == [ada.pk, cleo.pk]
    assert ([each.user.pk for each in reach.reached], reach.unwanted) == ([dan.pk], 1)
    assert recipients() == [dan.email]


def leaves(user, course):
    student_remove(enrolment=Enrolment.objects.get(course=course, user=user), now=LATER)


@pytest.mark.parametrize(
    "change",
    [
        lambda user, course: leaves(user, course),
        lambda user, course: person_erase(user=User.objects.get(pk=user.pk), now=LATER),
        lambda user, course: User.objects.filter(pk=user.pk).update(mail_notifications=False),
    ],
    ids=["left", "erased", "wants none"],
)
def test_a_person_who_is_gone_before_the_mail_is_sent_gets_none(change):
    room = workshop()
    ada, bob = room.people[0]
    send(room)

    change(ada, room.course)
    mails_send(LATER)

    assert recipients() == [bob.email]
    assert numbers(room) == (2, 1, 0, 0, 1)


def test_the_text_of_an_erased_writer_is_erased_and_not_sent():
    room = workshop()
    send(room)
    person_erase(user=room.teacher, even_the_last=True, now=LATER)

    assert mails_send(LATER) == 0
    found = TeamMail.objects.get()
    assert (found.subject, found.text, mail.outbox, numbers(room)) == ("", "", [], (2, 0, 0, 0, 2))


def test_texts_go_with_the_talk_of_a_course_and_the_numbers_stay():
    room = workshop()
    send(room)
    mails_send(LATER)

    talk_forget(room.course, LATER, lambda: None)

    found = TeamMail.objects.get()
    assert (found.subject, found.text, numbers(room)) == ("", "", (2, 2, 0, 0, 0))


@pytest.mark.parametrize(
    ("more", "refusal"),
    [
        ({"text": "  \n"}, BadRequest),
        ({"subject": " "}, BadRequest),
        ({"text": "x" * 4001}, BadRequest),
        ({"subject": "x" * 121}, BadRequest),
        ({"text": "Dear {nom}"}, BadRequest),
        ({"text": "bell \a"}, BadRequest),
        ({"to": "nobody"}, BadRequest),
        ({"to": "some"}, BadRequest),
        ({"to": "some", "tables": [0]}, BadRequest),
    ],
)
def test_an_invalid_mail_is_refused_and_nothing_is_stored(more, refusal):
    room = workshop()

    with pytest.raises(refusal):
        send(room, **more)

    assert TeamMail.objects.count() == 0


def test_a_mail_needs_a_receiver_an_address_for_answers_and_an_open_session():
    room = workshop()
    with pytest.raises(NoAnswers):
        send(room, actor=Actor(person(email=""), at=LATER))
    User.objects.filter(pk__in=[user.pk for user in room.people[0]]).update(email="")
    with pytest.raises(NoReceivers):
        send(room)
    type(room.play_session).objects.update(status=SessionStatus.ARCHIVED)
    with pytest.raises(WrongState):
        send(room)


def test_a_session_sends_a_limited_number_of_mails_a_day():
    room = workshop()
    for _number in range(MOST_MAILS):
        send(room)

    with pytest.raises(TooManyMails):
        send(room)
    assert send(room, actor=room.actor(at=LATER + timedelta(days=1))) is not None


STATES = ("well", "no address", "wants none", "inactive", "left")
quick = settings(
    max_examples=15,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


@quick
@given(
    states=st.lists(st.sampled_from(STATES), min_size=4, max_size=4),
    also=st.sets(st.integers(0, 3)),
    presses=st.integers(1, 3),
    dies_at=st.none() | st.integers(0, 3),
)
def test_each_receiver_gets_exactly_one_mail(states, also, presses, dies_at):
    """Two people in each of two teams, some of them also in the other team, with several presses and sweeps. A worker
    dies after so many mails: the mail that it had claimed is lost and none is doubled.
    """
    mail.outbox.clear()
    room = workshop(teams=2)
    people = [user for team in room.people for user in team]
    for number in also:
        other = room.tables[1 - number // 2]
        seat_assign(match_id=other.match_id, seat=2 + number % 2, user=people[number], now=NOW)
    for user, state in zip(people, states, strict=True):
        rows = User.objects.filter(pk=user.pk)
        if state == "left":
            leaves(user, room.course)
        rows.update(**{"no address": {"email": ""}, "wants none": {"mail_notifications": False},
                       "inactive": {"is_active": False}}.get(state, {"language": "fr"}))  # fmt: skip
    wanted = [user for user, state in zip(people, states, strict=True) if state == "well"]
    if not wanted:
        return
    actor = room.actor()
    for _press in range(presses):
        send(room, actor=actor)
    lost = _die_at(dies_at, room.play_session.pk)

    for _sweep in range(3):
        mails_send(LATER)

    assert recipients() == addresses(*(user for user in wanted if user.pk not in lost))
    assert len(lost) <= 1
    assert numbers(room, LATER + timedelta(hours=1)) == (len(wanted), len(wanted) - len(lost), 0, len(lost), 0)


def _die_at(number, session_id):
    """Send mails until the given number, at which the worker dies between claim and mail. Returns the people whose mail
    is lost.
    """
    if number is None:
        return []
    EmailBackend.left = number
    try:
        with override_settings(EMAIL_BACKEND="tests.classrooms.play.monitor.dying_mails.EmailBackend"):
            mails_send(LATER)
    except Died:
        claimed = TeamMailCopy.objects.filter(mail__session=session_id, claimed_at__isnull=False)
        return list(claimed.filter(sent_at=None, dropped_at=None).values_list("user", flat=True))
    return []
