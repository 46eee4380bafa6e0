"""Master Builder in figures: 1,000 seeded games of each kind.

`python -m tests.games.catalogue.master_builder.benchmarks.speed [GAMES] [PLAYERS]` prints games a second with random
bots, for each number of players, without variants and with each of them; every game must end and lose no money. Then it
prints the time of a strong bot's move. Seconds are processor time.
"""

from statistics import median
from time import process_time
from typing import Any

from benchmarks._report import run, verdict
from benchmarks._strength import Timed
from games.catalogue.master_builder.rules.types import Options
from games.engine.codec import read_options
from games.engine.draws import FastDraws, LabelledDraws
from games.engine.playout import Played, playout
from games.engine.registry import load

GAMES = 1000
MOVE_AIM = 200
"""Milliseconds that a strong bot may take for a move, the middle one of all."""
STRONG_GAMES = 25
"""One game in so many is played again by strong bots."""
GAME = load("master_builder")
CLASSIC = GAME.rules.load_scenario(GAME.scenarios["classic"])
VARIANTS = {"plain": Options(), **{name: read_options(text, Options) for name, text in GAME.variants.items()}}


def check_money(played: Played) -> None:
    """Exit unless the purses and the bank together hold the starting money."""
    state = played.state
    together = sum(firm.cash for firm in state.firms) + state.bank
    if together != CLASSIC.start_money * len(state.firms):
        raise SystemExit(f"money was made or lost at {played.key} of {played.seat}")


def play(players: int, options: Options, games: int, bot: Any) -> tuple[int, int, float]:
    """Play so many games; returns the number that ended, their moves, and the seconds."""
    ended = moves = 0
    began = process_time()
    for seed in range(games):
        draws = LabelledDraws(b"playout" + seed.to_bytes(4, "big"))
        start = GAME.rules.setup(CLASSIC, options, players, draws)
        end = playout(GAME.rules, start, [bot] * players, draws, bot_draws=FastDraws(seed), on_move=check_money)
        ended += end.result is not None
        moves += end.moves
    return ended, moves, process_time() - began


def main(games: int = GAMES, *numbers: int) -> int:
    """Print a line for each of these numbers of players and variant; 1 if a strong bot thinks too long."""
    counts = numbers or (2, 3, 4)
    for players in counts:
        for name, options in VARIANTS.items():
            ended, moves, spent = play(players, options, games, GAME.bot("random"))
            speed = f"{games / spent:4.0f} games/s, {spent / moves * 1e6:3.0f} us a move"
            print(
                f"{players} players, {name:16} {ended} of {games} games ended, money kept, "
                f"{moves / games:3.0f} moves a game, {speed}",
                flush=True,
            )
    timed = Timed(GAME.bot("strong"))
    for options in VARIANTS.values():
        play(max(counts), options, max(1, games // STRONG_GAMES // len(VARIANTS)), timed)
    middle, longest = median(timed.seconds) * 1000, max(timed.seconds) * 1000
    met = middle < MOVE_AIM
    print(f"strong, middle of {len(timed.seconds)} moves: {middle:.2f} ms, longest {longest:.0f} ms, ", end="")
    print(f"aim {MOVE_AIM} ms: {verdict(met)}")
    return 0 if met else 1


if __name__ == "__main__":
    run(main)
