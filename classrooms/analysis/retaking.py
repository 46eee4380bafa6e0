"""Learn from mistakes: a decision that cost the project much is asked again, and what each answer is worth."""

from typing import Any, Final

from django.utils import translation

from classrooms.analysis.document import Telling
from classrooms.analysis.queries import analysis_of
from games.engine.analysis import Weighed
from games.models import Match
from games.permissions import Access

Row = dict[str, Any]
FIRST: Final = 1


class Retaking:
    """The mistakes of a match that somebody may look at again: those of their own seats, and the turning points of the
    others. None at all without results.
    """

    def __init__(self, access: Access, language: str) -> None:
        self.match: Match = access.match
        self.language = language
        self.results = analysis_of(access.match)
        own = set(access.seats or access.past)
        found = [] if self.results is None else self.results.weighing.decisions
        turning = () if self.results is None else self.results.turning
        self.mistakes: list[Weighed] = [
            each for each in found if each.loss and (each.seat in own or each.number in turning)
        ]

    def numbered(self, place: int) -> Weighed | None:
        """The mistake at this place, from 1; None where there is none."""
        return self.mistakes[place - FIRST] if FIRST <= place <= len(self.mistakes) else None

    def context(self, place: int, chosen: int | None) -> Row:
        """One of them as `asked`, for whatever else is on the page has names of its own; with the worth of each answer
        once `chosen` is one of them. Raises LookupError for a place or an answer that is not there.
        """
        each = self.numbered(place)
        if each is None or self.results is None or not (chosen is None or 0 <= chosen < len(each.options)):
            raise LookupError
        with translation.override(self.language):
            telling = Telling(self.match, self.results, self.language)
            ways = telling.ways(each)
            asked = {
                "row": telling.decision(each),
                "ways": ways,
                "answer": next((way for way in ways if way["option"] == chosen), None),
                "measures": telling.measures,
                "reached": telling.words.reached,
                "judged": telling.words.judged(telling.scenario),
                "method": telling.words.method(telling.scenario, self.results.weighing.playouts),
                "asks": telling.words.asks,
                "not_kept": telling.words.not_kept,
                "playouts": self.results.weighing.playouts,
                "place": place,
                "places": range(FIRST, len(self.mistakes) + FIRST),
                "next": place + 1 if place < len(self.mistakes) else None,
            }
            return {"asked": asked}
