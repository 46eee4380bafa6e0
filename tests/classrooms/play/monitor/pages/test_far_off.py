"""Teams that are far from the target by the expected end that students see: their names, the moment, and the words."""

from dataclasses import replace

import pytest
from django.core.cache import cache
from django.utils import translation

from classrooms.play.home.queries import home_of
from classrooms.play.monitor.queries.monitor import monitor
from classrooms.play.monitor.queries.needs import off_needs
from games.engine.expected import TargetEnds
from games.platform.services.expected import work_out
from games.platform.work import ends, outbox
from games.platform.work.ends import Ends
from games.ui.progress import Gauge, Progress
from tests.classrooms.play.monitor.workshop import LATER, workshop
from tests.games.factories import play_on

pytestmark = pytest.mark.django_db

MOVES_OF_HALF = 22
"""After so many minimal answers a team is at activity 8, and has drawn all cards that the target allows."""
LAST_EARLY = 4
"""The last activity of the first third."""


@pytest.fixture
def sent(monkeypatch):
    messages = []
    monkeypatch.setattr(outbox.current_app, "send_task", lambda name, args, **more: messages.append((name, *args)))
    return messages


def looked_at(room):
    """The rows of the monitor after a worker has computed the expected ends."""
    monitor(room.play_session, LATER)
    for table in room.tables:
        work_out(match_id=table.match.pk)
    return monitor(room.play_session, LATER).rows


def named(rows):
    return [row.table.name for row in rows if any(need.kind == "off" for need in row.needs)]


def test_of_teams_that_are_all_far_off_two_are_named_on_the_monitor_and_on_today():
    room = workshop(teams=4)
    for table in room.tables:
        play_on(table.match, MOVES_OF_HALF)

    rows = looked_at(room)

    points = {row.table.name: row.ranked.points for row in rows}
    assert len(named(rows)) == 2
    assert sorted(points[name] for name in named(rows)) == sorted(points.values())[:2]
    (running,) = home_of(room.teacher, LATER).running
    assert {row.table.name for row, need in running.needs if need.kind == "off"} == set(named(rows))


def test_of_two_teams_one_is_named_and_a_team_alone_is(sent):
    for teams, expected in ((2, 1), (1, 1)):
        room = workshop(teams=teams)
        for table in room.tables:
            play_on(table.match, MOVES_OF_HALF)
        assert len(named(looked_at(room))) == expected


def test_the_sentence_has_the_expected_end_and_both_chances():
    room = workshop()
    play_on(room.match, MOVES_OF_HALF)

    (row,) = looked_at(room)
    (need,) = [each for each in row.needs if each.kind == "off"]

    failures = next(each for each in row.ends.targets if each.name == "failures")
    assert "failures" in need.badge
    assert f"Failures: {round(failures.mean)} expected at the end, target 20." in need.words
    assert failures.chance < 0.005
    assert "in less than 1\xa0% of matches that go on from here, and usually in 100\xa0%." in need.words
    with translation.override("fr"):
        (row,) = monitor(room.play_session, LATER).rows
        assert "moins de 1\xa0%" in next(each for each in row.needs if each.kind == "off").words


def test_nobody_is_named_in_the_first_third_nor_a_team_of_bots_nor_before_a_worker_was_there():
    early, bots, late = workshop(), workshop(seats=0), workshop()
    while monitor(early.play_session, LATER).rows[0].progress.turn < LAST_EARLY:
        play_on(early.match, 1)
    for room in (bots, late):
        play_on(room.match, MOVES_OF_HALF)

    assert named(looked_at(early)) == named(looked_at(bots)) == []
    cache.clear()
    assert named(monitor(late.play_session, LATER).rows) == []
    assert named(looked_at(late)) == ["Team 1"]


def test_a_team_on_its_way_is_not_named():
    room = workshop()
    (row,) = monitor(room.play_session, LATER).rows
    progress = replace_turn(row.progress, 7)

    def said(chance, usual):
        missed = (0,) * chance + (9,) * (200 - chance)
        found = Ends(1, (TargetEnds("failures", 20, 25.0, missed),), (usual,))
        return named_alone(replace(row, progress=progress, ends=found))

    assert said(chance=10, usual=0.5) == []  # a tenth exactly
    assert said(chance=9, usual=0.5) == ["failures"]
    assert said(chance=0, usual=0.1) == []  # hardly anybody meets it


def replace_turn(progress, turn):
    return Progress(turn=turn, turns=progress.turns, title="", gauges=progress.gauges)


def named_alone(row):
    return [need.badge for need in off_needs([row]).values()]


def test_a_game_without_a_forecast_says_only_what_its_gauges_know(domego):
    room = workshop()
    (row,) = monitor(room.play_session, LATER).rows
    domego.EXPECTED_END = False

    def said(turn=7, **more):
        gauge = Gauge(name="cost", label="Cost", value=30, target=40, **more)
        return named_alone(replace(row, progress=Progress(turn=turn, turns=12, title="", gauges=(gauge,))))

    assert said(series=(0, 20, 30), pace=tuple(range(0, 65, 5))) == []
    assert said(least=40) == []
    assert said(least=41) == ["cost"]
    assert said(least=41, turn=4) == []
    assert said(most=39, fewer=False) == ["cost"]


def test_a_worker_is_asked_once_for_a_position_and_again_after_a_move(sent, django_capture_on_commit_callbacks):
    room = workshop()

    def asked():
        sent.clear()
        with django_capture_on_commit_callbacks(execute=True):
            monitor(room.play_session, LATER)
        return [each for each in sent if each[0] == "expected.work_out"]

    assert asked() == [("expected.work_out", room.match.pk)]
    assert asked() == []
    assert work_out(match_id=room.match.pk) == 1
    assert asked() == []
    assert work_out(match_id=room.match.pk) == 0
    play_on(room.match, 1)
    assert asked() == [("expected.work_out", room.match.pk)]
    assert ends.ends_of([room.match])[room.match.pk].number != room.match.number


def test_a_match_that_is_over_expects_nothing():
    room = workshop()
    monitor(room.play_session, LATER)
    play_on(room.match, -1)

    assert work_out(match_id=room.match.pk) == 0
    assert named(monitor(room.play_session, LATER).rows) == []
