"""Absent people: holders of seats without a move of their own in the match, and without a page of the site. Pages count
since the session was opened, in the last 24 hours. Presence is not recorded: while the cache is unreachable, nothing is
known and nobody is absent.
"""

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from django.db.models import Q

from classrooms.models import Session, SessionTeam
from classrooms.people.class_lists.namesakes import names_apart
from classrooms.play.sessions.queries.lobby import place_of, who_is_here
from classrooms.play.sessions.queries.set_up import BEGUN
from games.public.matches import decided_on_paper, pace, selectors
from games.public.models import HELD, KEPT, AuthorKind, Match, Move, SeatHolder, Status
from games.public.work import presence

Place = tuple[int, int]
"""A match and a seat."""


@dataclass(frozen=True)
class Holder:
    """A person on a seat."""

    user_id: int
    name: str
    place: Place


@dataclass(frozen=True)
class Absence:
    """Holders of seats in a session: their number, and the absent ones. `seats` are seats with absent people only,
    `teams` the number of such teams. Presence is known from `since` on.
    """

    people: int = 0
    absent: tuple[Holder, ...] = ()
    seats: tuple[Place, ...] = ()
    teams: int = 0
    since: datetime | None = None

    @property
    def number(self) -> int:
        """The number of absent people."""
        return len({each.user_id for each in self.absent})

    @property
    def names(self) -> tuple[str, ...]:
        """The names of absent people, each once."""
        return tuple(dict.fromkeys(each.name for each in self.absent))


def absence_of(play_session: Session, now: datetime) -> Absence:
    """Absent people at running tables, in three queries (one more for each step back). Empty if presence is unknown. In
    an "async" session also empty during the first third of the first decision's time.
    """
    if play_session.status not in BEGUN or _is_early(play_session, now):
        return Absence()
    rows = Match.objects.filter(session_team__session=play_session, status__in=(Status.RUNNING, Status.PAUSED))
    matches = list(rows.defer("state", "scenario", "options").order_by("pk"))
    signs = presence.last_seen([place_of(play_session), *(match.pk for match in matches)])
    if signs is None or not matches:
        return Absence()
    held = _told_apart(play_session, _held(match.pk for match in matches))
    since = max(play_session.opened_at or now, now - timedelta(seconds=presence.KEPT_FOR))
    places = [*signs.values(), presence.last_on_site({each.user_id for each in held})]
    seen = {user for people in places for user, at in people.items() if at >= since}
    moved = _moved(matches)
    there = {user for _match, user in moved}
    return replace(_absence(held, lambda each: each.user_id in seen or each.user_id in there), since=since)


def _is_early(play_session: Session, now: datetime) -> bool:
    limits = pace.parse_pace(play_session.pace) if play_session.pace else pace.Pace()
    if limits.mode != "async" or play_session.started_at is None:
        return False
    return now < pace.after_running(limits, timedelta(hours=limits.hours) / 3, play_session.started_at)


def away_from(play_session: Session, now: datetime) -> Absence:
    """Before the start: holders of seats who are not here (`who_is_here`)."""
    matches = list(Match.objects.filter(session_team__session=play_session).values_list("pk", flat=True))
    here = who_is_here(play_session, matches, now)
    if here is None:
        return Absence()
    return _absence(_told_apart(play_session, _held(matches)), lambda each: each.user_id in here)


def away_seats(play_session: Session, places: Collection[Place], now: datetime) -> frozenset[Place]:
    """The given seats whose people are not here (`who_is_here`); empty if presence is unknown. Seats without people are
    left out.
    """
    matches = sorted({match for match, _seat in places})
    here = who_is_here(play_session, matches, now)
    if here is None:
        return frozenset()
    held = _held(matches, KEPT)
    there = {each.place for each in held if each.user_id in here}
    return frozenset({each.place for each in held} & set(places) - there)


@dataclass(frozen=True)
class TeamLine:
    """People of one team by name, each with the time of their last page of the site (None: not in the last 24 hours).
    `is_known` is false while the cache is unreachable: then times are unknown.
    """

    team: str
    people: tuple[tuple[str, datetime | None], ...]
    is_known: bool = True


def lines_of(play_session: Session, seats: Collection[Place]) -> list[TeamLine]:
    """The holders of these seats, by team, in two queries."""
    tables = play_session.session_teams.filter(match__in={match for match, _seat in seats}).order_by("position", "pk")
    names = dict(tables.values_list("match_id", "name"))
    signs = presence.last_seen([place_of(play_session), *names])
    people: dict[int, dict[int, str]] = {match: {} for match in names}
    for each in _told_apart(play_session, _held(names, KEPT)):
        if each.place in seats:
            people[each.place[0]][each.user_id] = each.name
    on_site = presence.last_on_site(user for each in people.values() for user in each)
    places = [*(signs or {}).values(), on_site]
    return [
        TeamLine(
            name,
            tuple(
                (who, max((found[user] for found in places if user in found), default=None))
                for user, who in people[match].items()
            ),
            signs is not None,
        )
        for match, name in names.items()
    ]


def held_of(session_team: SessionTeam) -> list[Place]:
    """The seats of a team that people hold or that are kept for people, in one query."""
    return list(dict.fromkeys(each.place for each in _held([session_team.match_id or 0], KEPT)))


def _absence(held: list[Holder], is_there: Callable[[Holder], bool]) -> Absence:
    by_seat: dict[Place, list[Holder]] = {}
    for each in held:
        by_seat.setdefault(each.place, []).append(each)
    empty = tuple(place for place, people in by_seat.items() if not any(is_there(each) for each in people))
    return Absence(
        len({each.user_id for each in held}),
        tuple(each for each in held if not is_there(each)),
        empty,
        len({match for match, _seat in empty} - {match for match, _seat in set(by_seat) - set(empty)}),
    )


def _held(match_ids: Iterable[int], who: Q = HELD) -> list[Holder]:
    """The holders of seats. People at another person's screen are left out: they are present if that person is."""
    rows = SeatHolder.objects.filter(who, seat__match__in=list(match_ids), together_with__isnull=True)
    told = rows.order_by("seat__match", "seat__index", "pk").values_list(
        "user_id", "user__display_name", "user__username", "seat__match_id", "seat__index"
    )
    return [Holder(user, name or username, (match, seat)) for user, name, username, match, seat in told]


def _told_apart(play_session: Session, held: list[Holder]) -> list[Holder]:
    names = names_apart(play_session.course_id, {each.user_id: each.name for each in held})
    return [replace(each, name=names[each.user_id]) for each in held]


def _moved(matches: Iterable[Match]) -> set[Place]:
    """Match and person of every move by a person there, on a screen or on paper, or on an abandoned branch."""
    path = selectors.branches(matches)
    roots = {branch.match_id: match for match, found in path.items() for branch in found}
    rows = Move.objects.kept().filter(match__in=roots, author_kind=AuthorKind.PLAYER, author__isnull=False)
    told = rows.order_by().values_list("match_id", "author_id").distinct()
    on_paper = SeatHolder.objects.filter(decided_on_paper(), seat__match__in=roots).order_by()
    told = told.union(on_paper.values_list("seat__match_id", "user_id"))
    return {(roots[match], user) for match, user in told}
