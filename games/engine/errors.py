"""Refusals by a game: an illegal move, unreadable input, or a scenario that cannot be played."""

from collections.abc import Iterable, Mapping
from typing import Final, Self

import msgspec

PROMPT_CLOSED: Final = "prompt_closed"


class RulesError(Exception):
    """Base of all refusals. `code` is stable and machine readable, `params` hold the numbers that a message shows."""

    def __init__(self, code: str, **params: int | str) -> None:
        super().__init__(code, params)
        self.code = code
        self.params = params

    def __str__(self) -> str:
        shown = ", ".join(f"{name}={value}" for name, value in self.params.items())
        return f"{self.code}({shown})"


class IllegalMove(RulesError):
    """A readable move that the rules forbid in this state. Nothing has changed."""


class BadMove(RulesError):
    """An input that is no move at all. `params["path"]` points at the fault (`$.price`)."""

    def __init__(self, path: str, reason: str) -> None:
        super().__init__("bad_move", path=path, reason=reason)


class BadOptions(RulesError):
    """Options that the game does not know or that contradict its scenario."""

    def __init__(self, path: str, reason: str) -> None:
        super().__init__("bad_options", path=path, reason=reason)


class Fault(msgspec.Struct, frozen=True):
    """A fault of a scenario file. `text` is English with the names of `params` (`%(role)s is already a role`), and the
    key of its translation. `whose` is the id of the nearest role or card around it, empty if there is none.
    """

    path: str
    text: str
    params: Mapping[str, int | str] = msgspec.field(default_factory=dict)
    whose: str = ""

    @property
    def reason(self) -> str:
        """The fault in English."""
        said = self.text % self.params
        return f"{self.whose}: {said}" if self.whose else said


def fault(path: str, text: str, whose: str = "", **params: int | str) -> Fault:
    """A fault with its numbers as keywords. Catalogues are searched for this name."""
    return Fault(path, text, params, whose)


class ScenarioError(RulesError):
    """A scenario file that cannot be played. `faults` are all that were found. `params` hold path and English reason of
    the first one (`activities[3].special[0]`).
    """

    def __init__(self, path: str, reason: str, faults: tuple[Fault, ...] = ()) -> None:
        super().__init__("bad_scenario", path=path, reason=reason)
        self.faults = faults or (Fault(path, "%(reason)s", {"reason": reason}),)

    @classmethod
    def of(cls, *faults: Fault) -> Self:
        """The error of one or more faults."""
        return cls(faults[0].path, faults[0].reason, faults)


def refuse(faults: Iterable[Fault]) -> None:
    """Raise ScenarioError with all of these faults, if there are any."""
    if found := tuple(faults):
        raise ScenarioError.of(*found)
