"""What the services of sessions share: the lock and the tables."""

from classrooms.models import Session, SessionStatus, SessionTeam
from classrooms.selectors.set_up import extra_time_of
from classrooms.services.sessions.refusals import wrong_state
from games.models import Match

__all__ = ["changed", "extra_time_of", "locked", "locked_matches", "tables_of"]


def locked(session_id: int, *allowed: SessionStatus) -> Session:
    """The session with its row locked until the end of the transaction. Always locked before its matches. Raises
    WrongState unless it is in one of the `allowed` states, if there are any.
    """
    play_session = Session.objects.select_for_update().get(pk=session_id)
    if allowed and play_session.status not in allowed:
        raise wrong_state(play_session)
    return play_session


def changed(play_session: Session, *fields: str) -> None:
    """Save these fields; whoever watches the session sees that something is new."""
    play_session.revision += 1
    play_session.save(update_fields=[*fields, "revision"])


def tables_of(play_session: Session) -> list[SessionTeam]:
    """The tables in their order, each with its match."""
    return list(play_session.session_teams.select_related("match").order_by("position", "pk"))


def locked_matches(play_session: Session) -> list[Match]:
    """The matches that are played now, locked in the order of their ids."""
    rows = Match.objects.select_for_update().filter(session_team__session=play_session).order_by("pk")
    return list(rows)
