"""Giving many seats to bots at once, and undoing it: seats of a person, of a team, or of all absent people. The session
is locked before its matches; all notes of one action share its batch. A bot for a person who has not come yet, or is
away, stands in: it leaves when they open the table.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace

from django.db import transaction
from django.db.models import Q, QuerySet

from classrooms.models import Luck, Session, SessionStatus
from classrooms.people.class_lists.services.staff import course_staff_sync
from classrooms.play.sessions.queries.absence import Place, absence_of, away_from
from classrooms.play.sessions.queries.set_up import BEGUN
from classrooms.play.sessions.services.common import changed, gone_from, locked, locked_matches
from classrooms.play.sessions.services.life import session_settle, session_start
from games.public.base import AlreadyLeft, MatchNotRunning
from games.public.models import KEPT, Intervention, Match, SeatHolder
from games.public.steering import Actor, GivenBack, left_to_bot, match_begin, steer_seat_to_bot, steer_seats_back


@dataclass(frozen=True)
class Back:
    """The result of an undo: numbers of seats given back, seats that stay with their holders, and seats of matches
    ended since. `set_back` is the number of matches that continue from the moment of the action.
    """

    given: int
    kept: int
    over: int
    set_back: int = 0


@transaction.atomic
def session_start_without(
    *,
    session_id: int,
    named: Collection[Place],
    actor: Actor,
    for_good: Collection[Place] = (),
    excused: bool = False,
) -> int:
    """Start an open session, with bots on those of the `named` seats whose people are not here; returns their number.
    They stand in, or play to the end on seats in `for_good`. Decisions of bots count as missed unless `excused`. At a
    table where nobody comes, bots wait too. Raises WrongState as `session_start` does.
    """
    actor = replace(actor, counts=not excused)
    play_session = locked(session_id, SessionStatus.OPEN, *BEGUN)
    away = away_from(play_session, actor.at).seats if play_session.status == SessionStatus.OPEN else ()
    session_start(session_id=session_id, now=actor.at)
    lent = [place for place in away if place in named and place not in for_good]
    given = [place for place in away if place in for_good]
    return _to_bots(play_session, lent, actor, until_back=True) + _to_bots(play_session, given, actor)


@transaction.atomic
def absent_to_bots(*, session_id: int, named: Collection[Place], actor: Actor, excused: bool = False) -> int:
    """Let bots stand in on those of the `named` seats whose people are absent; returns their number. Decisions of bots
    count as missed unless `excused`. People who came after the page was shown keep their seats.
    """
    actor = replace(actor, counts=not excused)
    play_session = locked(session_id, *BEGUN)
    empty = absence_of(play_session, actor.at).seats
    return _to_bots(play_session, [place for place in empty if place in named], actor, until_back=True)


@transaction.atomic
def person_to_bots(
    *, session_id: int, user_id: int, named: Collection[Place], actor: Actor, until_back: bool = True
) -> int:
    """Give bots those of the `named` seats that a person holds alone, or with people at the same screen. Bots play
    until the person returns, or to the end. Returns the number of seats. Other people on a seat continue.
    """
    play_session = locked(session_id, *BEGUN)
    places = [place for place in alone_held(play_session, user_id) if place in named]
    return _to_bots(play_session, places, actor, until_back=until_back)


def alone_held(play_session: Session, user_id: int) -> list[Place]:
    """The seats that a person holds alone, or with people at the same screen."""
    theirs = Q(user=user_id) | Q(together_with=user_id)
    shared = set(_places(_held(play_session).exclude(theirs)))
    return [place for place in _places(_held(play_session).filter(user=user_id)) if place not in shared]


@transaction.atomic
def team_to_bots(
    *, session_id: int, session_team_id: int, named: Collection[Place], actor: Actor, until_back: bool = True
) -> int:
    """Give bots the `named` seats of one team that people hold or that are kept, until they return or to the end;
    returns their number. A table left to bots to the end begins at once, since the order was for this team.
    """
    play_session = locked(session_id, *BEGUN)
    table = play_session.session_teams.get(pk=session_team_id)
    held = SeatHolder.objects.filter(KEPT, seat__match=table.match_id)
    places = [place for place in _places(held) if place in named]
    done = _to_bots(play_session, places, actor, until_back=until_back)
    if done and table.match_id is not None and not held.exists():
        match_begin(match_id=table.match_id, now=actor.at)
    return done


def _held(play_session: Session) -> QuerySet[SeatHolder]:
    return SeatHolder.objects.filter(seat__match__session_team__session=play_session, released_at__isnull=True)


def _places(held: QuerySet[SeatHolder]) -> list[Place]:
    return list(held.order_by().values_list("seat__match_id", "seat__index").distinct())


def _to_bots(play_session: Session, places: Iterable[Place], actor: Actor, *, until_back: bool = False) -> int:
    locked_matches(play_session)
    done = 0
    for match_id, seat in sorted(places):
        try:
            done += steer_seat_to_bot(match_id=match_id, seat=seat, actor=actor, until_back=until_back) is not None
        except MatchNotRunning:
            continue
    changed(play_session)
    return done


@transaction.atomic
def seats_back(*, session_id: int, batch: str, actor: Actor, session_team_id: int | None = None) -> Back:
    """Undo one action that gave seats to bots, at all tables or at one team's, if nothing has changed since: see
    `steer_seats_back`. People who left the course or sit at another table by now do not return. A match that is set
    back becomes its table's match; it has the same cards if nothing was drawn since or all teams share them. A session
    that was over runs again. Safe to repeat.
    """
    play_session = locked(session_id, *BEGUN, SessionStatus.FINISHED)
    given = kept = over = set_back = 0
    tables = play_session.session_teams.filter(**{} if session_team_id is None else {"pk": session_team_id})
    matches = set(tables.values_list("match_id", flat=True))
    for match in locked_matches(play_session):
        if match.pk not in matches:
            continue
        given_by = match.interventions.filter(kind=Intervention.Kind.TO_BOT, batch=batch)
        try:
            done = _seats_back(play_session, match, batch, actor)
        except (MatchNotRunning, AlreadyLeft):
            over += given_by.count()
            continue
        given, kept = given + len(done.notes), kept + len(done.kept)
        if done.fork is not None:
            play_session.session_teams.filter(match=match).update(match=done.fork)
            set_back += 1
    if set_back:
        course_staff_sync(course_id=play_session.course_id)
        session_settle(session_id=session_id, now=actor.at)
        play_session.refresh_from_db()
    changed(play_session)
    return Back(given, kept, over, set_back)


def _seats_back(play_session: Session, match: Match, batch: str, actor: Actor) -> GivenBack:
    rows = list(match.interventions.filter(kind=Intervention.Kind.TO_BOT, batch=batch).order_by("pk"))
    first, left = (rows[0] if rows else None), {user for row in rows for user in left_to_bot(row)}
    drawn = first is not None and match.moves.filter(number__gt=first.number).exclude(draws=[]).exists()
    return steer_seats_back(
        match_id=match.pk,
        batch=batch,
        actor=actor,
        gone=gone_from(play_session, match, left),
        same_cards=not drawn or play_session.luck == Luck.SAME,
    )
