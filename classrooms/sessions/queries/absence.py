"""Who holds a seat and was never there, as far as that is known: no move of their own in the match, and no page of the
session open in the last 24 hours. Presence is no record: where the cache is away, nothing is known and nobody absent.
"""

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from classrooms.models import Session, SessionTeam
from classrooms.sessions.queries.lobby import place_of, who_is_here
from classrooms.sessions.queries.set_up import BEGUN
from games import pace, selectors
from games.models import AuthorKind, Intervention, Match, Move, SeatHolder, Status
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
    nobody ever was, `teams` is the number of teams of which nobody was.
    """

    people: int = 0
    absent: tuple[Holder, ...] = ()
    seats: tuple[Place, ...] = ()
    teams: int = 0

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
    seen = {user for people in signs.values() for user in people}
    held = _held(match.pk for match in matches)
    moved = _moved(matches)
    there = {user for _match, user in moved}
    return _absence(held, lambda each: each.user_id in seen or each.user_id in there)


def _is_early(play_session: Session, now: datetime) -> bool:
    limits = pace.read(play_session.pace) if play_session.pace else pace.Pace()
    if limits.mode != "async" or play_session.started_at is None:
        return False
    return now < pace.after_running(limits, timedelta(hours=limits.hours) / 3, play_session.started_at)


def away_from(play_session: Session, now: datetime) -> Absence:
    """Before the start: who has a seat and no page of the session open now."""
    matches = list(Match.objects.filter(session_team__session=play_session).values_list("pk", flat=True))
    here = who_is_here(play_session, matches, now)
    if here is None:
        return Absence()
    return _absence(_held(matches), lambda each: each.user_id in here)


@dataclass(frozen=True)
class TeamLine:
    """People of one team by name, each with when a page of the session was last open with them (None: not in the last
    24 hours). `is_known` is false where the cache is away: then nothing may be said of when.
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
    for each in _held(names):
        if each.place in seats:
            people[each.place[0]][each.user_id] = each.name
    return [
        TeamLine(
            name,
            tuple(
                (who, max((found[user] for found in (signs or {}).values() if user in found), default=None))
                for user, who in people[match].items()
            ),
            signs is not None,
        )
        for match, name in names.items()
    ]


def held_of(session_team: SessionTeam) -> list[Place]:
    """The seats of a team that people hold, in one query."""
    return list(dict.fromkeys(each.place for each in _held([session_team.match_id or 0])))


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


def _held(match_ids: Iterable[int]) -> list[Holder]:
    """Who sits where; who plays at somebody else's screen is there when that person is, and is left out."""
    rows = SeatHolder.objects.filter(
        seat__match__in=list(match_ids), released_at__isnull=True, together_with__isnull=True
    )
    told = rows.order_by("seat__match", "seat__index", "pk").values_list(
        "user_id", "user__display_name", "user__username", "seat__match_id", "seat__index"
    )
    return [Holder(user, name or username, (match, seat)) for user, name, username, match, seat in told]


def _moved(matches: Iterable[Match]) -> set[Place]:
    """Match and person of every move that a person made there, or on a branch that was left."""
    path = selectors.branches(matches)
    roots = {branch.match_id: match for match, found in path.items() for branch in found}
    rows = Move.objects.standing().filter(match__in=roots, author_kind=AuthorKind.PLAYER, author__isnull=False)
    told = rows.order_by().values_list("match_id", "author_id").distinct()
    return {(roots[match], user) for match, user in told}


@dataclass(frozen=True)
class HandedOver:
    """The latest press that gave seats to bots, while at least one of them can be given back."""

    batch: str
    seats: int
    at: datetime
    by: str


def handed_over(play_session: Session, tables: Iterable[SessionTeam] = ()) -> HandedOver | None:
    """What one press can take back, in three queries: of the whole session, or of some of its tables."""
    matches = Match.objects.filter(session_team__session=play_session, status__in=(Status.RUNNING, Status.PAUSED))
    chosen = [table.pk for table in tables]
    if chosen:
        matches = matches.filter(session_team__in=chosen)
    given = Intervention.objects.filter(match__in=matches, kind=Intervention.Kind.TO_BOT)
    given = given.exclude(params__released=[]).order_by("-pk")  # a bot's strength that changed took nobody's seat
    latest = given.select_related("by").first()
    if latest is None:
        return None
    rows = given.filter(batch=latest.batch)
    held = SeatHolder.objects.filter(seat__match__in=matches, released_at__isnull=True)
    taken = set(held.values_list("seat__match_id", "seat__index"))
    seats = sum(1 for row in rows if (row.match_id, row.seat) not in taken)
    by = latest.by.get_full_name() if latest.by else ""
    return HandedOver(latest.batch, seats, latest.created_at, by) if seats else None
