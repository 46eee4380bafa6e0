"""The page *Mail to teams*: preview, sending, faults, and the list of mails."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.contrib.messages import get_messages
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.html import escape

from classrooms.models import SessionStatus, TeamMail, User
from classrooms.play.monitor.mails import mails_send
from games.platform import clock
from games.platform.pace import Pace
from tests.classrooms.factories import session_of
from tests.classrooms.play.monitor.workshop import member, workshop
from tests.games.factories import play_on

pytestmark = pytest.mark.django_db

NIGHTS = Pace(mode="async", hours=24, quiet_from=20, quiet_to=8)
NIGHT, MORNING = datetime(2026, 3, 3, 21, tzinfo=UTC), datetime(2026, 3, 4, 8, tzinfo=UTC)
MAIL = {"to": "all", "subject": "News for {team}", "text": "Dear {name},\r\n\r\nplease look: {link}"}


@pytest.fixture
def room():
    return workshop(teams=2)


@pytest.fixture
def teacher(client, room):
    client.force_login(room.teacher)
    return client


def url(room):
    return reverse("classrooms:session-mails", args=[room.play_session.pk])


def hidden(answer):
    """The hidden fields of the form, as the button sends them."""
    found = re.findall(r'<input type="hidden" name="(submission_id|seen)" value="([^"]+)"', answer.content.decode())
    return dict(found)


def words(answer):
    return " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode()).split())


def said(answer):
    return [str(each) for each in get_messages(answer.wsgi_request)]


def test_the_preview_shows_the_first_copy_and_the_number_of_people(teacher, room):
    first = room.people[0][0]

    answer = teacher.post(url(room), MAIL)

    assert answer.status_code == 200
    text = words(answer)
    assert "4 people get it now." in text
    assert f"As {first.get_full_name()} reads it News for Team 1 Dear {first.get_full_name()}," in text
    assert f"/sessions/{room.play_session.pk}/" in text
    assert "Send to 4 people" in text
    assert (TeamMail.objects.count(), mail.outbox) == (0, [])


def test_a_mail_is_sent_after_its_preview_and_listed(teacher, room):
    seen = teacher.post(url(room), MAIL)

    sent = teacher.post(url(room), {**MAIL, **hidden(seen), "send": "1"})
    again = teacher.post(url(room), {**MAIL, **hidden(seen), "send": "1"})
    mails_send(clock.now())

    assert (sent.status_code, again.status_code) == (302, 302)
    assert said(sent) == ["The mail goes to 4 people."]
    assert said(again)[-1] == "This mail was sent before. It is not sent twice."
    assert len(mail.outbox) == 4
    line = words(teacher.get(url(room)))
    assert "Mails so far News for {team} Dear {name}," in line
    assert "Claire Fontaine, All teams People: 4. Sent so far: 4. Still to send: 0. Failed: 0." in line


def test_a_mail_that_was_changed_after_its_preview_is_shown_again_first(teacher, room):
    seen = hidden(teacher.post(url(room), MAIL))

    answer = teacher.post(url(room), {**MAIL, "subject": "Other news", **seen, "send": "1"})

    assert answer.status_code == 200
    assert "You changed the mail after its preview." in words(answer)
    assert TeamMail.objects.count() == 0


def test_a_mail_that_was_never_previewed_is_previewed(teacher, room):
    answer = teacher.post(url(room), {**MAIL, "send": "1"})

    assert "You changed the mail" not in words(answer)
    assert ("Send to 4 people" in words(answer), TeamMail.objects.count()) == (True, 0)


@pytest.mark.parametrize(
    ("more", "says"),
    [
        ({"text": " "}, "This field is required."),
        ({"subject": ""}, "This field is required."),
        ({"text": "Dear {nom} {name}"}, "{nom} is no placeholder. There are {name}, {team}, {session}, {link}."),
        ({"text": "{a} and {b}"}, "{a}, {b} are no placeholders."),
        ({"text": "y" * 4001}, "at most 4000 characters (it has 4001)"),
        ({"subject": "y" * 121}, "at most 120 characters (it has 121)"),
        ({"to": "some"}, "Choose at least one team."),
        ({"to": "some", "teams": "0"}, "0 is not one of the available choices"),
    ],
)
def test_a_fault_is_named_and_nothing_typed_is_lost(teacher, room, more, says):
    typed = {**MAIL, **more}

    answer = teacher.post(url(room), typed)

    assert answer.status_code == 422
    text = answer.content.decode()
    assert says in words(answer)
    assert [line for line in typed["text"].split() if escape(line) not in text] == []
    assert escape(typed["subject"]) in text
    assert "Send to" not in words(answer)


def test_people_without_an_address_are_named_and_others_counted(teacher, room):
    ada, bob = room.people[0]
    User.objects.filter(pk=ada.pk).update(email="")
    User.objects.filter(pk=bob.pk).update(mail_notifications=False)

    text = words(teacher.post(url(room), MAIL))

    assert f"1 person has no address and gets none: {ada.get_full_name()}" in text
    assert "1 person has switched mails off and gets none." in text
    assert "2 people get it now." in text


def test_a_mail_for_nobody_is_refused_and_says_why(teacher, room):
    User.objects.filter(pk__in=[user.pk for user in room.people[0]]).update(email="")
    only = {**MAIL, "to": "some", "teams": str(room.tables[0].pk)}

    answer = teacher.post(url(room), only)

    assert answer.status_code == 422
    assert "Nobody among these people can get a mail." in words(answer)
    assert "2 people have no address and get none:" in words(answer)
    assert "News for {team}" in answer.content.decode()


def test_a_writer_without_an_address_is_asked_for_one(teacher, room):
    seen = hidden(teacher.post(url(room), MAIL))
    User.objects.filter(pk=room.teacher.pk).update(email="")

    answer = teacher.post(url(room), {**MAIL, **seen, "send": "1"})

    assert answer.status_code == 422
    assert "You have no mail address here. Add one under Account" in words(answer)
    assert TeamMail.objects.count() == 0


def test_the_page_names_awaited_people_since_when(teacher, room):
    play_on(room.match, 1)

    text = words(teacher.get(url(room)))

    assert re.search(r"\d+ (?:person is|people are) awaited", text)
    assert ", Team 2: since " in text


def test_in_quiet_hours_the_page_says_until_when(client, monkeypatch):
    room = workshop(pace_of_match=NIGHTS)
    client.force_login(room.teacher)
    monkeypatch.setattr(timezone, "now", lambda: NIGHT)
    User.objects.filter(pk=room.teacher.pk).update(time_zone="UTC")

    seen = client.post(url(room), MAIL)
    sent = client.post(url(room), {**MAIL, **hidden(seen), "send": "1"})

    assert "Quiet hours of this session: mails wait until" in words(seen)
    assert "2 people get it after the quiet hours:" in words(seen)
    assert said(sent)[0].startswith("The mail goes to 2 people after the quiet hours: ")
    assert mails_send(MORNING - timedelta(minutes=1)) == 0
    assert mails_send(MORNING) == 2


def test_only_people_who_run_the_session_write_mails(room):
    people = {"assistant": 200, "observer": 403, "student": 403}
    for role, status in people.items():
        client = Client()
        client.force_login(member(room.course, role))
        assert (client.get(url(room)).status_code, client.post(url(room), MAIL).status_code) == (status, status), role


def test_a_draft_has_no_page_and_an_archived_session_only_its_list(teacher, room):
    type(room.play_session).objects.update(status=SessionStatus.ARCHIVED)
    assert "The session is archived: no mail can be sent." in words(teacher.get(url(room)))

    type(room.play_session).objects.update(status=SessionStatus.DRAFT)
    assert teacher.get(url(room)).status_code == 302


def test_the_page_reads_the_same_number_of_rows_for_more_teams(client, django_assert_max_num_queries):
    for teams in (1, 3):
        room = workshop(teams=teams)
        client.force_login(room.teacher)
        client.post(url(room), MAIL)
        with django_assert_max_num_queries(16):
            client.post(url(room), MAIL)


def test_a_session_that_waits_for_its_start_can_write_too(client):
    teacher = workshop().teacher
    course = teacher.enrolments.get().course
    students = [member(course, "student") for _number in range(2)]
    waiting = session_of(course, teams=[students])
    client.force_login(teacher)

    answer = client.post(reverse("classrooms:session-mails", args=[waiting.pk]), MAIL)

    assert "2 people get it now." in words(answer)


def test_the_page_in_french(teacher, room):
    User.objects.filter(pk=room.teacher.pk).update(language="fr")

    answer = teacher.post(url(room), {**MAIL, "text": "Bonjour {nom}"}, headers={"accept-language": "fr"})

    with translation.override("fr"):
        assert "Le champ {nom} n’existe pas." in words(answer)
