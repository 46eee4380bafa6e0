"""Strength of Domego's bots, in 1,000 seeded games a line.

`python -m tests.games.catalogue.domego.benchmarks.strength [GAMES]` plays them. Six bots of one strength play the
classic scenario; targets met are counted. Then an adversary has one seat at a time: in talks it holds a price, asks the
most or repeats, and at the table it gives the least. The gain in a talk is in percent of the standard range, from the
adversary's side; a drawn contract counts as drawn. A free rider's rank is that of its points among those of the same
role in games of six experts. Writes benchmarks/results/domego_strength.txt when all games were played.
"""

from bisect import bisect_left, bisect_right
from statistics import mean
from time import process_time
from typing import Any

from benchmarks._report import Report, run, verdict
from benchmarks._strength import SURE, Timed, wilson
from games.catalogue.domego.bots.chances import chances_of
from games.catalogue.domego.bots.firm import FirmBot
from games.catalogue.domego.bots.taste import MINIMAL
from games.catalogue.domego.rules.compile import compile_sheet
from games.catalogue.domego.rules.moves import Accept, Offer
from games.catalogue.domego.rules.types import Options
from games.engine.bots import SeatBot
from games.engine.draws import FastDraws
from games.engine.playout import playout
from games.engine.registry import load

GAMES = 1000
TALKS = 200
AIM, GATE, SLOWEST, GAIN, PLACE = 55, 50, 100, 10, 60
"""Percent of games with all three targets; milliseconds a decision; percent of the range; percent of games."""
STEADY = ("minimal", "balanced", "cautious", "expert")
GAME = load("domego")
RULES = GAME.rules
SCENARIO = RULES.load_scenario(GAME.scenarios["classic"])
START = RULES.setup(SCENARIO, Options(), 6, FastDraws(0))


class Holding(SeatBot):
    """Opens with its final price, so many percent of the range from its own end, and accepts nothing worse; in one talk
    or in all. Otherwise it is the expert.
    """

    def __init__(self, way: int, pair: str = "") -> None:
        super().__init__(RULES)
        self.way, self.pair, self.expert = way, pair, GAME.bot("expert")

    def move(self, view: Any, prompt: Any, draws: Any) -> Any:
        pair = prompt.key.rpartition("/")[2]
        if prompt.kind != "negotiate" or self.pair not in ("", pair):
            return self.expert.move(view, prompt, draws)
        talk = next(each for each in view.talks if _pair(view.sheet, each.contract) == pair)
        contract = view.sheet.contracts[talk.contract]
        way = (contract.high - contract.low) * self.way // 100
        is_payer = prompt.seat == contract.payer
        price = contract.low + way if is_payer else contract.high - way
        price = min(max(0, price), view.firms[contract.payer].money)
        theirs = talk.payee_offer if is_payer else talk.payer_offer
        if theirs is not None and (theirs <= price if is_payer else theirs >= price):
            return Accept(theirs)
        return None if talk.last == prompt.seat else Offer(price)


class FreeRider(SeatBot):
    """Places only the required cubes, buys no more, and insists on the best price that the expert still accepts."""

    def __init__(self) -> None:
        super().__init__(RULES)
        self.least, self.talker = FirmBot(MINIMAL, RULES), Holding(47)

    def move(self, view: Any, prompt: Any, draws: Any) -> Any:
        return (self.talker if prompt.kind == "negotiate" else self.least).move(view, prompt, draws)


def _pair(sheet: Any, contract: int) -> str:
    parties = sheet.contracts[contract]
    return f"{sheet.role_ids[parties.payer]}>{sheet.role_ids[parties.payee]}"


def played(bots: list[Any], seed: int) -> Any:
    """The last state of a seeded game."""
    return playout(RULES, START, bots, FastDraws(seed), bot_draws=FastDraws(seed + 10**6)).state


def met(state: Any) -> tuple[bool, bool, bool]:
    goals = state.sheet.goals
    return state.delay <= goals.delay, state.cost <= goals.cost, state.failures <= goals.failures


def points(state: Any) -> tuple[int, ...]:
    result = RULES.result(state)
    assert result is not None
    return result.scores


def targets(strength: str, games: int) -> tuple[str, int]:
    """The mean results of six bots of a strength, and the number of games in which they meet all three targets."""
    ends = [played([GAME.bot(strength)] * 6, seed) for seed in range(games)]
    every = sum(all(met(end)) for end in ends)
    low, high = wilson(every, games)
    parts = ", ".join(
        f"{name} {mean(getattr(end, name) for end in ends):.1f} ({sum(met(end)[index] for end in ends) / games:.0%})"
        for index, name in enumerate(("delay", "cost", "failures"))
    )
    broken = sum(firm.bankruptcies for end in ends for firm in end.firms) / games
    share = f"{every / games:.1%} ({low:.1%} to {high:.1%})"
    return f"six {strength:9} all three targets in {share}; mean (met): {parts}; bankruptcies {broken:.3f}", every


