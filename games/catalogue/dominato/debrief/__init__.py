"""The debrief of a finished Dominato match, from the frozen facts alone."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

from games.catalogue.dominato.debrief import charts, errors, games, headline, questions
from games.catalogue.dominato.debrief.patterns import PATTERNS, Play
from games.catalogue.dominato.facts.mistakes import mistakes
from games.catalogue.dominato.facts.tables import Facts
from games.catalogue.dominato.names import role_names
from games.catalogue.dominato.rules.scenario import Scenario
from games.ui.debriefs import Chart, Debriefing, OfClass
from games.ui.patterns import FoundPattern, Trace


class DominatoDebriefing(Debriefing):
    """See the base class."""

    facts_type: ClassVar[Any] = Facts
    sheets: ClassVar[Sequence[str]] = (
        "dominato/debrief/result.html",
        "dominato/debrief/games.html",
    )

    seat_sheet: ClassVar[str] = "dominato/debrief/seat.html"
    class_sheet: ClassVar[str] = "dominato/debrief/class.html"
    stopped_sheets: ClassVar[Sequence[str]] = ("dominato/debrief/games.html",)

    def headline(self, scenario: Scenario, facts: Facts) -> str:
        return headline.headline(facts)

    def stopped(self, scenario: Scenario, facts: Facts) -> str:
        return headline.stopped(facts)

    def charts(self, scenario: Scenario, facts: Facts) -> tuple[Chart, ...]:
        return charts.charts(scenario, facts)

    def context(self, scenario: Scenario, facts: Facts, people: Sequence[str]) -> Mapping[str, Any]:
        roles = role_names(scenario)
        return {
            "lead": headline.lead(facts),
            "rows": [
                {"role": role, "played_by": played_by, "result": result}
                for role, played_by, result in zip(roles, people, facts.seats, strict=True)
            ],
            "told_games": games.game_rows(facts, roles),
            "error_rows": errors.rows(facts, roles),
            "error_kinds": errors.kind_rows(mistakes(facts)),
            "with_challenges": facts.challenge,
            "questions": questions.questions(facts),
        }

    def seat_context(self, scenario: Scenario, facts: Facts, seat: int) -> Mapping[str, Any]:
        return errors.own(facts, seat)

    def class_context(self, matches: Sequence[OfClass], *, running: bool) -> Mapping[str, Any]:
        return errors.of_class(matches, running=running)

    def patterns(self, scenario: Scenario, facts: Facts, trace: Trace) -> Sequence[FoundPattern]:
        return PATTERNS.look(Play(facts, trace))


DEBRIEF: Final = DominatoDebriefing()
