"""The explain part of a face: the terms that add up to a number of the page."""

from collections.abc import Callable
from dataclasses import dataclass

import msgspec

from games.ui.faces.scene import Scene


class Term(msgspec.Struct, frozen=True):
    """One line of a sum: its text (safe HTML), its amount, and its turn. `places` are the indices, in the scene's
    `record`, of the events behind it; empty for amounts from the start.
    """

    words: str
    amount: int
    turn: int = 0
    places: tuple[int, ...] = ()


class Explanation(msgspec.Struct, frozen=True):
    """A number of the page and the terms that add up to it. `note` is the rule behind it (safe HTML). `rule` is the
    help page and heading with the full rule (`rules#balance`).
    """

    title: str
    terms: tuple[Term, ...]
    total: int
    unit: str = ""
    note: str = ""
    rule: str = ""


@dataclass(frozen=True, kw_only=True)
class ExplainPart:
    """Explanations of numbers. A number without one has no link."""

    number: Callable[[Scene, str], Explanation | None] = lambda scene, what: None
    """(scene, what): the terms of a number; the record are the events of `kinds`. None for an unknown number."""
    kinds: Callable[[str], tuple[str, ...]] = lambda what: ()
    """(what): kinds of event that add up to a number; empty for a number that this game does not have."""
