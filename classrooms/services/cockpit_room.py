"""What those who run a session do to all of its tables with one press. Matches are locked in the order of their ids,
after the session; a table at which there is nothing to do is passed over.
"""

from collections.abc import Callable
from typing import Any

from django.db import transaction

from classrooms.services.sessions.common import changed, locked, locked_matches
from games.errors import MatchNotRunning, NobodyAwaited, NoDeadline
from games.models import Match
from games.services.interventions import Press
from games.services.steering import steer_extend, steer_message
from games.services.steering_seats import steer_remind

NOTHING_TO_DO = (MatchNotRunning, NoDeadline, NobodyAwaited)


@transaction.atomic
def _at_all_tables(session_id: int, act: Callable[[Match], Any]) -> int:
    """At how many tables it was done."""
    play_session = locked(session_id)
    done = 0
    for match in locked_matches(play_session):
        try:
            done += act(match) is not None
        except NOTHING_TO_DO:
            continue
    changed(play_session)
    return done


def room_extend(*, session_id: int, minutes: int, press: Press) -> int:
    """More time for everything that is owed in the room; returns at how many tables something was due."""
    return _at_all_tables(session_id, lambda match: steer_extend(match_id=match.pk, minutes=minutes, press=press))


def room_remind(*, session_id: int, press: Press) -> int:
    """Remind everybody who is awaited; returns at how many tables somebody was."""
    return _at_all_tables(session_id, lambda match: steer_remind(match_id=match.pk, press=press))


def room_message(*, session_id: int, text: str, press: Press) -> int:
    """Write to every table, those that are over included; returns their number. Raises BadRequest for a text that
    cannot be shown.
    """
    return _at_all_tables(session_id, lambda match: steer_message(match_id=match.pk, text=text, press=press))
