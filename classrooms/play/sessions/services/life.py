"""The life of an open session: start, pause, end, reopening and archiving."""

import secrets
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any, Final

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext as _

from classrooms.models import Luck, Session, SessionStatus
from classrooms.people.class_lists.services.staff import course_staff_sync
from classrooms.play.sessions.queries.hands import hands_in, options_with
from classrooms.play.sessions.queries.set_up import BEGUN, OVER
from classrooms.play.sessions.services.common import changed, gone_from, locked, locked_matches, tables_of
from classrooms.play.sessions.services.membership import team_note
from classrooms.play.sessions.services.refusals import TooLateToUnstart, wrong_state
from games.engine import codec
from games.engine.draws import SEED_BYTES
from games.public.base import clock
from games.public.matches import has_other_rules, options_of, scenario_of
from games.public.models import OVER as MATCH_OVER
from games.public.models import Intervention, Match, SeatHolder, Status
from games.public.steering import (
    Actor,
    OwnCardsOff,
    match_abort,
    match_pause,
    match_resume,
    match_start,
    match_unstart,
    paper_own_cards,
)
from games.ui import faces

Kind = Intervention.Kind


@transaction.atomic
def session_start(*, session_id: int, wait_for_people: bool = True, now: datetime | None = None) -> Session:
    """Start the matches of an open session, all at one moment; a match with people on its seats waits for the first of
    them, unless stated otherwise. Safe to repeat and to call twice at once. Options that depend on the players (a
    contract between two roles of one person) are settled now, since seats may change until now. Raises WrongState for a
    draft and for a session that is over.
    """
    play_session = locked(session_id, SessionStatus.OPEN, *BEGUN)
    if play_session.status != SessionStatus.OPEN:
        return play_session
    now = now or clock.now()
    matches = locked_matches(play_session)
    hands = hands_in(matches)
    for match in matches:
        if match.status == Status.LOBBY:
            match_settle_options(match, hands.get(match.pk, ()))
            match_start(match_id=match.pk, wait_for_people=wait_for_people, now=now)
    team_note(tables_of(play_session))
    play_session.status, play_session.started_at = SessionStatus.RUNNING, now
    changed(play_session, "status", "started_at")
    return play_session


@transaction.atomic
def session_to_paper(*, session_id: int, by: Any, own_cards: bool = False, now: datetime | None = None) -> Session:
    """Start a session whose teams play on paper, or turn a running one over to paper: matches start and are paused at
    the same moment, so that no clock runs and no bot moves before the sheets are entered. Safe to repeat. With
    `own_cards`, teams without a move draw their own cards, which are typed in. Raises WrongState for a draft and for a
    session that is over, OwnCardsOff (see `may_own_cards`).
    """
    now = now or clock.now()
    play_session = session_start(session_id=session_id, wait_for_people=False, now=now)
    if own_cards:
        if not may_own_cards(play_session):
            raise OwnCardsOff
        for match in locked_matches(play_session):
            if not match.number and not match.is_over:
                paper_own_cards(match_id=match.pk)
    return session_pause(session_id=session_id, by=by, reason=_("The teams play on paper."), now=now)


def may_own_cards(play_session: Session) -> bool:
    """May its tables draw their own cards? Not in a game whose draws cannot be typed in, nor where all teams have the
    same luck.
    """
    return play_session.luck == Luck.OWN and faces.get(play_session.game).printing.draw is not None


UNSTART_FOR: Final = timedelta(minutes=10)


def unstart_until(play_session: Session, now: datetime) -> datetime | None:
    """The time until which the start of a session can be undone; None if it cannot be undone now."""
    if play_session.started_at is None or play_session.status == SessionStatus.ARCHIVED:
        return None
    until = play_session.started_at + UNSTART_FOR
    return until if now <= until else None


