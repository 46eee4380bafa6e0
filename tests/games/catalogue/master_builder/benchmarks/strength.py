"""Strength of the Master Builder bots, in 100 seeded games.

`python -m tests.games.catalogue.master_builder.benchmarks.strength [GAMES]` plays them. Three bots sit at a table, so
that a fair share is a third. Then an adversary replaces one of three strong bots, in three times as many games. It
never bids, bids the minimum only, raises by one as long as it has money, or bids all money at once. The last one drives
a rival to the highest price that a strong bot pays. Writes benchmarks/results/master_builder_strength.txt when all
games were played.
"""

from collections.abc import Callable
from statistics import mean, median
from typing import Any, NamedTuple

from benchmarks._report import Report, run, verdict
from benchmarks._strength import GAMES, Timed, among_strong, challenge, lead, played, won
from games.catalogue.master_builder.bots import bidding
from games.catalogue.master_builder.bots.base import Seen
from games.catalogue.master_builder.bots.strong import StrongBot
from games.catalogue.master_builder.rules.events import Nominated, Raised, Won
from games.catalogue.master_builder.rules.moves import Nominate, Pass, Raise
from games.catalogue.master_builder.rules.types import Options
from games.engine.registry import load

AIMS = (("strong", "random", 80), ("strong", "thrifty", 50))
"""(better, both others, percent of games that the better one must win alone)."""
MOVE_AIM = 200
"""Milliseconds that a strong bot may take for a move, the middle one of all."""
MONEY_AIM = {2: 69, 3: 64, 4: 56}
"""By number of players: the mean final money of skilled players when the figures of the cards were balanced."""
WIDE = 20
"""The largest distance from that aim for strong bots among themselves: half the spread of single games."""
CONTESTED_AIM = 33
"""Percent of the contracts that strong bots among themselves may get at the minimum bid without another bid, at each
number of players.
"""
TIMES = 3
GAME = load("master_builder")
CLASSIC = GAME.rules.load_scenario(GAME.scenarios["classic"])


Amount = Callable[[Seen, int], int]


class Bidding(StrongBot):
    """The strong bot but for its bids, which depend on what it sees: `opens` gives its opening and `raises` its limit.
    An opening below the minimum means no opening; a limit that is not above the last bid means no bid.
    """

    def __init__(self, rules: Any, opens: Amount, raises: Amount) -> None:
        super().__init__(rules)
        self.opens, self.raises = opens, raises

    def think(self, seen: Seen, prompt: Any) -> Any:
        auction = seen.view.auction
        if prompt.kind == "bid" and auction:
            price = auction.price + 1
            return Raise(price) if price <= min(self.raises(seen, auction.contract), seen.firm.cash) else Pass()
        usual = super().think(seen, prompt)
        if prompt.kind != "nominate":
            return usual
        found = [lot.contract for lot in seen.view.lots]
        contract = usual.contract if isinstance(usual, Nominate) else min(found, key=lambda each: _least(seen, each))
        price = min(self.opens(seen, contract), seen.firm.cash)
        return Nominate(contract, price) if price >= _least(seen, contract) else None


def _least(seen: Seen, contract: int) -> int:
    return int(seen.sheet.contract(contract).min_bid)


def all_cash(seen: Seen, contract: int) -> int:
    return int(seen.firm.cash)


def nothing(seen: Seen, contract: int) -> int:
    return 0


def as_usual(seen: Seen, contract: int) -> int:
    """The minimum for contracts that the strong bot would open, else nothing."""
    return _least(seen, contract) if bidding.surplus(seen, contract) > 0 else 0


def driving(seen: Seen, contract: int) -> int:
    """A limit of one less than the highest rival's: the rival still wins, at a high price. It is never below its own
    limit.
    """
    auction = seen.view.auction
    rivals = [seat for seat in auction.still if seat != seen.seat] if auction else []
    theirs = max((bidding.limit(Seen(seen.view, seat), contract) for seat in rivals), default=0)
    return max(theirs - 1, bidding.limit(seen, contract))


class Series(NamedTuple):
    """Games won by the first bot, mean money of it and of the others, and the seconds of each of its moves."""

    games: int
    wins: int
    mine: float
    theirs: float
    seconds: tuple[float, ...]
    sold: int
    alone: int
    """Contracts that were sold, and those of them at the minimum bid without a second bidder."""


