"""Helpers of the session services: the lock and the tables."""

from collections.abc import Collection
from typing import Any, Final

from django.db.models import F

from classrooms.models import Enrolment, Session, SessionStatus, SessionTeam
from classrooms.play.sessions.queries.set_up import extra_time_of
from classrooms.play.sessions.services.refusals import wrong_state
from games.public.models import Match, SeatHolder

__all__ = ["changed", "extra_time_of", "gone_from", "locked", "locked_matches", "tables_of", "tables_touch"]


def locked(session_id: int, *allowed: SessionStatus) -> Session:
    """The session with its row locked until the end of the transaction. Always locked before its matches. Raises
    WrongState unless it is in one of the `allowed` states, if there are any.
    """
    play_session = Session.objects.select_for_update().get(pk=session_id)
    if allowed and play_session.status not in allowed:
        raise wrong_state(play_session)
    return play_session


def changed(play_session: Session, *fields: str) -> None:
    """Save these fields and raise the revision, so that open pages are renewed. Tables are renewed too if the change
    concerns quizzes, surveys or forecasts.
    """
    play_session.revision += 1
    play_session.save(update_fields=[*fields, "revision"])
    if ASKED_BY.intersection(fields):
        tables_touch(play_session.pk)


ASKED_BY: Final = frozenset({"status", "has_forecasts"})
"""Fields of a session that open and close quizzes, surveys and forecasts."""


def tables_touch(session_id: int, user: Any = None) -> None:
    """Make open pages of the tables read open questions again: of all tables, or of one person's."""
    rows = Match.objects.filter(session_team__session=session_id)
    if user is not None:
        rows = rows.filter(seats__holders__user=user)
    ids = sorted(set(rows.order_by().values_list("pk", flat=True)))
    list(Match.objects.select_for_update().filter(pk__in=ids).order_by("pk").values_list("pk"))
    Match.objects.filter(pk__in=ids).update(revision=F("revision") + 1)


def tables_of(play_session: Session) -> list[SessionTeam]:
    """The tables in their order, each with its match."""
    return list(play_session.session_teams.select_related("match").order_by("position", "pk"))


def locked_matches(play_session: Session) -> list[Match]:
    """The current matches, locked in the order of their ids."""
    rows = Match.objects.select_for_update().filter(session_team__session=play_session).order_by("pk")
    return list(rows)


def gone_from(play_session: Session, match: Match, people: Collection[int]) -> set[int]:
    """People among those who left seats of a match who cannot return: they left the course, or hold a seat at another
    table.
    """
    members = Enrolment.objects.filter(course=play_session.course_id, user__in=people, left_at__isnull=True)
    held = SeatHolder.objects.filter(seat__match__session_team__session=play_session, released_at__isnull=True)
    elsewhere = held.filter(user__in=people).exclude(seat__match=match)
    return (set(people) - set(members.values_list("user", flat=True))) | set(elsewhere.values_list("user", flat=True))
