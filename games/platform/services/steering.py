"""Interventions of stewards in a whole match, and their messages.

Each function records its Intervention in the same transaction and does nothing for a repeated action. It returns the
record; None if there was nothing to do.
"""

from collections.abc import Collection
from dataclasses import replace

from django.db import transaction

from games.models import AuthorKind, Intervention, Match, SeatHolder, Status
from games.platform.errors import MatchNotRunning, NobodyAwaited, NoDeadline
from games.platform.selectors.position import game_of, state_of
from games.platform.services.authors import Author
from games.platform.services.deadlines import deadlines_extend
from games.platform.services.interventions import Actor, intervention_record, was_done
from games.platform.services.matches import match_abort, match_pause, match_resume, match_start
from games.platform.services.moves import submit
from games.platform.services.talk import message_say
from games.platform.work import outbox

Kind = Intervention.Kind


def _locked(match_id: int) -> Match:
    return Match.objects.select_for_update().get(pk=match_id)


@transaction.atomic
def steer_start(*, match_id: int, actor: Actor) -> Intervention | None:
    """Start a match from its lobby. If the actor holds no seat, the match waits for its first holder."""
    if _locked(match_id).status != Status.LOBBY:
        return None
    sits = SeatHolder.objects.filter(seat__match=match_id, user=actor.user, released_at__isnull=True).exists()
    match = match_start(match_id=match_id, wait_for_people=not sits, now=actor.at)
    return intervention_record(match=match, kind=Kind.START, actor=actor)


@transaction.atomic
def steer_pause(*, match_id: int, actor: Actor) -> Intervention | None:
    """Stop all clocks. Raises MatchNotRunning if it has not begun or is over."""
    if _locked(match_id).status == Status.PAUSED:
        return None
    match = match_pause(match_id=match_id, now=actor.at)
    return intervention_record(match=match, kind=Kind.PAUSE, actor=actor)


@transaction.atomic
def steer_resume(*, match_id: int, actor: Actor) -> Intervention | None:
    """Let a paused match go on. Raises MatchNotRunning if it has not begun or is over."""
    if _locked(match_id).status == Status.RUNNING:
        return None
    match = match_resume(match_id=match_id, now=actor.at)
    return intervention_record(match=match, kind=Kind.RESUME, actor=actor)


@transaction.atomic
def steer_extend(*, match_id: int, minutes: int, actor: Actor) -> Intervention | None:
    """Give all open decisions more time. Raises NoDeadline if nothing is due, MatchNotRunning."""
    match = _locked(match_id)
    if was_done(match, actor, Kind.EXTEND):
        return None
    if match.status not in (Status.RUNNING, Status.PAUSED):
        raise MatchNotRunning(status=match.status)
    if not match.decisions.filter(closed_at__isnull=True, optional=False, due_at__isnull=False).exists():
        raise NoDeadline
    deadlines_extend(match_id=match_id, minutes=minutes)
    match.refresh_from_db()
    return intervention_record(match=match, kind=Kind.EXTEND, actor=actor, minutes=minutes)


@transaction.atomic
def steer_end(*, match_id: int, actor: Actor) -> Intervention | None:
    """End a match without a result. Raises MatchNotRunning if it is finished."""
    if _locked(match_id).status == Status.ABORTED:
        return None
    match = match_abort(match_id=match_id, now=actor.at)
    return intervention_record(match=match, kind=Kind.END, actor=actor)


@transaction.atomic
def steer_default(
    *, match_id: int, actor: Actor, seat: int | None = None, missed: Collection[int] = ()
) -> list[Intervention]:
    """Play the default of a seat's open decisions, or of all that the match awaits, as the instructor's moves. Those
    of the `missed` seats count in marks, others are excused. Raises NobodyAwaited, MatchNotRunning.
    """
    match = _locked(match_id)
    if was_done(match, actor, Kind.DEFAULT):
        return []
    if match.status != Status.RUNNING:
        raise MatchNotRunning(status=match.status)
    rules = game_of(match).rules
    wanted = [
        (prompt.seat, prompt.key)
        for prompt in rules.prompts(state_of(match))
        if not prompt.optional and not prompt.passive and seat in (None, prompt.seat)
    ]
    if not wanted:
        raise NobodyAwaited
    actors = [(place, replace(actor, counts=place[0] in missed)) for place in wanted]
    notes = [note for place, each in actors if (note := _play_default(match_id, *place, each)) is not None]
    outbox.after_commit("games.after_move", match_id)
    return notes


def _play_default(match_id: int, seat: int, key: str, actor: Actor) -> Intervention | None:
    """Play one default; None if an earlier one of the same action closed the prompt."""
    match = Match.objects.get(pk=match_id)
    rules, state = game_of(match).rules, state_of(match)
    is_open = any((p.seat, p.key) == (seat, key) and not p.optional for p in rules.prompts(state))
    if not is_open or match.status != Status.RUNNING:
        return None
    by = Author(AuthorKind.INSTRUCTOR, actor.user)
    move = rules.default(state, seat, key)
    played = submit(match_id=match_id, seat=seat, key=key, move=move, by=by, now=actor.at, announce=False).move
    return intervention_record(match=match, kind=Kind.DEFAULT, actor=actor, seat=seat, key=key, move=played.number)


@transaction.atomic
def steer_message(*, match_id: int, text: str, actor: Actor, to_seat: int | None = None) -> Intervention | None:
    """Write to the table, or to one seat alone. Raises BadRequest for an invalid text or seat, TooMuchTalk."""
    match = _locked(match_id)
    if was_done(match, actor, Kind.MESSAGE):
        return None
    message = message_say(match_id=match_id, seat=None, to_seat=to_seat, author=actor.user, text=text, now=actor.at)
    return intervention_record(match=match, kind=Kind.MESSAGE, actor=actor, seat=to_seat, message=message.pk)
