"""The projector view: its content, its readers, and the data that it never shows."""

from datetime import UTC, datetime, timedelta
from types import SimpleNamespace

import pytest
from django.db import connection
from django.utils import timezone

from classrooms.models import Session
from classrooms.play.monitor.queries.monitor import Row
from classrooms.play.monitor.queries.ranking import ranking
from classrooms.play.monitor.queries.room import league_of, room_of
from classrooms.play.sessions import services as sessions
from classrooms.play.sessions.services.projecting import projector_token
from domego_site.languages import offered
from games.engine.expected import TargetEnds
from games.models import Event, Match
from games.platform.services.expected import work_out
from games.platform.work.ends import Ends
from games.platform.work.sweep import sweep
from games.ui.progress import Gauge, Progress
from games.ui.targets import CURVES
from tests.classrooms.factories import course_of, enrol, session_of
from tests.games.factories import person, play_on
from tests.site.html import steady

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_broker")]

READS_CLOCK = connection.vendor == "postgresql"
"""On PostgreSQL the clock is the database server's, which costs a query."""


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


def test_the_room_is_told_of_an_unchecked_translation(client, settings):
    settings.LANGUAGES = offered(["en", "fr", "es"])
    url = room(session_of(course_of()))
    notes = {}
    for language in ("en", "fr", "es"):
        client.cookies["django_language"] = language
        page = client.get(url).content.decode()
        notes[language] = "Nadie la ha revisado todavía." in page
        assert "csrfmiddlewaretoken" not in page

    assert notes == {"en": False, "fr": False, "es": True}


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

    assert "totals so far" in shown
    assert "totals so far" not in hidden
    assert "Team 2" in hidden


def test_teams_are_ranked_by_the_project_result_that_is_expected_or_final_and_equals_share_a_rank(client):
    play_session = session_of(course_of(), teams=4, started=True, luck="same")
    first, second, third, fourth = [table.match for table in play_session.session_teams.order_by("position")]
    for match in (first, second):
        play_on(match, 999)
    play_on(fourth, 22)
    before = {line.row.match.pk: line for line in room_of(play_session, timezone.now()).league}
    for match in (third, fourth):
        work_out(match_id=match.pk)

    room_now = room_of(play_session, timezone.now())

    assert [before[match.pk].row.ranked.rank for match in (first, second, third, fourth)] == [1, 1, 0, 0]
    league = {line.row.match.pk: line.row.ranked for line in room_now.league}
    points = [line.row.ranked.points for line in room_now.league]
    assert points == sorted(points, reverse=True)
    assert [line.row.ranked.rank for line in room_now.league] == [
        1 + sum(each > own for each in points) for own in points
    ]
    assert league[third.pk].points > league[fourth.pk].points
    assert league[first.pk].points == league[second.pk].points
    assert [league[match.pk].how for match in (first, third)] == ["final", "expected"]
    assert "for teams that still play, the one expected at the end" in text(client, room(play_session))
    assert league_of([]) == ()


def test_a_team_is_not_above_another_because_it_is_at_another_turn_nor_last_for_5_k():
    best, dear, late = (
        [TargetEnds(name, target, value, (max(0, value - target),)) for name, target, value in row]
        for row in (
            [("delay", 380, 379), ("cost", 135, 140), ("failures", 20, 9)],
            [("delay", 380, 395), ("cost", 135, 133), ("failures", 20, 27)],
            [("delay", 380, 399), ("cost", 135, 131), ("failures", 20, 30)],
        )
    )
    matches = [Match(pk=pk, status="running") for pk in (1, 2, 3)]
    ends = {pk: Ends(1, tuple(row), ()) for pk, row in ((1, best), (2, dear), (3, late))}

    ranked = ranking(matches, ends, {}, CURVES["usual"])

    assert [(pk, each.rank) for pk, each in ranked.items()] == [(1, 1), (2, 2), (3, 3)]


def test_where_students_see_no_expected_end_the_room_sees_none():
    play_session = session_of(course_of(), teams=1, started=True)
    room_of(play_session, timezone.now())
    work_out(match_id=play_session.session_teams.get().match_id)
    (line,) = room_of(play_session, timezone.now()).league
    Match.objects.update(expected="off")

    (hidden,) = room_of(play_session, timezone.now()).league

    assert line.points == hidden.row.ranked.points > 0
    assert (hidden.points, hidden.row.ranked.rank) == (None, 1)


def gauge(value, series=(), *, target=100, pace=(0, 25, 50, 75, 100), **more):
    return Gauge(name="cost", label="Cost", value=value, target=target, series=series, pace=pace, **more)


def team(told):
    """A row of the monitor with this progress, as the league reads it."""
    match = SimpleNamespace(status="running", is_over=False, pk=1)
    table = SimpleNamespace(position=1, pk=1, name="Team 1")
    return Row(table, match, (), Progress(turn=2, turns=4, title="", gauges=(told,)))


def test_a_team_that_was_stopped_has_no_rank():
    play_session = session_of(course_of(), teams=2, started=True)
    stopped, playing = [table.match for table in play_session.session_teams.order_by("position")]
    Match.objects.filter(pk=stopped.pk).update(status="aborted")
    room_of(play_session, timezone.now())
    work_out(match_id=playing.pk)

    league = room_of(play_session, timezone.now()).league

    assert [(line.row.match.pk, line.row.ranked.rank) for line in league] == [(playing.pk, 1), (stopped.pk, 0)]
    assert [line.is_stopped for line in league] == [False, True]


def test_an_overrun_is_marked_from_the_target_on():
    over, within, more_is_better = (
        league_of([team(told)])[0].bars[0]
        for told in (gauge(150, (0, 150)), gauge(100, (0, 100)), gauge(150, (0, 150), fewer=False))
    )

    assert (over.done, over.flag, over.over) == ("66.67%", "66.67%", "33.33%")
    assert (within.over, more_is_better.over) == ("", "")


def test_nothing_is_said_of_figures_so_far_when_all_have_ended(client):
    play_session = session_of(course_of(), teams=2, started=True)
    before = text(client, room(play_session))
    for table in play_session.session_teams.all():
        play_on(table.match, -1)

    after = text(client, room(play_session))

    assert "totals so far" in before
    assert "so far" not in after
    assert "Ranked by the project result." in after


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


def test_the_room_learns_of_a_start_that_was_planned(client):
    play_session = session_of(course_of())
    Session.objects.update(starts_at=timezone.now() - timedelta(seconds=1))

    etag = client.get(room(play_session)).context["etag"]

    sweep()

    assert Match.objects.get().status == "running"
    assert client.get(room(play_session, "live/"), headers={"If-None-Match": etag}).status_code == 200


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

    with django_assert_num_queries(9 + READS_CLOCK):
        client.get(room(play_session))


def test_the_clocks_of_the_room_are_those_of_the_course(client):
    play_session = session_of(course_of(time_zone="Asia/Tokyo"))
    Session.objects.update(starts_at=datetime(2099, 1, 1, 3, 0, tzinfo=UTC))

    assert "Left until the start at 1 Jan 2099, 12:00" in text(client, room(play_session))
