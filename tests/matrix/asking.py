"""Requests every URL as one person, and compares the responses with a table."""

from django.core.cache import cache

from tests.matrix.addresses import addresses
from tests.matrix.table import Rows
from tests.matrix.world import World


def differences(site: World, who: str, people: tuple[str, ...], table: Rows) -> list[str]:
    """A line for each URL whose response to this person differs from the table."""
    place, found = people.index(who), []
    for (name, method), expected in sorted(table.items()):
        cache.clear()  # limits on requests are not the matter here
        (answer,) = site.answers(name, addresses()[name], method, [who])
        if answer != expected[place]:
            found.append(f"{name} {method}: {answer}, not {expected[place]}")
    return found
