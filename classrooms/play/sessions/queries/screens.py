"""Screens at which people may have played beside the holder of the seat."""

from typing import Any

from classrooms.models import Enrolment, Session, SessionTeam
from classrooms.people.class_lists.namesakes import tell_apart
from classrooms.play.sessions.queries.set_up import roles_of
from games.public.models import SeatHolder

Screens = list[tuple[str, list[tuple[str, str]]]]
"""Screens by table, as choices of a form: the value is "table-seat-person"."""


def screens_of(play_session: Session) -> Screens:
    """Students with a present or past seat in a match that has begun, with their roles, by table; in two queries.
    People who only sat beside others have no screen.
    """
    rows = SeatHolder.objects.filter(
        seat__match__session_team__session=play_session,
        seat__match__started_at__isnull=False,
        together_with__isnull=True,
        user__enrolments__course=play_session.course_id,
        user__enrolments__role=Enrolment.Role.STUDENT,
    ).select_related("seat__match__session_team", "user")
    found = list(rows.order_by("seat__match__session_team__position", "seat__index", "since", "pk"))
    tell_apart(play_session.course_id, [row.user for row in found])
    roles = roles_of(play_session) if found else ()
    tables: dict[SessionTeam, dict[str, str]] = {}
    for row in found:
        table = row.seat.match.session_team
        value = f"{table.pk}-{row.seat.index}-{row.user_id}"
        tables.setdefault(table, {})[value] = f"{row.user.called}, {roles[row.seat.index].name}"
    return [(table.name, list(choices.items())) for table, choices in tables.items()]


def screen_read(play_session: Session, value: str) -> tuple[int, int, Any] | None:
    """Table, seat and person of a choice of `screens_of`; None for anything else."""
    if value not in {each for _table, choices in screens_of(play_session) for each, _words in choices}:
        return None
    table, seat, person = (int(part) for part in value.split("-"))
    row = SeatHolder.objects.filter(user=person, seat__index=seat, seat__match__session_team=table)
    holder = row.select_related("user").first()
    return (table, seat, holder.user) if holder is not None else None
