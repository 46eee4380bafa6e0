"""Cost and accuracy of the analysis of an UTBohème match.

`python -m tests.games.catalogue.utboheme.benchmarks.analysis [PLAYOUTS [WORKERS]]` measures both. Seconds are processor
time of one core. Forecasts of matches of strong bots are scored by Brier's sum of squares over the seats (0 is
perfect). They are compared with a constant forecast of equal chances. Verdicts are checked twice: by playouts of
another seed (the sampling error), and by whole games of the analysis's fast bot (the method). Decisions drawn by lot
are checked in the same way (`holding`): the analyst's `HOLDS` is based on them. Writes
benchmarks/results/utboheme_analysis.txt part by part, unless there are fewer than 200 playouts. A run that is stopped
leaves the parts that were done.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from statistics import fmean
from typing import Any

from benchmarks._analysis import ALL, SEED, Lines, Opening, held, planted_lines, played_match, run_parts, timed
from benchmarks._report import run
from games.catalogue.utboheme.analysis.analyst import ANALYST, FEWEST, PLAYOUTS_A_COURSE, first_of_rounds, forecast
from games.catalogue.utboheme.analysis.courses import chances, winners
from games.catalogue.utboheme.analysis.income import throws
from games.catalogue.utboheme.analysis.ways import after
from games.catalogue.utboheme.bots.kernel import Kernel
from games.catalogue.utboheme.rules.types import Options
from games.engine.analysis import Choice, Match, Weighed
from games.engine.analysis.decisions import judged, weighed
from games.engine.analysis.played import Step
from games.engine.analysis.statistics import Mean, mean_of
from games.engine.draws import LabelledDraws, derive
from games.engine.registry import load

LUCKY, FORECAST, EVERY, GAMES = 15, 10, 4, 16
"""Matches for the bias of luck and for forecasts; rounds from one forecast to the next, and its games to the end."""
AGAIN, WHOLE, CHECKED = 100, 60, 4
"""Playouts, whole games, and verdicts of each table that are checked."""
BANDS = ((1, 2), (2, 5), (5, 100))
"""Losses of planted mistakes, in points of winning chance."""
HELD, ASKED, TO_THE_END = 48, 12, 16
"""Matches for the check of differences in outlook, decisions of each, and games to the end for each."""
PLANTED, PRICED = 4, 60
STRONG = ["strong"] * 4
TABLES = (STRONG, ["greedy"] * 4, ["random", "strong", "greedy", "strong"])


def match_of(strengths: Sequence[str], seed: bytes, opening: Opening = ()) -> Match:
    """A match that bots played, one a seat, after the moves of `opening`."""
    return played_match(load("utboheme"), "classic", Options(), strengths, seed, opening)[0]


def bias() -> Lines:
    """Mean luck of a seat over whole matches: nothing but sampling error should differ from 0."""
    for strength in ("strong", "greedy"):
        first: list[float] = []
        winner: list[float] = []
        for number in range(LUCKY):
            match = match_of([strength] * 4, derive(SEED, f"bias/{strength}/{number}"))
            found = [
                [came - mean for came, mean in zip(each.came, each.expected, strict=True)] for each in throws(match)
            ]
            luck = [sum(row) for row in zip(*found, strict=True)]
            first.append(fmean(luck))
            last = match.steps()[1]
            if last.winner is not None:
                winner.append(luck[last.winner])
        mean, won = mean_of(first), mean_of(winner)
        yield (f"bias of luck, {strength:7} {LUCKY} matches: {mean.value:+5.2f} ± {mean.error:.2f} cards a seat; "
            f"of winners {won.value:+5.2f} ± {won.error:.2f}")  # fmt: skip


def forecasts() -> Lines:
    """Brier's score of one forecast a round, compared with equal chances for everybody."""
    found: list[tuple[float, float, float]] = []
    bins: dict[int, list[tuple[float, bool]]] = {}
    for number in range(FORECAST):
        match = match_of(["strong"] * 4, derive(SEED, f"forecast/{number}"))
        winner = match.steps()[1].winner
        scores = []
        for step in first_of_rounds(match)[::EVERY]:
            by_games = forecast(step.before, SEED, GAMES)
            at_once = chances(Kernel(step.before, lambda: 0.0))
            scores.append((_brier(by_games, winner), _brier(at_once, winner), _brier((0.25,) * 4, winner)))
            for seat, chance in enumerate(by_games):
                bins.setdefault(min(4, int(5 * chance)), []).append((chance, seat == winner))
        found.append(tuple(fmean(column) for column in zip(*scores, strict=True)))  # type: ignore[arg-type]
    for place, name in enumerate((f"{GAMES} games to the end", "outlook at once")):
        mean = mean_of([row[place] for row in found])
        gain = mean_of([row[2] - row[place] for row in found])
        constant = fmean(row[2] for row in found)
        yield (f"forecasts, {name}: Brier {mean.value:.3f} ± {mean.error:.3f} over {FORECAST} matches of strong bots; "
            f"better than the constant {constant:.3f} by {gain.value:.3f} ± {gain.error:.3f}")  # fmt: skip
    for _place, rows in sorted(bins.items()):
        said, came = fmean(chance for chance, _won in rows), fmean(won for _chance, won in rows)
        yield f"forecasts, calibration: said {100 * said:3.0f} %, came {100 * came:3.0f} % ({len(rows)} forecasts)"


