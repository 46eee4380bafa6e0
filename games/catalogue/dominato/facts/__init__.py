"""The tables of the debrief, computed from the stored events of a match alone."""

from collections.abc import Iterable

from games.catalogue.dominato.facts.folding import Folding
from games.catalogue.dominato.facts.tables import Facts
from games.catalogue.dominato.rules.scenario import Scenario
from games.catalogue.dominato.rules.types import Options
from games.engine.record import Record

__all__ = ["Facts", "facts"]


def facts(scenario: Scenario, options: Options, records: Iterable[Record]) -> Facts:
    """The events of a match by step and player. `records` start with the set-up and may end anywhere."""
    folding = Folding(scenario, options)
    for record in records:
        for event in record.events:
            folding.add(event, record)
    return folding.close()
