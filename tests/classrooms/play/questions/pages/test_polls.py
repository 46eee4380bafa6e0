"""A poll of the room: asked by staff, answered from phones without names, shown on the projector and in debriefs."""

import re

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import translation

from classrooms.assess.reports.class_report import class_document
from classrooms.assess.reports.document import document
from classrooms.assess.reports.services import debrief_freeze
from classrooms.models import Poll, PollVote
from classrooms.play.questions.queries.polls import answered_in, results_of
from classrooms.play.questions.services.polls import poll_close, poll_open, polls_close
from classrooms.play.questions.views import polls
from classrooms.play.sessions.services.projecting import projector_renew
from tests.classrooms.factories import course_of, session_of
from tests.classrooms.play.questions.asking import finish, match_in
from tests.games.factories import NOW, person

pytestmark = pytest.mark.django_db

QUESTION, ANSWERS = "Which cubes would you take back?", ["Those of activity 2", "Those of activity 9", "None"]


@pytest.fixture
def room():
    """A running session with a teacher and a student."""
    teacher, student = person("teacher"), person("sam")
    return session_of(course_of(teacher, [student]), teams=[[student]], started=True)


@pytest.fixture
def asked(room):
    return poll_open(session_id=room.pk, text=QUESTION, options=ANSWERS)


def phone_page(room):
    return reverse("classrooms:join-poll", args=[room.join_code])


def staff_page(room):
    return reverse("classrooms:session-polls", args=[room.pk])


def signed_in(client, user):
    client.force_login(user)
    return client


def student_of(room):
    return room.course.enrolments.get(role="student").user


def teacher_of(room):
    return room.course.enrolments.get(role="instructor").user


def vote(client, room, poll, choice):
    return client.post(phone_page(room), {"poll": poll.pk, "choice": choice})


def counts(room):
    return [[bar.count for bar in result.bars] for result in results_of(room)]


def test_one_browser_has_one_vote_and_may_change_it(client, room, asked):
    vote(client, room, asked, 0)
    answer = vote(client, room, asked, 2)
    page = client.get(answer.url).content.decode()

    assert counts(room) == [[0, 0, 1]]
    assert re.findall(r'value="(.)"\s+aria-pressed="true"', page) == ["2"]
    assert "Your answer: None. You can change it" in page


def test_other_browsers_have_votes_of_their_own(client, room, asked):
    for choice in (0, 2, 2):
        vote(Client(), room, asked, choice)

    assert counts(room) == [[1, 0, 2]]


def test_what_is_kept_of_a_vote_is_no_name_and_no_cookie(client, room, asked):
    vote(signed_in(client, student_of(room)), room, asked, 1)

    (row,) = PollVote.objects.values()
    assert set(row) == {"id", "poll_id", "voter", "choice"}
    assert client.cookies[polls.BALLOT].value not in row["voter"]
    assert client.cookies[polls.BALLOT]["max-age"] == 24 * 3600
    assert client.cookies[polls.BALLOT]["httponly"]


def test_looking_stores_nothing(client, room, asked):
    answer = client.get(phone_page(room))

    assert QUESTION in answer.content.decode()
    assert polls.BALLOT not in client.cookies
    assert PollVote.objects.count() == 0


def test_once_closed_only_the_counts_are_left_and_phones_show_them(client, room, asked):
    vote(client, room, asked, 0)
    vote(Client(), room, asked, 0)
    poll_close(session_id=room.pk, poll_id=asked.pk)

    late = vote(client, room, asked, 1)

    asked.refresh_from_db()
    assert (asked.counts, PollVote.objects.count(), counts(room)) == ([2, 0, 0], 0, [[2, 0, 0]])
    page = client.get(late.url).content.decode()
    assert "This question is closed. Your last answer counts" in page
    assert "2 votes" in page


def test_a_vote_for_an_answer_that_is_not_there_is_refused(client, room, asked):
    for choice in ("3", "-1", "x", ""):
        assert client.post(phone_page(room), {"poll": asked.pk, "choice": choice}).status_code == 422

    assert counts(room) == [[0, 0, 0]]


def test_a_vote_for_the_poll_of_another_session_is_refused(client, room, asked):
    other = session_of(course_of(person("else"), []), started=False, title="Another")
    theirs = poll_open(session_id=other.pk, text="Theirs?", options=["Yes", "No"])

    vote(client, room, theirs, 0)

    assert counts(other) == [[0, 0]]


def test_votes_from_one_address_are_limited(client, room, asked, monkeypatch):
    cache.clear()
    monkeypatch.setattr(polls, "VOTES", 2)

    assert [vote(client, room, asked, 0).status_code for _ in range(3)] == [302, 302, 429]


def test_the_code_leads_to_the_open_poll_and_from_there_into_the_session(client, room, asked):
    answer = client.get(reverse("classrooms:join"), {"code": room.join_code})

    assert answer.url == phone_page(room)
    assert reverse("classrooms:join-session", args=[room.join_code]) in client.get(answer.url).content.decode()
    poll_close(session_id=room.pk, poll_id=asked.pk)
    answer = client.get(reverse("classrooms:join"), {"code": room.join_code})
    assert answer.url == reverse("classrooms:join-session", args=[room.join_code])


