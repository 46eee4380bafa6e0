"""Students' questions about marks are on *Today* until a member of staff answers."""

import pytest
from django.test import Client
from django.urls import reverse

from classrooms.assess.grading.queries.mark_queries import query_answer, query_ask
from classrooms.assess.grading.services.grades import mark_set
from classrooms.assess.grading.services.publishing import grades_publish
from classrooms.models import MarkQuery
from tests.classrooms.assess.grading.sessions import end, line_of, matches_of, people, session_with
from tests.classrooms.play.monitor.workshop import member

pytestmark = pytest.mark.django_db


@pytest.fixture
def published():
    """Six students with a mark that was published."""
    users = people(6)
    play_session = session_with(users, smallest=0)
    end(matches_of(play_session)[0], [6] * 6)
    for user in users:
        mark_set(
            line=line_of(play_session, "project"), user_id=user.pk, points=5000, reason="x", by=play_session.created_by
        )
    grades_publish(play_session=play_session, incomplete=True)
    return play_session, users


def today(user):
    client = Client()
    client.force_login(user)
    return client.get(reverse("classrooms:home")).content.decode()


def test_a_question_leads_to_its_answer_until_it_has_one(published):
    play_session, users = published
    query = query_ask(play_session=play_session, user=users[0], text="Why only <half>?")

    text = today(play_session.created_by)

    address = f"/sessions/{play_session.pk}/grades/#query-{query.pk}"
    assert f'href="{address}"' in text
    assert ("Why only &lt;half&gt;?" in text, "1 waits for an answer" in " ".join(text.split())) == (True, True)
    assert address.rpartition("/")[2][1:] in grades_page(play_session)
    query_answer(play_session=play_session, query_id=query.pk, by=play_session.created_by, text="See line 2.")
    assert "Questions about marks" not in today(play_session.created_by)
    query_ask(play_session=play_session, user=users[0], text="And line 3?")
    assert "And line 3?" in today(play_session.created_by)


def grades_page(play_session):
    """The page of grades, where the link leads."""
    client = Client()
    client.force_login(play_session.created_by)
    return client.get(f"/sessions/{play_session.pk}/grades/").content.decode()


def test_only_those_who_grade_see_them(published):
    play_session, users = published
    query_ask(play_session=play_session, user=users[0], text="Why?")

    for role in ("assistant", "observer"):
        assert "Why?" not in today(member(play_session.course, role))
    assert "Why?" in today(member(play_session.course, "instructor"))


def test_of_many_questions_four_are_shown_and_the_others_are_named(published):
    play_session, users = published
    for user in users:
        query_ask(play_session=play_session, user=user, text=f"From {user.username}")

    text = " ".join(today(play_session.created_by).split())

    assert [f"From {user.username}" in text for user in users] == [True] * 4 + [False] * 2
    assert "2 more questions" in text
    assert all(f"#query-{query.pk}" in text for query in MarkQuery.objects.all())


def test_a_session_that_is_archived_asks_nothing(published):
    play_session, users = published
    query_ask(play_session=play_session, user=users[0], text="Why?")
    play_session.status = "archived"
    play_session.save()

    assert "Why?" not in today(play_session.created_by)
