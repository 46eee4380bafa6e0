"""The expected end depends on the view of a seat alone."""

import pytest

from games.engine.draws import LabelledDraws
from games.engine.expected import digest_of, has_collective, part_of, samples, spread_of, spreads_of, target_ends
from games.engine.registry import load
from tests.every_game import GAMES, settings, spread

EXPECTING = sorted(name for name, where in settings().items() if where.game.expected is not None)
every_setting = pytest.mark.parametrize("name", EXPECTING)
FIRST = {f"{key}/{next(iter(load(key).scenarios))}" for key in GAMES}
SOME = sorted((FIRST | {"domego/hidden", "utboheme/free"}) & set(EXPECTING))
each_game = pytest.mark.parametrize("name", SOME)
"""One setting of every game with an expected end, and the settings that hide most."""


def seats_of(where):
    return range(max(where.game.rules.seat_counts(where.scenario)))


@every_setting
def test_a_dealt_state_looks_the_same_from_its_seat(name):
    where = settings()[name]
    rules, expecting = where.game.rules, part_of(where.game)
    for number, state in enumerate(spread(name, 9, most=16)):
        for seat in seats_of(where):
            view = rules.view(state, seat)
            dealt = expecting.deal(where.scenario, view, LabelledDraws(bytes([1 + number])))
            assert rules.view(dealt, seat) == view


@each_game
def test_nothing_but_the_view_decides_what_is_expected(name):
    """Two states that differ in secrets only, dealt from one view, give the same numbers."""
    where = settings()[name]
    game, expecting, rules = where.game, part_of(where.game), where.game.rules
    states = spread(name, 1, most=12)
    state = states[len(states) // 3]
    for seat in list(seats_of(where))[:2]:
        view = rules.view(state, seat)
        found = []
        for seed in (b"one", b"another"):
            secret = expecting.deal(where.scenario, view, LabelledDraws(seed))
            seen = rules.view(secret, seat)
            digest = digest_of(game, "a scenario", seen, seat)
            found.append((digest, list(samples(game, where.scenario, seen, seat, digest, 3))))
        assert found[0] == found[1]


@each_game
def test_a_position_that_is_over_is_certain(name):
    where = settings()[name]
    last = list(spread(name, 1, most=10_000))[-1]
    view = where.game.rules.view(last, 0)
    digest = digest_of(where.game, "a scenario", view, 0)
    assert where.game.rules.result(last) is not None
    found = spreads_of(list(samples(where.game, where.scenario, view, 0, digest, 2)))
    assert all(each.low == each.mean == each.high for each in found.values())
    assert found["points"].mean == where.game.rules.result(last).scores[0]


@pytest.mark.parametrize("name", [name for name in EXPECTING if has_collective(settings()[name].game)])
def test_what_everybody_may_know_tells_how_the_collective_targets_end(name):
    where = settings()[name]
    game, rules = where.game, where.game.rules
    states = list(spread(name, 1, most=10_000))
    last = rules.result(states[-1])
    for state in (states[0], states[len(states) // 2], states[-1]):
        view = rules.view(state, None)
        found = target_ends(game, where.scenario, view, digest_of(game, "a scenario", view, None), 2)
        assert [each.name for each in found] == [each.name for each in last.targets]
        assert all(len(each.missed) == 2 and 0 <= each.chance <= 1 for each in found)
    assert [each.missed[0] for each in found] == [each.missed_by for each in last.targets]


@each_game
def test_what_two_seats_see_has_two_names_and_the_same_sight_has_one(name):
    where = settings()[name]
    for state in spread(name, 40, most=6)[:2]:
        views = [(where.game.rules.view(state, seat), seat) for seat in seats_of(where)]
        names = [digest_of(where.game, "a scenario", view, seat) for view, seat in views]
        assert len(set(names)) == len(names)
        assert names == [digest_of(where.game, "a scenario", view, seat) for view, seat in views]
        assert names != [digest_of(where.game, "another scenario", view, seat) for view, seat in views]


def test_a_band_leaves_as_many_below_as_above():
    assert (spread_of(range(1, 12)).low, spread_of(range(1, 12)).high) == (2, 10)
    assert spread_of([7]).mean == spread_of([7]).low == spread_of([7]).high == 7
