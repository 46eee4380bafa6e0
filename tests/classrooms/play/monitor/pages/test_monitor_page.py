"""The page of the monitor: its questions to the database, its news, and who gets them."""

from datetime import timedelta

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from classrooms.play.monitor.services import cockpit
from games.platform.services.talk import message_post
from tests.classrooms.factories import course_of, session_of
from tests.classrooms.play.monitor.workshop import LATER, member, workshop
from tests.games.factories import person, play_on

pytestmark = pytest.mark.django_db


def page(room, name="monitor"):
    return reverse(f"classrooms:{name}", args=[room.play_session.pk])


def queries(client, address):
    client.get(address)
    cache.clear()
    with CaptureQueriesContext(connection) as taken:
        answer = client.get(address)
    assert answer.status_code == 200
    return len(taken)


@pytest.mark.parametrize("name", ["monitor", "compare", "interventions"])
def test_more_teams_take_no_more_queries(client, name):
    taken = []
    for teams in (1, 3):
        room = workshop(teams=teams)
        for table in room.tables:
            play_on(table.match, 6)
            cockpit.table_remind(session_team_id=table.pk, actor=room.actor())
        client.force_login(room.teacher)
        taken.append(queries(client, page(room, name)))

    assert taken[0] == taken[1]


def test_an_unchanged_monitor_is_304_after_one_query(client, django_assert_num_queries, monkeypatch):
    room = workshop()
    client.force_login(room.teacher)
    monkeypatch.setattr(timezone, "now", lambda: LATER)
    etag = client.get(page(room, "monitor-live"))["ETag"]

    with django_assert_num_queries(1):
        answer = client.get(page(room, "monitor-live"), HTTP_IF_NONE_MATCH=etag)

    assert (answer.status_code, answer.content) == (304, b"")


def test_another_tag_comes_with_moves_messages_pauses_minutes_orders_and_languages(client, monkeypatch):
    room = workshop()
    client.force_login(room.teacher)
    monkeypatch.setattr(timezone, "now", lambda: LATER)
    tags = []

    def look(**more):
        tags.append(client.get(page(room, "monitor-live"), **more)["ETag"])

    look()
    play_on(room.match, 1)
    look()
    message_post(match_id=room.match.pk, seat=0, author=room.people[0][0], text="Hello.")
    look()
    cockpit.table_pause(session_team_id=room.tables[0].pk, actor=room.actor())
    look()
    look(data={"sort": "name"})
    look(headers={"accept-language": "fr"})
    monkeypatch.setattr(timezone, "now", lambda: LATER + timedelta(minutes=1))
    look()

    assert len(set(tags)) == 7


def test_a_stale_monitor_gets_the_regions(client):
    room = workshop()
    client.force_login(room.teacher)

    answer = client.get(page(room, "monitor-live"), HTTP_IF_NONE_MATCH='"old"')

    text = answer.content.decode()
    assert answer.status_code == 200
    for region in ("session-heading", "room", "help", "teams"):
        assert f'id="{region}" data-region' in text


def test_students_and_strangers_get_no_news(client):
    room = workshop()
    for user in (room.people[0][0], person("stranger"), course_of().enrolments.get().user):
        client.force_login(user)
        assert client.get(page(room, "monitor-live")).status_code == 404
    client.logout()
    assert client.get(page(room, "monitor-live")).status_code == 404


def test_an_observer_looks_and_has_no_buttons(client):
    room = workshop()
    client.force_login(member(room.course, "observer"))

    text = client.get(page(room)).content.decode()

    assert "formaction" not in text
    assert "room-form" not in text
    assert "Team 1" in text


def test_a_draft_has_no_monitor_yet(client):
    teacher = person()
    play_session = session_of(course_of(teacher), status="draft")
    client.force_login(teacher)

    answer = client.get(reverse("classrooms:monitor", args=[play_session.pk]))

    assert answer.status_code == 302
