"""Events of the facilitator at the tables of a session. Matches are locked in the order of their ids, after the
session.
"""

from collections.abc import Collection
from dataclasses import dataclass, replace

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from classrooms.models import Session
from classrooms.play.monitor.queries.events import event_lines
from classrooms.play.sessions.services.common import changed, locked, locked_matches
from games.engine.errors import RulesError
from games.engine.facilitation import Brought
from games.public.base import ServiceError
from games.public.matches import scenario_of
from games.public.steering import Actor, event_bring, event_cancel, event_plan, plans_open
from games.ui import faces

EventsFixed = ServiceError.refusal(
    "events_fixed", _("An event was brought or planned already: whether events count in marks stays as it is.")
)
"""The choice about marks is changed after the first event."""


@dataclass(frozen=True)
class EventDone:
    """The names of the teams with the event, and those without it, each with the reason."""

    teams: tuple[str, ...]
    refused: tuple[tuple[str, str], ...]


@transaction.atomic
def room_event(
    *, session_id: int, tables: Collection[int], brought: Brought, turn: int | None, actor: Actor
) -> EventDone:
    """Bring an event to these teams (`SessionTeam` ids) now, or plan it for a turn. Teams at which it is impossible are
    named with the reason. Teams to which this action came before are in neither list.
    """
    play_session = locked(session_id)
    actor = replace(actor, counts=play_session.events_count)
    names = dict(play_session.session_teams.filter(pk__in=tables).values_list("match", "name"))
    done, refused = [], []
    for match in locked_matches(play_session):
        if match.pk not in names:
            continue
        try:
            if turn is None:
                note = event_bring(match_id=match.pk, brought=brought, actor=actor)
            else:
                note = event_plan(match_id=match.pk, brought=brought, turn=turn, actor=actor)
        except RulesError as error:
            refused.append((names[match.pk], faces.get(match.game).refusal(scenario_of(match), error)))
        except ServiceError as error:
            refused.append((names[match.pk], str(error)))
        else:
            done += [names[match.pk]] if note is not None else []
    changed(play_session)
    return EventDone(tuple(done), tuple(refused))


@transaction.atomic
def room_event_cancel(*, session_id: int, batch: str, actor: Actor) -> int:
    """Cancel the planned events of one action where they are still open; returns their number."""
    play_session = locked(session_id)
    matches = locked_matches(play_session)
    plans = [each for each in plans_open([match.pk for match in matches]) if each.batch == batch]
    for plan in plans:
        event_cancel(match_id=plan.match_id, plan_id=plan.pk, actor=actor)
    changed(play_session)
    return len(plans)


@transaction.atomic
def events_count_set(*, session_id: int, counts: bool) -> Session:
    """Choose whether events count in marks. Raises EventsFixed after the first event."""
    play_session = locked(session_id)
    if play_session.events_count != counts:
        if event_lines(play_session):
            raise EventsFixed
        play_session.events_count = counts
        changed(play_session, "events_count")
    return play_session
