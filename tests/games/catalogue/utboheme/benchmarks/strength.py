"""Strength of the bots of UTBoheme, in 100 games of four a pair.

`python -m tests.games.catalogue.utboheme.benchmarks.strength [GAMES]` plays them. Games are seeded. One bot of the
better kind sits with three of the other, on each seat in turn; a fair share is 25 %. Then an adversary replaces one of
four strong bots, in fewer games. It always asks two cards for one, refuses every trade, or repeats its offer as often
as the rules allow. The last case is two seats that play together: one builds nothing any more and gives its cards to
the other, whose lead is counted. Writes benchmarks/results/utboheme_strength.txt when all games were played.
`_against_catanatron` plays the strong bot against catanatron's ValueFunctionPlayer.
"""

from statistics import median
from typing import Any, NamedTuple

from msgspec import structs

from benchmarks._report import Report, run, verdict
from benchmarks._strength import GAMES, Timed, among_strong, challenge, lead, played, won
from games.catalogue.utboheme.bots.kernel import Kernel
from games.catalogue.utboheme.bots.sight import imagined
from games.catalogue.utboheme.bots.strong import StrongBot
from games.catalogue.utboheme.bots.talking import offered
from games.catalogue.utboheme.rules import moves as m
from games.catalogue.utboheme.rules.resources import RESOURCES
from games.catalogue.utboheme.rules.types import MOST_OFFERS, Options
from games.engine.registry import load

AIMS = (("greedy", "random", 60), ("strong", "greedy", 60))
"""(better, others, percent of games that the better one must win)."""
PLAYERS = 4
PART = 60
"""Games with adversaries, in percent of the others."""
GAME = load("utboheme")


class Asking(StrongBot):
    """Asks two cards for one in every trade, its own and those of others; else refuses."""

    def choose(self, view: Any, prompt: Any, moves: list[Any], draws: Any) -> Any:
        if prompt.kind == "answer":
            return _twice(view, prompt, moves)
        usual = super().choose(view, prompt, moves, draws)
        return _dearer(usual) if isinstance(usual, m.Offer) else usual


def _dearer(offer: m.Offer) -> m.Offer:
    """The same offer with one card for two."""
    amounts = {kind: max(-2, min(1, 2 * getattr(offer, kind))) for kind in RESOURCES if getattr(offer, kind)}
    return m.Offer(to=offer.to, need=offer.need, **amounts)


def _twice(view: Any, prompt: Any, moves: list[Any]) -> Any:
    """Accepts if it gets two cards or more for each; asks once for one card more; else refuses."""
    offer = next(each for each in view.offers if each.number == prompt.params["offer"])
    gets, gives = (sum(max(0, way * number) for number in offer.cards) for way in (1, -1))
    if gets >= 2 * gives and m.AcceptOffer() in moves:
        return m.AcceptOffer()
    asked = offer.cards.index(min(offer.cards))
    if view.made[prompt.seat] or not view.hand[asked]:
        return m.RefuseOffer()
    return m.Offer(to=view.seat, **{RESOURCES[asked]: 1, RESOURCES[offer.cards.index(max(offer.cards))]: -2})


class Refusing(StrongBot):
    """Trades with the bank alone."""

    def choose(self, view: Any, prompt: Any, moves: list[Any], draws: Any) -> Any:
        if prompt.kind == "answer":
            return m.RefuseOffer()
        alone = [move for move in moves if not isinstance(move, m.Confirm)]
        return super().choose(_having_made(view, MOST_OFFERS), prompt, alone, draws)


def _having_made(view: Any, offers: int) -> Any:
    """The view as if each player had made so many offers in this turn."""
    return structs.replace(view, made=(offers,) * len(view.made))


class Repeating(StrongBot):
    """Makes its favourite offer again and again, as often as the rules allow in a turn."""

    def choose(self, view: Any, prompt: Any, moves: list[Any], draws: Any) -> Any:
        usual = super().choose(view, prompt, moves, draws)
        again = prompt.kind == "act" and isinstance(usual, m.Offer | m.EndTurn | m.BankTrade)
        if not again or view.made[view.seat] >= MOST_OFFERS:
            return usual
        state = imagined(_having_made(view, 0), draws)
        return offered(Kernel(state, lambda: 0.0), state) or usual