def _brier(said: Sequence[float], winner: int | None) -> float:
    return sum((chance - (seat == winner)) ** 2 for seat, chance in enumerate(said))


def table(strengths: Sequence[str], playouts: int) -> Lines:
    """A match of these bots: cost, verdicts, how many of them are confirmed, and planted mistakes."""
    name = "+".join(strengths)
    match = match_of(strengths, derive(SEED, f"table/{name}"))
    found, seconds, aim = timed(match, playouts)
    decisions, throws_made = found.weighing.decisions, len(found.strokes) // len(strengths)
    yield (f"cost, {name}: {seconds:5.1f} s, {throws_made} throws, {len(decisions)} decisions, "
        f"{len(found.forecasts)} forecasts{aim}")  # fmt: skip
    told = [each for each in decisions if each.loss]
    yield f"verdicts, {name}: {len(told)} of {len(decisions)} decisions, {dict(Counter(each.loss for each in told))}"
    yield from _checked(match, told[:: -(-len(told) // CHECKED) or 1])
    if strengths == STRONG:
        yield from planted(match, decisions, playouts)


def _checked(match: Match, told: Sequence[Weighed]) -> Lines:
    if not told:
        return
    again = Counter(held(_again(match, each, AGAIN)) for each in told)
    yield f"by {AGAIN} courses of another seed, {len(told)} verdicts: {dict(again)}"
    games = [_by_whole_games(match, each) for each in told]
    mean = fmean(each.value for each in games)
    error = fmean(each.error**2 for each in games) ** 0.5 / len(games) ** 0.5
    lost, counts = fmean(each.lost for each in told) / 100, dict(Counter(held(each) for each in games))
    yield (f"by whole games, the same: told {lost:.1f} points of winning chance, found {mean:.1f} ± {error:.1f}; "
        f"of {WHOLE} games each {counts}")  # fmt: skip


def holding() -> Lines:
    """The share of a reported difference that games to the end confirm, over decisions and other choices drawn by lot.

    Half of the playouts gives the difference. The other half is an instrumental variable, so that noise does not lower
    the share.
    """
    sums: dict[str, list[tuple[float, float]]] = {}
    for number in range(HELD):
        strengths, place = TABLES[number // 2 % len(TABLES)], f"{number % 2}/{number // 2}"
        match = match_of(strengths, derive(SEED, f"calib/{place}"))
        asked = list(_checked_gains(match, place))
        both = sum(row[2] * (row[0] + row[1]) for row in asked), sum(2 * row[0] * row[1] for row in asked)
        sums.setdefault("+".join(strengths), []).append(both)
    sums = {"all": [each for rows in sums.values() for each in rows]} | sums
    for name, rows in sums.items():
        ended, told = (sum(column) for column in zip(*rows, strict=True))
        without = [(ended - one) / (told - other) for one, other in rows]
        error = ((len(rows) - 1) * fmean((each - fmean(without)) ** 2 for each in without)) ** 0.5
        yield (f"holding, {name}: of a difference that is told games to the end find {ended / told:.2f} ± {error:.2f} "
            f"({len(rows)} matches, {ASKED} decisions of each)")  # fmt: skip


def _checked_gains(match: Match, place: str) -> Iterator[tuple[float, float, float]]:
    """For some decisions, the gain by another choice: by each half of the playouts, and by games to the end."""
    order = LabelledDraws(derive(SEED, f"calib-order/{place}"))
    steps, asked = sorted(match.steps()[0], key=lambda step: order.below(10**9, f"o/{step.number}")), 0
    for step in steps:
        choice = ANALYST.weigh(step, derive(SEED, "calib"), 200 // PLAYOUTS_A_COURSE)
        if choice is None or len(choice.intents) < 2:
            continue
        other = 1 + order.below(len(choice.intents) - 1, f"k/{step.number}")
        told = [
            (theirs[0] - mine[0]) / 100 for mine, theirs in zip(*(choice.samples[n] for n in (0, other)), strict=True)
        ]
        made, instead = (choice.intents[n].move for n in (0, other))
        seeds = [derive(SEED, f"calib-whole/{place}/{step.number}/{game}") for game in range(TO_THE_END)]
        games = fmean(100 * (_won(step, instead, seed) - _won(step, made, seed)) for seed in seeds)
        yield fmean(told[::2]), fmean(told[1::2]), games
        asked += 1
        if asked == ASKED:
            return


def _step(match: Match, number: int) -> Step:
    return next(step for step in match.steps()[0] if step.number == number)


def _again(match: Match, each: Weighed, courses: int) -> Mean:
    """The gain by the best other choice, by playouts of another seed, in points of winning chance."""
    choice = ANALYST.weigh(_step(match, each.number), derive(SEED, "again"), courses)
    assert choice is not None  # noqa: S101 - it was weighed before
    wanted = each.options[each.best.option].intent
    if wanted not in choice.intents:
        return Mean(0.0, 100.0)
    other = choice.samples[choice.intents.index(wanted)]
    return mean_of([(more[0] - less[0]) / 100 for less, more in zip(choice.samples[0], other, strict=True)])


def _by_whole_games(match: Match, each: Weighed) -> Mean:
    """The same gain by games to the end."""
    step = _step(match, each.number)
    made, other = (each.options[index].intent.move for index in (0, each.best.option))
    seeds = [derive(SEED, f"whole/{each.number}/{number}") for number in range(WHOLE)]
    return mean_of([100 * (_won(step, other, seed) - _won(step, made, seed)) for seed in seeds])


def _won(step: Step, move: Any, seed: bytes) -> float:
    then = after(step.before, step.seat, step.key, move, LabelledDraws(seed)) or step.before
    return winners(then, seed)[step.seat]


def planted(match: Match, decisions: Sequence[Weighed], playouts: int) -> Lines:
    """Losses reported for single worse choices in a match of strong bots; the other decisions stay the same."""
    order = LabelledDraws(derive(SEED, "planted"))
    steps = sorted(match.steps()[0], key=lambda step: order.below(10**9, f"order/{step.number}"))
    rows: dict[tuple[int, int], list[tuple[str, float, float]]] = {band: [] for band in BANDS}
    for step in steps:
        if all(len(found) == PLANTED for found in rows.values()):
            break
        worse = _worse(step)
        band = next((each for each in BANDS if worse and each[0] <= worse[1] < each[1]), None)
        if worse is None or band is None or len(rows[band]) == PLANTED:
            continue
        size, lost = _judged_anew(worse[0], decisions, playouts)
        rows[band].append((size, lost, worse[1]))
    yield from planted_lines(rows, "points")


def _worse(step: Step) -> tuple[Step, float] | None:
    """The same step with a legal choice drawn by lot, and the gain by the best one."""
    spotted = next(iter(ANALYST.spot([step])), None)
    others = () if spotted is None else ANALYST.alternatives(step.before, spotted)
    if not others:
        return None
    move = others[LabelledDraws(SEED).below(len(others), f"planted/{step.number}")].move
    changed = Step(step.number, step.seat, step.key, move, step.before)
    return changed, _price(changed, PRICED)


def _judged_anew(step: Step, decisions: Sequence[Weighed], playouts: int) -> tuple[str, float]:
    """Size and loss of the planted mistake among the other decisions of the match."""
    choice = ANALYST.weigh(step, SEED, max(FEWEST, playouts // PLAYOUTS_A_COURSE))
    if choice is None:
        return "", 0.0
    new = weighed(
        choice.spotted, ANALYST.topic_turn(choice.spotted.topic), choice.intents, choice.samples, choice.plain
    )
    kept = [each for each in decisions if each.number != step.number]
    each = judged([*kept, new], ANALYST.sizes)[-1]
    return each.loss, each.best.project.value / 100


def _price(step: Step, courses: int) -> float:
    """The gain by the best choice, in points of winning chance, by playouts of another seed."""
    choice: Choice | None = ANALYST.weigh(step, derive(SEED, "price"), courses)
    if choice is None:
        return 0.0
    means = [fmean(worth[0] for worth in row) / 100 for row in choice.samples]
    return max(means) - means[0]


def main(playouts: int = ALL, workers: int = 2) -> None:
    """Run the parts side by side; each is printed when it is done."""
    parts = (*(partial(table, strengths, playouts) for strengths in TABLES), bias, forecasts, holding)
    run_parts("utboheme", parts, playouts=playouts, workers=workers)


if __name__ == "__main__":
    run(main)
