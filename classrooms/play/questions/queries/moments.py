"""Moments of questions: each person's progress in a session, and the questions that it opens and closes."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Final

from classrooms.models import SeatPlan, Session, SessionStatus, SessionTeam, When
from games.public.matches import decided_on_paper, game_of, scenario_of, state_of
from games.public.matches import selectors as matches
from games.public.models import AuthorKind, Match, Move, SeatHolder, Status
from games.ui import faces

ALL_TURNS: Final = 10**6
"""More turns than any game has, for a match that was played to its end."""


class Moment(StrEnum):
    """The state of a question for a person."""

    EARLY = "early"
    OPEN = "open"
    CLOSED = "closed"


@dataclass(frozen=True)
class Whereabouts:
    """A person's progress in a session. `passed` is the last ended turn of their own match, `turn` the current one, 0
    if none. `sits` says that they hold a seat there now.
    """

    table: SessionTeam | None = None
    has_moved: bool = False
    passed: int = 0
    over: bool = False
    turn: int = 0
    sits: bool = False


NOWHERE: Final = Whereabouts()


def was_asked(play_session: Session, place: Whereabouts, when: str, turn: int | None) -> bool:
    """Has the moment come, even if it is past? A turn that a match never reached asks nothing."""
    status = play_session.status
    if status == SessionStatus.DRAFT:
        return False
    if when == When.BEFORE:
        return True
    if when == When.DURING:
        return place.table is not None and place.passed >= (turn or 0)
    return place.over or status in (SessionStatus.FINISHED, SessionStatus.ARCHIVED)


def moment_of(play_session: Session, place: Whereabouts, when: str, turn: int | None) -> Moment:
    """The state of a question for a person. Questions before the match are open until the person's own first move.
    Questions after a turn open when their own match has passed it. Questions after the match open when their match, or
    the session, is over. The last two can be answered until the session is archived.
    """
    status = play_session.status
    is_over = place.over or status in (SessionStatus.FINISHED, SessionStatus.ARCHIVED)
    if not was_asked(play_session, place, when, turn):
        return Moment.CLOSED if is_over else Moment.EARLY
    if status == SessionStatus.ARCHIVED or (when == When.BEFORE and (place.has_moved or is_over)):
        return Moment.CLOSED
    return Moment.OPEN


def turn_of(match: Match) -> int:
    """The current turn of a match, as on its page; 0 before it begins."""
    if not match.has_begun:
        return 0
    view = game_of(match).rules.view(state_of(match), None)
    return faces.get(match.game).words.heading(scenario_of(match), view).turn


def place_at(table: SessionTeam) -> Whereabouts:
    """The progress of a table, independent of its people."""
    match = table.match
    if match is None:
        return Whereabouts(table)
    if match.status == Status.FINISHED:
        return Whereabouts(table, passed=ALL_TURNS, over=True)
    turn = turn_of(match)
    return Whereabouts(table, passed=max(0, turn - 1), over=match.is_over, turn=0 if match.is_over else turn)


def places(play_sessions: Iterable[Session], user: Any = None) -> dict[tuple[int, int], Whereabouts]:
    """Progress by session and user, for everybody who has, had or will have a seat, or for one person only. The number
    of queries grows only with the steps back of a match.
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
    """Progress by table. Match rows are large, so only the rows of needed tables are read."""
    whole = Match.objects.in_bulk([table.match_id for table in tables if table.match_id])
    for table in tables:
        if table.match_id:
            table.match = whole[table.match_id]
    return {table.pk: place_at(table) for table in tables}


def _held(table_of: dict[int, SessionTeam], user: Any) -> dict[tuple[int, int], tuple[bool, SessionTeam]]:
    """The table of each person and whether they sit there now; else the table that they left last."""
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
    """People who made a move of their own, on any branch."""
    rows = Move.objects.kept().filter(match__in=table_of, author_kind=AuthorKind.PLAYER, author__isnull=False)
    if user is not None:
        rows = rows.filter(author=user)
    on_paper = SeatHolder.objects.filter(decided_on_paper(), seat__match__in=table_of)
    if user is not None:
        on_paper = on_paper.filter(user=user)
    pairs = rows.order_by().values_list("match_id", "author_id").distinct()
    pairs = pairs.union(on_paper.order_by().values_list("seat__match_id", "user_id"))
    return {(table_of[match_id].session_id, author) for match_id, author in pairs}
