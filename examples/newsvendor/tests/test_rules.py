"""Newsvendor's rules: a position, the orders of a day, what they brought."""

from newsvendor.game import GAME
from newsvendor.rules import RULES, Asked, Options, Order, Sold

from games.engine.draws import FastDraws, LabelledDraws
from games.engine.playout import playout
from games.engine.rounds import Answered

DRAWS = LabelledDraws(b"test")
PLAYOUTS = 200


def begin(scenario="cheap"):
    loaded = RULES.load_scenario(GAME.scenarios[scenario])
    return RULES.setup(loaded, Options(), loaded.players, DRAWS)


def order(state, seat, papers):
    return RULES.apply(state, seat, f"day-{state.day}/order", Order(papers), DRAWS)


def test_an_order_is_hidden_until_all_have_ordered_and_then_the_demand_decides():
    first = order(begin().state, 0, 40)
    demand = DRAWS.below(101, "day-1/demand")

    second = order(first.state, 1, 100)

    assert first.events == (Answered(turn=1, seat=0),)
    assert RULES.view(first.state, 1).answers == (None, None)
    profits = (8 * min(40, demand) - 2 * 40, 8 * demand - 2 * 100)
    assert second.state.profits == profits
    assert second.events[1:] == (
        Asked(turn=1, demand=demand),
        Sold(turn=1, seat=0, papers=40, sold=min(40, demand), profit=profits[0]),
        Sold(turn=1, seat=1, papers=100, sold=demand, profit=profits[1]),
    )


def test_the_critical_ratio_is_the_best_order():
    """Over all demands from 0 to 100, no other order brings more on the mean."""
    for name in ("cheap", "dear"):
        scenario = RULES.load_scenario(GAME.scenarios[name])

        def mean(papers, scenario=scenario):
            sold = sum(min(papers, demand) for demand in range(scenario.demand + 1))
            return scenario.price * sold - (scenario.demand + 1) * scenario.cost * papers

        state = begin(name).state
        chosen = GAME.bot("exact").answer(state, RULES.prompts(state)[0], FastDraws(1)).papers
        assert mean(chosen) == max(map(mean, range(scenario.demand + 1)))


def test_exact_bots_earn_more_than_those_that_order_the_mean():
    earned = [0, 0]
    for seed in range(PLAYOUTS):
        bots = [GAME.bot("exact"), GAME.bot("mean")]
        end = playout(RULES, begin(), bots, LabelledDraws(f"{seed}".encode()), bot_draws=FastDraws(seed))
        earned = [sum(pair) for pair in zip(earned, end.result.scores, strict=True)]

    assert earned[0] > earned[1]
