""" "What if?" on average: the mean results of the choices of a decision."""

from typing import Any, Final

from django.utils import translation

from classrooms.assess.analysis.document import AnalysisDocument
from classrooms.assess.analysis.queries import analysis_of, seed_of
from classrooms.assess.analysis.whatif import Forking, Ways
from games.engine.analysis import Weighed, played_on, reckons

Row = dict[str, Any]
PLAYOUTS: Final = 100
"""Simulated matches for each choice of a decision outside the analysis, such as a purchase or a price. They take half a
second.
"""


class Averages:
    """The average results of one decision of a match, by its analysis. One query."""

    def __init__(self, forking: Forking, ways: Ways, language: str) -> None:
        self.forking, self.ways, self.language = forking, ways, language
        self.results = analysis_of(forking.match)
        found = [] if self.results is None else self.results.weighing.decisions
        self.weighed = next((each for each in found if each.number == ways.spotted.number), None)

    @property
    def better(self) -> int | None:
        """The index of a choice worth more to the project than the one made; None if there is none, or it is
        unknown.
        """
        if self.weighed is None or not self.weighed.loss:
            return None
        return self.ways.intents.index(self.weighed.options[self.weighed.best.option].intent)

    def beside(self, chosen: Any) -> Row | None:
        """The decision as it was made beside the `chosen` one: judged result, chance, score and measures; None if
        `chosen` was not weighed. For a common result, a decision outside the analysis is simulated now.
        """
        if self.results is None:
            return None
        weighed, playouts = self.weighed, self.results.weighing.playouts
        if weighed is None and not reckons(self.forking.game.analyst):
            weighed, playouts = self._played_on(chosen), PLAYOUTS
        place = None if weighed is None else _place_of(weighed, chosen)
        if weighed is None or place is None:
            return None
        with translation.override(self.language):
            document = AnalysisDocument(self.forking.match, self.results, self.language)
            by_option = {way["option"]: way for way in document.ways(weighed)}
            made, other = by_option[0], by_option[place]
            return {
                "made": made,
                "other": other,
                "role": document.roles[weighed.seat],
                "measures": list(zip(document.measures, made["measures"], other["measures"], strict=True)),
                "reached": document.words.reached,
                "judged": document.words.judged(document.scenario) if document.rivals else None,
                "method": document.words.method(document.scenario, playouts),
                "playouts": playouts,
            }

    def _played_on(self, chosen: Any) -> Weighed:
        spotted = self.ways.spotted
        seed = seed_of(self.forking.match)
        return played_on(self.forking.game, spotted, (spotted.intent, chosen), seed, PLAYOUTS)


def _place_of(weighed: Weighed, chosen: Any) -> int | None:
    return next((place for place, each in enumerate(weighed.options) if each.intent == chosen), None)
