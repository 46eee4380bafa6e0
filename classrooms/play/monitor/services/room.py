"""Interventions at all tables of a session at once. Matches are locked in the order of their ids, after the
session. Tables with nothing to do are skipped.
"""

from collections.abc import Callable
from typing import TypeVar

from django.db import transaction

from classrooms.play.sessions.services.common import changed, locked, locked_matches
from games.public.base import MatchNotRunning, NobodyAwaited, NoDeadline
from games.public.models import Intervention, Match
from games.public.steering import Actor, steer_extend, steer_message, steer_remind

Done = TypeVar("Done")
NOTHING_TO_DO = (MatchNotRunning, NoDeadline, NobodyAwaited)


@transaction.atomic
def _at_all_tables(session_id: int, act: Callable[[Match], Done | None]) -> list[Done]:
    """The results of an action at each table where it changed something."""
    play_session = locked(session_id)
    done = []
    for match in locked_matches(play_session):
        try:
            result = act(match)
        except NOTHING_TO_DO:
            continue
        if result is not None:
            done.append(result)
    changed(play_session)
    return done


def room_extend(*, session_id: int, minutes: int, actor: Actor) -> int:
    """More time for all open decisions of the room; returns the number of tables that had any."""
    return len(_at_all_tables(session_id, lambda match: steer_extend(match_id=match.pk, minutes=minutes, actor=actor)))


def room_remind(*, session_id: int, actor: Actor) -> list[Intervention]:
    """Remind all awaited people; returns the note of each table that had any."""
    return _at_all_tables(session_id, lambda match: steer_remind(match_id=match.pk, actor=actor))


def room_message(*, session_id: int, text: str, actor: Actor) -> int:
    """Write to every table, those that are over included; returns their number. Raises BadRequest for a text that
    cannot be shown.
    """
    return len(_at_all_tables(session_id, lambda match: steer_message(match_id=match.pk, text=text, actor=actor)))
