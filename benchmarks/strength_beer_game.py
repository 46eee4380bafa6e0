"""How strong the beer game's bots are: `python -m benchmarks.strength_beer_game [GAMES]`, 100 seeded games a line.

The demand of the classic scenario is moved by a draw each week, so that no two games are the same. Two chains of four
hear the same demand, each bot runs one, and places are changed after each game. Beside the bots stands one that passes
orders on as they come, which is hard to beat where everybody does it. Writes benchmarks/results/strength_beer_game.txt
when all games were played.
"""

import json
from statistics import mean
from typing import Any

from benchmarks._strength import keep, run, verdict, won
from games.beer_game.bots import OrderBot
from games.beer_game.rules.types import Options
from games.beer_game.rules.view import StageView, View
from games.engine.draws import Draws, FastDraws, LabelledDraws
from games.engine.playout import playout
from games.engine.registry import load

AIMS = (("naive", "random", 90), ("strong", "naive", 90), ("strong", "passing on", None))
"""(better, worse, percent of games that the better one must win; None: told without an aim)."""
SPREAD = 3
"""Pallets by which the demand of a week may be moved up or down."""
STAGES = 4
STEADY = ("random", "naive", "strong", "passing on")
GAME = load("beer_game")


class PassingOn(OrderBot):
    """Orders what was asked, whatever lies in the store."""

    def amount(self, view: View, stage: StageView, draws: Draws, label: str) -> int:
        return stage.incoming


def bot(name: str) -> Any:
    return PassingOn(GAME.rules) if name == "passing on" else GAME.bot(name)


def scenario(chains: int, spread: int) -> Any:
    """Classic, for so many chains and with so much left to chance."""
    text = json.loads(GAME.scenarios["classic"])
    text["demand"]["spread"] = spread
    return GAME.rules.load_scenario(json.dumps(text | {"chains": [STAGES] * chains}))


def played(where: Any, names: list[str], game: int) -> Any:
    """The result of a seeded game."""
    draws = LabelledDraws(b"strength" + game.to_bytes(4, "big"))
    start = GAME.rules.setup(where, Options(), len(names), draws)
    return playout(GAME.rules, start, [bot(name) for name in names], draws, bot_draws=FastDraws(game)).result


def contest(better: str, worse: str, games: int) -> tuple[int, int]:
    """Games that the chain of the better bot won, and those tied."""
    where, wins, ties = scenario(2, SPREAD), 0, 0
    for game in range(games):
        names = [better] * STAGES + [worse] * STAGES
        mine = 0 if game % 2 == 0 else STAGES
        places = played(where, names if mine == 0 else names[::-1], game // 2).places
        wins += places[mine] < places[STAGES - mine]
        ties += places[mine] == places[STAGES - mine]
    return wins, ties


def costs(where: Any, name: str, games: int, stranger: str = "") -> float:
    """What a chain of four costs on the mean; with a stranger, on one seat after the other."""
    found = []
    for game in range(games):
        names = [name] * STAGES
        if stranger:
            names[game % STAGES] = stranger
        found.append(sum(played(where, names, game).scores))
    return mean(found)


def main(games: int) -> int:
    """Play all; 1 if an aim is missed."""
    lines, missed = [], 0
    for better, worse, aim in AIMS:
        wins, ties = contest(better, worse, games)
        words, met = won(wins, games, aim or 0)
        missed += not met
        told = f"aim {aim} %: {verdict(met)}" if aim else "no aim"
        lines.append(f"a chain of {better} against one of {worse}: {words}, {ties} tied, {told}")
    calm, moved = scenario(1, 0), scenario(1, SPREAD)
    tables = (
        ("classic", calm, ""),
        (f"classic, demand moved by up to {SPREAD}", moved, ""),
        (f"classic, demand moved by up to {SPREAD}, one seat naive", moved, "naive"),
        (f"classic, demand moved by up to {SPREAD}, one seat random", moved, "random"),
    )
    for title, where, stranger in tables:
        named = ", ".join(f"{name} {costs(where, name, games, stranger):.0f}" for name in STEADY)
        lines.append(f"cost of a chain, {title}: {named}")
    print("\n".join(lines), flush=True)
    keep("beer_game", lines, games)
    return 1 if missed else 0


if __name__ == "__main__":
    run(main)
