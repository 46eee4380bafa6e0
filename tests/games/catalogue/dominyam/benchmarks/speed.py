"""Dominyam in figures: 1,000 seeded games for each number of players.

`python -m tests.games.catalogue.dominyam.benchmarks.speed [GAMES]` prints games a second with random bots, how games
end, and the time of the final scoring. Seconds are processor time.
"""

from collections import Counter
from time import process_time

from benchmarks._report import run
from games.catalogue.dominyam.rules.combinations import best_assignment
from games.catalogue.dominyam.rules.dominoes import FULL_SET
from games.catalogue.dominyam.rules.types import MOST_PLAYERS, Options
from games.engine.draws import FastDraws, LabelledDraws
from games.engine.playout import playout
from games.engine.registry import load

GAMES = 1000
GAME = load("dominyam")


def play(players: int, games: int, strength: str = "random") -> tuple[Counter[str], int, float]:
    """Play so many seeded games; returns the kinds of their ends, the number of moves, and the seconds."""
    rules, bots = GAME.rules, [GAME.bot(strength)] * players
    scenario = rules.load_scenario(GAME.scenarios[f"players_{players:02}"])
    ends: Counter[str] = Counter()
    moves, began = 0, process_time()
    for seed in range(games):
        draws = LabelledDraws(b"playout" + seed.to_bytes(4, "big"))
        end = playout(rules, rules.setup(scenario, Options(), players, draws), bots, draws, bot_draws=FastDraws(seed))
        ends[end.state.ended] += 1
        moves += end.moves
    return ends, moves, process_time() - began


def main(games: int = GAMES) -> None:
    """Print a line for each number of players, and the strengths for two."""
    for players in range(1, MOST_PLAYERS + 1):
        ends, moves, spent = play(players, games)
        how = ", ".join(f"{number} {why}" for why, number in sorted(ends.items()))
        print(
            f"{players:2} players: {sum(ends.values())} games ended ({how}), {moves / games:.0f} moves a game",
            flush=True,
        )
        if players == 2:
            print(f"   random: {games / spent:.0f} games/s, {spent / moves * 1e6:.1f} us a move")
    for strength in ("greedy", "strong"):
        _ends, moves, spent = play(2, max(1, games // 50), strength)
        print(f"   {strength}: {spent / moves * 1e3:.2f} ms a move on the mean")
    best_assignment.cache_clear()
    began = process_time()
    total = best_assignment(FULL_SET, "high").total
    print(f"final scoring of all 28 dominoes: {total} points in {(process_time() - began) * 1e3:.1f} ms")


if __name__ == "__main__":
    run(main)
