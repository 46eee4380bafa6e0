"""Trials: tallies add up in any order, findings need enough games, and proposals meet what they promise."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from games.engine import codec
from games.engine.registry import load
from games.engine.trial import (
    Goal,
    Tally,
    Trial,
    findings,
    merged,
    met_by,
    play,
    proposed_length,
    proposed_targets,
    quantile,
    share_of,
    tried,
)
from games.engine.trial import playing as module
from games.engine.trial.paths import at_path
from games.engine.trial.remarks import ranked, remark
from games.engine.trial.rules import Happened, Took, TrialRules, trouble
from games.engine.trial.tally import SeatTally
from tests.games.engine.counting import GAME
from tests.games.engine.counting import Goal as Ten

BEER = load("beer_game")
DOMEGO = load("domego")
CLASSIC = DOMEGO.shipped("classic")
VALUES = st.lists(st.tuples(st.integers(0, 60), st.integers(0, 60), st.integers(0, 9)), min_size=20, max_size=60)
DOWN = (Goal("delay", 0), Goal("cost", 0), Goal("failures", 0))


@pytest.fixture(scope="module")
def whole():
    return play(DOMEGO, CLASSIC, "balanced", range(12))


def tally_of(games, reached, goals, points=((5,), (5,))):
    """A tally of two seats with these values of targets, and the points of each seat by turns."""
    seats = tuple(SeatTally({each[0]: games}, {1: games}, {"bankruptcies": {0: games}}) for each in points)
    return Tally("bot", games=games, goals=goals, reached=dict(enumerate(reached)), seats=seats, minutes={60: games})


def trial_of(experts, usual):
    return Trial("domego", "made", 2, experts, usual)


@settings(max_examples=15)
@given(st.integers(0, 12), st.integers(0, 12))
def test_chunks_in_any_order_are_the_whole(whole, one, other):
    first, last = sorted((one, other))
    chunks = [play(DOMEGO, CLASSIC, "balanced", range(*ends)) for ends in ((first, last), (last, 12), (0, first))]

    assert merged(merged(chunks[0], chunks[1]), chunks[2]) == whole


def test_the_same_numbers_give_the_same_tally(whole):
    again = play(DOMEGO, CLASSIC, "balanced", range(12))

    assert codec.to_json(again) == codec.to_json(whole)
    assert codec.from_json(codec.to_json(whole), Tally) == whole


def test_a_game_counts_once(whole):
    with pytest.raises(ValueError, match="game 3 is in both"):
        merged(whole, play(DOMEGO, CLASSIC, "balanced", [3]))


def test_tallies_of_different_bots_stay_apart(whole):
    with pytest.raises(ValueError, match="one tally is of balanced"):
        merged(whole, Tally("expert"))


def test_every_game_is_in_every_distribution(whole):
    games = range(12)

    assert list(whole.reached) == list(games)
    for counts in (whole.moves, whole.decisions, whole.minutes, whole.turns, whole.values(0)):
        assert sum(counts.values()) == 12
    assert {name: sum(counts.values()) for name, counts in whole.events.items()} == {"bankruptcies": 12, "failed": 12}
    for seat in whole.seats:
        sizes = {sum(counts.values()) for counts in (seat.points, seat.places, *seat.events.values(), *seat.curve)}
        assert sizes == {12}
        assert len(seat.curve) == 13
    assert sum(seat.decisions for seat in whole.seats) == sum(n * games for n, games in whole.decisions.items())


def test_the_curve_begins_with_the_start_money(whole):
    assert [list(seat.curve[0]) for seat in whole.seats] == [[role.start_money] for role in CLASSIC.roles]


def test_all_placements_of_an_activity_and_its_special_actions_take_time_once():
    (minutes,) = play(DOMEGO, CLASSIC, "balanced", [1]).minutes

    assert minutes == 12 * 4 + 3 * 2 + 3 + 6


def test_a_game_without_an_end_is_counted_and_the_chunk_given_up(monkeypatch):
    monkeypatch.setattr(module, "MOST_MOVES", 5)

    found = tried(GAME, Ten(100), range(50))

    assert (found.experts.games, found.experts.unended) == (0, 3)
    assert [each.key for each in findings(GAME, Ten(100), found)] == ["endless"]


def test_bots_by_seat_are_named_in_the_tally():
    mixed = play(BEER, BEER.shipped("short"), "strong,naive", range(2))

    assert (mixed.bot, mixed.games, len(mixed.seats)) == ("strong,naive", 2, 2)


@given(st.integers(0, 300), st.integers(1, 300))
def test_a_share_lies_in_its_interval_which_shrinks(part, games):
    part = min(part, games)
    few, many = share_of(part, games), share_of(10 * part, 10 * games)

    assert 0 <= few.low <= few.value + 1e-12
    assert few.value - 1e-12 <= few.high <= 1
    assert many.high - many.low < few.high - few.low


def test_without_games_nothing_is_known():
    assert share_of(0, 0) == (0.0, 0.0, 1.0)


def test_only_never_and_always_are_0_and_100_percent():
    assert [share_of(part, 1000).percent for part in (0, 1, 999, 1000)] == [0, 1, 99, 100]


def test_heavy_findings_come_first_and_equal_ones_in_order():
    notes = [remark(key, "", weight) for key, weight in (("a", 10), ("b", 60), ("c", 10))]

    assert [each.key for each in ranked(notes)] == ["b", "a", "c"]


IMPOSSIBLE = (Goal("delay", 10), Goal("cost", 10))


@pytest.mark.parametrize(("games", "keys"), [(20, []), (100, ["target_impossible", "target_impossible"])])
def test_a_target_that_nobody_meets_is_accused_after_enough_games(games, keys):
    tally = tally_of(games, [(20, 20)] * games, IMPOSSIBLE)

    found = findings(GAME, Ten(1), trial_of(tally, tally))

    assert [each.key for each in found] == keys
    assert all(each.params == {"goal": 10, "games": 2 * games, "best": 20, "gap": 10} for each in found)


def test_a_target_at_which_good_players_aim_is_none_that_everybody_meets():
    near, far = tally_of(300, [(10, 10)] * 300, IMPOSSIBLE), tally_of(300, [(5, 10)] * 300, IMPOSSIBLE)

    assert findings(GAME, Ten(1), trial_of(near, near)) == ()
    assert [(each.key, each.place) for each in findings(GAME, Ten(1), trial_of(far, far))] == [
        ("target_certain", "targets.delay")
    ]


def test_targets_that_are_met_one_at_a_time_are_never_met_together():
    halves = tally_of(300, [(10, 20), (20, 10)] * 150, IMPOSSIBLE)

    assert "targets_together" in {each.key for each in findings(GAME, Ten(1), trial_of(halves, halves))}


def test_good_play_that_reaches_less_is_named():
    better, worse = tally_of(300, [(10, 10)] * 300, IMPOSSIBLE), tally_of(300, [(10, 10), (20, 10)] * 150, IMPOSSIBLE)

    assert [each.key for each in findings(GAME, Ten(1), trial_of(worse, better))][0] == "skill_harms"


def test_a_seat_under_zero_and_one_that_always_wins_are_named():
    tally = tally_of(200, [()] * 200, (), ((-3,), (9,)))
    tally = replace(tally, seats=(replace(tally.seats[0], places={2: 200}), tally.seats[1]))

    found = findings(GAME, Ten(1), trial_of(tally, tally))

    assert [(each.key, each.names["role"]) for each in found] == [
        ("seat_advantage", ("seat:1",)),
        ("under_zero", ("seat:0",)),
    ]


def test_a_length_is_compared_with_the_parents():
    short, long = (replace(tally_of(9, [()] * 9, ()), minutes={minutes: 9}) for minutes in (20, 60))

    found = findings(GAME, Ten(1), trial_of(short, short), trial_of(long, long))

    assert [(each.key, each.weight, each.params) for each in found] == [("length", 60, {"now": 20, "then": 60})]


def test_things_that_happen_too_often_and_answers_are_counted():
    rules = TrialRules(
        notes=lambda scenario: lambda events: [Happened("loud", 0), Took("goal", "high"), Took("goal", "high")],
        troubles=(trouble("loud", "Loud", "%(role)s is loud in %(share)s %% of the games.", 20, 70),),
        place=lambda state, prompt: "goal",
    )
    game = replace(GAME, trial=rules)

    found = tried(game, Ten(10), range(60))

    assert found.experts.with_event("loud", 0) == found.experts.with_event("loud") == 60
    assert found.experts.questions["goal"].answers == {"high": 120}
    assert found.experts.questions["goal"].asked == sum(seat.decisions for seat in found.experts.seats)
    assert "loud" in {each.key for each in findings(game, Ten(10), found)}


@settings(max_examples=40)
@given(VALUES, st.sampled_from([0.3, 0.6, 0.8]))
def test_proposed_targets_are_met_in_about_the_chosen_share(values, share):
    chosen = proposed_targets(DOWN, values, share)
    apart = min(abs(share - met_by(_all_at(values, level), values).together) for level in range(1, 61))

    assert abs(met_by(chosen, values).together - share) <= max(0.5, apart) + 0.25
    assert [goal.name for goal in chosen] == ["delay", "cost", "failures"]


def _all_at(values, level):
    return [Goal(str(at), sorted(each[at] for each in values)[(level - 1) % len(values)]) for at in range(3)]


def test_independent_targets_are_equally_hard():
    values = [(a, b) for a in range(50) for b in range(50)]

    first, second = proposed_targets((Goal("a", 0), Goal("b", 0, rising=True)), values, 0.49)

    assert abs(first.goal - 34) <= 2
    assert abs(second.goal - 15) <= 2
    assert met_by((first, second), values).together == pytest.approx(0.49, abs=0.03)


def test_targets_need_results():
    with pytest.raises(ValueError, match="results are needed"):
        proposed_targets(DOWN, [], 0.6)


def test_as_many_turns_fit_as_the_time_allows(whole):
    now = proposed_length(whole, 45)
    spent = [sum(now.seconds[:turns]) for turns in range(len(now.seconds) + 1)]

    assert (now.minutes, now.turns) == (63, 12)
    assert spent[now.fitting] <= 45 * 60 < spent[now.fitting + 1]
    assert proposed_length(whole, 200).fitting == 12


def test_paths_lead_into_a_scenario():
    assert at_path(CLASSIC, "activities[9].participants[1].delay[0]") == (2, 3)
    with pytest.raises(AttributeError):
        at_path(CLASSIC, "roles[0].nothing")


def test_quantiles_are_values_of_games():
    assert [quantile({1: 5, 2: 4, 9: 1}, share) for share in (0.0, 0.5, 0.51, 0.9, 1.0)] == [1, 1, 2, 2, 9]
    with pytest.raises(ValueError, match="no games"):
        quantile({}, 0.5)
