"""The other reading of "What if?": what the choices of a decision led to on average, by the match's analysis."""

from typing import Any

from django.utils import translation

from classrooms.analysis.document import Telling
from classrooms.analysis.queries import analysis_of
from classrooms.analysis.whatif import Ways
from games.models import Match

Row = dict[str, Any]


class Averages:
    """Of one decision of a match; empty where it was not weighed. One query."""

    def __init__(self, match: Match, ways: Ways, language: str) -> None:
        self.match, self.ways, self.language = match, ways, language
        self.results = analysis_of(match)
        found = [] if self.results is None else self.results.weighing.decisions
        self.weighed = next((each for each in found if each.number == ways.spotted.number), None)

    @property
    def better(self) -> int | None:
        """The place of the choice that was worth more to the project than the one that was made; None where none can
        be told.
        """
        if self.weighed is None or not self.weighed.loss:
            return None
        return self.ways.intents.index(self.weighed.options[self.weighed.best.option].intent)

    def beside(self, chosen: Any) -> Row | None:
        """As it was decided, and as it is `chosen`: common result, chance and measures; None where either was not
        weighed.
        """
        if self.weighed is None or self.results is None:
            return None
        with translation.override(self.language):
            telling = Telling(self.match, self.results, self.language)
            by_option = {way["option"]: way for way in telling.ways(self.weighed)}
            place = next((n for n, each in enumerate(self.weighed.options) if each.intent == chosen), None)
            if place is None:
                return None
            made, other = by_option[0], by_option[place]
            return {
                "made": made,
                "other": other,
                "measures": list(zip(telling.measures, made["measures"], other["measures"], strict=True)),
                "reached": telling.words.reached,
                "judged": telling.words.judged(telling.scenario) if telling.rivals else None,
                "method": telling.words.method(telling.scenario, self.results.weighing.playouts),
                "playouts": self.results.weighing.playouts,
            }
