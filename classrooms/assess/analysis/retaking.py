"""Learn from mistakes: a costly decision is asked again, and the worth of each answer is shown."""

from typing import Any, Final

from django.utils import translation

from classrooms.assess.analysis.document import AnalysisDocument
from classrooms.assess.analysis.queries import analysis_of
from games.engine.analysis import Weighed
from games.public.matches import Access
from games.public.models import Match

Row = dict[str, Any]
FIRST: Final = 1


class Retaking:
    """The mistakes of a match that a person may review: those of their own seats, and turning points of other seats.
    Those of rivals are left out. Empty without results.
    """

    def __init__(self, access: Access, language: str) -> None:
        self.match: Match = access.match
        self.language = language
        self.results = analysis_of(access.match)
        own = set(access.seats or access.past)
        found = [] if self.results is None else self.results.weighing.decisions
        is_rival = self.results is not None and self.results.account is None and bool(own)
        turning = () if self.results is None or is_rival else self.results.turning
        self.mistakes: list[Weighed] = [
            each for each in found if each.loss and (each.seat in own or each.number in turning)
        ]

    def numbered(self, place: int) -> Weighed | None:
        """The mistake with this number, from 1; None for an unknown one."""
        return self.mistakes[place - FIRST] if FIRST <= place <= len(self.mistakes) else None

    def context(self, place: int, chosen: int | None) -> Row:
        """The template context of one mistake, under the name `asked`, with the worth of each answer once one is
        `chosen`. Raises LookupError for an unknown mistake or answer.
        """
        each = self.numbered(place)
        if each is None or self.results is None or not (chosen is None or 0 <= chosen < len(each.options)):
            raise LookupError
        with translation.override(self.language):
            document = AnalysisDocument(self.match, self.results, self.language)
            ways = document.ways(each)
            asked = {
                "row": document.decision(each),
                "ways": ways,
                "answer": next((way for way in ways if way["option"] == chosen), None),
                "measures": document.measures,
                "reached": document.words.reached,
                "judged": document.words.judged(document.scenario),
                "method": document.words.method(document.scenario, self.results.weighing.playouts),
                "asks": document.words.asks,
                "not_kept": document.words.not_kept,
                "playouts": self.results.weighing.playouts,
                "place": place,
                "places": range(FIRST, len(self.mistakes) + FIRST),
                "next": place + 1 if place < len(self.mistakes) else None,
            }
            return {"asked": asked}
