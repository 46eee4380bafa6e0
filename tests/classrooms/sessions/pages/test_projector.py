"""The room's view: what it shows, to whom, and what it never tells."""

import re
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace

import pytest
from django.db import connection
from django.utils import timezone

from classrooms.cockpit.queries.monitor import Row
from classrooms.cockpit.queries.room import league_of, room_of
from classrooms.models import Session
from classrooms.sessions import services as sessions
from classrooms.sessions.services.projecting import projector_token
from games.kit.progress import Gauge, Progress
from games.models import Event, Match
from tests.classrooms.factories import course_of, enrol, session_of
from tests.games.factories import person, play_on
from tests.site.html import steady

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_broker")]

READS_CLOCK = connection.vendor == "postgresql"
"""The time is the database server's there, which costs a query."""


def room(play_session, more=""):
    return f"/projector/{projector_token(play_session)}/{more}"


def text(client, url):
    return steady(client.get(url).content.decode())


def test_nobody_need_sign_in_and_no_persons_name_is_shown(client):
    ada = person("ada", display_name="Ada Lovelace")
    play_session = session_of(course_of(students=[ada]), teams=[[ada], []])

    page = text(client, room(play_session))

    assert f"{play_session.join_code[:3]}\xa0{play_session.join_code[3:]}".replace("\xa0", " ") in page
    assert "Team 1" in page
    assert "Lovelace" not in page  # signed links are long enough to hold a short name by chance
    assert "csrfmiddlewaretoken" not in page


def test_forged_and_withdrawn_links_lead_nowhere(client):
    teacher = person("teacher")
    play_session = session_of(course_of(teacher))
    old = room(play_session)
    client.force_login(teacher)
    controls = f"/sessions/{play_session.pk}/projector/"

    client.post(controls, {"action": "renew"})
    fresh = client.get(controls).context["link"]
    renewed = (client.get(old).status_code, client.get(fresh).status_code)
    client.post(controls, {"action": "close"})

    assert renewed == (404, 200)
    assert client.get(fresh).status_code == client.get(fresh + "live/").status_code == 404
    assert client.get("/projector/1-abc:forged/").status_code == 404
    assert client.get(controls).context["link"] == ""


def test_the_number_of_a_session_leads_staff_to_the_controls(client):
    teacher = person("teacher")
    play_session = session_of(course_of(teacher))
    client.force_login(teacher)

    answer = client.get(f"/projector/{play_session.pk}/")

    assert answer.headers["Location"] == f"/sessions/{play_session.pk}/projector/"


def test_observers_see_the_controls_and_cannot_use_them(client):
    watcher = person("watcher")
    course = course_of()
    enrol(course, watcher, "observer")
    play_session = session_of(course)
    client.force_login(watcher)

    answer = client.post(f"/sessions/{play_session.pk}/projector/", {"action": "hide"})

    assert (answer.status_code, Session.objects.get().shows_league) == (403, True)


def test_the_league_can_be_hidden(client):
    teacher = person("teacher")
    play_session = session_of(course_of(teacher), teams=2, started=True)
    shown = text(client, room(play_session))
    client.force_login(teacher)
    client.post(f"/sessions/{play_session.pk}/projector/", {"action": "hide"})

    hidden = text(client, room(play_session))

    assert "On pace" in shown
    assert "On pace" not in hidden
    assert "Team 2" in hidden


def test_places_follow_the_collective_result_and_equals_share_one():
    play_session = session_of(course_of(), teams=3, started=True, luck="same")
    first, second, third = [table.match for table in play_session.session_teams.order_by("position")]
    for match in (first, second):
        play_on(match, 999)

    league = room_of(play_session, timezone.now()).league

    assert {line.row.match.pk for line in league} == {first.pk, second.pk, third.pk}
    places = {line.row.match.pk: line.place for line in league}
    assert places[first.pk] == places[second.pk]
    assert [places[match.pk] for match in (first, second, third)] == [1, 1, 3]
    assert [(line.is_over, line.targets) for line in league] == [(True, 3), (True, 3), (False, 3)]
    assert league_of([]) == ()


def gauge(value, series=(), *, target=100, pace=(0, 25, 50, 75, 100), **more):
    return Gauge(name="cost", label="Cost", value=value, target=target, series=series, pace=pace, **more)


def team(number, told, status="running", turn=2):
    """A row of the monitor, as the league reads it."""
    over = status in ("finished", "aborted")
    match = SimpleNamespace(status=status, is_over=over, pk=number)
    table = SimpleNamespace(position=number, pk=number, name=f"Team {number}")
    return Row(table, match, (), Progress(turn=turn, turns=4, title="", gauges=(told,)))


def order(*rows):
    return [(line.row.table.name, line.place) for line in league_of(rows)]


def test_a_team_at_turn_2_never_stands_above_one_that_has_ended():
    best_so_far = team(1, gauge(1, (0, 1)))
    far_over = team(2, gauge(300, (0, 80, 160, 230, 300)), "finished", 4)

    assert order(best_so_far, far_over) == [("Team 2", 1), ("Team 1", 2)]


