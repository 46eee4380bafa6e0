"""Proposals for the plan of seats: roles at random or in rotation, in equal numbers. If possible, no person negotiates
with themselves.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations
from typing import Any

from classrooms.models import Deal, SeatPlan, Session, SessionStatus, SessionTeam
from classrooms.play.sessions.queries.hands import options_with
from classrooms.play.sessions.queries.set_up import face_of, scenario_of
from classrooms.play.sessions.services.dealing import Hand, by_lot, by_rotation
from games.engine import codec
from games.public.models import SeatHolder

MOST_TRIED = 8
"""The greatest number of seats for which all equal divisions are compared; seats of larger tables are assigned in
turn.
"""


def plan_propose(play_session: Session, tables: Sequence[SessionTeam]) -> None:
    """Replace the plans of these tables by proposals from their teams' members, without former members of the course.
    The session has the settings: `deal`, `deal_seed`, `shares_roles`. The same teams get the same proposal again by the
    same seed; in rotation only if they have played nothing since.
    """
    scenario = scenario_of(play_session)
    roles = [role.id for role in face_of(play_session).words.roles(scenario)]
    played = roles_played(play_session)
    hands_for = cache(lambda people: _hands(play_session, scenario, len(roles), people))
    SeatPlan.objects.filter(session_team__in=tables).delete()
    rows = []
    for table in tables:
        people = _people(play_session, table)
        dealt = _dealt(play_session, people, hands_for(len(people)), roles, played)
        rows += [SeatPlan(session_team=table, seat=seat, user_id=user) for user, hand in dealt for seat in hand]
    SeatPlan.objects.bulk_create(rows)


def _people(play_session: Session, table: SessionTeam) -> list[int]:
    if table.team is None:
        return []
    members = table.team.members.filter(
        enrolments__course=play_session.course_id, enrolments__left_at__isnull=True, enrolments__role="student"
    )
    return sorted(members.values_list("pk", flat=True))


def roles_played(play_session: Session) -> Counter[tuple[int, str]]:
    """The number of other sessions of the course in which people held a role of this game. Plans of drafts older than
    this session count too; rehearsals do not.
    """
    rows = SeatHolder.objects.filter(
        seat__match__game=play_session.game,
        seat__match__session_team__session__course=play_session.course_id,
        seat__match__session_team__session__is_rehearsal=False,
    ).exclude(seat__match__session_team__session=play_session)
    held = set(rows.values_list("seat__match__session_team__session", "user_id", "seat__role"))
    drafts = Session.objects.filter(
        course=play_session.course_id, game=play_session.game, is_rehearsal=False, status=SessionStatus.DRAFT
    )
    for draft in drafts.filter(pk__lt=play_session.pk).prefetch_related("session_teams__seat_plans"):
        held |= _planned(draft)
    return Counter((user, role) for _session, user, role in held)


def _planned(draft: Session) -> set[tuple[int, int, str]]:
    roles = [role.id for role in face_of(draft).words.roles(scenario_of(draft))]
    plans = [plan for table in draft.session_teams.all() for plan in table.seat_plans.all()]
    return {(draft.pk, plan.user_id, roles[plan.seat]) for plan in plans if plan.seat < len(roles)}


def deal_default(play_session: Session) -> Deal:
    """At random for a first session, in rotation if people of the course have had roles of this game."""
    return Deal.ROTATION if roles_played(play_session) else Deal.LOT


def _hands(play_session: Session, scenario: Any, seats: int, people: int) -> tuple[Hand, ...]:
    """The seats of each person, for a number of people. With more people than seats, some seats occur twice. If bots
    play with a small team, rotation offers every seat to people, and random assignment the first ones.
    """
    if people == 0:
        return ()
    if people >= seats:
        return tuple((number % seats,) for number in range(people))
    if not play_session.shares_roles:
        return tuple((seat,) for seat in range(seats if play_session.deal == Deal.ROTATION else people))
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
    """All divisions of the seats into hands of these sizes, each once."""
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
    play_session: Session,
    people: Sequence[int],
    hands: Sequence[Hand],
    roles: Sequence[str],
    played: Counter[tuple[int, str]],
) -> list[tuple[int, Hand]]:
    if play_session.deal == Deal.ROTATION:
        return by_rotation(people, hands, roles, played, play_session.deal_seed)
    return by_lot(people, hands, play_session.deal_seed)
