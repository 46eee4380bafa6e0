"""Random games of catanatron.

`python -m tests.games.catalogue.utboheme.benchmarks._catanatron_random SECONDS FIRST_SEED` prints the time that they
took as JSON. catanatron (PyPI, GPL) is a development requirement. It runs only here, as a program of its own beside the
measured one; nothing of the site imports it.
"""

import json
import sys
from time import process_time

from catanatron import Color, Game, RandomPlayer


def main(seconds: float, seed: int) -> None:
    """Play games of four random players for so many seconds of processor time."""
    games = turns = moves = 0
    began = process_time()
    while (spent := process_time() - began) < seconds:
        game = Game([RandomPlayer(color) for color in Color], seed=seed + games + 1)
        game.play()
        games, turns, moves = games + 1, turns + game.state.num_turns, moves + len(game.state.actions)
    print(json.dumps({"games": games, "turns": turns, "moves": moves, "seconds": spent}))


if __name__ == "__main__":
    main(float(sys.argv[1]), int(sys.argv[2]))
