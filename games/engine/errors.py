"""Refusals by a game: an illegal move, unreadable input, or a scenario that cannot be played."""

from typing import Final

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


class ScenarioError(RulesError):
    """A scenario file that cannot be played. `params["path"]` points at the fault (`activities[3].special[0]`)."""

    def __init__(self, path: str, reason: str) -> None:
        super().__init__("bad_scenario", path=path, reason=reason)
