"""The conversion of a turn's step to a short word of a form, `cc-17` or `bank-beer-food`, and back."""

from collections.abc import Callable
from typing import Any, Final

from games.catalogue.utboheme.rules import moves as m
from games.catalogue.utboheme.rules.resources import RESOURCES, Resource

LONGEST: Final = 40
NOBODY: Final = "nobody"


class NoStep(ValueError):
    """Raised for a word that is no step."""


def step_of(word: str) -> m.Step:
    """The move for a word. Raises NoStep."""
    name, _, rest = word.partition("-")
    parts = rest.split("-") if rest else []
    try:
        return MAKERS[name](*parts)
    except (KeyError, TypeError, ValueError) as fault:
        raise NoStep(word) from fault


def _number(text: str, most: int) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= 3 and int(text) <= most):
        raise NoStep(text)
    return int(text)


def _resource(text: str) -> Resource:
    for name in RESOURCES:
        if name == text:
            return name
    raise NoStep(text)


def _robber(hexagon: str, victim: str) -> m.MoveRobber:
    seat = None if victim == NOBODY else _number(victim, 3)
    return m.MoveRobber(_number(hexagon, 36), seat)


def _discovery(one: str, other: str) -> m.PlayDiscovery:
    wanted: list[str] = [_resource(one), _resource(other)]
    return m.PlayDiscovery(*(wanted.count(name) for name in RESOURCES))


MAKERS: Final[dict[str, Callable[..., Any]]] = {
    "roll": m.Roll,
    "end": m.EndTurn,
    "stop": m.StopRoads,
    "card": m.BuyCard,
    "ancien": m.PlayAncien,
    "roads": m.PlayRoads,
    "discovery": _discovery,
    "monopoly": lambda name: m.PlayMonopoly(_resource(name)),
    "cc": lambda path: m.BuildCc(_number(path, 149)),
    "uv": lambda crossing: m.BuildUv(_number(crossing, 149)),
    "up": lambda crossing: m.UpgradeUv(_number(crossing, 149)),
    "bank": lambda give, take: m.BankTrade(_resource(give), _resource(take)),
    "robber": _robber,
}
