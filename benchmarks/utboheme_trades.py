"""How much bots trade in UTBoheme: `python -m benchmarks.utboheme_trades [GAMES]`, 20 games of four mixed bots.

Counts the first 70 turns of each game: trades among players, trades with the bank, offers and counter-offers. Two
strong and two greedy bots sit at a table; who begins goes round. Writes benchmarks/results/utboheme_trades.txt.
"""

import sys
from collections import Counter

from benchmarks._strength import RESULTS
from games.engine.draws import FastDraws, LabelledDraws
from games.engine.playout import Played, playout
from games.engine.registry import load
from games.utboheme.rules import events as told
from games.utboheme.rules.types import Options

GAMES, TURNS = 20, 70
SEATS = ("strong", "greedy", "strong", "greedy")
GAME = load("utboheme")
COUNTED = {told.Traded: "players", told.BankTraded: "bank", told.Offered: "offers"}


def trades(game: int, seats: tuple[str, ...] = SEATS) -> Counter[str]:
    """What was traded in the first 70 turns of a game: `players`, `bank`, `offers`, of these `counters`; and `turns`,
    how many there were.
    """
    rules, draws, found = GAME.rules, LabelledDraws(b"trades" + game.to_bytes(4, "big")), Counter[str]()
    scenario = rules.load_scenario(GAME.scenarios["classic"])
    bots = [GAME.bot(seats[(seat + game) % len(seats)]) for seat in range(len(seats))]

    def look(played: Played) -> None:
        for event in played.events:
            if event.turn <= TURNS:
                found["turns"] = max(found["turns"], event.turn)
                found[COUNTED.get(type(event), "other")] += 1
                found["counters"] += isinstance(event, told.Offered) and event.counters is not None

    start = rules.setup(scenario, Options(), len(seats), draws)
    playout(rules, start, bots, draws, bot_draws=FastDraws(game), on_move=look)
    return found


def main(games: int) -> int:
    """Play them; 1 if players traded less with each other than with the bank."""
    total = sum((trades(game) for game in range(games)), Counter[str]())
    share = {name: f"{TURNS * total[name] / total['turns']:.1f}" for name in ("players", "bank", "offers", "counters")}
    line = (
        f"{games} games, in {TURNS} turns of {', '.join(SEATS)}: {share['players']} trades among players, "
        f"{share['bank']} with the bank; {share['offers']} offers, of these {share['counters']} counter-offers"
    )
    print(line, flush=True)
    if games >= GAMES:
        RESULTS.mkdir(exist_ok=True)
        (RESULTS / "utboheme_trades.txt").write_text(line + "\n", encoding="utf-8")
    return int(total["players"] < total["bank"])


if __name__ == "__main__":
    raise SystemExit(main(int(sys.argv[1]) if len(sys.argv) > 1 else GAMES))
