"""What a game makes of who sits where."""

from collections.abc import Mapping, Sequence
from typing import Any


class Seating:
    """Part of `Face`. The usual answers say that it makes no difference to the game who sits where."""

    def options_for_people(self, scenario: Any, options: Any, hands: Sequence[frozenset[int]]) -> Mapping[str, Any]:
        """The options (as JSON values) that must change because of who plays: each of `hands` are the seats of one
        person. Only those that differ from `options`, and the same ones whenever asked again.
        """
        return {}

    def options_notes(self, scenario: Any, options: Any) -> tuple[str, ...]:
        """What the players of a match should know of its options before and while they play, a sentence each, in the
        current language.
        """
        return ()
