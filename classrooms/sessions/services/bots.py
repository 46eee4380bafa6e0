"""Many seats with one press: those of a person, of a team, or of everybody who was never there go to bots, and come
back. The session is locked before its matches; all notes of a press share its batch.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Q, QuerySet

from classrooms.models import Enrolment, Session, SessionStatus
from classrooms.sessions.queries.absence import Place, absence_of, away_from
from classrooms.sessions.queries.set_up import BEGUN
from classrooms.sessions.services.common import changed, locked, locked_matches
from classrooms.sessions.services.life import session_start
from games.errors import MatchNotRunning
from games.models import Intervention, Match, SeatHolder
from games.services.interventions import Press
from games.services.matches import match_begin
from games.services.steering_seats import steer_seat_to_bot, steer_seats_back


@dataclass(frozen=True)
class Back:
    """How many seats people have again, how many stay with whoever has them, and how many are of matches that have
    ended since.
    """

    given: int
    kept: int
    over: int


@transaction.atomic
def session_start_without(*, session_id: int, named: Collection[Place], press: Press) -> int:
    """Start an open session and give to bots those of the `named` seats whose people have no page of it open; returns
    their number. Where nobody comes, bots wait too. Raises WrongState as `session_start` does.
    """
    play_session = locked(session_id, SessionStatus.OPEN, *BEGUN)
    away = away_from(play_session, press.at).seats if play_session.status == SessionStatus.OPEN else ()
    session_start(session_id=session_id, now=press.at)
    return _to_bots(play_session, [place for place in away if place in named], press)


@transaction.atomic
def absent_to_bots(*, session_id: int, named: Collection[Place], press: Press) -> int:
    """Give to bots those of the `named` seats whose people were never there; returns their number. Who has come since
    the page named them keeps theirs.
    """
    play_session = locked(session_id, *BEGUN)
    empty = absence_of(play_session, press.at).seats
    return _to_bots(play_session, [place for place in empty if place in named], press)


@transaction.atomic
def person_to_bots(*, session_id: int, user_id: int, press: Press) -> int:
    """Bots play the seats that a person holds alone, or with people at the same screen; returns their number. Whoever
    shares a seat with them plays on.
    """
    play_session = locked(session_id, *BEGUN)
    theirs = Q(user=user_id) | Q(together_with=user_id)
    shared = set(_places(_held(play_session).exclude(theirs)))
    mine = _places(_held(play_session).filter(user=user_id))
    return _to_bots(play_session, [place for place in mine if place not in shared], press)


@transaction.atomic
def team_to_bots(*, session_id: int, session_team_id: int, named: Collection[Place], press: Press) -> int:
    """Bots play the `named` seats of one team that people hold; returns their number. A table that is left to bots
    alone by that waits for nobody any more: it was ordered for this one team.
    """
    play_session = locked(session_id, *BEGUN)
    table = play_session.session_teams.get(pk=session_team_id)
    held = _held(play_session).filter(seat__match=table.match_id)
    done = _to_bots(play_session, [place for place in _places(held) if place in named], press)
    if done and table.match_id is not None and not held.exists():
        match_begin(match_id=table.match_id, now=press.at)
    return done


def _held(play_session: Session) -> QuerySet[SeatHolder]:
    return SeatHolder.objects.filter(seat__match__session_team__session=play_session, released_at__isnull=True)


def _places(held: QuerySet[SeatHolder]) -> list[Place]:
    return list(held.order_by().values_list("seat__match_id", "seat__index").distinct())


def _to_bots(play_session: Session, places: Iterable[Place], press: Press) -> int:
    locked_matches(play_session)
    done = 0
    for match_id, seat in sorted(places):
        try:
            done += steer_seat_to_bot(match_id=match_id, seat=seat, press=press) is not None
        except MatchNotRunning:
            continue
    changed(play_session)
    return done


@transaction.atomic
def seats_back(*, session_id: int, batch: str, press: Press) -> Back:
    """Take back what one press gave to bots, where nothing has changed since: see `steer_seats_back`. People who left
    the course or sit at another table by now stay away. Safe to repeat.
    """
    play_session = locked(session_id, *BEGUN)
    given = kept = over = 0
    for match in locked_matches(play_session):
        try:
            done = steer_seats_back(match_id=match.pk, batch=batch, press=press, gone=_gone(play_session, match, batch))
        except MatchNotRunning:
            over += match.interventions.filter(kind=Intervention.Kind.TO_BOT, batch=batch).count()
            continue
        given, kept = given + len(done.notes), kept + len(done.kept)
    changed(play_session)
    return Back(given, kept, over)


def _gone(play_session: Session, match: Match, batch: str) -> set[int]:
    """Of the people who left seats of a match by this press, those who cannot come back."""
    rows = match.interventions.filter(batch=batch).values_list("params", flat=True)
    left = {user for params in rows for user in params.get("released", ())}
    members = Enrolment.objects.filter(course=play_session.course_id, user__in=left, left_at__isnull=True)
    elsewhere = _held(play_session).filter(user__in=left).exclude(seat__match=match)
    return (left - set(members.values_list("user", flat=True))) | set(elsewhere.values_list("user", flat=True))
