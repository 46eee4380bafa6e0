"""How long a game keeps its players waiting for each other."""

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
