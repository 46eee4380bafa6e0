"""Strength of the bots of UTBoheme: `python -m benchmarks.strength_utboheme [GAMES]`, 100 games of four a pair.

Games are seeded. One bot of the better kind sits with three of the other, on each seat in turn; a fair share is 25 %.
Then an adversary replaces one of four strong bots, in fewer games. It always asks two cards for one, refuses every
trade, or repeats its offer as often as the rules allow. The last case is two seats that play together: one builds
nothing any more and gives its cards to the other, whose lead is counted. Writes
benchmarks/results/strength_utboheme.txt when all games were played. `_utboheme_mirror` plays the strong bot against
catanatron's ValueFunctionPlayer.
"""

from functools import partial
from statistics import median
from typing import Any, NamedTuple

from msgspec import structs

from benchmarks._strength import Seated, Timed, exploited, keep, lead, run, verdict, won
from games.catalogue.utboheme.bots.kernel import Kernel
from games.catalogue.utboheme.bots.sight import imagined
from games.catalogue.utboheme.bots.strong import StrongBot
from games.catalogue.utboheme.bots.talking import offered
from games.catalogue.utboheme.rules import moves as m
from games.catalogue.utboheme.rules.resources import RESOURCES
from games.catalogue.utboheme.rules.types import MOST_OFFERS, Options
from games.engine.draws import FastDraws, LabelledDraws
from games.engine.playout import playout
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
    """After the founding it builds and buys nothing, and gives its cards to the next seat, three for one."""

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
    rules = GAME.rules
    scenario = rules.load_scenario(GAME.scenarios["classic"])
    timed, wins, points, rest = Timed(GAME.bot(better)), 0, 0, 0
    for game in range(games):
        draws = LabelledDraws(b"strength" + game.to_bytes(4, "big"))
        bots = [GAME.bot(others) for _ in range(PLAYERS)]
        bots[game % PLAYERS] = timed
        start = rules.setup(scenario, Options(**options), PLAYERS, draws)
        result = playout(rules, start, bots, draws, bot_draws=FastDraws(game)).result
        wins += result.places[game % PLAYERS] == 1
        points += result.scores[game % PLAYERS]
        rest += sum(result.scores) - result.scores[game % PLAYERS]
    return Contest(games, wins, points / games, rest / games / (PLAYERS - 1), tuple(timed.seconds))


def seated(bot: Any, game: int, *, ahead: int = 0) -> tuple[float, bool]:
    """The lead in points of a seat that goes round. The bot has this seat or one so many seats before it; the others
    are strong.
    """
    draws, luck = (LabelledDraws(name + game.to_bytes(4, "big")) for name in (b"adversary", b"bots"))
    bots, seat = [GAME.bot("strong") for _ in range(PLAYERS)], game % PLAYERS
    bots[seat - ahead] = bot
    start = GAME.rules.setup(GAME.rules.load_scenario(GAME.scenarios["classic"]), Options(), PLAYERS, draws)
    result = playout(GAME.rules, start, bots, draws, bot_draws=luck).result
    return lead(result.scores, seat), result.places[seat] == 1


def adversaries(games: int) -> tuple[list[str], bool]:
    """Lines on the gain of adversaries over the strong bot, alone and as two that play together, and whether the aim is
    met.
    """
    ways: dict[str, Seated] = {
        "asks two cards for one": partial(seated, Asking(GAME.rules)),
        "refuses every trade": partial(seated, Refusing(GAME.rules)),
        "repeats its offer": partial(seated, Repeating(GAME.rules)),
        "is given another's cards": partial(seated, Giving(GAME.rules), ahead=1),
    }
    along, weakest = (partial(seated, GAME.bot(name)) for name in ("strong", "random"))
    told, met = exploited(along, weakest, ways, games)
    return [f"adversaries, four players, {games} games: {told[0]}", *told[1:]], met


def main(games: int) -> int:
    """Play both pairs; 1 if an aim is missed."""
    lines, missed = [], 0
    for better, others, aim in AIMS:
        played = contest(better, others, games)
        words, met = won(played.wins, played.games, aim)
        missed += not met
        lines.append(
            f"{better} against three {others}: {words} (fair share 25 %), "
            f"{played.points:.1f} points against {played.others:.1f}, "
            f"aim {aim} %: {verdict(met)}"
        )
        print(lines[-1], flush=True)
        print(f"  {better}, middle answer: {median(played.seconds) * 1000:.1f} ms", flush=True)
    told, met = adversaries(max(2, PART * games // 100))
    print("\n".join(told), flush=True)
    lines, missed = lines + told, missed + (not met)
    keep("utboheme", lines, games)
    return 1 if missed else 0


if __name__ == "__main__":
    run(main)
