"""The possible results of an activity, from its sheet alone: reductions at their lowest price, and effects of cards.
The sheet has sums over cards, no single card. Days and cubes of one card are therefore taken as independent. Cards
added to later activities are treated as if each came from a card of its own.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from games.catalogue.domego.rules.sheet import Activity, Extremes, Tiers

Odds = Mapping[int, float]
"""The chance of each sum."""
NOTHING: Final = (0.0, 0.0, 0.0)


class Reduction(NamedTuple):
    """A gain in cards or days that the roles of an activity reach together; `tiers` by line of the sheet."""

    gain: int
    cubes: int
    tiers: tuple[int, ...]


class Deck(NamedTuple):
    """The effects of each card: days now, days in total, cubes and k paid, and cards added later as (activity index,
    number).
    """

    days: tuple[int, ...]
    all_days: tuple[int, ...]
    cost: tuple[int, ...]
    added: tuple[tuple[int, int], ...]

    def mean_days(self) -> float:
        return sum(self.days) / max(1, len(self.days))

    def mean_cost(self) -> float:
        return sum(self.cost) / max(1, len(self.cost))


class Prospect(NamedTuple):
    """One activity as an experienced player knows it."""

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
    """Each gain that no other reduction reaches with as few cubes, beginning with none. `fixed` tiers, by line, have
    been placed.
    """
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
    """The odds of the sum of this many of these numbers, drawn without replacement."""
    return {int(total[0]): chance for total, chance in _odds([(number,) for number in numbers], drawn, (0,)).items()}


def odds_of_extras(
    deck: Deck, laters: Sequence[Callable[[int], tuple[float, ...]]], drawn: int
) -> Mapping[tuple[float, ...], float]:
    """The odds of the cards that this many cards of a deck add to later activities. They include the mean days and
    cubes of the added cards. `laters` gives these means by the number of additional cards in each activity.
    """
    extras = [laters[turn](number) for turn, number in deck.added]
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
    """The numbers with the highest, or lowest, sums."""
    return tuple(after - before for before, after in pairwise(sums))