def test_teams_that_play_are_ranked_by_their_pace_at_whatever_turn():
    ahead_early = team(1, gauge(15, (0, 15)))
    behind_late = team(2, gauge(80, (0, 30, 55, 80)))
    little_ahead_late = team(3, gauge(74, (0, 20, 45, 74)))

    assert order(behind_late, little_ahead_late, ahead_early) == [("Team 1", 1), ("Team 3", 2), ("Team 2", 3)]


def test_teams_without_a_finished_turn_share_the_place_after_those_with_one():
    rows = [team(1, gauge(0, (0,))), team(2, gauge(90, (0, 90))), team(3, gauge(0, (0,)))]

    assert order(*rows) == [("Team 2", 1), ("Team 1", 2), ("Team 3", 2)]


def test_a_team_that_was_stopped_has_no_place():
    rows = [team(1, gauge(1, (0, 1)), "aborted"), team(2, gauge(90, (0, 90)))]

    assert order(*rows) == [("Team 2", 1), ("Team 1", 0)]


def test_ended_teams_are_ranked_by_the_target_and_not_by_a_pace():
    rows = [team(1, gauge(120, (0, 1)), "finished"), team(2, gauge(110, (0, 99)), "finished")]

    assert order(*rows) == [("Team 2", 1), ("Team 1", 2)]


def test_an_overrun_is_marked_from_the_target_on():
    over, within, more_is_better = (
        league_of([team(1, told)])[0].bars[0]
        for told in (gauge(150, (0, 150)), gauge(100, (0, 100)), gauge(150, (0, 150), fewer=False))
    )

    assert (over.done, over.flag, over.over) == ("66.67%", "66.67%", "33.33%")
    assert (within.over, more_is_better.over) == ("", "")


def test_nothing_is_said_of_a_pace_when_all_have_ended(client):
    play_session = session_of(course_of(), teams=2, started=True)
    before = text(client, room(play_session))
    for table in play_session.session_teams.all():
        play_on(table.match, -1)

    after = text(client, room(play_session))

    assert "On pace" in before
    assert re.search(r"\bpace\b", after) is None
    assert "Targets met" in after


def test_nothing_that_was_drawn_is_in_the_rooms_view(client):
    play_session = session_of(course_of(), teams=2, started=True, luck="same")
    play_on(play_session.session_teams.first().match, 60)
    drawn = {
        data["card"]
        for data in Event.objects.filter(kind__contains="card").values_list("data", flat=True)
        if "card" in data
    }

    page = text(client, room(play_session))

    assert Event.objects.count() > 20
    assert [card for card in drawn if str(card) in page] == []


@pytest.mark.parametrize(
    ("state", "fields", "clock"),
    [
        ("open", {}, "wait"),
        ("open", {"starts_at": timedelta(minutes=5)}, "start"),
        ("running", {}, "time"),
        ("running", {"debrief_at": timedelta(minutes=40)}, "debrief"),
        ("running", {"debrief_at": -timedelta(minutes=1)}, "time"),
        ("paused", {"debrief_at": timedelta(minutes=40)}, "pause"),
        ("finished", {}, "over"),
    ],
)
def test_the_big_clock_counts_what_comes_next(client, state, fields, clock):
    now = timezone.now()
    play_session = session_of(course_of(), started=state != "open")
    Session.objects.update(status=state, **{name: now + away for name, away in fields.items()})
    play_session.refresh_from_db()

    assert room_of(play_session, now).clock == clock
    assert client.get(room(play_session)).status_code == 200


def test_a_start_that_was_planned_begins_although_only_the_projector_asks(client):
    play_session = session_of(course_of())
    Session.objects.update(starts_at=timezone.now() - timedelta(seconds=1))

    client.get(room(play_session, "live/"))

    assert Match.objects.get().status == "running"


def test_no_news_is_304_and_a_move_is_news(client):
    play_session = session_of(course_of(), started=True)
    etag = client.get(room(play_session)).context["etag"]

    same = client.get(room(play_session, "live/"), headers={"If-None-Match": etag})
    play_on(Match.objects.get(), 1)
    news = client.get(room(play_session, "live/"), headers={"If-None-Match": etag})

    assert (same.status_code, news.status_code) == (304, 200)


def test_the_code_is_shown_while_it_lets_people_in(client):
    play_session = session_of(course_of(), started=True, late_join=False)

    shown = f"{play_session.join_code[:3]} {play_session.join_code[3:]}"

    assert shown not in text(client, room(play_session))
    sessions.session_adjust(session_id=play_session.pk, late_join=True)
    assert shown in text(client, room(play_session))


@pytest.mark.parametrize("teams", [1, 3])
def test_the_room_asks_the_database_no_more_for_more_teams(client, teams, django_assert_num_queries):
    play_session = session_of(course_of(), teams=teams, started=True)
    client.get(room(play_session))

    with django_assert_num_queries(6 + READS_CLOCK):
        client.get(room(play_session))


def test_the_clocks_of_the_room_are_those_of_the_course(client):
    play_session = session_of(course_of(time_zone="Asia/Tokyo"))
    Session.objects.update(starts_at=datetime(2099, 1, 1, 3, 0, tzinfo=UTC))

    assert "Left until the start at 1 Jan 2099, 12:00" in text(client, room(play_session))
