"""When something can be asked of whom: how far each person is in a session, and what that opens and closes."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Final

from classrooms.models import SeatPlan, Session, SessionStatus, SessionTeam, When
from games import selectors as matches
from games.kit import faces
from games.models import AuthorKind, Match, Move, SeatHolder, Status
from games.selectors.position import game_of, scenario_of, state_of

ALL_TURNS: Final = 10**6
"""More than any game has: the match was played to its end."""


class Moment(StrEnum):
    """Where a question stands for somebody."""

    EARLY = "early"
    OPEN = "open"
    CLOSED = "closed"


@dataclass(frozen=True)
class Whereabouts:
    """How far somebody is in a session. `passed` is the last turn that is over in their own match, `turn` the one that
    is being played, 0 if none. `sits`: they hold a seat there now.
    """

    table: SessionTeam | None = None
    has_moved: bool = False
    passed: int = 0
    over: bool = False
    turn: int = 0
    sits: bool = False


NOWHERE: Final = Whereabouts()


def was_asked(play_session: Session, place: Whereabouts, when: str, turn: int | None) -> bool:
    """Has the moment come, whether or not it is past? A turn that a match never reached asks nothing."""
    status = play_session.status
    if status == SessionStatus.DRAFT:
        return False
    if when == When.BEFORE:
        return True
    if when == When.DURING:
        return place.table is not None and place.passed >= (turn or 0)
    return place.over or status in (SessionStatus.FINISHED, SessionStatus.ARCHIVED)


def moment_of(play_session: Session, place: Whereabouts, when: str, turn: int | None) -> Moment:
    """What is asked before stays open until the person's own first move. What is asked after a turn opens when their
    own match has passed it, what is asked after the match when their own match, or the session, is over; both can be
    answered until the session is archived.
    """
    status = play_session.status
    is_over = place.over or status in (SessionStatus.FINISHED, SessionStatus.ARCHIVED)
    if not was_asked(play_session, place, when, turn):
        return Moment.CLOSED if is_over else Moment.EARLY
    if status == SessionStatus.ARCHIVED or (when == When.BEFORE and (place.has_moved or is_over)):
        return Moment.CLOSED
    return Moment.OPEN


def turn_of(match: Match) -> int:
    """The turn in which a match is, as its page says; 0 before it begins."""
    if not match.has_begun:
        return 0
    view = game_of(match).rules.view(state_of(match), None)
    return faces.get(match.game).heading(scenario_of(match), view).turn


def place_at(table: SessionTeam) -> Whereabouts:
    """How far a table is, whoever sits there."""
    match = table.match
    if match is None:
        return Whereabouts(table)
    if match.status == Status.FINISHED:
        return Whereabouts(table, passed=ALL_TURNS, over=True)
    turn = turn_of(match)
    return Whereabouts(table, passed=max(0, turn - 1), over=match.is_over, turn=0 if match.is_over else turn)


def places(play_sessions: Iterable[Session], user: Any = None) -> dict[tuple[int, int], Whereabouts]:
    """By session and user, for everybody who sits or ever sat at one of its tables or is planned to, or for one person
    only. The number of queries grows only with how often a match was stepped back.
    """
    rows = SessionTeam.objects.filter(session__in=list(play_sessions)).select_related("match")
    tables = list(rows.only("session", "name", "position", "match__parent", "match__forked_at"))
    paths = matches.branches([table.match for table in tables if table.match is not None])
    table_of = {branch.match_id: table for table in tables if table.match_id for branch in paths[table.match_id]}
    held = _held(table_of, user)
    planned = {key: (False, table) for key, table in _planned(tables, user).items() if key not in held}
    seats, moved = held | planned, _moved(table_of, user)
    at = _places_at(list({table.pk: table for _sits, table in seats.values()}.values()))
    return {key: replace(at[table.pk], has_moved=key in moved, sits=sits) for key, (sits, table) in seats.items()}


def _places_at(tables: list[SessionTeam]) -> dict[int, Whereabouts]:
    """By table. Matches are long rows: they are read only for tables that somebody asks about."""
    whole = Match.objects.in_bulk([table.match_id for table in tables if table.match_id])
    for table in tables:
        if table.match_id:
            table.match = whole[table.match_id]
    return {table.pk: place_at(table) for table in tables}


def _held(table_of: dict[int, SessionTeam], user: Any) -> dict[tuple[int, int], tuple[bool, SessionTeam]]:
    """Whether each person sits at a table now, and at which; else the one that they left last."""
    rows = SeatHolder.objects.filter(seat__match__in=table_of)
    if user is not None:
        rows = rows.filter(user=user)
    found: dict[tuple[int, int], tuple[bool, Any, SessionTeam]] = {}
    for match_id, user_id, since, released in rows.values_list("seat__match", "user", "since", "released_at"):
        table = table_of[match_id]
        rank = (released is None and match_id == table.match_id, since, table)
        key = (table.session_id, user_id)
        if key not in found or rank[:2] > found[key][:2]:
            found[key] = rank
    return {key: (sits, table) for key, (sits, _since, table) in found.items()}


def _planned(tables: list[SessionTeam], user: Any) -> dict[tuple[int, int], SessionTeam]:
    by_id = {table.pk: table for table in tables}
    rows = SeatPlan.objects.filter(session_team__in=by_id)
    if user is not None:
        rows = rows.filter(user=user)
    return {
        (by_id[table].session_id, user_id): by_id[table]
        for table, user_id in rows.order_by("-pk").values_list("session_team", "user")
    }


def _moved(table_of: dict[int, SessionTeam], user: Any) -> set[tuple[int, int]]:
    """Who has made a move of their own, on whatever branch."""
    rows = Move.objects.standing().filter(match__in=table_of, author_kind=AuthorKind.PLAYER, author__isnull=False)
    if user is not None:
        rows = rows.filter(author=user)
    pairs = rows.order_by().values_list("match", "author").distinct()
    return {(table_of[match_id].session_id, author) for match_id, author in pairs}
