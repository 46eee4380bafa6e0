"""What the analysis of a Domego match costs, whether accounts are right, and whether verdicts hold.

`python -m benchmarks.analysis [PLAYOUTS [MATCHES]]`. Seconds are processor time of one core. Accounts: over matches of
experts what cards brought is 0 on the mean; what is not attributed is small; and what the last placement of an activity
gave away, against the one that the account has as the best, is what 2,000 fresh playouts of both say: the slope of a
line through nothing. A verdict is looked at again by 2,000 playouts of another seed: it holds where the 95 percent
interval of the loss lies above nothing, and is wrong where it lies at or below; what lies between is undecided. Writes
benchmarks/results/analysis.txt unless there are fewer than 200 playouts.
"""

import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from operator import mul
from statistics import fmean
from time import process_time
from typing import Any

from benchmarks._strength import RESULTS
from games.domego.account import Gain, Line, Outlook, account_of, placed_line
from games.domego.analysis import ANALYST
from games.domego.bots.expert import figures_of
from games.domego.rules.types import Options, State
from games.engine.analysis import Match, Spotted, weigh
from games.engine.analysis.accounts import TENTHS, Kind
from games.engine.analysis.decisions import difference_by, loss_by
from games.engine.analysis.played import Fresh
from games.engine.analysis.statistics import mean_of
from games.engine.draws import LabelledDraws, derive
from games.engine.playout import playout
from games.engine.registry import load
from games.engine.replay import SeedFrom, fold

AIM = 120
"""Seconds that one match may take with 200 playouts of each choice."""
SEED = bytes(range(32))
REPLAYS = 50
AGAIN, Z95 = 2000, 1.96
ACCOUNTS, SLOPE = 200, 60
"""Matches of each kind of table, of experts five times as many; matches of mixed bots."""
HUNDREDTHS = 100
STRENGTHS = ("random", "minimal", "balanced", "cautious", "expert")
TABLES: Mapping[str, Sequence[str] | None] = {
    "experts": ("expert",) * 6,
    "balanced": ("balanced",) * 6,
    "mixed": None,
    "random": ("random",) * 6,
}
LINES: list[str] = []


def say(line: str) -> None:
    """Print it, and keep it for the file."""
    print(line, flush=True)
    LINES.append(line)


def match_of(strengths: list[str], seed: bytes) -> Match:
    """A match of the classic scenario that bots played, one a seat."""
    game = load("domego")
    rules, options = game.rules, Options()
    scenario = rules.load_scenario(game.scenarios["classic"])
    draws, moves = LabelledDraws(seed), []
    playout(
        rules,
        rules.setup(scenario, options, 6, draws),
        [game.bot(strength) for strength in strengths],
        draws,
        bot_draws=Fresh(derive(seed, "bots")),
        on_move=lambda played: moves.append((played.seat, played.key, played.move)),
    )
    return Match(game, scenario, options, 6, (SeedFrom(0, seed.hex()),), tuple(moves))


def cost(playouts: int) -> None:
    """The account, the first of a scenario and a later one, and every decision."""
    match = match_of(["minimal", "balanced", "cautious", "balanced", "random", "balanced"], SEED)
    began = process_time()
    for _number in range(REPLAYS):
        for _step in fold(*match.start(), match.seeds, match.moves):
            pass
    plain = (process_time() - began) / REPLAYS
    say(f"plain replay  {1000 * plain:7.1f} ms for {len(match.moves)} moves")
    began = process_time()
    account_of(match)
    total = spent("account, first", began)
    began = process_time()
    account_of(match)
    spent("account, later", began)
    began = process_time()
    weighing = weigh(match, SEED, playouts=playouts)
    seconds = spent(f"{len(weighing.decisions)} decisions", began)
    total += seconds
    games = playouts * sum(len(each.options) for each in weighing.decisions)
    say(f"playouts      {games:7} of {1000 * seconds / games:.2f} ms, {games / seconds:.0f} a second")
    say(f"in all        {total:7.1f} s, {total / plain:.0f} plain replays")
    if playouts >= 200:
        say(f"aim           {AIM:7} s: {'met' if total <= AIM else 'missed'}")


def spent(what: str, began: float) -> float:
    """Print and return the seconds since `began`."""
    seconds = process_time() - began
    say(f"{what:20} {seconds:6.1f} s")
    return seconds


