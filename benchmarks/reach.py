"""Bots' scores by role: `python -m benchmarks.reach [GAMES]`, 1,000 of each scenario where seats are unlike.

Bots of the usual strength play with the usual options. Writes `reach.json` into the game's folder.
"""

from collections.abc import Sequence
from importlib import import_module
from typing import Any, Final

import msgspec

from benchmarks._report import run

GAMES: Final = 1000
PLAYED: Final = ("domego", "beer_game")
"""Games whose seats are unlike."""


def games_of(game: Any, text: str, seeds: Sequence[int]) -> list[tuple[int, ...]]:
    """The scores of games of a scenario, by seat."""
    from games.engine import codec
    from games.engine.draws import FastDraws
    from games.engine.playout import playout

    rules, scenario = game.rules, game.rules.load_scenario(text)
    seats = max(rules.seat_counts(scenario))
    options = codec.read_options("{}", rules.options_type)
    bots = [game.bot(game.usual_bot)] * seats
    found = []
    for seed in seeds:
        draws = FastDraws(2 * seed)
        start = rules.setup(scenario, options, seats, draws)
        found.append(playout(rules, start, bots, draws, bot_draws=FastDraws(2 * seed + 1)).result.scores)
    return found


def reach_of(game: Any, text: str, games: int) -> Any:
    """The scores of a scenario by seat, as they are stored."""
    from games.ui.role_benchmarks import RoleBenchmarks, digest_of, percentiles

    rules = game.rules
    scores = tuple(percentiles(seat) for seat in zip(*games_of(game, text, range(games)), strict=True))
    return RoleBenchmarks(
        digest_of(rules.load_scenario(text)), str(rules.version), game.usual_bot, games, game.low_is_good, scores
    )


def main(games: int = GAMES) -> None:
    from games.ui.role_benchmarks import FILE

    for key in PLAYED:
        game = import_module(f"games.catalogue.{key}.game").GAME
        rows = [reach_of(game, text, games) for text in game.scenarios.values()]
        lines = ",\n".join(msgspec.json.encode(row).decode() for row in rows)
        (game.folder / FILE).write_text(f"[\n{lines}\n]\n", encoding="utf-8")
        print(f"{key}: {len(rows)} scenarios, {games} games each")


if __name__ == "__main__":
    run(main)
