"""The forecast journal: forecasts are made before a turn and compared with its result."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext

from classrooms.models import Forecast, SessionTeam
from classrooms.play.questions.queries import forecasts
from classrooms.play.questions.services.forecasts import forecast_write, forecasts_switch
from classrooms.play.questions.services.refusals import BadQuestion, NoForecastNow, SessionArchived
from games.models import Event
from games.platform.services.holders import seat_assign, seat_release
from games.platform.services.matches import match_pause
from games.ui import faces
from games.ui.faces import ProgressPart
from games.ui.learning import Forecastable
from tests.classrooms.factories import enrol
from tests.classrooms.play.questions.asking import class_of, draft_of, finish, match_in, pass_turn
from tests.classrooms.play.questions.database.test_moments import step_back
from tests.games.factories import NOW, person

pytestmark = pytest.mark.django_db
EXPECTED = {"days": 2, "cost": 1, "cards": 2}


@pytest.fixture
def kept():
    play_session, people = class_of("ana", "bob", has_forecasts=True)
    return play_session, people["ana"], people["bob"]


def write(play_session, user, turn=1, *, now=NOW, **values):
    table = SessionTeam.objects.select_related("session").get(session=play_session, position=0)
    return forecast_write(table=table, user=user, turn=turn, values={**EXPECTED, **values}, now=now)


def journal(play_session, user):
    return {one.user: found for one, found in forecasts.journals(play_session)}[user]


def came(match, turn):
    """The result of an activity, from its stored event."""
    data = Event.objects.get(match=match, kind="activity_ended", turn=turn).data
    return {name: data[name] for name in ("days", "cost", "cards")}


def test_a_forecast_is_stored_with_where_the_match_stood_and_can_be_changed(kept):
    play_session, ana, _bob = kept
    write(play_session, ana)
    write(play_session, ana, days=9, now=NOW + timedelta(minutes=3))

    row = Forecast.objects.get()

    assert (row.user, row.turn, row.values, row.move_number) == (ana, 1, {**EXPECTED, "days": 9}, 0)
    assert row.created_at == NOW + timedelta(minutes=3)


def test_the_database_keeps_one_forecast_for_a_turn(kept):
    play_session, ana, _bob = kept
    row = write(play_session, ana)

    with pytest.raises(IntegrityError), transaction.atomic():
        Forecast.objects.create(match=row.match, user=ana, turn=1, values={}, move_number=0, created_at=NOW)


def test_after_the_turn_is_over_its_forecast_stands(kept):
    play_session, ana, bob = kept
    write(play_session, ana)
    pass_turn(match_in(play_session))

    for user in (ana, bob):
        with pytest.raises(NoForecastNow, match="Owner's resource allocation"):
            write(play_session, user, days=99)
    assert Forecast.objects.get().values == EXPECTED


def test_a_turn_to_come_is_not_foreseen_yet(kept):
    play_session, ana, _bob = kept

    with pytest.raises(NoForecastNow):
        write(play_session, ana, turn=2)


@pytest.mark.parametrize("wrong", [{"days": -1}, {"days": 1000}, {"cards": 100}, {"cost": None}])
def test_a_figure_out_of_bounds_is_refused_by_name(kept, wrong):
    play_session, ana, _bob = kept

    with pytest.raises(BadQuestion) as refused:
        write(play_session, ana, **wrong)
    assert "whole number from 0 to" in str(refused.value)
    assert not Forecast.objects.exists()


def test_only_who_sits_there_foresees_and_only_while_the_match_goes_on(kept):
    play_session, ana, _bob = kept
    stranger = enrol(play_session.course, person())
    with pytest.raises(NoForecastNow):
        write(play_session, stranger)
    match_pause(match_id=match_in(play_session).pk, now=NOW)
    write(play_session, ana)
    finish_paused = match_in(play_session)
    finish_paused.status = "aborted"
    finish_paused.save()
    with pytest.raises(NoForecastNow):
        write(play_session, ana)
    play_session.has_forecasts = False
    play_session.save()
    with pytest.raises(NoForecastNow):
        write(play_session, ana)


def test_afterwards_the_journal_tells_the_difference(kept):
    play_session, ana, _bob = kept
    match = match_in(play_session)
    write(play_session, ana)
    assert [(line.turn, line.over, line.written) for line in journal(play_session, ana).lines] == [(1, False, True)]
    pass_turn(match)
    actual = came(match, 1)

    found = journal(play_session, ana)

    line = found.lines[0]
    assert (line.turn, line.over, found.turn) == (1, True, 2)
    assert {figure.what.name: figure.actual for figure in line.figures} == actual
    assert {figure.what.name: figure.off for figure in line.figures} == {
        name: EXPECTED[name] - actual[name] for name in EXPECTED
    }


def test_calibration_counts_turns_without_a_forecast_as_misses(kept):
    play_session, ana, bob = kept
    match = match_in(play_session)
    assert forecasts.calibration(play_session) == {ana.pk: None, bob.pk: None}
    pass_turn(match)
    write(play_session, ana, 2, days=500, cost=500, cards=50)
    pass_turn(match)
    actual = came(match, 2)
    assert forecasts.calibration(play_session) == {ana.pk: 0.0, bob.pk: 0.0}
    Forecast.objects.update(values={**actual, "cards": actual["cards"] + 1})

    found = journal(play_session, ana)

    assert found.share == 2 / 6
    assert [(c.what.name, c.bias, c.error, c.near, c.made) for c in found.calibrations] == [
        ("days", 0.0, 0.0, 1, 1),
        ("cost", 0.0, 0.0, 1, 1),
        ("cards", 1.0, 1.0, 0, 1),
    ]


def test_near_is_within_the_tolerance_on_both_sides():
    what = Forecastable("days", "Days", "days", 0, 99, tolerance=3)

    assert [forecasts.Figure(what, expected, 10).near for expected in (6, 7, 13, 14, None)] == [
        False,
        True,
        True,
        False,
        False,
    ]


def test_turns_before_somebody_sat_down_and_after_they_left_are_not_theirs(kept):
    play_session, ana, _bob = kept
    match = match_in(play_session)
    pass_turn(match)
    late = enrol(play_session.course, person("late"))
    ended = Event.objects.get(match=match, kind="activity_ended").move.created_at
    seat_assign(match_id=match.pk, seat=3, user=late, now=ended + timedelta(seconds=1))
    seat_release(match_id=match.pk, seat=0, user=ana, now=ended + timedelta(seconds=1))
    pass_turn(match)
    last = Event.objects.filter(match=match, kind="activity_ended").latest("number").move
    last.created_at = ended + timedelta(seconds=2)
    last.save()

    assert [line.turn for line in journal(play_session, late).lines] == [2]
    assert [line.turn for line in journal(play_session, ana).lines] == [1]


def test_after_a_step_back_a_forecast_holds_for_the_turn_that_is_played_again(kept):
    play_session, ana, _bob = kept
    match = match_in(play_session)
    pass_turn(match)
    start_of_two = match.number
    write(play_session, ana, 2, days=17)
    pass_turn(match)
    step_back(play_session, start_of_two)
    fork = match_in(play_session)

    waiting = journal(play_session, ana)
    pass_turn(fork)
    again = journal(play_session, ana)

    assert [(line.turn, line.over) for line in waiting.lines] == [(1, True), (2, False)]
    assert again.lines[1].figures[0].expected == 17
    assert again.lines[1].figures[0].actual == came(fork, 2)["days"]


def test_a_forecast_stored_after_the_fact_does_not_count(kept):
    play_session, ana, _bob = kept
    match = match_in(play_session)
    pass_turn(match)
    Forecast.objects.create(
        match=match, user=ana, turn=1, values=came(match, 1), move_number=match.number, created_at=NOW
    )

    assert journal(play_session, ana).share == 0.0


def test_at_the_end_every_activity_is_told_and_nothing_more_is_foreseen(kept):
    play_session, ana, _bob = kept
    finish(play_session)

    found = journal(play_session, ana)

    assert ([line.turn for line in found.lines], found.turn) == (list(range(1, 13)), 0)


def test_without_the_journal_there_is_no_calibration():
    play_session, _people = class_of("ana")

    assert forecasts.calibration(play_session) == {}


def test_three_tables_ask_as_much_as_one():
    def count(number):
        names = [f"t{number}-{n}" for n in range(number)]
        play_session, _people = class_of(*names, teams=[[name] for name in names], has_forecasts=True)
        for table in range(number):
            pass_turn(match_in(play_session, table))
        with CaptureQueriesContext(connection) as queries:
            found = forecasts.journals(play_session)
        assert [journal.share for _one, journal in found] == [0.0] * number
        return len(queries)

    assert count(3) == count(1)


def test_the_switch_bumps_the_session_once():
    draft = draft_of()
    first = draft.revision

    assert forecasts_switch(session_id=draft.pk, on=True).revision == first + 1
    assert forecasts_switch(session_id=draft.pk, on=True).revision == first + 1
    draft.status = "archived"
    draft.save()
    with pytest.raises(SessionArchived):
        forecasts_switch(session_id=draft.pk, on=False)


def test_a_game_without_figures_keeps_no_journal(monkeypatch):
    draft = draft_of()
    monkeypatch.setitem(faces._faces, "domego", replace(faces.get("domego"), progress=ProgressPart()))

    with pytest.raises(BadQuestion):
        forecasts_switch(session_id=draft.pk, on=True)
