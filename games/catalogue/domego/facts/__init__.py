"""The tables of the debrief, computed from the stored events of a match alone."""

from collections.abc import Iterable

from games.catalogue.domego.facts.closing import close
from games.catalogue.domego.facts.folding import Folding
from games.catalogue.domego.facts.tables import Facts
from games.catalogue.domego.rules.compile import compile_sheet
from games.catalogue.domego.rules.scenario import Scenario
from games.catalogue.domego.rules.types import Options
from games.engine.record import Record

__all__ = ["Facts", "facts"]


def facts(scenario: Scenario, options: Options, records: Iterable[Record]) -> Facts:
    """The events of a match by activity and role. `records` start with the set-up and may end anywhere."""
    folding = Folding(scenario, compile_sheet(scenario))
    for record in records:
        for event in record.events:
            folding.add(event, record)
    return close(folding)
