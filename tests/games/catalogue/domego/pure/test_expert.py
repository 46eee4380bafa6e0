"""The expert bot: its forecasts, its placements beside others, its limits in talks, and the results of its games."""

import json
from collections import Counter
from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from games.catalogue.domego.bots.chances import Chances, Figures, chances_of
from games.catalogue.domego.bots.expert import figures_of, needs
from games.catalogue.domego.bots.prospects import cheapest, odds, prospect_of
from games.catalogue.domego.game import GAME
from games.catalogue.domego.rules.moves import Accept, Allocate, BreakOff, Buy, Offer
from games.catalogue.domego.rules.rules import RULES
from games.catalogue.domego.rules.types import Options, Waiting
from games.engine.draws import FastDraws
from games.engine.playout import playout
from tests.games.catalogue.domego.table import CLASSIC, CLASSIC_TEXT, ROLES, domego

BOT = GAME.bot("expert")
SHEET = domego().state.sheet
PAIR = "owner>architect"

TIERS = st.lists(st.tuples(st.integers(1, 6), st.integers(1, 9)), max_size=3).map(lambda pairs: ((0, 0), *pairs))


def answer(table, role, kind):
    prompt = next(p for p in table.prompts if ROLES[p.seat] == role and p.kind == kind)
    return BOT.answer(table.state, prompt, FastDraws(1))


@given(st.lists(TIERS, min_size=1, max_size=3))
def test_reductions_cost_as_few_cubes_as_can_be(parts):
    found = cheapest(parts)

    every = [(sum(tier[1] for tier in tiers), sum(tier[0] for tier in tiers)) for tiers in product(*parts)]
    least = {gain: min(cubes for more, cubes in every if more >= gain) for gain, _cubes in every}
    assert {each.gain: each.cubes for each in found} == {
        gain: cubes for gain, cubes in least.items() if all(least[more] > cubes for more in least if more > gain)
    }
    for each in found:
        chosen = [part[tier] for part, tier in zip(parts, each.tiers, strict=True)]
        assert (sum(tier[1] for tier in chosen), sum(tier[0] for tier in chosen)) == (each.gain, each.cubes)


@given(st.lists(st.integers(-9, 9), min_size=1, max_size=7), st.integers(0, 7))
def test_odds_of_cards_are_those_of_all_ways_to_draw_them(numbers, drawn):
    ways = Counter(sum(drawn_ones) for drawn_ones in combinations(numbers, min(drawn, len(numbers))))

    assert odds(numbers, drawn) == pytest.approx({total: n / ways.total() for total, n in ways.items()})


def test_what_cards_do_is_read_off_the_sheet():
    """Activity 12: nine cards, eight of which change days; together 40 days and 14 cubes."""
    deck = prospect_of(SHEET.activities[11]).deck

    assert (len(deck.days), sum(deck.days), sum(deck.cost)) == (9, 40, 14)


def test_it_places_its_line_of_what_is_best_together():
    table = domego(activity=9, phase="allocation", architect_stock=9, structure_stock=20)
    best = chances_of(table.state.sheet).best(figures_of(RULES.view(table.state, 1)))

    assert answer(table, "architect", "allocate") == Allocate(0, best.risk.tiers[0], best.delay.tiers[0])
    assert answer(table, "structure", "allocate") == Allocate(0, best.risk.tiers[1], best.delay.tiers[1])


def test_what_others_have_placed_is_taken_as_it_is():
    """A role that has placed no cubes for the delay until late leaves this to the other roles."""
    late = domego(
        activity=12, phase="allocation", delay=366, cost=90, failures=10,
        **{f"{role}_stock": 20 for role in ROLES},
    )  # fmt: skip
    alone = late.place("structure").place("inspector").place("owner").place("architect").place("engineer")

    assert answer(alone, "fitout", "allocate") == Allocate(0, 1, 3)


def test_a_purse_that_does_not_reach_places_less_and_never_too_much():
    table = domego(activity=10, phase="allocation", delay=200, structure_stock=7, structure_money=1)

    assert answer(table, "structure", "allocate") == Allocate(0, 0, 0)


def test_it_buys_what_the_plan_needs_and_three_cubes_more():
    table = domego(activity=8, structure_stock=2)
    view = RULES.view(table.state, 4)
    need = needs(view, chances_of(view.sheet))[4]

    assert need >= SHEET.roles[4].required
    assert answer(table, "structure", "buy") == Buy(need + 3 - 2)