@transaction.atomic
def session_unstart(*, session_id: int, actor: Actor) -> Session:
    """Undo the start: the room is open again, with the same people on their seats and unseen cards. The match played so
    far is kept as an abandoned branch of each table. Possible for `UNSTART_FOR` after the start. Safe to repeat. Raises
    WrongState before the opening and for an archived session, TooLateToUnstart.
    """
    play_session = locked(session_id, SessionStatus.OPEN, *BEGUN, SessionStatus.FINISHED)
    if play_session.status == SessionStatus.OPEN:
        return play_session
    if unstart_until(play_session, actor.at) is None:
        raise TooLateToUnstart(minutes=UNSTART_FOR // timedelta(minutes=1))
    if play_session.luck == Luck.SAME:
        play_session.seed = secrets.token_bytes(SEED_BYTES).hex()
    seed = bytes.fromhex(play_session.seed) if play_session.luck == Luck.SAME else None
    tables = {table.match_id: table for table in tables_of(play_session)}
    for match in locked_matches(play_session):
        if match.started_at is not None:
            table = tables[match.pk]
            people = SeatHolder.objects.filter(seat__match=match).values_list("user", flat=True)
            gone = gone_from(play_session, match, set(people))
            table.match = match_unstart(
                match_id=match.pk, actor=actor, seed=seed, options=play_session.options, gone=gone
            )
            table.save(update_fields=["match"])
    course_staff_sync(course_id=play_session.course_id)
    play_session.status, play_session.started_at, play_session.starts_at = SessionStatus.OPEN, None, None
    play_session.finished_at = None
    changed(play_session, "status", "started_at", "starts_at", "finished_at", "seed")
    return play_session


def match_settle_options(match: Match, hands: Sequence[frozenset[int]]) -> None:
    """Set the options of a match that has not begun to suit the people on its seats."""
    options = options_of(match)
    settled = options_with(match.game, scenario_of(match), options, hands)
    if settled != options:
        match.options = codec.to_json(settled).decode()
        match.save(update_fields=["options"])


@transaction.atomic
def session_plan_start(*, session_id: int, at: datetime | None) -> Session:
    """Let an open session start automatically at a moment (all screens count down to it), or, with None, wait for a
    manual start. Raises WrongState unless it is open.
    """
    play_session = locked(session_id, SessionStatus.OPEN)
    play_session.starts_at = at
    changed(play_session, "starts_at")
    return play_session


@transaction.atomic
def session_pause(*, session_id: int, by: Any, reason: str = "", now: datetime | None = None) -> Session:
    """Stop the clocks of all running matches; logged with each of them. Safe to repeat. Raises WrongState unless it has
    begun.
    """
    play_session = locked(session_id, *BEGUN)
    now = now or clock.now()
    running = [match for match in locked_matches(play_session) if match.status == Status.RUNNING]
    for match in running:
        match_pause(match_id=match.pk, now=now)
    log_for_all(Kind.PAUSE, running, by=by, reason=reason, now=now)
    if play_session.status != SessionStatus.PAUSED:
        play_session.status = SessionStatus.PAUSED
        changed(play_session, "status")
    return play_session


@transaction.atomic
def session_resume(*, session_id: int, by: Any, reason: str = "", now: datetime | None = None) -> Session:
    """Resume the matches that the latest pause of the whole session stopped, and any that were paused since. Matches
    paused alone before that stay paused, and so do matches of another version of the rules. Safe to repeat. Raises
    WrongState unless it has begun.
    """
    play_session = locked(session_id, *BEGUN)
    if play_session.status == SessionStatus.RUNNING:
        return play_session
    now = now or clock.now()
    matches = locked_matches(play_session)
    rows = Intervention.objects.filter(match__in=matches, kind=Kind.PAUSE, params__all=True).order_by("-created_at")
    since = rows.values_list("created_at", flat=True).first()
    stopped = [
        match
        for match in matches
        if match.status == Status.PAUSED
        and not has_other_rules(match)
        and (since is None or (match.paused_at or since) >= since)
    ]
    for match in stopped:
        match_resume(match_id=match.pk, now=now)
    log_for_all(Kind.RESUME, stopped, by=by, reason=reason, now=now)
    play_session.status = SessionStatus.RUNNING
    changed(play_session, "status")
    return play_session


@transaction.atomic
def session_finish(*, session_id: int, by: Any, reason: str = "", now: datetime | None = None) -> Session:
    """End a session by hand: matches that are not over end without a result, which is logged with each of them. Safe to
    repeat. Raises WrongState for a draft.
    """
    play_session = locked(session_id, SessionStatus.OPEN, *BEGUN, *OVER)
    if play_session.status in OVER:
        return play_session
    now = now or clock.now()
    open_matches = [match for match in locked_matches(play_session) if not match.is_over]
    for match in open_matches:
        match_abort(match_id=match.pk, now=now)
    log_for_all(Kind.END, open_matches, by=by, reason=reason, now=now)
    play_session.status, play_session.finished_at = SessionStatus.FINISHED, now
    changed(play_session, "status", "finished_at")
    return play_session


@transaction.atomic
def session_reopen(*, session_id: int, by: Any, now: datetime | None = None) -> Session:
    """Undo the end of a session that nobody had begun to play. It has its lobby again, with the same people on the same
    seats, and waits for a start. Safe to repeat. Raises WrongState for any other one.
    """
    play_session = locked(session_id, SessionStatus.OPEN, SessionStatus.FINISHED)
    if play_session.status == SessionStatus.OPEN:
        return play_session
    if play_session.started_at is not None:
        raise wrong_state(play_session)
    now = now or clock.now()
    matches = [match for match in locked_matches(play_session) if match.status == Status.ABORTED]
    for match in matches:
        match.status, match.ended_at, match.revision = Status.LOBBY, None, match.revision + 1
        match.save(update_fields=["status", "ended_at", "revision"])
    log_for_all(Kind.RESUME, matches, by=by, reason="", now=now)
    play_session.status, play_session.finished_at, play_session.starts_at = SessionStatus.OPEN, None, None
    changed(play_session, "status", "finished_at", "starts_at")
    return play_session


@transaction.atomic
def session_settle(*, session_id: int, now: datetime | None = None) -> Session:
    """Bring a session in line with its matches: finished when the last one has ended, running again when a step back
    opened one. To be called when a match ended or was replaced; safe to repeat.
    """
    play_session = locked(session_id)
    matches = Match.objects.filter(session_team__session=play_session)
    is_open = matches.exclude(status__in=MATCH_OVER).exists()
    if play_session.status in BEGUN and not is_open:
        play_session.status, play_session.finished_at = SessionStatus.FINISHED, now or clock.now()
        changed(play_session, "status", "finished_at")
    elif play_session.status == SessionStatus.FINISHED and is_open:
        play_session.status, play_session.finished_at = SessionStatus.RUNNING, None
        changed(play_session, "status", "finished_at")
    return play_session


@transaction.atomic
def session_release(*, session_id: int, by: Any, now: datetime | None = None) -> Session:
    """Open cards and debriefs of finished matches although others with the same luck still play. Safe to repeat.
    Raises WrongState before the start.
    """
    play_session = locked(session_id, *BEGUN, *OVER)
    if play_session.released_at is not None:
        return play_session
    now = now or clock.now()
    matches = locked_matches(play_session)
    luck = {match.commitment for match in matches}
    closed = Match.objects.filter(commitment__in=luck, revealed_at__isnull=True)
    closed.update(revealed_at=now, revision=F("revision") + 1)
    log_for_all(Kind.REVEAL, matches, by=by, reason="", now=now)
    play_session.released_at = now
    changed(play_session, "released_at")
    return play_session


@transaction.atomic
def session_archive(*, session_id: int, now: datetime | None = None) -> Session:
    """Archive a finished session. Safe to repeat. Raises WrongState unless it is over."""
    play_session = locked(session_id, *OVER)
    if play_session.status == SessionStatus.FINISHED:
        play_session.status, play_session.archived_at = SessionStatus.ARCHIVED, now or clock.now()
        changed(play_session, "status", "archived_at")
    return play_session


@transaction.atomic
def session_restore(*, session_id: int) -> Session:
    """Restore an archived session to the finished ones. Safe to repeat. Raises WrongState unless it is over."""
    play_session = locked(session_id, *OVER)
    if play_session.status == SessionStatus.ARCHIVED:
        play_session.status, play_session.archived_at = SessionStatus.FINISHED, None
        changed(play_session, "status", "archived_at")
    return play_session


def log_for_all(kind: Intervention.Kind, matches: Iterable[Match], *, by: Any, reason: str, now: datetime) -> None:
    """Log one action on all matches with each of them. Raises BadRequest for a reason that is too long."""
    actor = Actor(user=by, reason=reason, at=now)
    Intervention.objects.bulk_create(
        Intervention(
            match=match,
            kind=kind,
            number=match.number,
            by=actor.user,
            reason=actor.reason,
            params={"all": True},
            batch=actor.batch,
            created_at=actor.at,
        )
        for match in matches
    )
