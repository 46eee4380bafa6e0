"""The debrief of a finished Domego match: headline, charts, tables and questions, all from the frozen facts."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

from games.catalogue.domego.debrief import cards, charts, contracts, headline, roles, stopped
from games.catalogue.domego.debrief.patterns import PATTERNS, Play
from games.catalogue.domego.debrief.seat import seat_context
from games.catalogue.domego.debrief.story import Story
from games.catalogue.domego.facts import Facts
from games.catalogue.domego.quantities import k
from games.catalogue.domego.rules.scenario import Scenario
from games.ui.debriefs import Chart, Debriefing, Numbers
from games.ui.patterns import FoundPattern, Trace


class DomegoDebriefing(Debriefing):
    """See the base class."""

    facts_type: ClassVar[Any] = Facts
    sheets: ClassVar[Sequence[str]] = (
        "domego/debrief/result.html",
        "domego/debrief/roles.html",
        "domego/debrief/money.html",
        "domego/debrief/trade.html",
        "domego/debrief/activities.html",
    )
    stopped_sheets: ClassVar[Sequence[str]] = (
        "domego/debrief/stopped.html",
        "domego/debrief/trade.html",
        "domego/debrief/activities.html",
    )
    seat_sheet: ClassVar[str] = "domego/debrief/seat.html"

    def headline(self, scenario: Scenario, facts: Facts) -> str:
        return headline.headline(Story(scenario, facts))

    def stopped(self, scenario: Scenario, facts: Facts) -> str:
        return stopped.headline(Story(scenario, facts))

    def so_far(self, scenario: Scenario, facts: Facts) -> Numbers | None:
        return stopped.so_far(Story(scenario, facts))

    def charts(self, scenario: Scenario, facts: Facts) -> tuple[Chart, ...]:
        return charts.charts(Story(scenario, facts))

    def context(self, scenario: Scenario, facts: Facts, people: Sequence[str]) -> Mapping[str, Any]:
        story = Story(scenario, facts)
        return {
            "low_price": k(scenario.prices.special_action),
            "high_price": k(scenario.prices.any_time),
            "lead": headline.lead(story),
            "gauges": headline.gauges(story),
            "role_rows": roles.role_rows(story, people),
            "points": roles.points_table(story),
            "money_note": roles.money_note(story),
            "contract_rows": contracts.contract_rows(story),
            "purchase_note": contracts.purchase_note(story),
            "activity_rows": cards.activity_rows(story),
            "activity_sums": cards.activity_sums(story),
            "card_groups": cards.card_groups(story),
            "bankruptcies": contracts.bankruptcy_chains(story),
        }

    def seat_context(self, scenario: Scenario, facts: Facts, seat: int) -> Mapping[str, Any]:
        return seat_context(Story(scenario, facts), seat)

    def patterns(self, scenario: Scenario, facts: Facts, trace: Trace) -> Sequence[FoundPattern]:
        return PATTERNS.look(Play(Story(scenario, facts), trace))


DEBRIEF: Final = DomegoDebriefing()