def accounts(matches: int) -> None:
    """By kind of table: the parts of the account, in points, with standard errors; what is not attributed in 95 of 100
    matches.
    """
    for name, strengths in TABLES.items():
        count = matches * 5 if name == "experts" else matches
        parts: dict[Kind, list[float]] = {"luck": [], "decision": [], "means": [], "rest": []}
        began = process_time()
        for number in range(count):
            account = account_of(match_of(_strengths(strengths, number), derive(SEED, f"account/{name}/{number}")))
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
    """What accounts say against what playouts say, of placements that gave away a point or more."""
    told: list[float] = []
    found: list[float] = []
    for number in range(matches):
        match = match_of(_strengths(None, number), derive(SEED, f"slope/{number}"))
        steps, end = match.steps()
        outlook, spotted = Outlook(match, end.sheet), ANALYST.spot(steps)
        entries = [each for each in account_of(match).entries if each.kind == "decision"]
        last = {each.turn: each for each in entries}.values()
        for entry in (each for each in last if each.project <= -TENTHS):
            each = next(one for one in spotted if one.number == entry.number)
            before = steps[match.place_of(each.number) - 1].before
            best = max(_worths(outlook, before, each).items(), key=lambda pair: pair[1])[0]
            told.append(-entry.project / TENTHS)
            found.append(difference_by(match, each, best, derive(SEED, "again"), AGAIN).value / HUNDREDTHS)
    line = sum(map(mul, told, found)) / sum(each * each for each in told)
    spread = sum((y - line * x) ** 2 for x, y in zip(told, found, strict=True)) / (len(told) - 1)
    error = (spread / sum(each * each for each in told)) ** 0.5
    say(f"slope of {len(told)} placements in {matches} matches: {line:.2f} ± {error:.2f} "
        f"(told {fmean(told):.1f}, by playouts {fmean(found):.1f} points on the mean); aim 0.9 to 1.1")  # fmt: skip


def _worths(outlook: Outlook, before: State, each: Spotted) -> dict[Any, float]:
    """By placement of a role that is the last to place: what the account has it worth."""
    activity = before.sheet.activities[before.turn - 1]
    own = activity.part_of[each.seat]
    lines = [
        Line({Gain(0, 0): 0}, Gain(0, 0), 0) if move is None else placed_line(part, move)
        for part, move in zip(activity.parts, before.placed, strict=True)
    ]
    worths = {}
    for intent in (each.intent, *ANALYST.alternatives(before, each)):
        lines[own] = placed_line(activity.parts[own], intent)
        worths[intent] = outlook.before_cards(figures_of(before), lines).project
    return worths


def _strengths(strengths: Sequence[str] | None, number: int) -> list[str]:
    """These, or six drawn by lot."""
    if strengths:
        return list(strengths)
    draws = LabelledDraws(derive(SEED, f"strengths/{number}"))
    return [STRENGTHS[draws.below(len(STRENGTHS), str(seat))] for seat in range(6)]


def verdicts(playouts: int, matches: int) -> None:
    """Of bots at several tables: how many mistakes are told, and how many of them hold."""
    for strengths in (["expert"], ["balanced"], ["minimal", "balanced", "cautious", "random"]):
        found: Counter[str] = Counter()
        for number in range(matches):
            seed = derive(SEED, f"verdicts/{strengths}/{number}")
            match = match_of([strengths[seat % len(strengths)] for seat in range(6)], seed)
            told = [each for each in weigh(match, SEED, playouts=playouts).decisions if each.loss]
            found["matches with any"] += bool(told)
            for each in told:
                again = loss_by(match, each, derive(SEED, "again"), AGAIN)
                low, high = again.value - Z95 * again.error, again.value + Z95 * again.error
                found[each.loss] += 1
                found["hold" if low > 0 else "wrong" if high <= 0 else "undecided"] += 1
        say(f"verdicts, {'+'.join(strengths):34} {matches} matches: {dict(found)}")


def main(playouts: int = 200, matches: int = 10) -> None:
    whole = playouts >= 200
    cost(playouts)
    accounts(ACCOUNTS if whole else matches)
    slope(SLOPE if whole else matches)
    verdicts(playouts, matches)
    if whole:
        (RESULTS / "analysis.txt").write_text("\n".join(LINES) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(*(int(each) for each in sys.argv[1:]))
