"""Cost and accuracy of the analysis of a Dominyam match: `python -m benchmarks.analysis_dominyam [PLAYOUTS [MATCHES]]`.

Seconds are processor time of one core. Some verdicts are checked twice. First, by 1,000 playouts of another seed (the
sampling error): a verdict is confirmed if the 95 percent interval of the loss lies above 0. It is wrong if the interval
lies at or below 0. Second, by whole games with all dice, which the bot of the analysis plays to the end (the method).
Planted mistakes of five sizes in matches of strong bots are each priced by 500 playouts of another seed. Writes
benchmarks/results/analysis_dominyam.txt unless there are fewer than 200 playouts.
"""

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from statistics import fmean
from time import process_time
from typing import Any

from benchmarks._strength import RESULTS
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
from games.engine.replay import SeedFrom, fold

AIM = 120
"""Seconds that one match may take with 200 playouts."""
SEED = bytes(range(32))
FEW, LUCKY = 20, 40
"""Playouts and matches for the bias of luck: its mean does not depend on how many playouts there are."""
AGAIN, WHOLE, CHECKED, Z95 = 1000, 200, 8, 1.96
"""Courses, whole games, and verdicts of each table that are looked at again."""
BANDS = ((1, 2), (2, 4), (4, 8), (8, 16), (16, 64))
"""Losses of planted mistakes, in points of lead."""
PRICED = 500


Lines = Iterator[str]


def match_of(strengths: Sequence[str], seed: bytes, opening: Sequence[tuple[int, str, Any]] = ()) -> Match:
    """A match that bots played, one a seat, after the moves of `opening`."""
    game = load("dominyam")
    scenario, options = RULES.load_scenario(game.scenarios[f"players_{len(strengths):02}"]), Options()
    draws, moves = LabelledDraws(seed), list(opening)
    start = RULES.setup(scenario, options, len(strengths), draws)
    for seat, key, move in opening:
        start = RULES.apply(start.state, seat, key, move, draws)
    playout(
        RULES,
        start,
        [game.bot(strength) for strength in strengths],
        draws,
        bot_draws=Fresh(derive(seed, "bots")),
        on_move=lambda played: moves.append((played.seat, played.key, played.move)),
    )
    return Match(game, scenario, options, len(strengths), (SeedFrom(0, seed.hex()),), tuple(moves))


def cost(playouts: int) -> Lines:
    """Seconds for a match of one, two and four players."""
    for strengths in (["greedy"], ["random", "greedy"], ["greedy", "greedy", "random", "strong"]):
        match = match_of(strengths, SEED)
        began = process_time()
        for _step in fold(*match.start(), match.seeds, match.moves):
            pass
        plain = process_time() - began
        began = process_time()
        found = reckon(match, SEED, playouts=playouts)
        seconds = process_time() - began
        aim = f", aim {AIM} s: {'met' if seconds <= AIM else 'missed'}" if playouts >= 200 else ""
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
                    found[_held(_again(match, each, AGAIN))] += 1
                    checked.append((each.lost / 100, _by_whole_games(match, each)))
        yield (f"verdicts, {'+'.join(strengths):14} {matches} matches: {dict(found)}")
    if checked:
        told_mean, games = fmean(lost for lost, _mean in checked), mean_of([mean.value for _lost, mean in checked])
        counts = dict(Counter(_held(mean) for _lost, mean in checked))
        yield (f"by whole games, {len(checked)} verdicts: told {told_mean:.2f} points, found {games.value:.2f} ± "
            f"{games.error:.2f}; of {WHOLE} games each {counts}")  # fmt: skip


def _held(mean: Mean) -> str:
    low, high = mean.value - Z95 * mean.error, mean.value + Z95 * mean.error
    return "hold" if low > 0 else "wrong" if high <= 0 else "undecided"


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
    for (low, high), found in rows.items():
        if found:
            told = sum(bool(size) for size, _lost, _price in found)
            off = mean_of([lost - price for size, lost, price in found if size]) if told > 1 else None
            words = "" if off is None else f", told less priced {off.value:+.2f} ± {off.error:.2f}"
            sizes = dict(Counter(size or "not told" for size, _lost, _price in found))
            yield (f"planted, {low:2} to {high:2} points: {told} of {len(found)} told{words}; {sizes}")


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


def _part(name: str, playouts: int, matches: int) -> list[str]:
    parts = {
        "cost": lambda: cost(playouts),
        "bias": bias,
        "planted": lambda: planted(playouts, matches),
        "verdicts": lambda: verdicts(playouts, matches),
    }
    return list(parts[name]())


def main(playouts: int = 200, matches: int = 3) -> None:
    """Run the parts two at a time; each is printed when it is done."""
    with ProcessPoolExecutor(2) as pool:
        parts = {name: pool.submit(_part, name, playouts, matches) for name in ("cost", "bias", "planted", "verdicts")}
        for part in as_completed(parts.values()):
            print("\n".join(part.result()), flush=True)
    lines = [line for part in parts.values() for line in part.result()]
    if playouts >= 200:
        (RESULTS / "analysis_dominyam.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(*(int(each) for each in sys.argv[1:]))
