"""Trades of bots in UTBoheme, and refusals by hand, in 20 games a table.

`python -m tests.games.catalogue.utboheme.benchmarks.trades [GAMES]` plays them. It counts the first 70 turns of each
game: trades among players, trades with the bank, offers and counter-offers at a table of two strong and two greedy
bots. Then a person, whose answers are those of a bot, sits with three bots. Counted are the offers that the person has
to refuse by hand, and the offers that the site refuses because the person cannot pay. The first player changes from
game to game. Writes benchmarks/results/utboheme_trades.txt.
"""

from collections import Counter
from typing import Any

from benchmarks._report import keep, run
from games.catalogue.utboheme.rules import events
from games.catalogue.utboheme.rules import moves as m
from games.catalogue.utboheme.rules.defaults import only_refusal
from games.catalogue.utboheme.rules.types import Options
from games.engine.draws import Draws, FastDraws, LabelledDraws
from games.engine.playout import Played, playout
from games.engine.registry import load
from games.engine.types import Prompt

GAMES, TURNS = 20, 70
SEATS = ("strong", "greedy", "strong", "greedy")
WITH_PERSON = (("greedy",) * 4, ("strong", "greedy", "greedy", "greedy"), ("strong",) * 4, ("greedy", *SEATS[:3]))
"""Tables of a person, who answers like the first bot, and three bots."""
MOST_REFUSED = 3.0
"""The number of refusals by hand in 70 turns from which there are too many."""
GAME = load("utboheme")
COUNTED = {events.Traded: "players", events.BankTraded: "bank", events.Offered: "offers"}


class Person:
    """Answers like a bot; counts the offers that it was `asked` about, those `refused` by hand, and those that the site
    answered (`by_itself`).
    """

    def __init__(self, strength: str, found: Counter[str]) -> None:
        self.bot, self.found = GAME.bot(strength), found

    def answer(self, state: Any, prompt: Prompt, draws: Draws) -> Any | None:
        if prompt.kind != "answer" or prompt.optional:
            return self.bot.answer(state, prompt, draws)
        move = only_refusal(state, prompt)
        if state.turn <= TURNS:
            self.found["asked"] += 1
            self.found["by_itself"] += move is not None
        if move is None:
            move = self.bot.answer(state, prompt, draws)
            self.found["refused"] += state.turn <= TURNS and isinstance(move, m.RefuseOffer)
        return move


def trades(game: int, seats: tuple[str, ...] = SEATS, *, with_person: bool = False) -> Counter[str]:
    """Counts of the first 70 turns of a game: `players`, `bank`, `offers`, of these `counters`; and `turns`, the number
    of turns. With a person at the first seat, the counts are those of `Person`.
    """
    rules, draws, found = GAME.rules, LabelledDraws(b"trades" + game.to_bytes(4, "big")), Counter[str]()
    scenario = rules.load_scenario(GAME.scenarios["classic"])
    bots = [Person(seats[0], found) if with_person else GAME.bot(seats[0]), *map(GAME.bot, seats[1:])]
    turned = [bots[(seat + game) % len(bots)] for seat in range(len(bots))]

    def look(played: Played) -> None:
        for event in played.events:
            if event.turn <= TURNS:
                found["turns"] = max(found["turns"], event.turn)
                found[COUNTED.get(type(event), "other")] += 1
                found["counters"] += isinstance(event, events.Offered) and event.counters is not None

    start = rules.setup(scenario, Options(), len(seats), draws)
    playout(rules, start, turned, draws, bot_draws=FastDraws(game), on_move=look)
    return found


def share(total: Counter[str], name: str) -> float:
    """The number in 70 turns."""
    return round(TURNS * total[name] / total["turns"], 1)


def main(games: int = GAMES) -> int:
    """Play all games; returns 1 if a person had to refuse too often."""
    total = sum((trades(game) for game in range(games)), Counter())
    lines = [
        f"{games} games, in {TURNS} turns of {', '.join(SEATS)}: {share(total, 'players')} trades among players, "
        f"{share(total, 'bank')} with the bank; {share(total, 'offers')} offers, "
        f"of these {share(total, 'counters')} counter-offers"
    ]
    most = 0.0
    for seats in WITH_PERSON:
        total = sum((trades(game, seats, with_person=True) for game in range(games)), Counter())
        most = max(most, share(total, "refused"))
        lines.append(
            f"a person like {seats[0]} with {', '.join(seats[1:])}: asked {share(total, 'asked')} times, "
            f"refuses {share(total, 'refused')} by hand, {share(total, 'by_itself')} are refused by themselves; "
            f"{share(total, 'players')} trades among players"
        )
    print("\n".join(lines), flush=True)
    if games >= GAMES:
        keep("utboheme_trades", lines)
    return int(most >= MOST_REFUSED)


if __name__ == "__main__":
    run(main)