class Giving(StrongBot):
    """After the founding it builds and buys nothing, and gives its cards to the next seat, three for one. The lead of
    that seat is counted.
    """

    ahead = 1

    def choose(self, view: Any, prompt: Any, moves: list[Any], draws: Any) -> Any:
        friend = (prompt.seat + 1) % len(view.made)
        if prompt.kind == "answer":
            offer = next(each for each in view.offers if each.number == prompt.params["offer"])
            able = m.AcceptOffer() in moves and offer.seat == friend
            return m.AcceptOffer() if able else m.RefuseOffer()
        if prompt.kind != "act":
            return super().choose(view, prompt, moves, draws)
        deal = next((move for move in moves if isinstance(move, m.Confirm) and move.partner == friend), None)
        if deal or any(offer.seat == view.seat for offer in view.offers):
            return deal
        most = view.hand.index(max(view.hand))
        made = view.made[view.seat]
        if not view.hand[most] or made >= MOST_OFFERS - 1 or not view.hand_counts[friend]:
            return m.EndTurn()
        wanted = [index for index in range(5) if index != most]
        amounts = {RESOURCES[most]: min(3, view.hand[most]), RESOURCES[wanted[made % 4]]: -1}
        return m.Offer(to=friend, **amounts)


class Contest(NamedTuple):
    """Games won by the better bot, the mean points of both kinds, and the seconds of each answer."""

    games: int
    wins: int
    points: float
    others: float
    seconds: tuple[float, ...]


def contest(better: str, others: str, games: int, **options: Any) -> Contest:
    """One of the better kind against three others; the seat goes round."""
    scenario = GAME.rules.load_scenario(GAME.scenarios["classic"])
    timed, wins, points, rest = Timed(GAME.bot(better)), 0, 0, 0
    for game in range(games):
        bots = [GAME.bot(others) for _ in range(PLAYERS)]
        bots[game % PLAYERS] = timed
        result = played(GAME, scenario, Options(**options), bots, game, game)
        wins += result.places[game % PLAYERS] == 1
        points += result.scores[game % PLAYERS]
        rest += sum(result.scores) - result.scores[game % PLAYERS]
    return Contest(games, wins, points / games, rest / games / (PLAYERS - 1), tuple(timed.seconds))


def seated(bot: Any, game: int) -> tuple[float, bool]:
    """The lead in points of a seat that goes round. The bot has this seat, or one so many seats before it as it says;
    the others are strong.
    """
    seat, scenario = game % PLAYERS, GAME.rules.load_scenario(GAME.scenarios["classic"])
    place = (seat - getattr(bot, "ahead", 0)) % PLAYERS
    result = among_strong(GAME, scenario, Options(), bot, place, PLAYERS, game)
    return lead(result.scores, seat), result.places[seat] == 1


def adversaries(report: Report, games: int) -> None:
    """Report the gain of adversaries over the strong bot, alone and as two that play together."""
    bots = {
        "asks two cards for one": Asking(GAME.rules),
        "refuses every trade": Refusing(GAME.rules),
        "repeats its offer": Repeating(GAME.rules),
        "is given another's cards": Giving(GAME.rules),
    }
    challenge(report, f"four players, {games} games", GAME, seated, bots, games)


def main(games: int = GAMES) -> int:
    """Play both pairs; 1 if an aim is missed."""
    report = Report()
    for better, others, aim in AIMS:
        found = contest(better, others, games)
        words, met = won(found.wins, found.games, aim)
        report.say(
            f"{better} against three {others}: {words} (fair share 25 %), "
            f"{found.points:.1f} points against {found.others:.1f}, "
            f"aim {aim} %: {verdict(met)}",
            met=met,
        )
        print(f"  {better}, middle answer: {median(found.seconds) * 1000:.1f} ms", flush=True)
    adversaries(report, max(2, PART * games // 100))
    return report.close("utboheme_strength", whole=games >= GAMES)


if __name__ == "__main__":
    run(main)
