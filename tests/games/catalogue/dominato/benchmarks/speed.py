"""Complete Dominato games a second, and that all of them end.

`python -m tests.games.catalogue.dominato.benchmarks.speed [GAMES]` plays them.
"""

from collections import Counter
from statistics import median
from time import perf_counter

from benchmarks._report import run, verdict
from benchmarks._strength import Timed
from games.catalogue.dominato.rules.types import Options
from games.engine.draws import FastDraws
from games.engine.playout import playout
from games.engine.registry import load
from tests.games.catalogue.dominato.benchmarks.strength import MOVE_AIM

GAMES = 1000
MODES = {"auto": Options(games=1), "challenge": Options(games=1, validation="challenge")}


def measure(players: str, mode: str, games: int) -> str:
    """Random bots, `games` seeded games; a game that does not end raises."""
    game = load("dominato")
    rules, scenario = game.rules, game.rules.load_scenario(game.scenarios[players])
    bots = [game.bot("random")] * scenario.players
    endings: Counter[str] = Counter()
    moves, began = 0, perf_counter()
    for seed in range(games):
        start = rules.setup(scenario, MODES[mode], scenario.players, FastDraws(seed))
        end = playout(rules, start, bots, FastDraws(seed), bot_draws=FastDraws(-seed - 1))
        moves += end.moves
        endings[end.state.done[0].how] += 1
    spent = perf_counter() - began
    ways = ", ".join(f"{how} {endings[how] / games:.1%}" for how in ("out", "link", "blocked"))
    return (
        f"{players:5} {mode:9} {games} games ended: {games / spent:5.0f} games/s, {spent / moves * 1e6:4.0f} us a move"
        f", {moves / games:5.1f} moves a game; {ways}"
    )


def strong_move(games: int) -> float:
    """Milliseconds of the middle move of a strong bot."""
    game = load("dominato")
    seconds: list[float] = []
    for players in ("two", "three", "four"):
        scenario = game.rules.load_scenario(game.scenarios[players])
        bots = [Timed(game.bot("strong")) for _ in range(scenario.players)]
        for seed in range(games):
            start = game.rules.setup(scenario, MODES["auto"], scenario.players, FastDraws(seed))
            playout(game.rules, start, bots, FastDraws(seed), bot_draws=FastDraws(seed))
        seconds += [each for bot in bots for each in bot.seconds]
    return median(seconds) * 1000


def main(games: int = GAMES) -> None:
    """Random bots for every number of players, then the strong one's time."""
    for mode in MODES:
        for players in ("two", "three", "four"):
            print(measure(players, mode, games), flush=True)
    middle = strong_move(5)
    print(f"strong, middle move: {middle:.1f} ms, aim {MOVE_AIM} ms: {verdict(middle < MOVE_AIM)}")


if __name__ == "__main__":
    run(main)