def test_after_the_end_the_code_leads_to_the_poll_only(client, room, asked):
    finish(room)
    room.refresh_from_db()
    room.late_join = False
    room.save()

    answer = client.get(reverse("classrooms:join-session", args=[room.join_code]))

    assert answer.url == phone_page(room)


def test_staff_ask_close_show_and_delete(client, room):
    signed_in(client, teacher_of(room))
    page = staff_page(room)

    client.post(page, {"action": "open", "text": QUESTION, "option": [*ANSWERS, "", ""]})
    first = Poll.objects.get()
    client.post(page, {"action": "open", "text": "And now?", "option": ["Yes", "No"]})
    second = Poll.objects.exclude(pk=first.pk).get()
    first.refresh_from_db()

    assert (first.options, first.closed_at is None, first.is_shown) == (ANSWERS, False, False)
    assert (second.closed_at is None, second.is_shown) == (True, True)
    client.post(page, {"action": "close", "poll": second.pk})
    client.post(page, {"action": "show", "poll": first.pk})
    assert dict(Poll.objects.values_list("pk", "is_shown")) == {first.pk: True, second.pk: False}
    client.post(page, {"action": "hide", "poll": first.pk})
    assert Poll.objects.filter(is_shown=True).count() == 0
    client.post(page, {"action": "delete", "poll": first.pk})
    assert list(Poll.objects.all()) == [second]


@pytest.mark.parametrize(
    ("text", "options", "why"),
    [
        ("", ["a", "b"], "Write a question of at most 200 characters."),
        ("Why?", ["a"], "Write two to five answers."),
        ("Why?", ["a", "b", "c", "d", "e", "f"], "Write two to five answers."),
        ("Why?", ["a", "a"], "Two answers are the same."),
        ("Why?", ["a", "b" * 81], "An answer may have at most 80 characters."),
    ],
)
def test_what_cannot_be_asked_is_refused_and_kept_on_the_form(client, room, text, options, why):
    signed_in(client, teacher_of(room))

    answer = client.post(staff_page(room), {"action": "open", "text": text, "option": options})

    assert (answer.status_code, Poll.objects.count()) == (422, 0)
    assert why in answer.content.decode()
    assert f'value="{options[0]}"' in answer.content.decode()


def test_a_question_of_the_debrief_fills_the_form(client, room):
    signed_in(client, teacher_of(room))

    page = client.get(staff_page(room), {"text": QUESTION}).content.decode()

    assert f"required>{QUESTION}</textarea>" in page


def test_students_cannot_ask(client, room):
    signed_in(client, student_of(room))

    assert client.get(staff_page(room)).status_code == 403
    assert client.post(staff_page(room), {"action": "open", "text": "Why?", "option": ["a", "b"]}).status_code == 403
    assert Poll.objects.count() == 0


def test_the_projector_shows_code_question_and_bars_and_hears_of_each_vote(client, room, asked):
    token = projector_renew(session_id=room.pk)
    live = reverse("classrooms:projector-live", args=[token])
    before = client.get(live)
    same = client.get(live, headers={"If-None-Match": before["ETag"]})
    vote(client, room, asked, 1)
    after = client.get(live, headers={"If-None-Match": before["ETag"]})

    assert (same.status_code, after.status_code) == (304, 200)
    page = after.content.decode()
    assert QUESTION in page
    assert reverse("classrooms:join-poll-qr", args=[room.join_code]) in page
    assert [page.count(f'width="{width}" height="8"') for width in (0, 100)] == [2, 4]
    poll_close(session_id=room.pk, poll_id=asked.pk)
    assert "Answer with this code at" not in client.get(live).content.decode()


def test_phones_hear_of_opening_and_closing_and_not_of_votes_of_others(client, room, asked):
    live = reverse("classrooms:join-poll-live", args=[room.join_code])
    before = client.get(live)
    vote(Client(), room, asked, 1)

    assert client.get(live, headers={"If-None-Match": before["ETag"]}).status_code == 304
    poll_close(session_id=room.pk, poll_id=asked.pk)
    assert client.get(live, headers={"If-None-Match": before["ETag"]}).status_code == 200


def test_debriefs_of_teams_and_class_show_closed_polls_with_votes(client, room, asked):
    vote(client, room, asked, 1)
    poll_close(session_id=room.pk, poll_id=asked.pk)
    poll_open(session_id=room.pk, text="Still open?", options=["Yes", "No"])
    finish(room)
    debrief = debrief_freeze(match=match_in(room, 0))

    with translation.override("en"):
        told = class_document(room, "en")["polls"], document(debrief, "en")["polls"]
    assert [[result.poll.text for result in found] for found in told] == [[QUESTION], [QUESTION]]
    assert [(bar.text, bar.count, bar.percent) for bar in told[0][0].bars] == list(
        zip(ANSWERS, (0, 1, 0), (0, 100, 0), strict=True)
    )


def test_retention_closes_what_nobody_closed(client, room, asked):
    vote(client, room, asked, 1)

    polls_close(course_id=room.course_id, now=NOW)

    assert (PollVote.objects.count(), counts(room)) == (0, [[0, 1, 0]])
    assert len(answered_in(room)) == 1
