"""Cost and accuracy of the analysis of a beer game match.

`python -m tests.games.catalogue.beer_game.benchmarks.analysis [PLAYOUTS [MATCHES]]` measures both. Seconds are
processor time of one core. Bots play; naive ones ignore their supply line. Verdicts are checked twice. First, over
1,000 demands of another seed (the sampling error): a verdict is confirmed if the 95 percent interval of the loss lies
above 0. It is wrong if the interval lies at or below 0. Second, with the actual demand of the match, which nobody knew
(hindsight). Planted mistakes are orders of strong bots with extra pallets; strong bots go on. Each mistake is priced
over 500 demands of another seed. "Given away" is compared with the extra cost of the chain over one with a strong bot
in that seat. Writes benchmarks/results/beer_game_analysis.txt unless there are fewer than 200 playouts.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from statistics import fmean
from typing import Any

from benchmarks._analysis import ALL, SEED, Lines, Opening, held, played_match, run_parts, timed
from benchmarks._report import run
from games.catalogue.beer_game.analysis.analyst import ANALYST, weighed
from games.catalogue.beer_game.analysis.chain import Chain
from games.catalogue.beer_game.rules.chains import chain_of, seats_of
from games.catalogue.beer_game.rules.rules import RULES
from games.catalogue.beer_game.rules.types import Options, Order, State
from games.engine.analysis import Choice, Match, Weighed, reckon
from games.engine.analysis.statistics import Mean, mean_of
from games.engine.draws import LabelledDraws, derive
from games.engine.registry import load

AGAIN, CHECKED, PRICED = 1000, 12, 500
"""Demands for verdicts that are looked at again, how many of a table are, demands for a price."""
MANY = 60
"""Demands for the yardstick."""
MORE = (2, 4, 8, 16, 32)
"""Pallets that a planted order has too many."""


def match_of(scenario: str, strengths: Sequence[str], seed: bytes, opening: Opening = ()) -> tuple[Match, int]:
    """A match that bots played, one a seat, after the moves of `opening`, and its total cost."""
    match, result = played_match(load("beer_game"), scenario, Options(), strengths, seed, opening)
    return match, sum(result.scores)


def seats(scenario: str) -> int:
    """The number of seats of a scenario."""
    return RULES.load_scenario(load("beer_game").scenarios[scenario]).seats


def cost(playouts: int) -> Lines:
    """Seconds for whole matches of naive bots, which have the most orders to analyse."""
    for scenario in ("classic", "random", "seasonal"):
        match, _cost = match_of(scenario, ["naive"] * seats(scenario), SEED)
        found, seconds, aim = timed(match, playouts)
        yield f"cost, {scenario:8}: {seconds:5.1f} s, {len(found.weighing.decisions)} orders weighed{aim}"


def yardstick() -> Lines:
    """The chain's cost with strong bots and with the best of some order-up-to rules, over the same demands: the
    scenario's own, and steps at any week.
    """
    for scenario in ("classic", "random", "seasonal"):
        loaded = RULES.load_scenario(load("beer_game").scenarios[scenario])
        start = RULES.setup(loaded, Options(), loaded.seats, LabelledDraws(SEED)).state
        demands = [_demand(loaded, start.terms.weeks, derive(SEED, f"yardstick/{number}")) for number in range(MANY)]
        strong = fmean(_costs(start, row, Chain.strong_orders) for row in demands)
        found = {
            (part, weeks): fmean(_costs(start, row, partial(_up_to, part=part, weeks=weeks)) for row in demands)
            for part in (1, 2, 4, 8, 12)
            for weeks in (0.0, 0.5, 1.0)
        }
        (part, weeks), best = min(found.items(), key=lambda each: each[1])
        yield (
            f"yardstick, {scenario:8} {MANY} demands: strong bots {strong:.0f}; best order-up-to rule {best:.0f} "
            f"(closes 1/{part} of the gap, {weeks} weeks of safety)"
        )


def _demand(scenario: Any, weeks: int, seed: bytes) -> list[int]:
    """A demand: the scenario's own for every other number, else one with a single step."""
    draws, spread = LabelledDraws(seed), scenario.demand.spread
    if draws.below(2, "which"):
        usual = [scenario.demand.usual(week) for week in range(2, weeks + 1)]
    else:
        low, high, at = 2 + draws.below(7, "low"), 2 + draws.below(9, "high"), 2 + draws.below(weeks - 1, "at")
        usual, spread = [low if week < at else high for week in range(2, weeks + 1)], 2
    return [max(0, each - spread + draws.below(2 * spread + 1, f"week/{n}")) for n, each in enumerate(usual)]


def _costs(state: State, demands: Sequence[int], policy: Callable[[Chain], list[int]]) -> int:
    course = Chain(state, 0)
    for demand in demands:
        course.week(policy(course), demand)
    return sum(course.cost)


def _up_to(course: Chain, *, part: int, weeks: float) -> list[int]:
    """Orders of a rule: the mean demand, and a part of the gap between the aim and the inventory position.

    The aim is the mean demand of the delivery time and of `weeks` for safety; the rule orders one of `part` parts.
    """
    terms, last, orders = course.terms, len(course.stock) - 1, []
    for stage, heard in enumerate(course.heard):
        owed = course.waiting if stage == last else course.backlog[stage + 1]
        position = course.stock[stage] - course.backlog[stage] + sum(course.transit[stage]) + sum(course.mail[stage])
        mean = fmean(heard[-4:])
        gap = mean * (terms.order_delay + terms.shipping_delay + weeks) - position - owed
        orders.append(max(0, min(round(mean + gap / part), terms.most_order)))
    return orders


