"""Dividing a class into teams whose sizes differ by at most one. These are pure functions: the same people, wishes and
seed give the same teams on every machine.
"""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

MOST_TRIES: Final = 200_000
"""The greatest number of exchanges tried; a class of 300 needs fewer."""
STARTS: Final = 8
MOST_STARTED: Final = 400
"""Divisions of which the best one is taken, where people have reasons to be together too: fewer for a large class."""

Pairs = Mapping[int, Mapping[int, int]]
"""The reasons against two people in one team: the number of earlier teams that they shared, or a weight, which is below
0 where they should be together. `pairs[a][b] == pairs[b][a]`.
"""


def sizes(people: int, teams: int) -> list[int]:
    """The larger teams first: 37 people in 6 teams are 7, 6, 6, 6, 6, 6. No team is empty."""
    teams = max(1, min(teams, people))
    return [people // teams + (number < people % teams) for number in range(teams)]


def teams_for_size(people: int, size: int) -> int:
    """The number of teams whose sizes are nearest to `size`; a half counts as one more team."""
    return max(1, (2 * people + size) // (2 * size))


def shuffled(people: Iterable[int], seed: str) -> list[int]:
    """The people in an order that depends on the seed only: by the hash of seed and number."""
    return sorted(people, key=lambda person: (hashlib.sha256(f"{seed}/{person}".encode()).digest(), person))


def pairs_of(groups: Iterable[Iterable[int]]) -> dict[int, dict[int, int]]:
    """The number of these groups that each two people shared."""
    found: dict[int, dict[int, int]] = {}
    for group in groups:
        members = sorted(set(group))
        for person in members:
            mates = found.setdefault(person, {})
            for mate in members:
                if mate != person:
                    mates[mate] = mates.get(mate, 0) + 1
    return found


def weighed(*parts: tuple[int, Pairs]) -> dict[int, dict[int, int]]:
    """Several kinds of pairs in one, each with its weight."""
    found: dict[int, dict[int, int]] = {}
    for weight, pairs in parts:
        for person, mates in pairs.items():
            own = found.setdefault(person, {})
            for mate, number in mates.items():
                own[mate] = own.get(mate, 0) + weight * number
    return found


def spread(traits: Mapping[int, float]) -> dict[int, dict[int, int]]:
    """Pairs by which a trait is spread evenly over teams, in thousandths of its variance: people on the same side of
    the mean are against each other, people on both sides for each other. Empty if all have the same.

    The sum over a team is the square of its distance from the mean, less a constant.
    """
    count = len(traits)
    mean = sum(traits.values()) / count if count else 0.0
    variance = sum((value - mean) ** 2 for value in traits.values()) / count if count else 0.0
    if variance <= 0:
        return {}
    away = {person: value - mean for person, value in traits.items()}
    return {
        person: {mate: round(1000 * own * other / variance) for mate, other in away.items() if mate != person}
        for person, own in away.items()
    }


def best_divided(people: Iterable[int], teams: int, seed: str, pairs: Pairs) -> list[list[int]]:
    """The best of several divisions of people by weights of pairs: the one with the least sum in its teams."""
    order = sorted(people)
    starts = max(1, min(STARTS, MOST_STARTED // max(1, len(order))))
    found = [divided(order, teams, f"{seed}/{start}" if start else seed, pairs) for start in range(starts)]
    return min(found, key=lambda division: total(division, pairs))


def total(teams: Iterable[Sequence[int]], pairs: Pairs) -> int:
    """The sum of the weights of all pairs in these teams."""
    return sum(_mates(person, team, pairs) for team in teams for person in team) // 2


def divided(people: Iterable[int], teams: int, seed: str, together: Pairs | None = None) -> list[list[int]]:
    """Divide people into so many teams at random. With `together`, earlier team mates are separated as far as possible.
    Members of a team are in random order.
    """
    order = shuffled(people, seed)
    room = sizes(len(order), teams) if order else []
    if not together:
        return _dealt(order, room)
    return _apart(_placed(order, room, together), together)


def _dealt(order: Sequence[int], room: Sequence[int]) -> list[list[int]]:
    found, first = [], 0
    for size in room:
        found.append(list(order[first : first + size]))
        first += size
    return found


def _placed(order: Sequence[int], room: Sequence[int], together: Pairs) -> list[list[int]]:
    """Put each person into the team with the fewest earlier mates, among these into the smallest."""
    found: list[list[int]] = [[] for _size in room]
    for person in order:
        open_teams = [number for number, team in enumerate(found) if len(team) < room[number]]
        best = min(open_teams, key=lambda number: (_mates(person, found[number], together), len(found[number]), number))
        found[best].append(person)
    return found


def _mates(person: int, team: Iterable[int], together: Pairs) -> int:
    mates = together.get(person, {})
    return sum(mates.get(other, 0) for other in team)


def meetings(teams: Iterable[Sequence[int]], together: Pairs) -> int:
    """The number of pairs in these teams that were in one team before."""
    return sum(mate in together.get(person, {}) for team in teams for person in team for mate in team) // 2


def _apart(teams: list[list[int]], together: Pairs) -> list[list[int]]:
    """Exchange people while an exchange separates more earlier mates, within `MOST_TRIES`."""
    only_against = all(number >= 0 for mates in together.values() for number in mates.values())
    tries = 0
    better = True
    while better and tries < MOST_TRIES:
        better = False
        for home in range(len(teams)):
            for place in range(len(teams[home])):
                if only_against and not _mates(teams[home][place], teams[home], together):
                    continue
                tries += sum(map(len, teams))
                better |= _best_exchange(teams, home, place, together)
                if tries >= MOST_TRIES:
                    return teams
    return teams


def _best_exchange(teams: list[list[int]], home: int, place: int, together: Pairs) -> bool:
    """Make the exchange of two people that helps most; False if none helps."""
    person, own = teams[home][place], teams[home]
    best, gain = None, 0
    now = _mates(person, own, together)
    for away, team in enumerate(teams):
        if away == home:
            continue
        there = _mates(person, team, together)
        for spot, other in enumerate(team):
            known = together.get(person, {}).get(other, 0)
            after = there - known + _mates(other, own, together) - known
            change = now + _mates(other, team, together) - after
            if change > gain:
                best, gain = (away, spot), change
    if best is None:
        return False
    away, spot = best
    own[place], teams[away][spot] = teams[away][spot], person
    return True
