"""The tables of the debrief, computed from the stored events of a match alone."""

from collections.abc import Iterable

from games.catalogue.master_builder.facts.closing import close
from games.catalogue.master_builder.facts.folding import Folding
from games.catalogue.master_builder.facts.tables import Facts
from games.catalogue.master_builder.rules.scenario import Scenario
from games.catalogue.master_builder.rules.types import Options
from games.engine.record import Record

__all__ = ["Facts", "facts"]


def facts(scenario: Scenario, options: Options, records: Iterable[Record]) -> Facts:
    """The events of a match by round, player, contract, loan and event card. `records` start with the set-up and may
    end anywhere.
    """
    folding = Folding(scenario)
    for record in records:
        for event in record.events:
            folding.add(event, record.by)
    return close(folding)
