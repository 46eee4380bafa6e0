"""What an activity can bring, from its sheet alone: reductions at their least price, and what its cards do.

The sheet tells sums over cards, no card: days and cubes of one card are taken as independent, and what a card adds to
later activities as on a card of its own.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from games.domego.rules.sheet import Activity, Extremes, Tiers

Odds = Mapping[int, float]
"""Chance of each sum."""
NOTHING: Final = (0.0, 0.0, 0.0)


class Reduction(NamedTuple):
    """A gain in cards or days that the roles of an activity reach together; `tiers` by line of the sheet."""

    gain: int
    cubes: int
    tiers: tuple[int, ...]


class Deck(NamedTuple):
    """What each card does: days now, days in all, cubes and k paid, cards added later as (activity index, number)."""

    days: tuple[int, ...]
    all_days: tuple[int, ...]
    cost: tuple[int, ...]
    added: tuple[tuple[int, int], ...]

    def mean_days(self) -> float:
        return sum(self.days) / max(1, len(self.days))

    def mean_cost(self) -> float:
        return sum(self.cost) / max(1, len(self.cost))


class Prospect(NamedTuple):
    """One activity as somebody sees it who knows the game well."""

    days: int
    slots: int
    required: int
    risk: tuple[Reduction, ...]
    delay: tuple[Reduction, ...]
    deck: Deck


def prospect_of(activity: Activity) -> Prospect:
    return Prospect(
        activity.days,
        activity.slots,
        sum(part.required for part in activity.parts),
        cheapest([part.risk for part in activity.parts]),
        cheapest([part.delay for part in activity.parts]),
        _deck(activity.extremes),
    )


def cheapest(parts: Sequence[Tiers], fixed: Mapping[int, int] | None = None) -> tuple[Reduction, ...]:
    """Each gain that no other one reaches for as few cubes, from none on. `fixed` tiers, by line, have been placed."""
    found = {0: Reduction(0, 0, ())}
    for line, tiers in enumerate(parts):
        wider: dict[int, Reduction] = {}
        for reached in found.values():
            for tier, (cubes, gain) in enumerate(tiers):
                if fixed is None or fixed.get(line, tier) == tier:
                    more = Reduction(reached.gain + gain, reached.cubes + cubes, (*reached.tiers, tier))
                    wider[more.gain] = min(more, wider.get(more.gain, more), key=lambda each: each[1:])
        found = wider
    kept: list[Reduction] = []
    for gain in sorted(found, reverse=True):
        if not kept or found[gain].cubes < kept[-1].cubes:
            kept.append(found[gain])
    return tuple(reversed(kept))


def odds(numbers: Iterable[int], drawn: int) -> Odds:
    """Of the sum of so many of these numbers, drawn without putting back."""
    return {int(total[0]): chance for total, chance in _odds([(number,) for number in numbers], drawn, (0,)).items()}


def odds_of_extras(deck: Deck, decks: Sequence[Deck], drawn: int) -> Mapping[tuple[float, ...], float]:
    """Of what so many cards of a deck add to later activities: cards, and the days and cubes that these bring on the
    mean. `decks` of all activities.
    """
    extras = [
        (number, number * decks[turn].mean_days(), number * decks[turn].mean_cost()) for turn, number in deck.added
    ]
    size = len(deck.days)
    return _odds([*extras[:size], *[NOTHING] * (size - len(extras))], drawn, NOTHING)


def _odds(cards: Sequence[tuple[float, ...]], drawn: int, nothing: tuple[float, ...]) -> dict[tuple[float, ...], float]:
    ways: dict[tuple[int, tuple[float, ...]], float] = {(0, nothing): 1.0}
    for card in cards:
        for (taken, total), number in list(ways.items()):
            if taken < drawn:
                more = (taken + 1, tuple(round(a + b, 6) for a, b in zip(total, card, strict=True)))
                ways[more] = ways.get(more, 0.0) + number
    found = {total: number for (taken, total), number in ways.items() if taken == min(drawn, len(cards))}
    every = sum(found.values())
    return {total: number / every for total, number in found.items()}


def _deck(extremes: Extremes) -> Deck:
    days = _each(extremes.most_days)
    later = [*filter(None, _each(extremes.most_later_days)), *filter(None, _each(extremes.fewest_later_days))]
    all_days = sorted(days, key=abs)
    for index, number in enumerate(later):
        all_days[index % len(all_days)] += number
    added = tuple((turn - 1, number) for turn, number in (*extremes.most_added, *extremes.most_removed))
    return Deck(days, tuple(all_days), _each(extremes.most_cost), added)


def _each(sums: Sequence[int]) -> tuple[int, ...]:
    """The numbers whose highest, or lowest, sums these are."""
    return tuple(after - before for before, after in pairwise(sums))
