"""Cost and accuracy of the analysis of Master Builder.

`python -m tests.games.catalogue.master_builder.benchmarks.analysis [PLAYOUTS [WORKERS]]` measures both. Seconds are
processor time of one core. The mean luck of a seat should be 0. Verdicts are checked by playouts of another seed.
Mistakes of several sizes are planted in a match of strong bots; a third seed finds their price. Writes
benchmarks/results/master_builder_analysis.txt part by part, unless there are fewer than 200 playouts. A run that is
stopped leaves the parts that were done.
"""

from collections import Counter
from collections.abc import Sequence
from functools import partial
from statistics import fmean, median

from benchmarks._analysis import ALL, SEED, Lines, held, planted_lines, played_match, run_parts, timed
from benchmarks._report import run
from games.catalogue.master_builder.analysis import analyst as mb
from games.catalogue.master_builder.analysis.courses import after, as_seen, fortunes
from games.catalogue.master_builder.rules.types import Options
from games.engine.analysis import Choice, Match, Weighed
from games.engine.analysis.decisions import judged, weighed
from games.engine.analysis.played import Step
from games.engine.analysis.statistics import Mean, mean_of
from games.engine.codec import read_options
from games.engine.draws import LabelledDraws, derive
from games.engine.registry import load

LUCKY, PAIRS = 24, 4
"""Matches of each kind for the bias of luck, and pairs of courses for each lot in them."""
AGAIN, CHECKED = 300, 6
"""Courses, and verdicts of each table that are looked at again."""
BANDS = ((1, 4), (4, 8), (8, 16), (16, 32), (32, 200))
"""Losses of planted mistakes, in k."""
PLANTED, PRICED, TRIED = 5, 100, 150
"""Mistakes of each size, playouts for the price of each, and the most decisions that are tried for them."""
STRONG = ("classic", ("strong",) * 4)
TABLES = (
    STRONG,
    ("classic", ("random", "strong", "thrifty", "strong")),
    ("classic", ("random",) * 4),
    ("classic_3", ("strong", "thrifty", "random")),
    ("classic_2", ("strong", "thrifty")),
    ("classic", ("strong",) * 4, "all_variants"),
)


def match_of(scenario: str, strengths: Sequence[str], seed: bytes, variant: str = "") -> Match:
    """A match that bots played, one a seat."""
    game = load("master_builder")
    options = read_options(game.variants[variant], Options) if variant else Options()
    return played_match(game, scenario, options, strengths, seed)[0]


def bias(strength: str) -> Lines:
    """Mean luck of a seat over whole matches: nothing but sampling error should differ from 0."""
    each_match: list[float] = []
    first: list[float] = []
    winner: list[float] = []
    for number in range(LUCKY):
        match = match_of("classic", [strength] * 4, derive(SEED, f"bias/{strength}/{number}"))
        seats = [0.0] * match.seats
        for _step, rows in fortunes(match, derive(SEED, f"lots/{number}"), PAIRS):
            seats = [so_far + fmean(row) for so_far, row in zip(seats, rows, strict=True)]
        money = mb.ANALYST.scores(match.steps()[1])
        each_match.append(fmean(seats))
        first.append(seats[0])
        winner.append(seats[money.index(max(money))])
    told = [f"{mean.value:+.1f} ± {mean.error:.1f}" for mean in map(mean_of, (each_match, first, winner))]
    yield (f"bias of luck, {strength:7} {LUCKY} matches: {told[0]} k a seat, {told[1]} of the first seat alone; "
        f"of winners {told[2]}")  # fmt: skip