def test_cards_that_wait_are_reckoned_with():
    state = domego(activity=9).state
    waiting = (
        Waiting("late", 1, "delay", 10, 12),
        Waiting("cubes", 7, "resources", 2, 10, 4),
        Waiting("paid", 7, "money", -3, 10, 4),
        Waiting("got", 7, "money", 5, 10, 4),
    )
    view = RULES.view(replace(state, waiting=waiting), 0)

    assert figures_of(view)[1:3] == (state.delay + 10, state.cost + 2 + 3)


def test_a_project_that_is_further_is_worth_less_and_what_was_asked_is_known():
    chances = Chances(SHEET)
    worths = [chances.best(Figures(11, delay, 90, 14, (0,) * 12)).worth for delay in range(220, 300, 10)]

    assert worths == sorted(worths, reverse=True)
    assert worths[0] - worths[-1] > 0.9
    figures = Figures(11, 250, 90, 14, (0,) * 12)
    assert chances.best(figures) is chances.best(figures)


@pytest.mark.parametrize("side", ["owner", "architect"])
def test_who_repeats_a_price_gets_little_more_than_half_of_the_range(side):
    """Range 80 to 115 k: 35 k, of which 53 percent are 19."""
    other = {"owner": "architect", "architect": "owner"}[side]
    table, stubborn = domego(activity=3), {"owner": 80, "architect": 115}[side]
    heard = []
    for _round in range(12):
        table = table.talk(PAIR, by=side, move=Offer(stubborn))
        move = answer(table, other, "negotiate")
        heard.append(move)
        if isinstance(move, BreakOff):
            break
        table = table.talk(PAIR, by=other, move=move)

    prices = [move.price for move in heard[:-1]]
    assert heard[-1] == BreakOff()
    assert {"owner": min(prices), "architect": max(prices)}[side] == {"owner": 115 - 19, "architect": 80 + 19}[side]


def test_a_price_within_its_reach_is_taken():
    table = domego(activity=3).offer(PAIR, by="owner", price=110)

    assert answer(table, "architect", "negotiate") == Accept(110)


def test_six_experts_meet_all_three_targets_in_more_than_half_of_their_games():
    """`tests.games.catalogue.domego.benchmarks.strength` plays 1,000 games and tries adversaries."""
    start, met, bankruptcies, games = RULES.setup(CLASSIC, Options(), 6, FastDraws(0)), 0, 0, 200
    for seed in range(games):
        end = playout(RULES, start, [BOT] * 6, FastDraws(seed), bot_draws=FastDraws(seed + 10**6)).state
        goals = end.sheet.goals
        met += end.delay <= goals.delay and end.cost <= goals.cost and end.failures <= goals.failures
        bankruptcies += sum(firm.bankruptcies for firm in end.firms)

    assert met > games * 0.55
    assert bankruptcies < games * 0.05


def test_an_activity_without_cards_is_reckoned_with():
    text = json.loads(CLASSIC_TEXT)
    text["risk_cards"] = [card for card in text["risk_cards"] if card["activity"] != 8]
    text["activities"][7]["risk_slots"] = 0
    start = RULES.setup(RULES.load_scenario(json.dumps(text)), Options(), 6, FastDraws(3))

    end = playout(RULES, start, [BOT] * 6, FastDraws(3), bot_draws=FastDraws(4)).state

    assert (end.phase, end.drawn[7]) == ("over", ())


@pytest.mark.parametrize("micro", sorted(GAME.micro))
def test_other_scenarios_are_played_to_their_end(micro):
    scenario = RULES.load_scenario(GAME.micro[micro])
    seats = len(scenario.roles)
    end = playout(
        RULES,
        RULES.setup(scenario, Options(), seats, FastDraws(3)),
        [BOT] * seats,
        FastDraws(3),
        bot_draws=FastDraws(4),
    )

    assert end.state.phase == "over"


@pytest.mark.parametrize("target", ["cost", "delay"])
def test_a_target_that_is_far_away_makes_nobody_careless_of_the_others(target):
    raw = json.loads(CLASSIC_TEXT)
    raw["targets"][target] *= 3
    scenario = RULES.load_scenario(json.dumps(raw))
    met = 0

    for seed in range(20):
        start = RULES.setup(scenario, Options(), 6, FastDraws(seed))
        end = playout(RULES, start, [BOT] * 6, FastDraws(seed), bot_draws=FastDraws(seed + 100))
        met += all(each.met for each in end.result.targets)

    assert met >= 17
