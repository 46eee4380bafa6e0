"""The facts behind the debrief's tables, computed from stored events, and their texts."""

import pytest
from django.template.loader import render_to_string
from django.utils import translation

from games.catalogue.dominyam.debrief import DEBRIEF
from games.catalogue.dominyam.debrief.result import tenths
from games.catalogue.dominyam.facts import Facts, facts
from games.catalogue.dominyam.facts.closing import ON_THE_BOARD
from games.catalogue.dominyam.game import GAME
from games.catalogue.dominyam.names import percent
from games.catalogue.dominyam.rules.chances import chance, fits_any
from games.catalogue.dominyam.rules.layout import legal_pairs
from games.catalogue.dominyam.rules.rules import RULES
from games.engine.codec import from_json, to_json
from games.engine.record import Record
from tests.games.catalogue.dominyam.pure.test_laws import VARIANTS, played

AT = "2026-03-02T09:00:00+00:00"


def told(players=2, seed=1, options=0, strength="greedy", upto=None):
    """(scenario, facts, end) of a stored game."""
    start, moves, end = played(players, seed, options, strength)
    records = [Record(0, None, "", "rules", AT, start.events)]
    records += [Record(n, m.seat, m.key, "bot", AT, m.events) for n, m in enumerate(moves, start=1)]
    scenario = RULES.load_scenario(GAME.scenarios[f"players_{players:02}"])
    return scenario, facts(scenario, VARIANTS[options], records[:upto]), end


@pytest.mark.parametrize("players", [1, 2, 7])
@pytest.mark.parametrize("options", range(len(VARIANTS)))
def test_the_sums_are_those_of_the_result(players, options):
    _scenario, found, end = told(players, 2, options)

    assert tuple(seat.total for seat in found.seats) == end.result.scores
    assert tuple(seat.place for seat in found.seats) == end.result.places
    assert found.why == end.state.ended
    assert [seat.meals for seat in found.seats] == [len(hand) // 2 for hand in end.state.hands]
    assert from_json(to_json(found), Facts) == found


def test_the_chance_of_a_turn_is_that_of_the_pairs_which_reach_the_target():
    _scenario, found, end = told()
    dominoes = end.state.dominoes
    first = found.turns[0]
    pairs = [(dominoes[a - 1], dominoes[b - 1]) for a, b in legal_pairs(tuple(range(1, 29)))]
    pairs = [pair for pair in pairs if sum(map(sum, pair)) >= first.target]

    assert (first.turn, first.attempt, first.pairs) == (14, 1, len(pairs))
    assert first.chance == round(1000 * chance(fits_any(tuple(pairs)), 3))


def test_a_kept_part_never_promises_more_than_the_best_and_a_meal_was_sure_at_its_last_throw():
    for seed in range(4):
        for turn in told(seed=seed)[1].turns:
            assert all(throw.held is None or throw.held <= throw.chance for throw in turn.throws)
            assert turn.throws[-1].held is None
            assert (turn.throws[-1].chance == 1000) >= (turn.ate is not None)


def test_expected_meals_are_the_sum_of_the_chances_and_come_near_the_real_ones():
    expected = real = 0
    for seed in range(12):
        found = told(seed=seed, strength="strong")[1]
        for seat in found.seats:
            assert seat.expected == sum(turn.chance for turn in found.turns if turn.seat == seat.seat)
            expected, real = expected + seat.expected / 1000, real + seat.meals
    assert 0.7 < real / expected < 1.2


def test_each_kind_is_got_or_missed_and_what_is_missing_is_with_its_holder():
    _scenario, found, end = told()
    hands = [{tuple(sorted(end.state.dominoes[p - 1])) for p in hand} for hand in end.state.hands]
    for seat in found.seats:
        made = {each.kind for each in seat.hand.combinations}
        assert made.isdisjoint({each.kind for each in seat.missed})
        for missed in seat.missed:
            assert set(missed.missing) == set(missed.dominoes) - hands[seat.seat]
            for domino, holder in zip(missed.missing, missed.holders, strict=True):
                on_board = not any(domino in hand for hand in hands)
                assert holder == ON_THE_BOARD if on_board else domino in hands[holder]


def test_the_debrief_names_the_dominoes_of_each_player_at_the_end_and_those_that_stayed():
    scenario, found, end = told()
    context = DEBRIEF.context(scenario, found, ["Nadia"] * found.players)

    for (_role, eaten), hand in zip(context["eaten_rows"], end.state.hands, strict=True):
        there = sorted(tuple(sorted(end.state.dominoes[place - 1])) for place in hand)
        assert sorted(tuple(sorted(map(int, each.split("-")))) for each in eaten.split(", ") if each) == there
    left = [each for each in context["left"].split(", ") if each]
    assert len(left) == len(end.state.dominoes) - sum(map(len, end.state.hands))


def test_facts_of_a_match_that_is_not_over_hold_what_was_played():
    _scenario, found, _end = told(upto=10)

    assert found.why is None
    assert all(turn.throws for turn in found.turns)


@pytest.mark.parametrize("players", [1, 2, 8])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_debrief_can_be_told(players, language):
    scenario, found, _end = told(players, 3)
    with translation.override(language):
        context = DEBRIEF.context(scenario, found, ["Nadia"] * players)
        charts = DEBRIEF.charts(scenario, found)
        headline = DEBRIEF.headline(scenario, found)

    assert len(context["player_rows"]) == len(context["luck_words"]) == players
    assert len(context["combo_rows"]) == 5 * players
    assert len(context["turn_rows"]) == len(found.turns)
    assert (len(charts), context["has_chart"]) == ((1, True) if players <= 6 else (0, False))
    assert str(max(seat.total for seat in found.seats)) in headline


@pytest.mark.parametrize(("players", "seed"), [(1, 0), (1, 4), (2, 1)])
def test_the_chart_ends_at_the_score_and_counts_turns_as_the_game_does(players, seed):
    scenario, found, _end = told(players, seed)
    chart = DEBRIEF.charts(scenario, found)[0]

    assert [line.values[-1] for line in chart.lines] == [seat.total for seat in found.seats]
    assert {line.values[0] for line in chart.lines} == {0}
    assert chart.turns == tuple(row[0] for row in chart.table.rows)
    assert chart.turns[0] == "14"


@pytest.mark.parametrize("players", [1, 2])
def test_a_sheet_needs_nothing_that_only_pages_have(players):
    scenario, found, _end = told(players)
    context = DEBRIEF.context(scenario, found, ["Nadia"] * players) | {"charts": {}, "paper": True}
    sheets = [render_to_string(sheet, context) for sheet in DEBRIEF.sheets]

    assert [sheet for sheet in sheets if "<use" in sheet] == []
    assert ("Place" in sheets[0]) == (players == 2)


def test_headlines_say_who_won():
    scenario, alone, _end = told(1, 0)

    assert DEBRIEF.headline(scenario, alone) == f"Scored {alone.seats[0].total} points alone"
    scenario, two, _end = told(2, 0)
    winner = next(seat for seat in two.seats if seat.place == 1)
    assert DEBRIEF.headline(scenario, two) == f"Player {'AB'[winner.seat]} wins with {winner.total} points"


def test_numbers_are_rounded_for_people():
    assert [tenths(number) for number in (0, 49, 6345, 9960)] == ["0.0", "0.0", "6.3", "10.0"]
    assert [percent(number) for number in (0, 5, 370, 995, 1000)] == ["0 %", "under 1 %", "37 %", "over 99 %", "100 %"]
