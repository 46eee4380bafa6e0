"""The games that have a folder, with their scenarios, variants and seeded matches. No game is named here."""

from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from games.engine import finding
from games.engine.codec import read_options
from games.engine.draws import FastDraws, LabelledDraws
from games.engine.playout import Played, Playout, playout
from games.engine.registry import Game, load
from games.engine.types import Outcome
from tests import prepared

ROOT = Path(__file__).resolve().parents[1]
GAMES = sorted(package.key for package in finding.packages())


class Setting(msgspec.Struct, frozen=True):
    """A game with one scenario and one set of options, from one seed."""

    game: Game
    scenario: Any
    options: Any
    seed: bytes

    @property
    def draws(self) -> LabelledDraws:
        return LabelledDraws(self.seed)

    def start(self) -> Outcome:
        seats = max(self.game.rules.seat_counts(self.scenario))
        return self.game.rules.setup(self.scenario, self.options, seats, self.draws)


def setting(spec: Game, scenario: str, options: str = "{}", seed: bytes = b"conformance") -> Setting:
    return Setting(spec, spec.rules.load_scenario(scenario), read_options(options, spec.rules.options_type), seed)


@cache
def settings() -> dict[str, Setting]:
    """Every scenario with its own options, and the first shipped one with each variant of the options."""
    found = {}
    for game in GAMES:
        spec = load(game)
        for name, text in {**spec.scenarios, **spec.micro}.items():
            found[f"{game}/{name}"] = setting(spec, text)
        first = next(iter(spec.scenarios.values()))
        for name, options in spec.variants.items():
            found[f"{game}/{name}"] = setting(spec, first, options)
    return found


def of_settings(names: Iterable[str]) -> Any:
    """Parametrise a test by these settings. Those of one game run in one process, where each match is played once."""
    given = [pytest.param(name, marks=pytest.mark.xdist_group(f"game {name.partition('/')[0]}")) for name in names]
    return pytest.mark.parametrize("name", given)


@cache
def played(name: str, bot: str = "random") -> tuple[Outcome, tuple[Played, ...], Playout]:
    """A whole seeded match: its start, its moves with the states after them, its end. One process of a run plays it."""
    return prepared.made_once(f"played-{name}-{bot}", lambda: _play(name, bot))


def _play(name: str, bot: str) -> tuple[Outcome, tuple[Played, ...], Playout]:
    where, moves = settings()[name], []
    start = where.start()
    seats = [where.game.bot(bot)] * max(where.game.rules.seat_counts(where.scenario))
    bots = FastDraws(len(bot))
    end = playout(where.game.rules, start, seats, where.draws, bot_draws=bots, on_move=moves.append)
    return start, tuple(moves), end


def positions(name: str) -> Iterator[Any]:
    """All states of a match of the usual bots, then of one of random bots."""
    for bot in (settings()[name].game.usual_bot, "random"):
        start, moves, _ = played(name, bot)
        yield start.state
        yield from (move.state for move in moves)


def spread(name: str, every: int, most: int = 150) -> list[Any]:
    """Every `every`-th state of `positions`. Of a long match at most `most`, evenly spread."""
    found = list(positions(name))
    return found[:: max(every, -(-len(found) // most))]
