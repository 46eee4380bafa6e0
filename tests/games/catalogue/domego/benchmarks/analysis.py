"""Cost and accuracy of the analysis of a Domego match.

`python -m tests.games.catalogue.domego.benchmarks.analysis [MATCHES]` measures both. Seconds are processor time of one
core. Accounts: in matches of experts the mean effect of cards is 0, and the remainder is small. Slope: losses in the
account are compared with 2,000 fresh playouts of the last placement of an activity and of the best one; the result is
the slope of a line through the origin. Verdicts: a mistake is confirmed if the 95 percent interval of its loss lies
above 0. It is wrong if the interval lies at or below 0, and undecided otherwise. MATCHES is the number of matches for
the verdicts of a kind of table. Writes benchmarks/results/domego_analysis.txt unless MATCHES is under 10.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from operator import mul
from statistics import fmean
from time import process_time

from benchmarks._analysis import SEED, held, played_match
from benchmarks._report import Report, run
from games.catalogue.domego.analysis import ANALYST
from games.catalogue.domego.rules.moves import Allocate
from games.catalogue.domego.rules.types import Options
from games.engine.analysis import Match, Weighed, played_on
from games.engine.analysis.accounts import TENTHS, Kind
from games.engine.analysis.statistics import Mean, mean_of
from games.engine.draws import LabelledDraws, derive
from games.engine.registry import load
from games.engine.replay import fold

AIM = 2
"""Seconds that one match may take."""
REPLAYS = 50
AGAIN = 2000
ACCOUNTS, SLOPE = 200, 160
"""Matches of each kind of table, of experts five times as many; matches of mixed bots."""
HUNDREDTHS = 100
STRENGTHS = ("random", "minimal", "balanced", "cautious", "expert")
TABLES: Mapping[str, Sequence[str] | None] = {
    "experts": ("expert",) * 6,
    "balanced": ("balanced",) * 6,
    "mixed": None,
    "random": ("random",) * 6,
}
REPORT = Report()
say = REPORT.say


def match_of(strengths: list[str], seed: bytes) -> Match:
    """A match of the classic scenario that bots played, one a seat."""
    return played_match(load("domego"), "classic", Options(), strengths, seed)[0]


def cost() -> None:
    """Seconds for an account with its verdicts: the first of a scenario, and a later one."""
    match = match_of(["minimal", "balanced", "cautious", "balanced", "random", "balanced"], SEED)
    began = process_time()
    for _number in range(REPLAYS):
        for _step in fold(*match.start(), match.seeds, match.moves):
            pass
    plain = (process_time() - began) / REPLAYS
    say(f"plain replay  {1000 * plain:7.1f} ms for {len(match.moves)} moves")
    first = spent("analysis, first", match)
    later = spent("analysis, later", match)
    say(f"aim           {AIM:7} s: {'met' if later <= AIM else 'missed'}; {later / plain:.0f} plain replays")
    say(f"with the table of a new scenario: {'met' if first <= AIM else 'missed'}")


def spent(what: str, match: Match) -> float:
    """Print and return the seconds of an analysis."""
    began = process_time()
    judged = ANALYST.judge(match)
    seconds = process_time() - began
    say(f"{what:20} {seconds:6.2f} s, {len(judged.decisions)} decisions")
    return seconds


def accounts(matches: int) -> None:
    """By kind of table: the parts of the account in points, with standard errors, and the remainder in 95 of 100
    matches.
    """
    for name, strengths in TABLES.items():
        count = matches * 5 if name == "experts" else matches
        parts: dict[Kind, list[float]] = {"luck": [], "decision": [], "means": [], "rest": []}
        began = process_time()
        for number in range(count):
            account = ANALYST.judge(
                match_of(_strengths(strengths, number), derive(SEED, f"account/{name}/{number}"))
            ).account
            for kind, found in parts.items():
                found.append(account.total(kind)[0] / TENTHS)
        seconds = (process_time() - began) / count
        means = {kind: mean_of(found) for kind, found in parts.items()}
        words = "  ".join(f"{kind} {mean.value:+6.2f} ± {mean.error:.2f}" for kind, mean in means.items())
        rest = sorted(map(abs, parts["rest"]))[int(0.95 * count)]
        say(
            f"{name:9} {count:4} matches: {words}  rest of 95 % below {rest:.1f}; {seconds:.2f} s each, played and told"
        )


def slope(matches: int) -> None:
    """Compare the losses in accounts with those by playouts, for placements that lost a point or more."""
    told: list[float] = []
    found: list[float] = []
    for number in range(matches):
        match = match_of(_strengths(None, number), derive(SEED, f"slope/{number}"))
        for decision in _last_of_turns(match):
            if decision.best.project.value >= HUNDREDTHS:
                told.append(decision.best.project.value / HUNDREDTHS)
                found.append(by_playouts(match, decision).value / HUNDREDTHS)
    line = sum(map(mul, told, found)) / sum(each * each for each in told)
    spread = sum((y - line * x) ** 2 for x, y in zip(told, found, strict=True)) / (len(told) - 1)
    error = (spread / sum(each * each for each in told)) ** 0.5
    say(f"slope of {len(told)} placements in {matches} matches: {line:.2f} ± {error:.2f} "
        f"(told {fmean(told):.1f}, by playouts {fmean(found):.1f} points on the mean); aim 0.9 to 1.1")  # fmt: skip


def _last_of_turns(match: Match) -> list[Weighed]:
    """The last placements of the activities. The other placements are then known, as they are in playouts."""
    steps, _end = match.steps()
    last = {step.before.turn: step.number for step in steps if isinstance(step.move, Allocate)}
    return [each for each in ANALYST.judge(match).decisions if each.number == last[each.turn]]


def by_playouts(match: Match, decision: Weighed) -> Mean:
    """The loss of a decision against its best way, in hundredths of a point."""
    each = next(one for one in ANALYST.spot(match.steps()[0]) if one.number == decision.number)
    intents = (each.intent, decision.options[decision.best.option].intent)
    return played_on(match, each, intents, derive(SEED, "again"), AGAIN).best.project


def _strengths(strengths: Sequence[str] | None, number: int) -> list[str]:
    """The given strengths, or six drawn by lot."""
    if strengths:
        return list(strengths)
    draws = LabelledDraws(derive(SEED, f"strengths/{number}"))
    return [STRENGTHS[draws.below(len(STRENGTHS), str(seat))] for seat in range(6)]


def verdicts(matches: int) -> None:
    """For bots at several tables: the number of reported mistakes, and how many of the last placers' mistakes are
    confirmed.
    """
    for strengths in (["expert"], ["balanced"], ["minimal", "balanced", "cautious", "random"]):
        found: Counter[str] = Counter()
        for number in range(matches):
            seed = derive(SEED, f"verdicts/{strengths}/{number}")
            match = match_of([strengths[seat % len(strengths)] for seat in range(6)], seed)
            told = [each for each in ANALYST.judge(match).decisions if each.loss]
            found["matches with any"] += bool(told)
            found.update(each.loss for each in told)
            for each in _last_of_turns(match):
                if each.loss:
                    found[f"last: {held(by_playouts(match, each))}"] += 1
        say(f"verdicts, {'+'.join(strengths):34} {matches} matches: {dict(found)}")


def main(matches: int = 10) -> None:
    whole = matches >= 10
    cost()
    accounts(ACCOUNTS if whole else matches)
    slope(SLOPE if whole else matches)
    verdicts(matches)
    REPORT.close("domego_analysis", whole=whole)


if __name__ == "__main__":
    run(main)
