"""Helpers for the choices of a prompt: pick one, count them, test whether a move is among them."""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

from msgspec import structs

from games.engine.draws import Draws
from games.engine.types import Choice


def contains(choices: Sequence[Choice], move: Any) -> bool:
    """Is this move one of the legal ones?"""
    return any(_matches(choice, move) for choice in choices)


def _matches(choice: Choice, move: Any) -> bool:
    if type(move) is not type(choice.move):
        return False
    varied = {span.field: getattr(move, span.field) for span in choice.spans}
    if any(not span.low <= varied[span.field] <= span.high for span in choice.spans):
        return False
    varied |= {field: getattr(move, field) for field in choice.free}
    return bool(structs.replace(choice.move, **varied) == move)


def pick(choices: Sequence[Choice], draws: Draws, label: str) -> Any:
    """A legal move: each choice equally likely, then each number of its spans."""
    choice = choices[draws.below(len(choices), f"{label}/choice")]
    if not choice.spans:
        return choice.move
    fields = {s.field: s.low + draws.below(s.high - s.low + 1, f"{label}/{s.field}") for s in choice.spans}
    return structs.replace(choice.move, **fields)


def count(choices: Sequence[Choice]) -> int:
    """The number of different moves that the choices include."""
    total = 0
    for choice in choices:
        moves = 1
        for span in choice.spans:
            moves *= span.high - span.low + 1
        total += moves
    return total


def expand(choices: Sequence[Choice]) -> Iterator[Any]:
    """Every single legal move."""
    for choice in choices:
        numbers = [range(span.low, span.high + 1) for span in choice.spans]
        for values in product(*numbers):
            fields = {span.field: value for span, value in zip(choice.spans, values, strict=True)}
            yield structs.replace(choice.move, **fields)


def edges(choices: Sequence[Choice]) -> Iterator[Any]:
    """Each choice with its spans at both ends."""
    for choice in choices:
        ends = [sorted({span.low, span.high}) for span in choice.spans]
        for values in product(*ends):
            fields = {span.field: value for span, value in zip(choice.spans, values, strict=True)}
            yield structs.replace(choice.move, **fields)
