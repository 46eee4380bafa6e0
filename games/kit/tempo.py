"""How long a game keeps its players waiting for each other."""

from typing import Any

import msgspec


class Rounds(msgspec.Struct, frozen=True):
    """Decisions of a match that wait on one another: the longest chain of them, not their number. What several seats
    decide at once is one round; what a seat is asked right after its own answer belongs to the round of that answer.

    `least` is for a quick match and `most` for a long one, the same where the rules leave no choice. `timed` are the
    minutes of those rounds to which the rules themselves set a limit in a room.
    """

    least: int
    most: int
    timed: tuple[int, ...] = ()


class Tempo:
    """Part of `Face`."""

    def turn_count(self, scenario: Any) -> int:
        """How many turns a match of this scenario has at most; 0 where that is not known beforehand."""
        return 0

    def rounds(self, scenario: Any, options: Any) -> Rounds | None:
        """The rounds of a match; None where nothing is known of them. The usual answer takes each turn for one round.
        `python -m benchmarks.ends` measures them.
        """
        turns = self.turn_count(scenario)
        return Rounds(turns, turns) if turns else None
