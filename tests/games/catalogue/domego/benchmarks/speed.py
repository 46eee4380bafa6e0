"""Complete Domego games a second in one process.

`python -m tests.games.catalogue.domego.benchmarks.speed [SECONDS]` plays them. Seconds are processor time, so that
other work on the machine counts little.
"""

import sys
from time import process_time

from games.catalogue.domego.rules.types import Options
from games.engine.draws import FastDraws
from games.engine.playout import playout
from games.engine.registry import load

AIM = 1000
"""Games a second with six balanced bots."""


def games_a_second(strength: str, seconds: float) -> tuple[float, float]:
    """Games a second with six bots of one strength, and microseconds a move."""
    game = load("domego")
    rules, bots = game.rules, [game.bot(strength)] * 6
    start = rules.setup(rules.load_scenario(game.scenarios["classic"]), Options(), 6, FastDraws(0))
    games = moves = 0
    began = process_time()
    while (spent := process_time() - began) < seconds:
        moves += playout(rules, start, bots, FastDraws(games), bot_draws=FastDraws(-games)).moves
        games += 1
    return games / spent, spent / moves * 1e6


def main(seconds: float) -> None:
    """Measure random bots beside each strength and print the ratio, which does not depend on the machine."""
    random_games, random_move = games_a_second("random", seconds)
    print(f"random    {random_games:7.0f} games/s  {random_move:5.1f} us a move")
    for strength in ("minimal", "balanced", "cautious"):
        games, move = games_a_second(strength, seconds)
        ratio = games / random_games
        print(f"{strength:9} {games:7.0f} games/s  {move:5.1f} us a move  {ratio:4.2f} of random")
        if strength == "balanced":
            print(f"aim       {AIM:7} games/s: {'met' if games >= AIM else 'missed'}")


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 3.0)
