"""UTBoheme in figures: random games of four beside those of catanatron.

`python -m tests.games.catalogue.utboheme.benchmarks.speed [SECONDS]` plays them. Both programs choose uniformly among
all listed moves, trades with the bank included and offers between players left out; ours with `phases` "free" and
nothing merged (the dice are a move, a plan is none). The kernel plays the games of the rules
(tests/games/catalogue/utboheme/pure/test_kernel.py). Laying the island counts. Seconds are processor time, taken in
turns.
"""

import json
import subprocess
import sys
from random import Random
from time import process_time
from typing import NamedTuple

from games.catalogue.utboheme.bots.kernel import Kernel
from games.catalogue.utboheme.rules import moves as m
from games.catalogue.utboheme.rules.types import Options
from games.engine.draws import FastDraws
from games.engine.registry import load

AIM, GATE = 10, 4
"""Factors by which a turn must be faster than catanatron's: the aim, and the least that passes."""
ROUNDS = 4
GAME = load("utboheme")
SCENARIO = GAME.rules.load_scenario(GAME.scenarios["classic"])
OPTIONS = Options(phases="free", auto_roll=False, player_trade=False, holder_keeps_tie=True)


class Played(NamedTuple):
    """So many games, turns and moves in so many seconds."""

    games: int = 0
    turns: int = 0
    moves: int = 0
    seconds: float = 0.0

    @property
    def turn(self) -> float:
        """Microseconds for a turn."""
        return self.seconds / self.turns * 1e6

    def plus(self, other: "Played") -> "Played":
        return Played(*(one + another for one, another in zip(self, other, strict=True)))

    def __str__(self) -> str:
        return (
            f"{self.games / self.seconds:6.1f} games/s  {self.turns / self.games:4.0f} turns a game  "
            f"{self.moves / self.games:4.0f} moves a game  {self.turn:6.1f} us a turn"
        )


def by_kernel(seconds: float, seed: int) -> Played:
    """Games on the kernel, from the laying of the island on."""
    games = turns = moves = 0
    began = process_time()
    while (spent := process_time() - began) < seconds:
        start = GAME.rules.setup(SCENARIO, OPTIONS, 4, FastDraws(seed + games)).state
        kernel = Kernel(start, Random(seed + games).random)
        moves += kernel.run()
        games, turns = games + 1, turns + kernel.turn
    return Played(games, turns, moves, spent)


def by_rules(seconds: float, seed: int) -> Played:
    """Games through `choices` and `apply`, as the site plays them."""
    rules, games, turns, moves = GAME.rules, 0, 0, 0
    began = process_time()
    while (spent := process_time() - began) < seconds:
        draws = FastDraws(seed + games)
        state = rules.setup(SCENARIO, OPTIONS, 4, draws).state
        while prompts := [prompt for prompt in rules.prompts(state) if not prompt.optional]:
            seat, key = prompts[0].seat, prompts[0].key
            listed = [choice.move for choice in rules.choices(state, seat, key) if not isinstance(choice.move, m.Plan)]
            state = rules.apply(state, seat, key, listed[draws.below(len(listed), "move")], draws).state
            moves += 1
        games, turns = games + 1, turns + state.turn
    return Played(games, turns, moves, spent)


def by_catanatron(seconds: float, seed: int) -> Played | None:
    """The same by the other program, which runs on its own; None where it is not installed."""
    program = "tests.games.catalogue.utboheme.benchmarks._catanatron_random"
    command = [sys.executable, "-m", program, str(seconds), str(seed)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        print(f"catanatron cannot be run: {done.stderr.strip().splitlines()[-1]}")
        return None
    return Played(**json.loads(done.stdout))


def main(seconds: float) -> int:
    """Measure in turns and print the ratio; 1 if it is below the gate."""
    ours, theirs = Played(), Played()
    for number in range(ROUNDS):
        ours = ours.plus(by_kernel(seconds / ROUNDS, 10_000 * number))
        other = by_catanatron(seconds / ROUNDS, 10_000 * number)
        if other is None:
            break
        theirs = theirs.plus(other)
    print(f"kernel      {ours}")
    print(f"rules       {by_rules(seconds / 4, 0)}")
    if not theirs.games:
        return 1
    ratio = theirs.turn / ours.turn
    print(f"catanatron  {theirs}")
    how = "aim met" if ratio >= AIM else "gate met, aim missed" if ratio >= GATE else "gate missed"
    print(f"a turn is {ratio:.1f} times faster; aim {AIM}, gate {GATE}: {how}")
    return 0 if ratio >= GATE else 1


if __name__ == "__main__":
    raise SystemExit(main(float(sys.argv[1]) if len(sys.argv) > 1 else 16.0))
