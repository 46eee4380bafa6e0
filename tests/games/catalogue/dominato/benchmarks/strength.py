"""Strength of the Dominato bots, in 100 seeded games a pair.

`python -m tests.games.catalogue.dominato.benchmarks.strength [GAMES]` plays them. Then an adversary replaces one of two
strong bots, in twice as many games. It plays as the strong bot does, but contests every tile or none, or lays wrong
tiles. The wrong tiles would win or give another turn if nobody noticed. The tables are: players who check each other,
bots without errors, and bots with errors as in a class. Writes benchmarks/results/dominato_strength.txt when all games
were played.
"""

from collections.abc import Iterator
from functools import partial
from statistics import median
from typing import Any, NamedTuple

from benchmarks._report import Report, run, verdict
from benchmarks._strength import GAMES, Timed, among_strong, challenge, lead, played, won
from games.catalogue.dominato.bots.strong import StrongBot
from games.catalogue.dominato.rules.links import turns_of
from games.catalogue.dominato.rules.moves import Claim, Close, Place
from games.catalogue.dominato.rules.places import places
from games.catalogue.dominato.rules.types import REPLAY_ORDER, WIN_ORDER, Options
from games.catalogue.dominato.rules.view import View
from games.engine.registry import load

AIMS = (("greedy", "random", 90), ("strong", "greedy", 60))
"""(better, worse, percent of games that the better one must win)."""
MOVE_AIM = 150
"""Milliseconds that a strong bot may take for a move, the middle one of all."""


TIMES = 2
GAME = load("dominato")
CHECKED = Options(games=1, validation="challenge")
TABLES = (
    ("bots without errors", CHECKED),
    ("bots with the errors of a class", Options(games=1, validation="challenge", bots_err=15, bots_overlook=35)),
)
"""The options of each table; errors as in a class are those that the form of a match proposes."""


class Contesting(StrongBot):
    """Contests every tile that it may."""

    def _sees_error(self, view: View, seat: int, draws: Any) -> bool:
        window = view.window
        return window is not None and window.seat != seat and seat not in window.closed


class Trusting(StrongBot):
    """Never contests a tile."""

    def _sees_error(self, view: View, seat: int, draws: Any) -> bool:
        return False


class Cheating(StrongBot):
    """Lays a wrong tile that would win (or, with the other order, give another turn), if no right tile would."""

    def __init__(self, rules: Any, order: int) -> None:
        super().__init__(rules)
        self.order = order

    def move(self, view: View, prompt: Any, draws: Any) -> Any:
        honest = super().move(view, prompt, draws)
        if prompt.kind != "play" or isinstance(honest, Claim | Close):
            return honest
        free = places(view.table, view.options.incidental_contacts)
        if isinstance(honest, Place) and (len(view.hand) == 1 or len(free[honest.place].needs) >= self.order):
            return honest
        return next(_wrong(view, self.order), honest)


def _wrong(view: View, order: int) -> Iterator[Place]:
    """Wrong placements of at least this order; with the last tile, of any order."""
    for index, place in enumerate(places(view.table, view.options.incidental_contacts)):
        if len(place.needs) >= (1 if len(view.hand) == 1 else order):
            for number in view.hand:
                tile = view.deck.tiles[number]
                if not place.fits(tile.a, tile.b):
                    yield Place(number, index, 0)
                elif turns_of(tile, view.table) and not place.fits(tile.b, tile.a):
                    yield Place(number, index, 1)


class Duel(NamedTuple):
    """Games won and tied by the first bot, and the seconds of each of its moves."""

    games: int
    wins: int
    ties: int
    seconds: tuple[float, ...]


def duel(better: str, worse: str, games: int) -> Duel:
    """Two players, one game a match, seeds 0 and up; the bots change places after each game."""
    scenario = GAME.rules.load_scenario(GAME.scenarios["two"])
    timed, wins, ties = Timed(GAME.bot(better)), 0, 0
    for seed in range(games):
        mine = seed % 2
        bots = [GAME.bot(worse), GAME.bot(worse)]
        bots[mine] = timed
        points = played(GAME, scenario, Options(games=1), bots, seed, seed).scores
        wins += points[mine] < points[1 - mine]
        ties += points[mine] == points[1 - mine]
    return Duel(games, wins, ties, tuple(timed.seconds))


def seated(bot: Any, options: Options, game: int) -> tuple[float, bool]:
    """The lead of a bot over a strong one: the points that it has less. The place changes after each game."""
    scenario = GAME.rules.load_scenario(GAME.scenarios["two"])
    ahead = -lead(among_strong(GAME, scenario, options, bot, game % 2, 2, game).scores, game % 2)
    return ahead, ahead > 0


def adversaries(report: Report, games: int) -> None:
    """Report the gain of adversaries over the strong bot at each table."""
    bots = {
        "contests every tile": Contesting(GAME.rules),
        "never contests": Trusting(GAME.rules),
        "lays wrong tiles that would win": Cheating(GAME.rules, WIN_ORDER),
        "lays wrong tiles for another turn, too": Cheating(GAME.rules, REPLAY_ORDER),
    }
    for title, options in TABLES:
        challenge(report, f"{title}, {games} games", GAME, partial(_seated, options), bots, games)


def _seated(options: Options, bot: Any, game: int) -> tuple[float, bool]:
    return seated(bot, options, game)


def main(games: int = GAMES) -> int:
    """Play both pairs; 1 if an aim is missed."""
    report = Report()
    for better, worse, aim in AIMS:
        found = duel(better, worse, games)
        words, met = won(found.wins, found.games, aim)
        report.say(f"{better} against {worse}: {words}, {found.ties} tied, aim {aim} %: {verdict(met)}", met=met)
    middle = median(found.seconds) * 1000
    print(f"strong, middle move: {middle:.1f} ms, aim {MOVE_AIM} ms: {verdict(middle < MOVE_AIM)}")
    report.missed += middle >= MOVE_AIM
    adversaries(report, TIMES * games)
    return report.close("dominato_strength", whole=games >= GAMES)


if __name__ == "__main__":
    run(main)
