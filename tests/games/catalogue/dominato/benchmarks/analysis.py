"""Cost and accuracy of the analysis of a Dominato match.

`python -m tests.games.catalogue.dominato.benchmarks.analysis [PLAYOUTS [MATCHES]]` measures both. Seconds are processor
time of one core. Matches of bots have one game, except for the cost. Some verdicts are checked twice. First, by 1,000
games of another seed (the sampling error): a verdict is confirmed if the 95 percent interval of the loss lies above 0.
It is wrong if the interval lies at or below 0. Second, by games of other bots (the method): these take the greatest
link in one of two turns and are strong otherwise. Planted mistakes of four sizes in matches of strong bots are each
priced by 500 games of another seed. Writes benchmarks/results/dominato_analysis.txt unless there are fewer than 200
playouts.
"""

from collections import Counter
from collections.abc import Sequence
from functools import partial
from statistics import fmean
from typing import Any

from benchmarks._analysis import (
    ALL,
    SEED,
    Lines,
    Opening,
    held,
    planted_lines,
    played_match,
    replay_seconds,
    run_parts,
    timed,
)
from benchmarks._report import run
from games.catalogue.dominato.analysis.analyst import ANALYST, Luck, after, deals, weighed
from games.catalogue.dominato.analysis.meant import move_of
from games.catalogue.dominato.analysis.whole_games import Unsteady
from games.catalogue.dominato.rules.prompts import open_prompts
from games.catalogue.dominato.rules.rules import RULES
from games.catalogue.dominato.rules.types import Options, State
from games.engine.analysis import Choice, Match, Weighed, reckon
from games.engine.analysis.played import Fresh
from games.engine.analysis.statistics import Mean, mean_of
from games.engine.draws import LabelledDraws, derive
from games.engine.playout import playout
from games.engine.registry import load
from games.engine.types import Outcome

SCENARIOS = {2: "two", 3: "three", 4: "four"}
FEW, LUCKY = 10, 60
"""Playouts and games for the bias of luck: its mean does not depend on how many playouts there are."""
AGAIN, WHOLE, CHECKED = 1000, 60, 5
"""Fast games, games of other players, and verdicts of each table that are looked at again."""
BANDS = ((1, 2), (2, 4), (4, 8), (8, 20))
"""Losses of planted mistakes, in points of lead."""
PRICED = 500
ONE = Options(games=1)


def match_of(strengths: Sequence[str], seed: bytes, options: Options = ONE, opening: Opening = ()) -> Match:
    """A match that bots played, one a seat, after the moves of `opening`."""
    scenario = SCENARIOS[len(strengths)]
    return played_match(load("dominato"), scenario, options, strengths, seed, opening)[0]


def cost(playouts: int) -> Lines:
    """Seconds for a whole match of two, three and four players: as many games as players."""
    for strengths in (["greedy", "strong"], ["random", "greedy", "strong"], ["greedy", "greedy", "random", "strong"]):
        match = match_of(strengths, SEED, Options())
        plain = replay_seconds(match)
        found, seconds, aim = timed(match, playouts)
        what = f"{len(strengths)} games, {len(found.weighing.decisions)} decisions"
        yield f"cost, {len(strengths)} players: {seconds:5.1f} s, {what}, {seconds / plain:.0f} plain replays{aim}"


def bias() -> Lines:
    """The mean luck of the first seat over deals; it does not depend on the bots."""
    for players in (2, 4):
        found = []
        for number in range(LUCKY):
            seed = derive(SEED, f"bias/{players}/{number}")
            scenario = RULES.load_scenario(load("dominato").scenarios[SCENARIOS[players]])
            state = RULES.setup(scenario, ONE, players, LabelledDraws(seed)).state
            first, *_others = deals(state, 1, seed, FEW)
            found.append(fmean(first.gains) / 100)
        mean, spread = mean_of(found), mean_of([abs(each) for each in found]).value
        yield (
            f"bias of luck, {players} players, {LUCKY} deals: {mean.value:+5.2f} ± {mean.error:.2f} points of lead "
            f"a seat; {spread:.2f} away from 0 on average"
        )


TABLES = (["strong", "strong"], ["greedy", "greedy"], ["random", "strong"])


def verdicts(playouts: int, matches: int, tables: Sequence[Sequence[str]] = TABLES) -> Lines:
    """For bots at several tables: the number of reported turns, and how many of them are confirmed."""
    for strengths in tables:
        checked: list[tuple[float, Mean]] = []
        found: Counter[str] = Counter()
        for number in range(matches):
            match = match_of(strengths, derive(SEED, f"verdicts/{strengths}/{number}"))
            decisions = reckon(match, SEED, playouts=playouts).weighing.decisions
            told = [each for each in decisions if each.loss]
            found["decisions"] += len(decisions)
            found["best decisions"] += sum(each.praised and not each.loss for each in decisions)
            found["matches with any"] += bool(told)
            for each in told:
                found[each.loss] += 1
                if found["looked at"] < CHECKED:
                    found["looked at"] += 1
                    found[held(_again(match, each))] += 1
                    checked.append((each.lost / 100, _by_other_players(match, each)))
        yield f"verdicts, {'+'.join(strengths):14} {matches} games: {dict(found)}"
        if checked:
            told_mean, found_mean = fmean(lost for lost, _mean in checked), fmean(mean.value for _lost, mean in checked)
            error = sum(mean.error**2 for _lost, mean in checked) ** 0.5 / len(checked)
            counts = dict(Counter(held(mean) for _lost, mean in checked))
            yield (f"  by games of other players, {len(checked)} verdicts: told {told_mean:.2f} points, found "
                f"{found_mean:.2f} ± {error:.2f}; of {WHOLE} games each {counts}")  # fmt: skip


