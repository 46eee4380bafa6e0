"""Strength of the beer game's bots, in 100 seeded games a line.

`python -m tests.games.catalogue.beer_game.benchmarks.strength [GAMES]` plays them. The demand of the classic scenario
is changed by a draw each week, so that no two games are the same. Two chains of four have the same demand; each bot
runs one, and places are changed after each game. A comparison bot passes orders on as they come, which is hard to beat
if all do so. Then an adversary replaces one of four strong bots. Adversaries order nothing, order the most, repeat all
unfilled orders, or have a larger store or none at the others' expense. The saving of the stage itself is printed by
seat, and the saving of the chain. Writes benchmarks/results/beer_game_strength.txt when all games were played.
"""

import json
from functools import partial
from statistics import mean
from typing import Any

from benchmarks._report import Report, run, verdict
from benchmarks._strength import GAMES, challenge, played, won
from games.catalogue.beer_game.bots import OrderBot, StrongBot, position
from games.catalogue.beer_game.bots import aim as level
from games.catalogue.beer_game.rules.types import Options
from games.catalogue.beer_game.rules.view import StageView, View
from games.engine.draws import Draws, FastDraws, LabelledDraws
from games.engine.playout import playout
from games.engine.registry import load
from games.engine.rules import Rules

AIMS = (("naive", "random", 90), ("strong", "naive", 90), ("strong", "passing on", None))
"""(better, worse, percent of games that the better one must win; None: reported without an aim)."""
SPREAD = 3
"""Pallets by which the demand of a week may be moved up or down."""
STAGES = 4
STEADY = ("random", "naive", "strong", "passing on")
GAME = load("beer_game")


class PassingOn(OrderBot):
    """Orders the pallets that were ordered from it, regardless of its stock."""

    def amount(self, view: View, stage: StageView, draws: Draws, label: str) -> int:
        return stage.incoming


class Nothing(OrderBot):
    """Orders nothing."""

    def amount(self, view: View, stage: StageView, draws: Draws, label: str) -> int:
        return 0


class Most(OrderBot):
    """Orders as much as may be ordered."""

    def amount(self, view: View, stage: StageView, draws: Draws, label: str) -> int:
        return view.terms.most_order


class Panicking(OrderBot):
    """Orders the pallets that were ordered from it, and repeats all unfilled orders each week."""

    def amount(self, view: View, stage: StageView, draws: Draws, label: str) -> int:
        return stage.incoming + stage.backlog


class Leaning(StrongBot):
    """The strong bot with one pallet more a week while its position is below the aim, which fills its store at once; or
    with one less while the position is above, which leaves the store to others.
    """

    def __init__(self, rules: Rules, way: int) -> None:
        super().__init__(rules)
        self.way = way

    def amount(self, view: View, stage: StageView, draws: Draws, label: str) -> int:
        gap = level(view, stage) - position(stage)
        return super().amount(view, stage, draws, label) + (self.way if self.way * gap > 0 else 0)


def bot(name: str) -> Any:
    return PassingOn(GAME.rules) if name == "passing on" else GAME.bot(name)


def scenario(chains: int, spread: int) -> Any:
    """The classic scenario for so many chains, with demand changed by up to so many pallets."""
    text = json.loads(GAME.scenarios["classic"])
    text["demand"]["spread"] = spread
    return GAME.rules.load_scenario(json.dumps(text | {"chains": [STAGES] * chains}))


def seeded(where: Any, names: list[str], game: int) -> Any:
    """The result of a seeded game."""
    return played(GAME, where, Options(), [bot(name) for name in names], game, game)


def contest(better: str, worse: str, games: int) -> tuple[int, int]:
    """Games won by the chain of the better bot, and ties."""
    where, wins, ties = scenario(2, SPREAD), 0, 0
    for game in range(games):
        names = [better] * STAGES + [worse] * STAGES
        mine = 0 if game % 2 == 0 else STAGES
        places = seeded(where, names if mine == 0 else names[::-1], game // 2).places
        wins += places[mine] < places[STAGES - mine]
        ties += places[mine] == places[STAGES - mine]
    return wins, ties


def costs(where: Any, name: str, games: int, stranger: str = "") -> float:
    """The mean cost of a chain of four. With `stranger`, that bot has one seat, going round from game to game."""
    found = []
    for game in range(games):
        names = [name] * STAGES
        if stranger:
            names[game % STAGES] = stranger
        found.append(sum(seeded(where, names, game).scores))
    return mean(found)


def beside(one: Any, where: Any, seat: int | None, game: int) -> tuple[float, bool]:
    """Minus the cost of a seat with this bot on it. Without a seat, the cost is the chain's and the bot's seat goes
    round. A game is won if the chain's cost is within its target.
    """
    draws = LabelledDraws(b"adversary" + game.to_bytes(4, "big"))
    bots = [GAME.bot("strong") for _ in range(STAGES)]
    bots[game % STAGES if seat is None else seat] = one
    start = GAME.rules.setup(where, Options(), STAGES, draws)
    result = playout(GAME.rules, start, bots, draws, bot_draws=FastDraws(game)).result
    cost = sum(result.scores) if seat is None else result.scores[seat]
    return -cost, result.targets[0].met


def adversaries(report: Report, games: int) -> None:
    """Report the gain of adversaries over the strong bot, seat by seat and for the chain."""
    where = scenario(1, SPREAD)
    bots = {
        "orders nothing": Nothing(GAME.rules),
        "orders the most": Most(GAME.rules),
        "orders what is owed once more": Panicking(GAME.rules),
        "fills its store at once": Leaning(GAME.rules, 1),
        "leaves the store to others": Leaning(GAME.rules, -1),
    }
    for seat, title in (*enumerate(("retailer", "wholesaler", "distributor", "factory")), (None, "the chain")):
        told = f"{title}, {games} games (won: the chain's cost within its target)"
        challenge(report, told, GAME, partial(_beside, where, seat), bots, games, "units")


def _beside(where: Any, seat: int | None, one: Any, game: int) -> tuple[float, bool]:
    return beside(one, where, seat, game)


def main(games: int = GAMES) -> int:
    """Play all games; returns 1 if an aim is missed."""
    report = Report()
    for better, worse, aim in AIMS:
        wins, ties = contest(better, worse, games)
        words, met = won(wins, games, aim or 0)
        told = f"aim {aim} %: {verdict(met)}" if aim else "no aim"
        report.say(f"a chain of {better} against one of {worse}: {words}, {ties} tied, {told}", met=met)
    calm, moved = scenario(1, 0), scenario(1, SPREAD)
    tables = (
        ("classic", calm, ""),
        (f"classic, demand moved by up to {SPREAD}", moved, ""),
        (f"classic, demand moved by up to {SPREAD}, one seat naive", moved, "naive"),
        (f"classic, demand moved by up to {SPREAD}, one seat random", moved, "random"),
    )
    for title, where, stranger in tables:
        named = ", ".join(f"{name} {costs(where, name, games, stranger):.0f}" for name in STEADY)
        report.say(f"cost of a chain, {title}: {named}")
    adversaries(report, games)
    return report.close("beer_game_strength", whole=games >= GAMES)


if __name__ == "__main__":
    run(main)
