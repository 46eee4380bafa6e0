"""The debrief of a finished match of Les colons de l'UTBohème, from the frozen facts alone."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

from games.catalogue.utboheme.debrief import charts, island, maps, result, trades
from games.catalogue.utboheme.debrief.patterns import PATTERNS, Play
from games.catalogue.utboheme.debrief.seat import seat_context
from games.catalogue.utboheme.facts.tables import Facts
from games.catalogue.utboheme.rules.scenario import Scenario
from games.ui.debriefs import Chart, Debriefing
from games.ui.patterns import FoundPattern, Trace
from games.ui.seats import lettered


class UtbohemeDebriefing(Debriefing):
    """See the base class."""

    facts_type: ClassVar[Any] = Facts
    sheets: ClassVar[Sequence[str]] = (
        "utboheme/debrief/result.html",
        "utboheme/debrief/dice.html",
        "utboheme/debrief/island.html",
        "utboheme/debrief/trades.html",
    )
    stopped_sheets: ClassVar[Sequence[str]] = sheets[2:]
    seat_sheet: ClassVar[str] = "utboheme/debrief/seat.html"

    def headline(self, scenario: Scenario, facts: Facts) -> str:
        return result.headline(facts)

    def stopped(self, scenario: Scenario, facts: Facts) -> str:
        return result.stopped(facts)

    def charts(self, scenario: Scenario, facts: Facts) -> tuple[Chart, ...]:
        return charts.charts(facts)

    def context(self, scenario: Scenario, facts: Facts, people: Sequence[str]) -> Mapping[str, Any]:
        roles = tuple(lettered(seat) for seat in range(facts.players))
        return {
            "lead": result.lead(facts),
            "player_rows": result.player_rows(facts, roles, people),
            "luck_words": result.luck_words(facts, roles),
            "has_gifts": any(player.gifts for player in facts.seats),
            "throw_rows": island.throw_rows(facts),
            "islands": maps.islands(facts),
            "production": maps.production(facts),
            "hexagon_rows": island.hexagon_rows(facts),
            "players": roles,
            "trade_rows": trades.trade_rows(facts, roles),
            "rate_rows": trades.rate_rows(facts, roles),
        }

    def seat_context(self, scenario: Scenario, facts: Facts, seat: int) -> Mapping[str, Any]:
        return seat_context(scenario, facts, seat)

    def patterns(self, scenario: Scenario, facts: Facts, trace: Trace) -> Sequence[FoundPattern]:
        return PATTERNS.look(Play(scenario, facts, trace))


DEBRIEF: Final = UtbohemeDebriefing()