def table(playouts: int, scenario: str, strengths: Sequence[str], variant: str = "") -> Lines:
    """A match of these bots: cost, verdicts, how many of them are confirmed, and planted mistakes in one of strong
    bots.
    """
    name = "+".join((*strengths, *filter(None, [variant])))
    match = match_of(scenario, strengths, derive(SEED, f"table/{name}"), variant)
    found, seconds, aim = timed(match, playouts)
    decisions = found.weighing.decisions
    yield f"cost, {name}: {seconds:5.1f} s, {len(match.moves)} moves, {len(decisions)} decisions weighed{aim}"
    luck = ", ".join(
        f"{each.luck.value / 100:+.0f} ± {each.luck.error / 100:.0f}" for each in found.accounts if each.luck
    )
    lost = ", ".join(f"{each.lost.value / 100:.0f} ± {each.lost.error / 100:.0f}" for each in found.accounts)
    yield f"accounts, {name}, in k: luck {luck}; given away {lost}; money {mb.ANALYST.scores(match.steps()[1])}"
    errors = [
        f"{median([each.best.project.error for each in part]) / 100:.1f}"
        for part in (
            [each for each in decisions if each.turn == 1],
            [each for each in decisions if each.turn > 1],
        )
    ]
    yield f"middle error, {name}: {errors[0]} k in the first round, {errors[1]} k later"
    told = [each for each in decisions if each.loss]
    kinds = dict(Counter(each.kind for each in told))
    yield (f"verdicts, {name}: {len(told)} of {len(decisions)} decisions, "
        f"{dict(Counter(each.loss for each in told))}, {kinds}")  # fmt: skip
    yield from _checked(match, told[:: -(-len(told) // CHECKED) or 1])
    if (scenario, strengths) == STRONG and not variant:
        yield from planted(match, decisions, playouts)


def _checked(match: Match, told: Sequence[Weighed]) -> Lines:
    if not told:
        return
    again = [_again(match, each) for each in told]
    mean = fmean(each.value for each in again)
    error = sum(each.error**2 for each in again) ** 0.5 / len(again)
    lost = fmean(each.lost for each in told) / 100
    yield (f"by {AGAIN} courses of another seed, {len(told)} verdicts: told {lost:.1f} k, found {mean:.1f} ± "
        f"{error:.1f}; {dict(Counter(map(held, again)))}")  # fmt: skip


def _step(match: Match, number: int) -> Step:
    return next(step for step in match.steps()[0] if step.number == number)


def _again(match: Match, each: Weighed) -> Mean:
    """The gain by the best other choice, in k, by playouts of another seed."""
    step = _step(match, each.number)
    made, other = (each.options[index].intent.move for index in (0, each.best.option))
    more = []
    for number in range(AGAIN):
        luck = derive(SEED, f"again/{each.number}/{number}")
        here = as_seen(match.scenario, step.before, step.seat, luck)
        one, two = (after(here, step.seat, step.key, move, luck)[step.seat] for move in (made, other))
        more.append(float(two - one))
    return mean_of(more)


def planted(match: Match, decisions: Sequence[Weighed], playouts: int) -> Lines:
    """Losses reported for single replaced decisions in a match of strong bots; the other decisions stay the same."""
    order = LabelledDraws(derive(SEED, "planted"))
    steps = sorted(match.steps()[0], key=lambda step: order.below(10**9, f"order/{step.number}"))
    rows: dict[tuple[int, int], list[tuple[str, float, float]]] = {band: [] for band in BANDS}
    for step in steps[:TRIED]:
        worse = _worse(match, step)
        band = next((each for each in BANDS if worse and each[0] <= worse[1] < each[1]), None)
        if worse is not None and band is not None and len(rows[band]) < PLANTED:
            size, lost = _judged_anew(match, worse[0], decisions, playouts)
            rows[band].append((size, lost, worse[1]))
    yield from planted_lines(rows, "k")


def _worse(match: Match, step: Step) -> tuple[Step, float] | None:
    """The same step with a legal choice drawn by lot, and the gain by the best one."""
    spotted = next(iter(mb.ANALYST.spot([step])), None)
    others = () if spotted is None else mb.ANALYST.alternatives(step.before, spotted)
    if not others:
        return None
    move = others[LabelledDraws(SEED).below(len(others), f"planted/{step.number}")].move
    changed = Step(step.number, step.seat, step.key, move, step.before)
    choice: Choice | None = mb.weighed(match.scenario, changed, derive(SEED, "price"), PRICED)
    if choice is None:
        return None
    means = [fmean(worth[0] for worth in row) / 100 for row in choice.samples]
    return changed, max(means) - means[0]


def _judged_anew(match: Match, step: Step, decisions: Sequence[Weighed], playouts: int) -> tuple[str, float]:
    """Size and loss of the planted mistake among the other decisions of the match."""
    choice = mb.weighed(match.scenario, step, SEED, mb.courses_of(match.scenario, playouts))
    if choice is None:
        return "", 0.0
    turn = mb.ANALYST.topic_turn(choice.spotted.topic)
    new = weighed(choice.spotted, turn, choice.intents, choice.samples, choice.plain)
    kept = [each for each in decisions if each.number != step.number]
    each = judged([*kept, new], mb.ANALYST.sizes)[-1]
    return each.loss, each.best.project.value / 100


def main(playouts: int = ALL, workers: int = 2) -> None:
    """Run the parts side by side; each is printed when it is done."""
    parts = (
        *(partial(table, playouts, *each) for each in TABLES),
        *(partial(bias, strength) for strength in ("strong", "thrifty", "random")),
    )
    run_parts("master_builder", parts, playouts=playouts, workers=workers)


if __name__ == "__main__":
    run(main)
