"""Cost and accuracy of the analysis of a Dominyam match.

`python -m tests.games.catalogue.dominyam.benchmarks.analysis [PLAYOUTS [MATCHES]]` measures both. Seconds are processor
time of one core. Some verdicts are checked twice. First, by 1,000 playouts of another seed (the sampling error): a
verdict is confirmed if the 95 percent interval of the loss lies above 0. It is wrong if the interval lies at or below
0. Second, by whole games with all dice, which the bot of the analysis plays to the end (the method). Planted mistakes
of five sizes in matches of strong bots are each priced by 500 playouts of another seed. Writes
benchmarks/results/dominyam_analysis.txt unless there are fewer than 200 playouts.
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
from games.catalogue.dominyam.analysis.after import BOT, lead
from games.catalogue.dominyam.analysis.analyst import ANALYST, move_of, turns_of
from games.catalogue.dominyam.rules.prompts import key_of
from games.catalogue.dominyam.rules.rules import RULES
from games.catalogue.dominyam.rules.types import Options, State
from games.engine.analysis import Choice, Match, Weighed, reckon
from games.engine.analysis.played import Fresh, Step
from games.engine.analysis.statistics import Mean, mean_of
from games.engine.draws import LabelledDraws, derive
from games.engine.playout import playout
from games.engine.registry import load

FEW, LUCKY = 20, 40
"""Playouts and matches for the bias of luck: its mean does not depend on how many playouts there are."""
AGAIN, WHOLE, CHECKED = 1000, 200, 8
"""Courses, whole games, and verdicts of each table that are looked at again."""
BANDS = ((1, 2), (2, 4), (4, 8), (8, 16), (16, 64))
"""Losses of planted mistakes, in points of lead."""
PRICED = 500


def match_of(strengths: Sequence[str], seed: bytes, opening: Opening = ()) -> Match:
    """A match that bots played, one a seat, after the moves of `opening`."""
    scenario = f"players_{len(strengths):02}"
    return played_match(load("dominyam"), scenario, Options(), strengths, seed, opening)[0]


def cost(playouts: int) -> Lines:
    """Seconds for a match of one, two and four players."""
    for strengths in (["greedy"], ["random", "greedy"], ["greedy", "greedy", "random", "strong"]):
        match = match_of(strengths, SEED)
        plain = replay_seconds(match)
        found, seconds, aim = timed(match, playouts)
        what = f"{len(found.strokes)} turns, {len(found.weighing.decisions)} decisions"
        yield (f"cost, {len(strengths)} players: {seconds:5.1f} s, {what}, {seconds / plain:.0f} plain replays{aim}")


def bias() -> Lines:
    """Mean luck of a seat over matches of two: nothing but sampling error should differ from 0."""
    for strength in ("strong", "greedy", "random"):
        found: list[float] = []
        for number in range(LUCKY):
            match = match_of([strength] * 2, derive(SEED, f"bias/{strength}/{number}"))
            accounts = reckon(match, derive(SEED, f"others/{number}"), playouts=FEW).accounts
            found.append(fmean(each.luck.value for each in accounts) / 100)
        mean = mean_of(found)
        yield (
            f"bias of luck, {strength:7} {LUCKY} matches: {mean.value:+5.2f} ± {mean.error:.2f} points of lead a seat"
        )


def verdicts(playouts: int, matches: int) -> Lines:
    """For bots at several tables: the number of reported mistakes, and how many of them are confirmed."""
    checked: list[tuple[float, Mean]] = []
    for strengths in (["strong", "strong"], ["greedy", "greedy"], ["random", "strong"]):
        found: Counter[str] = Counter()
        for number in range(matches):
            match = match_of(strengths, derive(SEED, f"verdicts/{strengths}/{number}"))
            told = [each for each in reckon(match, SEED, playouts=playouts).weighing.decisions if each.loss]
            found["matches with any"] += bool(told)
            for each in told:
                found[each.loss] += 1
                if found["looked at"] < CHECKED:
                    found["looked at"] += 1
                    found[held(_again(match, each, AGAIN))] += 1
                    checked.append((each.lost / 100, _by_whole_games(match, each)))
        yield (f"verdicts, {'+'.join(strengths):14} {matches} matches: {dict(found)}")
    if checked:
        told_mean, games = fmean(lost for lost, _mean in checked), mean_of([mean.value for _lost, mean in checked])
        counts = dict(Counter(held(mean) for _lost, mean in checked))
        yield (f"by whole games, {len(checked)} verdicts: told {told_mean:.2f} points, found {games.value:.2f} ± "
            f"{games.error:.2f}; of {WHOLE} games each {counts}")  # fmt: skip


def _turn_with(match: Match, number: int) -> tuple[Step, ...]:
    return next(steps for steps in turns_of(match) if any(step.number == number for step in steps))


def _choice(match: Match, number: int, playouts: int) -> Choice:
    turn = ANALYST.reckon_turn(_turn_with(match, number), derive(SEED, "again"), playouts)
    return next(each for each in turn.choices if each.spotted.number == number)


def _again(match: Match, each: Weighed, playouts: int) -> Mean:
    """The gain by the best other choice, by playouts of another seed, in points."""
    choice = _choice(match, each.number, playouts)
    other = choice.samples[choice.intents.index(each.options[each.best.option].intent)]
    return mean_of([(more[0] - less[0]) / 100 for less, more in zip(choice.samples[0], other, strict=True)])


def _by_whole_games(match: Match, each: Weighed) -> Mean:
    """The same gain by games to the end with all dice, those of the turn included."""
    state = next(step.before for step in match.steps()[0] if step.number == each.number)
    made, other = (move_of(state, each.options[index].intent) for index in (0, each.best.option))
    seeds = [derive(SEED, f"whole/{each.number}/{number}") for number in range(WHOLE)]
    return mean_of([_to_the_end(state, other, seed) - _to_the_end(state, made, seed) for seed in seeds])


def _to_the_end(state: State, move: Any, seed: bytes) -> float:
    draws = LabelledDraws(seed)
    after = RULES.apply(state, state.seat, key_of(state), move, draws)
    last = playout(RULES, after, [BOT] * state.players, draws, bot_draws=Fresh(seed))
    return lead(list(last.result.scores), state.seat)


def planted(playouts: int, matches: int) -> Lines:
    """Losses reported for a single worse choice in a match of strong bots."""
    rows: dict[tuple[int, int], list[tuple[str, float, float]]] = {band: [] for band in BANDS}
    for number in range(matches):
        seed = derive(SEED, f"planted/{number}")
        base = match_of(["strong", "strong"], seed)
        turns = list(ANALYST.reckon(base, derive(SEED, "plan"), 40, lambda share: None))
        order = LabelledDraws(seed)
        choices = [choice for turn in turns for choice in turn.choices]
        choices.sort(key=lambda choice: order.below(10**9, f"order/{choice.spotted.number}"))
        for band in BANDS:
            match = _with_a_mistake(base, choices, band, seed)
            if match is not None:
                rows[band].append(_looked_at(*match, playouts))
    yield from planted_lines(rows, "points", digits=2, width=2)


def _with_a_mistake(
    base: Match, choices: Sequence[Choice], band: tuple[int, int], seed: bytes
) -> tuple[Match, int, float] | None:
    for choice in choices:
        means = [fmean(worth[0] for worth in row) / 100 for row in choice.samples]
        fits = [index for index, mean in enumerate(means) if band[0] <= max(means) - mean < band[1]]
        if not fits:
            continue
        number = choice.spotted.number
        state = base.steps()[0][number - 1].before
        move = move_of(state, choice.intents[fits[0]])
        moves = (*base.moves[: number - 1], (state.seat, key_of(state), move))
        match = match_of(["strong", "strong"], seed, moves)
        price = _price(match, number)
        if band[0] <= price < band[1]:
            return match, number, price
    return None


def _price(match: Match, number: int) -> float:
    """The gain by the best choice, in points, by playouts of another seed."""
    means = [fmean(worth[0] for worth in row) / 100 for row in _choice(match, number, PRICED).samples]
    return max(means) - means[0]


def _looked_at(match: Match, number: int, price: float, playouts: int) -> tuple[str, float, float]:
    """Size, loss and price of the planted mistake."""
    found = reckon(match, SEED, playouts=playouts).weighing.decisions
    each = next(one for one in found if one.number == number)
    return each.loss, each.best.project.value / 100, price


def main(playouts: int = ALL, matches: int = 3) -> None:
    """Run the parts two at a time; each is printed when it is done."""
    parts = (
        partial(cost, playouts),
        bias,
        partial(planted, playouts, matches),
        partial(verdicts, playouts, matches),
    )
    run_parts("dominyam", parts, playouts=playouts, workers=2)


if __name__ == "__main__":
    run(main)
