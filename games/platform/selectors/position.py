"""The stored state of a match as the engine's values."""

from functools import lru_cache
from typing import Any

from games.engine import codec, registry
from games.engine.draws import LabelledDraws
from games.engine.registry import Game
from games.engine.replay import SeedFrom, draws_at
from games.engine.types import Draw
from games.models import Match


def game_of(match: Match) -> Game:
    """The game of a match."""
    return registry.get(match.game)


def has_other_rules(match: Match) -> bool:
    """Was it begun under another version of the rules, by which its moves would lead elsewhere?"""
    return match.rules_version != game_of(match).rules.version


def state_of(match: Match) -> Any:
    """The snapshot as a state, read once per text and process: states never change. Raises msgspec.ValidationError if
    the stored text is not one.
    """
    return _state_in(match.game, match.state)


@lru_cache(maxsize=128)
def _state_in(game: str, text: str) -> Any:
    return codec.from_json(text, registry.get(game).rules.state_type)


@lru_cache(maxsize=64)
def scenario_in(game: str, text: str) -> Any:
    """The scenario of a text, read and checked once per process. Raises ScenarioError, LookupError for no game."""
    return registry.get(game).rules.load_scenario(text)


def scenario_of(match: Match) -> Any:
    """The match's own copy of its scenario, read and checked once per process."""
    return scenario_in(match.game, match.scenario)


def options_of(match: Match) -> Any:
    """The options of a match."""
    return codec.read_options(match.options, game_of(match).rules.options_type)


def hides(match: Match) -> bool:
    """May a seat of this match know secrets?"""
    return game_of(match).hides(options_of(match))


def seeds_of(match: Match) -> tuple[SeedFrom, ...]:
    """The seeds of a match, each with the first move number for which it is used. A table with its own cards has its
    draws in the first one.
    """
    dealt = codec.convert(match.seeds[0][2], tuple[Draw, ...]) if deals_own(match) else None
    return tuple(SeedFrom(number, seed, None if number else dealt) for number, seed, *_dealt in match.seeds)


def deals_own(match: Match) -> bool:
    """Does the table draw its own cards, which are typed in with the decisions?"""
    return any(len(part) > 2 for part in match.seeds[:1])


def draws_for(match: Match, number: int) -> LabelledDraws:
    """The draws for move `number`."""
    return draws_at(seeds_of(match), number)


def event_value(match: Match, data: dict[str, Any]) -> Any:
    """A stored event as the game's typed event."""
    return codec.convert(data, game_of(match).rules.event_type)
