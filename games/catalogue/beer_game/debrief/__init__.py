"""The debrief of a finished match of the beer game: costs, and the bullwhip effect, from the frozen facts alone."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

from games.catalogue.beer_game.debrief import charts, tables
from games.catalogue.beer_game.debrief.patterns import PATTERNS, Play
from games.catalogue.beer_game.facts import Facts
from games.catalogue.beer_game.rules.scenario import Scenario
from games.ui.debriefs import Chart, Debriefing
from games.ui.patterns import FoundPattern, Trace


class BeerDebriefing(Debriefing):
    facts_type: ClassVar[Any] = Facts
    sheets: ClassVar[Sequence[str]] = ("beer_game/debrief/result.html", "beer_game/debrief/bullwhip.html")
    stopped_sheets: ClassVar[Sequence[str]] = sheets[1:]
    seat_sheet: ClassVar[str] = "beer_game/debrief/seat.html"

    def headline(self, scenario: Scenario, facts: Facts) -> str:
        return tables.headline(facts)

    def stopped(self, scenario: Scenario, facts: Facts) -> str:
        return tables.stopped(facts)

    def charts(self, scenario: Scenario, facts: Facts) -> tuple[Chart, ...]:
        return charts.charts(scenario, facts)

    def context(self, scenario: Scenario, facts: Facts, people: Sequence[str]) -> Mapping[str, Any]:
        return {
            "lead": tables.lead(facts),
            "stage_rows": tables.stage_rows(facts, people),
            "target_rows": tables.target_rows(scenario, facts),
            "brought": tables.brought(facts),
            "chain_charts": charts.names_by_chain(facts),
            "whole": facts.done > 0,
        }

    def seat_context(self, scenario: Scenario, facts: Facts, seat: int) -> Mapping[str, Any]:
        return tables.seat_context(facts, seat)

    def patterns(self, scenario: Scenario, facts: Facts, trace: Trace) -> Sequence[FoundPattern]:
        return PATTERNS.look(Play(scenario, facts, trace))


DEBRIEF: Final = BeerDebriefing()
