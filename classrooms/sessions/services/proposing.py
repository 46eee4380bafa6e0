"""Proposing who sits where: nobody the same role again, everybody about as many, no talks with oneself if possible."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations
from typing import Any

from classrooms.models import SeatPlan, Session, SessionTeam
from classrooms.sessions.queries.hands import options_with
from classrooms.sessions.queries.set_up import face_of, scenario_of
from games.engine import codec
from games.models import SeatHolder

MOST_TRIED = 8
"""Seats up to which all ways to share them evenly are compared; at larger tables they are dealt out in turn."""

Hand = tuple[int, ...]


def plan_propose(play_session: Session, tables: Sequence[SessionTeam], *, share: bool = True) -> None:
    """Replace the plans of these tables by proposals from their teams' members, those who left the course aside.

    The same teams get the same proposal again as long as they have played nothing since.
    """
    scenario = scenario_of(play_session)
    roles = [role.id for role in face_of(play_session).roles(scenario)]
    played = _played(play_session)
    hands_for = cache(lambda people: _hands(play_session, scenario, len(roles), people, share))
    SeatPlan.objects.filter(session_team__in=tables).delete()
    rows = []
    for table in tables:
        people = _people(play_session, table)
        dealt = _dealt(people, hands_for(len(people)), roles, played)
        rows += [SeatPlan(session_team=table, seat=seat, user_id=user) for user, hand in dealt for seat in hand]
    SeatPlan.objects.bulk_create(rows)


def _people(play_session: Session, table: SessionTeam) -> list[int]:
    if table.team is None:
        return []
    members = table.team.members.filter(
        enrolments__course=play_session.course_id, enrolments__left_at__isnull=True, enrolments__role="student"
    )
    return list(members.order_by("display_name", "pk").values_list("pk", flat=True))


def _played(play_session: Session) -> Counter[tuple[int, str]]:
    """How often people of the course held a role of this game in its other sessions."""
    rows = SeatHolder.objects.filter(
        seat__match__game=play_session.game,
        seat__match__session_team__session__course=play_session.course_id,
        seat__match__session_team__session__is_rehearsal=False,
    ).exclude(seat__match__session_team__session=play_session)
    return Counter(rows.values_list("user_id", "seat__role"))


def _hands(play_session: Session, scenario: Any, seats: int, people: int, share: bool) -> tuple[Hand, ...]:
    """What each of so many people would hold; some seats come twice where there are more people than seats."""
    if people == 0:
        return ()
    if people >= seats or not share:
        return tuple((number % seats,) for number in range(people))
    dealt = tuple(tuple(range(seats)[number::people]) for number in range(people))
    if seats > MOST_TRIED:
        return dealt
    face = face_of(play_session)
    options = codec.read_options(codec.to_json(play_session.options), face.game.rules.options_type)

    def settled(hands: Sequence[Hand]) -> int:
        merged = options_with(play_session.game, scenario, options, [frozenset(hand) for hand in hands])
        return len(face.options_notes(scenario, merged))

    return min([dealt, *_shares(tuple(range(seats)), _sizes(seats, people))], key=settled)


def _sizes(seats: int, people: int) -> tuple[int, ...]:
    return tuple(seats // people + (number < seats % people) for number in range(people))


def _shares(seats: tuple[int, ...], sizes: tuple[int, ...]) -> Iterator[tuple[Hand, ...]]:
    """All ways to divide the seats into hands of these sizes, each once."""
    if not seats:
        yield ()
        return
    first, rest = seats[0], seats[1:]
    for size in sorted(set(sizes), reverse=True):
        left = list(sizes)
        left.remove(size)
        for others in combinations(rest, size - 1):
            remaining = tuple(seat for seat in rest if seat not in others)
            for shares in _shares(remaining, tuple(left)):
                yield ((first, *others), *shares)


def _dealt(
    people: Sequence[int], hands: Sequence[Hand], roles: Sequence[str], played: Counter[tuple[int, str]]
) -> list[tuple[int, Hand]]:
    """Give each person a hand of roles that they played least. Ties go by the order of people and hands."""
    left, free, dealt = list(people), list(hands), []
    while left and free:
        person, hand = min(
            ((each, hand) for each in left for hand in free),
            key=lambda pair: sum(played[pair[0], roles[seat]] for seat in pair[1]),
        )
        left.remove(person)
        free.remove(hand)
        dealt.append((person, hand))
    return dealt
