"""Lines of the record of generated matches contain the cards and points of their events."""

import pytest

from games.ui import faces
from tests.games.sentences import numbers, some

pytestmark = pytest.mark.xdist_group("game utboheme")

FIELDS = {
    "rolled": lambda event: [*event.dice, sum(event.dice)],
    "discarded": lambda event: [each for each in event.cards if each],
    "discard_owed": lambda event: [event.cards],
    "bank_traded": lambda event: [event.paid, 1],
    "traded": lambda event: [each for each in (*event.gave, *event.got) if each],
    "oldest_moved": lambda event: [event.anciens],
}
"""By kind of event, the numbers in the event's line."""


def test_lines_of_the_record_say_the_numbers_of_their_events():
    words, seen = faces.get("utboheme").words.event, set()
    for match in some("utboheme", range(3)):
        for event in match.events:
            kind = event.__struct_config__.tag
            line = words(match.where.scenario, event) if kind in FIELDS else None
            if line is not None:
                seen.add(kind)
                assert sorted(numbers(line.html)) == sorted(FIELDS[kind](event)), (event, line.html)
    assert seen >= {"rolled", "discarded", "bank_traded", "traded"}