def given_away(playouts: int) -> Lines:
    """One seat among strong bots: the reported loss, and the extra cost of its chain."""
    for scenario in ("classic", "random", "seasonal"):
        many = seats(scenario)
        _match, calm = match_of(scenario, ["strong"] * many, SEED)
        for strength in ("naive", "random"):
            rows = []
            for seat in range(many):
                strengths = ["strong"] * many
                strengths[seat] = strength
                match, whole = match_of(scenario, strengths, SEED)
                rows.append((reckon(match, SEED, playouts=playouts).accounts[seat].lost.value / 100, whole - calm))
            told = ", ".join(f"{lost:.0f} of {more}" for lost, more in rows)
            yield f"given away of what the chain cost more, {scenario:8} one {strength:6}, seat by seat: {told}"


def verdicts(playouts: int, matches: int) -> Lines:
    """For bots at several tables: the number of reported mistakes, and how many of them are confirmed."""
    for strength in ("strong", "naive", "random"):
        found: Counter[str] = Counter()
        told_sum, hindsight = [], []
        for number in range(matches):
            for scenario in ("classic", "random", "seasonal"):
                strengths = [strength] * seats(scenario)
                match, _cost = match_of(scenario, strengths, derive(SEED, f"verdicts/{strength}/{number}"))
                decisions = reckon(match, SEED, playouts=playouts).weighing.decisions
                found["weighed"] += len(decisions)
                for each in decisions:
                    if each.loss:
                        found[each.loss] += 1
                        if found["looked at"] < CHECKED:
                            found["looked at"] += 1
                            found[held(_again(match, each))] += 1
                        told_sum.append(each.lost / 100)
                        hindsight.append(_in_hindsight(match, each))
        yield f"verdicts, {strength:6} {3 * matches} matches: {dict(found)}"
        if hindsight:
            right = sum(each > 0 for each in hindsight)
            yield (f"  with the demand that came: told {fmean(told_sum):.0f} units, found {fmean(hindsight):.0f}; the "
                f"better order was better in {right} of {len(hindsight)}")  # fmt: skip


def _orders(match: Match, week: int) -> list[int]:
    """The orders of a week, by seat."""
    found = {each.seat: each.intent.pallets for each in ANALYST.spot(match.steps()[0]) if _week(each) == week}
    return [found[seat] for seat in range(match.seats)]


def _week(spotted: Any) -> int:
    return ANALYST.topic_turn(spotted.topic)


def _choice(match: Match, number: int, playouts: int) -> Choice:
    steps = match.steps()[0]
    step = next(each for each in steps if each.number == number)
    (spotted,) = ANALYST.spot([step])
    choice = weighed(step.before, spotted, _orders(match, step.before.week), derive(SEED, "again"), playouts)
    assert choice is not None
    return choice


def _again(match: Match, each: Weighed) -> Mean:
    """The gain by the better order, over demands of another seed, in units of cost."""
    choice = _choice(match, each.number, AGAIN)
    other = choice.samples[choice.intents.index(each.options[each.best.option].intent)]
    return mean_of([(more[0] - less[0]) / 100 for less, more in zip(choice.samples[0], other, strict=True)])


def _in_hindsight(match: Match, each: Weighed) -> int:
    """The gain by the better order with the actual demand of the match."""
    steps = match.steps()[0]
    state: State = next(step.before for step in steps if step.number == each.number)
    chain = chain_of(state.terms.chains, each.seat)
    own = seats_of(state.terms.chains, chain)
    demands = {step.before.week: step.before.asked for step in steps}
    to_come = [demands[week] for week in range(state.week + 1, state.terms.weeks + 1)]
    costs = []
    for option in (0, each.best.option):
        orders = _orders(match, state.week)
        orders[each.seat] = each.options[option].intent.pallets
        course = Chain(state, chain)
        course.play_out([orders[seat] for seat in own], to_come)
        costs.append(sum(course.cost))
    return costs[0] - costs[1]


def planted(playouts: int, matches: int) -> Lines:
    """Losses reported for single orders that are too large, in matches of strong bots."""
    for more in MORE:
        rows: list[tuple[str, float, float]] = []
        for number in range(4 * matches):
            scenario = ("classic", "random", "seasonal")[number % 3]
            seed = derive(SEED, f"planted/{more}/{number}")
            base, _cost = match_of(scenario, ["strong"] * seats(scenario), seed)
            place = LabelledDraws(seed).below(len(base.moves) * 3 // 4, "which")
            seat, key, move = base.moves[place]
            opening = (*base.moves[:place], (seat, key, Order(move.amount + more)))
            match, _cost = match_of(scenario, ["strong"] * seats(scenario), seed, opening)
            found = reckon(match, SEED, playouts=playouts).weighing.decisions
            each = next(one for one in found if one.number == place + 1)
            means = [fmean(worth[0] for worth in row) / 100 for row in _choice(match, place + 1, PRICED).samples]
            rows.append((each.loss, each.best.project.value / 100, max(means[1:]) - means[0]))
        told = [row for row in rows if row[0]]
        off = fmean(lost - price for _size, lost, price in told) if told else 0
        sizes = dict(Counter(size or "not told" for size, _lost, _price in rows))
        price = fmean(price for _size, _lost, price in rows)
        yield (
            f"planted, {more:2} pallets too many: cost {price:.0f} units on average; {len(told)} of {len(rows)} told, "
            f"told less priced {off:+.1f}; {sizes}"
        )


def main(playouts: int = ALL, matches: int = 3) -> None:
    """Run all parts; each is printed when it is done."""
    parts = (
        partial(cost, playouts),
        yardstick,
        partial(given_away, playouts),
        partial(planted, playouts, matches),
        partial(verdicts, playouts, matches),
    )
    run_parts("beer_game", parts, playouts=playouts)


if __name__ == "__main__":
    run(main)
