"""The debrief of a finished Dominyam match: result, combinations, chances compared with results. It uses the frozen
facts alone.
"""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

from games.catalogue.dominyam.debrief import calibration, charts, combos, result, turns
from games.catalogue.dominyam.debrief.patterns import PATTERNS, Play
from games.catalogue.dominyam.facts import Facts
from games.catalogue.dominyam.names import dominoes, role_names
from games.catalogue.dominyam.rules.scenario import Scenario
from games.ui.debriefs import Chart, Debriefing
from games.ui.patterns import FoundPattern, Trace


class DominyamDebriefing(Debriefing):
    """See the base class."""

    facts_type: ClassVar[Any] = Facts
    sheets: ClassVar[Sequence[str]] = (
        "dominyam/debrief/result.html",
        "dominyam/debrief/combos.html",
        "dominyam/debrief/turns.html",
        "dominyam/debrief/guesses.html",
    )

    stopped_sheets: ClassVar[Sequence[str]] = ("dominyam/debrief/turns.html",)

    def headline(self, scenario: Scenario, facts: Facts) -> str:
        return result.headline(facts)

    def stopped(self, scenario: Scenario, facts: Facts) -> str:
        return result.stopped(facts)

    def charts(self, scenario: Scenario, facts: Facts) -> tuple[Chart, ...]:
        return charts.charts(scenario, facts)

    def context(self, scenario: Scenario, facts: Facts, people: Sequence[str]) -> Mapping[str, Any]:
        names = role_names(scenario)
        return {
            "lead": result.lead(facts),
            "player_rows": result.player_rows(facts, names, people),
            "eaten_rows": result.eaten_rows(facts, names),
            "left": dominoes(facts.left),
            "luck_words": result.luck_words(facts, names),
            "combo_rows": combos.combo_rows(facts, names),
            "turn_rows": turns.turn_rows(facts, names),
            "calibration_rows": calibration.player_rows(facts, names),
            "band_rows": calibration.band_rows(facts),
            "guess_rows": calibration.guess_rows(facts, names),
            "questions": turns.questions(facts),
            "alone": facts.players == 1,
            "given": bool(facts.given),
            "has_chart": facts.players <= charts.MOST_LINES,
        }

    def patterns(self, scenario: Scenario, facts: Facts, trace: Trace) -> Sequence[FoundPattern]:
        return PATTERNS.look(Play(facts, trace))


DEBRIEF: Final = DominyamDebriefing()