def series(better: str, worse: str, games: int, players: int = 3) -> Series:
    """One bot against the others; the seat of the better one goes round with the same cards."""
    timed, wins, mine, theirs, sold, alone = Timed(GAME.bot(better)), 0, [], [], 0, 0
    for game in range(games):
        seat = game % players
        cards = game if better == worse else game // players
        bots = [timed if each == seat else GAME.bot(worse) for each in range(players)]
        told: list[Any] = []
        end = played(GAME, CLASSIC, Options(), bots, cards, game, on_move=lambda move, to=told: to.extend(move.events))
        scores = list(end.scores)
        bought = uncontested(told)
        sold, alone = sold + len(bought), alone + sum(bought)
        own = scores.pop(seat)
        wins += own > max(scores)
        mine.append(own)
        theirs += scores
    return Series(games, wins, mean(mine), mean(theirs), tuple(timed.seconds), sold, alone)


def uncontested(events: list[Any]) -> list[bool]:
    """For each sold contract: was it sold at its minimum bid without another bid?"""
    found, bidders = [], 0
    for event in events:
        if isinstance(event, Nominated):
            bidders = 1
        elif isinstance(event, Raised):
            bidders += 1
        elif isinstance(event, Won):
            at_least = event.price == CLASSIC.contracts[event.contract - 1].min_bid
            found.append(at_least and (event.how != "auction" or bidders < 2))
    return found


def seated(bot: Any, game: int) -> tuple[float, bool]:
    """Lead in money of a bot beside two strong ones; all three seats with the same cards."""
    cards, seat = divmod(game, 3)
    ends = among_strong(GAME, CLASSIC, Options(), bot, seat, 3, cards).scores
    return lead(ends, seat), ends[seat] > max(*ends[:seat], *ends[seat + 1 :])


def adversaries(report: Report, games: int) -> None:
    """Report the gain of adversaries over the strong bot."""
    ways = {
        "never bids": (nothing, nothing),
        "bids the minimum only": (as_usual, nothing),
        "always bids one more": (as_usual, all_cash),
        "bids all money at once": (all_cash, all_cash),
        "drives a rival to the limit": (as_usual, driving),
    }
    bots = {name: Bidding(GAME.rules, *way) for name, way in ways.items()}
    challenge(report, f"three players, {games} games", GAME, seated, bots, games, "k of lead")


def main(games: int = GAMES) -> int:
    """Play all series; 1 if an aim is missed."""
    report, seconds = Report(), []
    for better, worse, aim in AIMS:
        found = series(better, worse, games)
        words, met = won(found.wins, found.games, aim)
        seconds += found.seconds
        report.say(
            f"{better} against two {worse}: {words}, money {found.mine:.0f} against {found.theirs:.0f}, "
            f"aim {aim} %: {verdict(met)}",
            met=met,
        )
    for players, aim in MONEY_AIM.items():
        found = series("strong", "strong", games, players)
        money = (found.mine + (players - 1) * found.theirs) / players
        met = abs(money - aim) <= WIDE
        report.say(
            f"{players} strong ones among themselves: money {money:.0f} on the mean, "
            f"aim {aim - WIDE} to {aim + WIDE}: {verdict(met)}",
            met=met,
        )
        met = 100 * found.alone <= CONTESTED_AIM * found.sold
        report.say(
            f"{players} strong ones among themselves: {found.alone} of {found.sold} contracts at the minimum bid "
            f"without another bid, {100 * found.alone / found.sold:.0f} %, aim {CONTESTED_AIM} %: {verdict(met)}",
            met=met,
        )
    middle = median(seconds) * 1000
    report.missed += middle >= MOVE_AIM
    print(
        f"strong, middle move: {middle:.1f} ms, longest {max(seconds) * 1000:.0f} ms, "
        f"aim {MOVE_AIM} ms: {verdict(middle < MOVE_AIM)}"
    )
    adversaries(report, TIMES * games)
    return report.close("master_builder_strength", whole=games >= GAMES)


if __name__ == "__main__":
    run(main)