def _state_of(match: Match, number: int) -> State:
    state: State = next(step.before for step in match.steps()[0] if step.number == number)
    return state


def _again(match: Match, each: Weighed) -> Mean:
    """The gain by the best other choice, by fast games of another seed, in points."""
    state = _state_of(match, each.number)
    luck = Luck(state, derive(SEED, f"again/{each.number}"), AGAIN)
    made, other = (
        luck.samples(after(state, each.options[index].intent), state.seat) for index in (0, each.best.option)
    )
    return mean_of([more[0] - less[0] for less, more in zip(made, other, strict=True)])


def _by_other_players(match: Match, each: Weighed) -> Mean:
    """The same gain by games that other bots play to the end by the rules; hands stay as they are with three players or
    more.
    """
    state = _state_of(match, each.number)
    made, other = (move_of(state, each.options[index].intent) for index in (0, each.best.option))
    seeds = [derive(SEED, f"whole/{each.number}/{number}") for number in range(WHOLE)]
    return mean_of([_to_the_end(state, other, seed) - _to_the_end(state, made, seed) for seed in seeds])


def _to_the_end(state: State, move: Any, seed: bytes) -> float:
    draws = LabelledDraws(seed)
    key = next(each.key for each in open_prompts(state) if each.kind == "play")
    last: State = RULES.apply(state, state.seat, key, move, draws).state
    if open_prompts(last):
        bots = [Unsteady(2)] * state.players
        last = playout(RULES, Outcome(last), bots, draws, bot_draws=Fresh(seed)).state
    points = last.done[-1].points
    return (sum(points) - points[state.seat]) / (len(points) - 1) - points[state.seat]


def planted(playouts: int, matches: int, bands: Sequence[tuple[int, int]] = BANDS) -> Lines:
    """Losses reported for a single worse tile in a game of strong bots."""
    rows: dict[tuple[int, int], list[tuple[str, float, float]]] = {band: [] for band in bands}
    for number in range(matches):
        seed = derive(SEED, f"planted/{number}")
        base = match_of(["strong", "strong"], seed)
        for band in bands:
            match = _with_a_mistake(base, band, seed)
            if match is not None:
                rows[band].append(_looked_at(*match, playouts))
    yield from planted_lines(rows, "points", digits=2, width=2)


def _with_a_mistake(base: Match, band: tuple[int, int], seed: bytes) -> tuple[Match, int, float] | None:
    """Try turns in random order, and make the first choice that costs about the given number of points."""
    steps, _last = base.steps()
    order = LabelledDraws(seed)
    for spotted in sorted(ANALYST.spot(steps), key=lambda each: order.below(10**9, f"{band}/{each.number}")):
        state = steps[spotted.number - 1].before
        luck = Luck(state, derive(seed, f"plan/{spotted.number}"), 30)
        intents = (spotted.intent, *ANALYST.alternatives(state, spotted))
        means = [fmean(lead for lead, _won in luck.samples(after(state, each), state.seat)) for each in intents]
        fits = [index for index, mean in enumerate(means) if band[0] <= max(means) - mean < band[1]]
        if not fits:
            continue
        move = move_of(state, intents[fits[0]])
        moves = (*base.moves[: spotted.number - 1], (state.seat, steps[spotted.number - 1].key, move))
        match = match_of(["strong", "strong"], seed, ONE, moves)
        choice = _choice(match, spotted.number, PRICED)
        price = max(fmean(worth[2] for worth in row) for row in choice.samples) - fmean(
            worth[2] for worth in choice.samples[0]
        )
        if band[0] <= price < band[1]:
            return match, spotted.number, price
    return None


def _choice(match: Match, number: int, playouts: int) -> Choice:
    spotted = next(each for each in ANALYST.spot(match.steps()[0]) if each.number == number)
    choice = weighed(_state_of(match, number), spotted, derive(SEED, "price"), playouts)
    assert choice is not None
    return choice


def _looked_at(match: Match, number: int, price: float, playouts: int) -> tuple[str, float, float]:
    """Size, loss and price of the planted mistake."""
    found = reckon(match, SEED, playouts=playouts).weighing.decisions
    each = next(one for one in found if one.number == number)
    return each.loss, each.best.project.value / 100, price


def main(playouts: int = ALL, matches: int = 3) -> None:
    """Run all parts; each is printed when it is done."""
    parts = (
        partial(cost, playouts),
        bias,
        partial(planted, playouts, matches),
        partial(verdicts, playouts, matches),
    )
    run_parts("dominato", parts, playouts=playouts)


if __name__ == "__main__":
    run(main)