def speed(games: int) -> list[str]:
    """Seconds to build an expert's tables, and for its decisions after that."""
    began = process_time()
    chances_of(compile_sheet(SCENARIO))
    built = process_time() - began
    bot = Timed(GAME.bot("expert"))
    for seed in range(games):
        played([bot] * 6, seed)
    times = sorted(bot.seconds)
    slowest, usual = times[-1] * 1000, mean(times) * 1e6
    return [
        f"an expert knows a scenario after {built:.2f} s, once in a process",
        f"a decision of an expert: mean {usual:.0f} us, slowest {slowest:.1f} ms of {len(times)} decisions, "
        f"aim {SLOWEST} ms: {verdict(slowest <= SLOWEST)}",
    ]


def gained(way: int | None, contract: int, payer: bool, games: int) -> tuple[float, float]:
    """(percent of the range that the adversary gets on the mean, share of talks that ended without a price)."""
    parties, shares, failed = START.state.sheet.contracts[contract], [], 0
    seat = parties.payer if payer else parties.payee
    bots = [GAME.bot("expert")] * 6
    if way is not None:
        bots[seat] = Holding(way, _pair(START.state.sheet, contract))
    for seed in range(games):
        end = played(bots, seed)
        price = end.prices[contract]
        part = 100 * (price - parties.low) / (parties.high - parties.low)
        shares.append(100 - part if payer else part)
        failed += end.firms[seat].failed > 0
    return mean(shares), failed / games


def talks(games: int) -> tuple[list[str], float]:
    """The largest gain by holding a price, in steps of two percent, and the gain of those that ask the most."""
    lines, worst = [], 0.0
    for contract in range(len(START.state.sheet.contracts)):
        for payer in (True, False):
            along, _failed = gained(None, contract, payer, games)
            found = {way: gained(way, contract, payer, games) for way in (-100, 0, *range(36, 56, 2))}
            best = max(found, key=lambda way: found[way][0])
            gain = found[best][0] - along
            worst = max(worst, gain)
            side = _pair(START.state.sheet, contract) + (" as payer" if payer else " as payee")
            lines.append(
                f"talk {side:28} along {along:.0f} %, best holding at {best} %: {found[best][0]:.0f} % "
                f"({gain:+.0f}), drawn in {found[best][1]:.0%}; asking the most {found[0][0]:.0f} %, "
                f"drawn in {found[0][1]:.0%}"
            )
    return lines, worst


def riders(games: int) -> tuple[list[str], float]:
    """By role: a free rider's rank among the points of the same role in games of six experts."""
    usual = [points(played([GAME.bot("expert")] * 6, seed)) for seed in range(games)]
    lines, worst = [], 0.0
    for seat, role in enumerate(START.state.sheet.role_ids):
        bots: list[Any] = [GAME.bot("expert")] * 6
        bots[seat] = FreeRider()
        own = sorted(scores[seat] for scores in usual)
        ends = [played(bots, seed) for seed in range(games)]
        places = [_place(own, points(end)[seat]) for end in ends]
        worst = max(worst, mean(places))
        every = sum(all(met(end)) for end in ends) / games
        lines.append(f"free rider as {role:10} place {mean(places):.0f} of 100, all three targets in {every:.0%}")
    return lines, worst


def _place(others: list[int], score: int) -> float:
    return 50 * (bisect_left(others, score) + bisect_right(others, score)) / len(others)


def main(games: int = GAMES) -> int:
    """Play all games; returns 1 if the gate is missed."""
    # First, while nothing is known yet.
    report, every = Report(), 0
    report.say(*speed(min(games, 200)))
    for strength in STEADY:
        line, every = targets(strength, games)
        report.say(line)
    met = every * 100 >= GATE * games
    report.say(f"experts: gate {GATE} %: {verdict(met)}, aim {AIM} %: {verdict(every * 100 >= AIM * games)}", met=met)
    few = min(games, TALKS)
    told, worst = talks(few)
    report.say(*told, f"most that a talk gives over playing along: {worst:.0f} % of the range ({few} games), "
                      f"aim {GAIN} %: {verdict(worst <= GAIN)}")  # fmt: skip
    told, worst = riders(few)
    report.say(*told, f"highest mean place of a free rider: {worst:.0f} ({few} games), aim under {PLACE}: "
                      f"{verdict(worst < PLACE)}")  # fmt: skip
    report.say(f"intervals at {SURE} standard errors (Wilson)")
    return report.close("domego_strength", whole=games >= GAMES)


if __name__ == "__main__":
    run(main)
