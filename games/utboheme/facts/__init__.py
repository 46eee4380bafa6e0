"""The tables of the debrief, computed from the stored events of a match alone."""

from collections.abc import Iterable

from games.engine.record import Record
from games.utboheme.facts.closing import close
from games.utboheme.facts.folding import Folding
from games.utboheme.facts.tables import Facts
from games.utboheme.rules.scenario import Scenario
from games.utboheme.rules.types import Options

__all__ = ["Facts", "facts"]


def facts(scenario: Scenario, options: Options, records: Iterable[Record]) -> Facts:
    """The events of a match by turn, player and hexagon. `records` start with the set-up and may end anywhere."""
    folding = Folding(scenario, options)
    for record in records:
        for event in record.events:
            folding.add(event, record)
    return close(folding)
