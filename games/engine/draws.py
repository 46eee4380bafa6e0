"""Chance, labelled by meaning: the same seed gives the same luck to the same event, whatever was played before it."""

import hashlib
from collections.abc import Iterable
from random import Random
from typing import Protocol

from games.engine.types import Draw

SEED_BYTES = 32


class Draws(Protocol):
    """The source of chance for rules and bots."""

    def below(self, sides: int, label: str) -> int:
        """A whole number from 0 to `sides` - 1, all equally likely. `label` names the decided event, not the moment."""
        ...


class LabelledDraws:
    """Draws of a match: a keyed hash of (seed, label). Remembers what was drawn in `taken`, in order,
    without repeats. `dealt` are draws that a table made itself, with its own cards: they come before the seed.
    """

    __slots__ = ("_dealt", "_key", "_taken")

    def __init__(self, seed: bytes, dealt: Iterable[Draw] = ()) -> None:
        if not seed:
            raise ValueError("a seed has at least one byte")
        self._key = seed if len(seed) <= 64 else hashlib.sha256(seed).digest()
        self._dealt = {(each.label, each.sides): each.value for each in dealt}
        self._taken: dict[str, Draw] = {}

    def below(self, sides: int, label: str) -> int:
        """See `Draws.below`. The bias of taking 128 bits modulo `sides` is below 2^-100 for every die a game has."""
        value = self._dealt.get((label, sides)) if self._dealt else None
        if value is None:
            digest = hashlib.blake2b(label.encode(), key=self._key, digest_size=16).digest()
            value = int.from_bytes(digest, "big") % sides
        self._taken[label] = Draw(label, sides, value)
        return value

    @property
    def taken(self) -> tuple[Draw, ...]:
        """All draws made through this object so far."""
        return tuple(self._taken.values())


class FastDraws:
    """Sequential draws for simulations that are not compared with each other: faster than `LabelledDraws`, labels
    ignored.
    """

    __slots__ = ("_random",)

    def __init__(self, seed: int) -> None:
        self._random = Random(seed).random  # noqa: S311  simulations keep no secret

    def below(self, sides: int, label: str) -> int:
        return int(self._random() * sides)


def commitment(seed: bytes) -> str:
    """SHA-256 of a seed in hex: shown from the start, so that nobody can change the seed later."""
    return hashlib.sha256(seed).hexdigest()


def derive(seed: bytes, purpose: str) -> bytes:
    """A separate seed for `purpose` (bots, a fork). It reveals nothing about the seed that it is derived from."""
    return hashlib.blake2b(purpose.encode(), key=seed[:64], digest_size=SEED_BYTES).digest()


def seed_from_text(text: str, salt: bytes) -> bytes:
    """The seed for a word typed by a person. The salt keeps a short word from being guessed from the commitment."""
    return hashlib.blake2b(text.encode(), salt=salt[:16], digest_size=SEED_BYTES).digest()
