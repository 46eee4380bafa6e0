"""The debrief of a finished Master Builder match: cash flow, idle crews, contracts, credit and events, from the frozen
facts alone.
"""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

from games.catalogue.master_builder.debrief import charts, contracts, events, result
from games.catalogue.master_builder.debrief.patterns import PATTERNS, Play
from games.catalogue.master_builder.debrief.seat import seat_context
from games.catalogue.master_builder.debrief.town import town
from games.catalogue.master_builder.facts import Facts
from games.catalogue.master_builder.names import role_names
from games.catalogue.master_builder.rules.scenario import Scenario
from games.ui.debriefs import Chart, Debriefing
from games.ui.patterns import FoundPattern, Trace


class MasterBuilderDebriefing(Debriefing):
    """See the base class."""

    facts_type: ClassVar[Any] = Facts
    sheets: ClassVar[Sequence[str]] = (
        "master_builder/debrief/result.html",
        "master_builder/debrief/crews.html",
        "master_builder/debrief/contracts.html",
        "master_builder/debrief/events.html",
        "master_builder/debrief/cash.html",
    )

    stopped_sheets: ClassVar[Sequence[str]] = sheets[2:]
    seat_sheet: ClassVar[str] = "master_builder/debrief/seat.html"

    def headline(self, scenario: Scenario, facts: Facts) -> str:
        return result.headline(facts)

    def stopped(self, scenario: Scenario, facts: Facts) -> str:
        return result.stopped(facts)

    def charts(self, scenario: Scenario, facts: Facts) -> tuple[Chart, ...]:
        return charts.charts(scenario, facts)

    def context(self, scenario: Scenario, facts: Facts, people: Sequence[str]) -> Mapping[str, Any]:
        roles = role_names(scenario)
        return {
            "lead": result.lead(facts),
            "player_rows": result.player_rows(facts, roles, people),
            "crew_rows": result.crew_rows(facts, roles),
            "cash_tables": result.cash_tables(facts, roles),
            "contract_rows": contracts.contract_rows(scenario, facts, roles),
            "town": town(scenario, facts, roles),
            "unsold_words": contracts.unsold_words(scenario, facts),
            "loan_rows": contracts.loan_rows(facts, roles),
            "loan_words": contracts.loan_words(facts),
            "harm_rows": events.harm_rows(scenario, facts, roles),
            "harm_sums": events.harm_sums(facts, roles),
            "events_gave": any(each.received for each in facts.harm),
        }

    def seat_context(self, scenario: Scenario, facts: Facts, seat: int) -> Mapping[str, Any]:
        return seat_context(scenario, facts, seat)

    def patterns(self, scenario: Scenario, facts: Facts, trace: Trace) -> Sequence[FoundPattern]:
        return PATTERNS.look(Play(scenario, facts, trace))


DEBRIEF: Final = MasterBuilderDebriefing()
