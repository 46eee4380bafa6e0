"""Strength of the Master Builder bots: `python -m benchmarks.strength_master_builder [GAMES]`, 100 seeded games.

Three players, so that a fair share is a third. Then an adversary replaces one of three strong bots, in three times as
many games. It never bids, bids the minimum only, raises by one as long as it has money, or bids all money at once. The
last one drives a rival to the highest price that a strong bot pays. Writes
benchmarks/results/strength_master_builder.txt when all games were played.
"""

from collections.abc import Callable
from functools import partial
from statistics import mean, median
from typing import Any, NamedTuple

from benchmarks._strength import Seated, Timed, exploited, keep, lead, run, verdict, won
from games.catalogue.master_builder.bots import bidding
from games.catalogue.master_builder.bots.base import Seen
from games.catalogue.master_builder.bots.strong import StrongBot
from games.catalogue.master_builder.rules.events import Nominated, Raised, Won
from games.catalogue.master_builder.rules.moves import Nominate, Pass, Raise
from games.catalogue.master_builder.rules.types import Options
from games.engine.draws import FastDraws, LabelledDraws
from games.engine.playout import playout
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
        draws = LabelledDraws(b"strength" + cards.to_bytes(4, "big"))
        bots = [timed if each == seat else GAME.bot(worse) for each in range(players)]
        start = GAME.rules.setup(CLASSIC, Options(), players, draws)
        told: list[Any] = []
        end = playout(
            GAME.rules,
            start,
            bots,
            draws,
            bot_draws=FastDraws(game),
            on_move=lambda move, to=told: to.extend(move.events),
        )
        scores = list(end.result.scores)
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
    draws, luck = (LabelledDraws(name + cards.to_bytes(4, "big")) for name in (b"adversary", b"bots"))
    bots = [bot if each == seat else GAME.bot("strong") for each in range(3)]
    start = GAME.rules.setup(CLASSIC, Options(), 3, draws)
    ends = playout(GAME.rules, start, bots, draws, bot_draws=luck).result.scores
    return lead(ends, seat), ends[seat] > max(*ends[:seat], *ends[seat + 1 :])


def adversaries(games: int) -> tuple[list[str], bool]:
    """Lines on the gain of adversaries over the strong bot, and whether the aim is met."""
    ways = {
        "never bids": (nothing, nothing),
        "bids the minimum only": (as_usual, nothing),
        "always bids one more": (as_usual, all_cash),
        "bids all money at once": (all_cash, all_cash),
        "drives a rival to the limit": (as_usual, driving),
    }
    plays: dict[str, Seated] = {name: partial(seated, Bidding(GAME.rules, *way)) for name, way in ways.items()}
    along, weakest = (partial(seated, GAME.bot(name)) for name in ("strong", "random"))
    told, met = exploited(along, weakest, plays, games, "k of lead")
    return [f"adversaries, three players, {games} games: {told[0]}", *told[1:]], met


def main(games: int) -> int:
    """Play all series; 1 if an aim is missed."""
    lines, missed, seconds = [], 0, []
    for better, worse, aim in AIMS:
        played = series(better, worse, games)
        words, met = won(played.wins, played.games, aim)
        missed += not met
        seconds += played.seconds
        lines.append(
            f"{better} against two {worse}: {words}, money {played.mine:.0f} against {played.theirs:.0f}, "
            f"aim {aim} %: {verdict(met)}"
        )
        print(lines[-1], flush=True)
    for players, aim in MONEY_AIM.items():
        played = series("strong", "strong", games, players)
        money = (played.mine + (players - 1) * played.theirs) / players
        met = abs(money - aim) <= WIDE
        missed += not met
        lines.append(
            f"{players} strong ones among themselves: money {money:.0f} on the mean, "
            f"aim {aim - WIDE} to {aim + WIDE}: {verdict(met)}"
        )
        met = 100 * played.alone <= CONTESTED_AIM * played.sold
        missed += not met
        lines.append(
            f"{players} strong ones among themselves: {played.alone} of {played.sold} contracts at the minimum bid "
            f"without another bid, {100 * played.alone / played.sold:.0f} %, aim {CONTESTED_AIM} %: {verdict(met)}"
        )
        print("\n".join(lines[-2:]), flush=True)
    middle = median(seconds) * 1000
    missed += middle >= MOVE_AIM
    print(
        f"strong, middle move: {middle:.1f} ms, longest {max(seconds) * 1000:.0f} ms, "
        f"aim {MOVE_AIM} ms: {verdict(middle < MOVE_AIM)}"
    )
    told, met = adversaries(TIMES * games)
    print("\n".join(told), flush=True)
    lines, missed = lines + told, missed + (not met)
    keep("master_builder", lines, games)
    return 1 if missed else 0


if __name__ == "__main__":
    run(main)
