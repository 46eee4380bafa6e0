"""People who hold a seat and were never there, as far as that is known: no move of their own in the match, and no page
of the site since the session was opened, in the last 24 hours. Presence is no record: where the cache is away, nothing
is known and nobody absent.
"""

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from django.db.models import Q

from classrooms.models import Session, SessionTeam
from classrooms.people.telling_apart import names_apart
from classrooms.sessions.queries.lobby import place_of, who_is_here
from classrooms.sessions.queries.set_up import BEGUN
from games import pace, selectors
from games.models import AuthorKind, Match, Move, SeatHolder, Status
from games.models.matches import HELD, KEPT
from games.work import presence

Place = tuple[int, int]
"""A match and a seat."""


@dataclass(frozen=True)
class Holder:
    """Somebody on a seat."""

    user_id: int
    name: str
    place: Place


@dataclass(frozen=True)
class Absence:
    """People of a session who hold seats: all of them, and those who were never there. `seats` are those of which
    nobody ever was, `teams` is the number of teams of which nobody was; what is known of pages begins at `since`.
    """

    people: int = 0
    absent: tuple[Holder, ...] = ()
    seats: tuple[Place, ...] = ()
    teams: int = 0
    since: datetime | None = None

    @property
    def number(self) -> int:
        """How many people were never there."""
        return len({each.user_id for each in self.absent})

    @property
    def names(self) -> tuple[str, ...]:
        """Their names, each once."""
        return tuple(dict.fromkeys(each.name for each in self.absent))


def absence_of(play_session: Session, now: datetime) -> Absence:
    """Who was never there at the tables that play, in three queries (one more for each step back); empty where nothing
    is known, and over days as long as a third of the first decision's time has not passed.
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
    limits = pace.read(play_session.pace) if play_session.pace else pace.Pace()
    if limits.mode != "async" or play_session.started_at is None:
        return False
    return now < pace.after_running(limits, timedelta(hours=limits.hours) / 3, play_session.started_at)


def away_from(play_session: Session, now: datetime) -> Absence:
    """Before the start: who has a seat and is not here (`who_is_here`)."""
    matches = list(Match.objects.filter(session_team__session=play_session).values_list("pk", flat=True))
    here = who_is_here(play_session, matches, now)
    if here is None:
        return Absence()
    return _absence(_told_apart(play_session, _held(matches)), lambda each: each.user_id in here)


@dataclass(frozen=True)
class TeamLine:
    """People of one team by name, each with when they were last seen on any page of the site (None: not in the last 24
    hours). `is_known` is false where the cache is away: then nothing may be said of when.
    """

    team: str
    people: tuple[tuple[str, datetime | None], ...]
    is_known: bool = True


def lines_of(play_session: Session, seats: Collection[Place]) -> list[TeamLine]:
    """Who holds these seats, by team, in two queries."""
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
    """The seats of a team that people hold or are kept, in one query."""
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
    """Who sits where; who plays at somebody else's screen is there when that person is, and is left out."""
    rows = SeatHolder.objects.filter(who, seat__match__in=list(match_ids), together_with__isnull=True)
    told = rows.order_by("seat__match", "seat__index", "pk").values_list(
        "user_id", "user__display_name", "user__username", "seat__match_id", "seat__index"
    )
    return [Holder(user, name or username, (match, seat)) for user, name, username, match, seat in told]


def _told_apart(play_session: Session, held: list[Holder]) -> list[Holder]:
    names = names_apart(play_session.course_id, {each.user_id: each.name for each in held})
    return [replace(each, name=names[each.user_id]) for each in held]


def _moved(matches: Iterable[Match]) -> set[Place]:
    """Match and person of every move that a person made there, or on a branch that was left."""
    path = selectors.branches(matches)
    roots = {branch.match_id: match for match, found in path.items() for branch in found}
    rows = Move.objects.standing().filter(match__in=roots, author_kind=AuthorKind.PLAYER, author__isnull=False)
    told = rows.order_by().values_list("match_id", "author_id").distinct()
    return {(roots[match], user) for match, user in told}
