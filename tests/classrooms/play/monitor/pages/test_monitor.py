"""The monitor: the state of each team, the people it waits for, and the teams that need help."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import translation

from classrooms.play.monitor.queries.monitor import monitor
from classrooms.play.monitor.queries.needs import needs_of
from classrooms.play.monitor.queries.progress import progress_of
from classrooms.play.monitor.services import cockpit
from classrooms.templatetags.cockpit import minutes_left
from games.models import Match
from games.platform.pace import Pace
from games.platform.selectors.position import game_of, state_of
from games.platform.work import presence
from games.ui.progress import Alert, Progress
from tests.classrooms.factories import course_of, session_of
from tests.classrooms.play.monitor.workshop import LATER, workshop
from tests.games.factories import NOW, person, play_on

pytestmark = pytest.mark.django_db

LIVE = Pace(mode="live", minutes=5)


def rows(room, now=LATER, sort=""):
    return monitor(room.play_session, now, sort).rows


def row(room, now=LATER):
    return rows(room, now)[0]


def page(room, name="monitor"):
    return reverse(f"classrooms:{name}", args=[room.play_session.pk])


def test_a_row_tells_the_turn_and_the_counters_of_the_position():
    room = workshop()
    match = play_on(room.match, 12)
    view = game_of(match).rules.view(state_of(match), None)

    told = row(room).progress

    assert (told.turn, told.turns) == (view.turn, 12)
    assert {gauge.name: gauge.value for gauge in told.gauges} == {
        "delay": view.delay,
        "cost": view.cost,
        "failures": view.failures,
    }
    ended = [event.data["after"]["delay"] for event in match.events.filter(kind="activity_ended").order_by("number")]
    assert told.gauges[0].series == (0, *ended)


def test_the_pace_ends_on_the_target_and_the_range_holds_the_value():
    told = row(workshop()).progress

    assert [gauge.pace[-1] for gauge in told.gauges] == [gauge.target for gauge in told.gauges]
    assert all(gauge.least <= gauge.most for gauge in told.gauges)


def test_a_finished_team_has_one_end_left():
    room = workshop()
    play_on(room.match, -1)

    assert all(gauge.least == gauge.most == gauge.value for gauge in row(room).progress.gauges)


def test_it_tells_who_is_awaited_since_when_and_who_is_here():
    room = workshop(seats=6)
    ada = room.people[0][0]
    presence.seen(room.match.pk, ada.pk, LATER)

    told = row(room)

    owner = next(each for each in told.awaited if each.seat == 0)
    assert (owner.names, owner.decision.opened_at, owner.here, owner.seen) == (ada.display_name, NOW, True, LATER)
    assert (told.here, told.held, told.bots, told.since) == (1, 6, 0, NOW)


def test_seats_without_people_are_bots():
    told = row(workshop(seats=2))

    assert (told.held, told.bots) == (2, 4)


def test_where_nothing_is_known_of_presence_nobody_is_called_absent(monkeypatch):
    monkeypatch.setattr(presence, "last_seen", lambda places: None)
    room = workshop(pace_of_match=Pace(mode="live", minutes=20))

    told = row(room, NOW + timedelta(minutes=3))

    assert (told.here, told.needs) == (None, ())


def needs(room, minutes, **seen):
    return [(need.kind, need.acts) for need in row(room, NOW + timedelta(minutes=minutes)).needs]


def test_somebody_who_is_awaited_and_not_there_is_missed_after_two_minutes():
    room = workshop(seats=6, pace_of_match=Pace(mode="live", minutes=20))

    assert needs(room, 1) == []
    assert needs(room, 2) == [("absent", ("default", "bot", "remind"))]


@pytest.mark.parametrize(("minutes", "seconds"), [(3, 60), (5, 100), (20, 120)])
def test_in_a_room_absence_is_told_after_a_third_of_the_time_and_after_two_minutes_at_the_latest(minutes, seconds):
    room = workshop(seats=6, pace_of_match=Pace(mode="live", minutes=minutes))

    before, after = (
        [need.kind for need in row(room, NOW + timedelta(seconds=at)).needs] for at in (seconds - 1, seconds)
    )

    assert (before, after) == ([], ["absent"])


def test_a_row_tells_when_its_first_answer_is_due_and_not_while_clocks_stand(client):
    room = workshop(seats=6, pace_of_match=Pace(mode="live", minutes=20))
    client.force_login(room.teacher)
    due = row(room).due_at
    shown = " ".join(client.get(page(room)).content.decode().split())
    cockpit.table_pause(session_team_id=room.tables[0].pk, actor=room.actor())

    assert due == NOW + timedelta(minutes=20)
    assert "overdue" in shown
    assert row(room).due_at is None


def test_time_left_is_told_to_the_minute():
    told = [minutes_left(NOW + timedelta(minutes=minutes), NOW) for minutes in (0, 2, 125, 3000)]

    assert told == ["overdue", "2\xa0min left", "2\xa0h\xa005 left", "2\xa0d left"]


def test_somebody_who_is_there_has_more_time_before_they_are_slow():
    room = workshop(seats=6, pace_of_match=Pace(mode="live", minutes=20))
    for minutes in (5, 6):
        for user in room.people[0]:
            presence.seen(room.match.pk, user.pk, NOW + timedelta(minutes=minutes))
        said = needs(room, minutes)

        assert [kind for kind, _acts in said] == ([] if minutes == 5 else ["slow"])


def test_a_deadline_that_passed_needs_somebody():
    room = workshop(seats=6, pace_of_match=LIVE, late_policy="wait")

    assert needs(room, 5)[0] == ("overdue", ("default", "bot", "remind"))


def test_a_team_that_is_paused_alone_is_marked_and_no_card():
    room = workshop()
    cockpit.table_pause(session_team_id=room.tables[0].pk, actor=room.actor())

    told = monitor(room.play_session, LATER)

    assert [(need.kind, need.is_card) for need in told.rows[0].needs] == [("paused", False)]
    assert (told.needy(), told.needs) == (1, [])


def test_what_the_game_reports_needs_somebody_in_its_turn_and_the_next():
    room = workshop()
    told = row(room)
    alerts = tuple(Alert(badge=f"in {turn}", words="<b>It</b> broke.", turn=turn, seat=1) for turn in (3, 4, 5))
    progress = Progress(turn=5, turns=12, title="Structural works", alerts=alerts)

    found = needs_of(replace(told, progress=progress, awaited=()), room.play_session, LATER)

    assert [(need.badge, need.seat, need.acts[0]) for need in found] == [("in 4", 1, "look"), ("in 5", 1, "look")]
    assert "<b>It</b> broke." in found[0].words


def test_the_order_is_that_of_need_name_turn_or_a_counter():
    room = workshop(teams=3, seats=0)
    first, second, third = (table.pk for table in room.tables)
    play_on(room.tables[1].match, 12)
    play_on(room.tables[2].match, 30)
    cockpit.table_pause(session_team_id=first, actor=room.actor())

    def order(sort):
        return [each.table.pk for each in rows(room, sort=sort)]

    delay = {each.table.pk: each.progress.gauges[0].value for each in rows(room)}
    weight = {each.table.pk: each.weight for each in rows(room)}
    assert order("name") == [first, second, third]
    assert order("turn") == [first, second, third]
    assert order("delay") == sorted(delay, key=lambda pk: -delay[pk])
    assert order("") == sorted(weight, key=lambda pk: -weight[pk])
    assert order("nonsense") == [first, second, third]


def test_what_was_told_once_is_told_from_the_cache_until_the_match_changes(django_assert_num_queries):
    room = workshop(teams=3)
    matches = list(Match.objects.all())
    first = progress_of(matches)

    with django_assert_num_queries(0):
        again = progress_of(matches)
    moved = play_on(Match.objects.get(pk=matches[0].pk), 12)

    assert again == first
    assert progress_of([moved])[moved.pk] != first[moved.pk]
    with translation.override("fr"):
        assert progress_of([moved])[moved.pk].gauges[0].label == "Délai"
    assert room.revision


@pytest.mark.parametrize("game", ["dominato", "dominyam"])
def test_every_game_has_a_monitor_and_a_comparison(client, game):
    teacher = person()
    play_session = session_of(course_of(teacher), teams=2, started=True, game=game)
    for table in play_session.session_teams.all():
        play_on(table.match, 25)
    client.force_login(teacher)

    for name in ("monitor", "compare", "compare-csv"):
        answer = client.get(reverse(f"classrooms:{name}", args=[play_session.pk]))
        assert answer.status_code == 200
        assert "Team 2" in answer.content.decode()
