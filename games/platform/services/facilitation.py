"""Events that stewards bring into a match, at once or at a turn.

An event that is brought is a move without a seat, and an Intervention with the move's number. A planned event is an
Intervention alone. It is open until one of kind `EVENT` or `EVENT_OFF` names it as its `plan`.
"""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from games.engine.errors import IllegalMove
from games.engine.facilitation import NO_SUCH_EVENT, Brought, facilitation_of, played
from games.models import AuthorKind, Intervention, Match, Status
from games.platform.errors import BadRequest, MatchNotRunning
from games.platform.selectors.position import draws_for, game_of, state_of
from games.platform.services.authors import Author
from games.platform.services.interventions import Actor, intervention_record, was_done
from games.platform.services.matches import check_rules
from games.platform.services.record import StoredMove, write_outcome
from games.platform.work import outbox

Kind = Intervention.Kind


@transaction.atomic
def event_bring(*, match_id: int, brought: Brought, actor: Actor) -> Intervention | None:
    """Bring an event now, as the next move. It counts in marks if the actor says so. None if this action brought it
    before. `games.after_move` starts after commit. Raises MatchNotRunning, OtherRules, or IllegalMove for an event that
    the rules do not offer now.
    """
    match = Match.objects.select_for_update().get(pk=match_id)
    if was_done(match, actor, Kind.EVENT):
        return None
    if match.status != Status.RUNNING:
        raise MatchNotRunning(status=match.status)
    check_rules(match)
    note, _written = _bring(match, brought, actor)
    outbox.after_commit("games.after_move", match.pk)
    return note


@transaction.atomic
def event_plan(*, match_id: int, brought: Brought, turn: int, actor: Actor) -> Intervention | None:
    """Plan an event for the moment at which a match reaches `turn`. None if this action planned it before. Raises
    MatchNotRunning for a match that is over, BadRequest for a turn that has begun or an event of another game.
    """
    match = Match.objects.select_for_update().get(pk=match_id)
    if was_done(match, actor, Kind.EVENT_PLAN):
        return None
    if match.status not in (Status.RUNNING, Status.PAUSED):
        raise MatchNotRunning(status=match.status)
    events = facilitation_of(game_of(match).rules)
    if events is None:
        raise IllegalMove(NO_SUCH_EVENT, event=brought.event)
    now = events.turn(state_of(match))
    if turn <= now:
        raise BadRequest(field="turn", reason=_("this team is at %(turn)d already") % {"turn": now})
    return intervention_record(
        match=match, kind=Kind.EVENT_PLAN, actor=actor, seat=brought.seat, turn=turn, **_params(brought, actor)
    )


@transaction.atomic
def event_cancel(*, match_id: int, plan_id: int, actor: Actor) -> Intervention | None:
    """Cancel a planned event. None if it is not open any more. Raises Intervention.DoesNotExist for another match's."""
    match = Match.objects.select_for_update().get(pk=match_id)
    plan = match.interventions.get(pk=plan_id, kind=Kind.EVENT_PLAN)
    if plan.pk not in {each.pk for each in plans_open([match.pk])}:
        return None
    return intervention_record(match=match, kind=Kind.EVENT_OFF, actor=actor, seat=plan.seat, plan=plan.pk)


def plans_open(match_ids: Iterable[int]) -> list[Intervention]:
    """The planned events that were neither brought nor cancelled, oldest first, in one query."""
    rows = Intervention.objects.filter(
        match__in=list(match_ids), kind__in=(Kind.EVENT_PLAN, Kind.EVENT, Kind.EVENT_OFF)
    ).select_related("by")
    found = list(rows.order_by("pk"))
    closed = {row.params["plan"] for row in found if "plan" in row.params}
    return [row for row in found if row.kind == Kind.EVENT_PLAN and row.pk not in closed]


def events_due(match: Match, before: Any, now: datetime) -> StoredMove | None:
    """Bring the events planned for a turn that a move has just reached from the position `before`. Call it in the
    transaction of that move. An event that the rules do not offer then is cancelled, with the reason. The result is
    the last event; None if there is none.
    """
    events = facilitation_of(game_of(match).rules)
    if events is None or match.status != Status.RUNNING or events.turn(state_of(match)) == events.turn(before):
        return None
    written = None
    for plan in plans_open([match.pk]):
        if plan.params["turn"] > events.turn(state_of(match)):
            continue
        actor = Actor(plan.by, plan.reason, plan.batch, at=now, counts=bool(plan.params.get("marked")))
        try:
            _note, written = _bring(match, brought_of(plan), actor, plan=plan.pk)
        except IllegalMove as refused:
            intervention_record(
                match=match, kind=Kind.EVENT_OFF, actor=actor, seat=plan.seat, plan=plan.pk, refused=refused.code
            )
    return written


def brought_of(row: Intervention) -> Brought:
    """The event of an intervention of kind `EVENT` or `EVENT_PLAN`."""
    return Brought(row.params["event"], row.params["amount"], row.seat)


def _bring(match: Match, brought: Brought, actor: Actor, **params: Any) -> tuple[Intervention, StoredMove]:
    rules, state, number = game_of(match).rules, state_of(match), match.number + 1
    key, draws = f"event-{number}", draws_for(match, number)
    outcome = played(rules, state, None, key, brought, draws)
    events = facilitation_of(rules)
    turn = {} if events is None else {"turn": events.turn(state)}
    told = {**_params(brought, actor), **turn, **params}
    note = intervention_record(match=match, kind=Kind.EVENT, actor=actor, seat=brought.seat, number=number, **told)
    written = write_outcome(
        match=match,
        seat=None,
        key=key,
        move=brought,
        outcome=outcome,
        draws=draws,
        by=Author(AuthorKind.BROUGHT, actor.user),
        submission_id=None,
        now=actor.at,
    )
    return note, written


def _params(brought: Brought, actor: Actor) -> dict[str, Any]:
    return {"event": brought.event, "amount": brought.amount, "marked": actor.counts}
