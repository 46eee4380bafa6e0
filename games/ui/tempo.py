"""The number of rounds in a game, during which players wait for each other."""

import msgspec


class Rounds(msgspec.Struct, frozen=True):
    """Decisions of a match that wait on one another: the length of their longest chain, not their number.
    Simultaneous decisions are one round. A question to a seat right after its own answer belongs to the round of
    that answer.

    `least` is for a quick match and `most` for a long one; they are equal if the rules leave no choice. `timed` are
    the minutes of those rounds to which the rules themselves set a limit in a room.
    """

    least: int
    most: int
    timed: tuple[int, ...] = ()
