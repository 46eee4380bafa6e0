"""The views that people have had of tables as observers, and the end of these views."""

from datetime import datetime
from typing import Any

from django.db.models import F, QuerySet
from django.utils.translation import gettext_lazy as _

from classrooms.models import Enrolment, TableObserver
from games.public.base import clock, refusal
from games.public.matches import hides
from games.public.models import KEPT, PERSON_ID, Match, SeatHolder

LookedOn = refusal(
    "looked_on",
    _("Somebody who looked on from a seat in this session knows hidden cards, and cannot take a seat in it."),
)
"""A person with an observer's view of hidden cards would get a seat in the same session."""


def observing_end(rows: QuerySet[TableObserver], now: datetime) -> int:
    """People stop looking on, and their tables reload; returns their number. Course observers keep the open view. Must
    be called inside a transaction that locked the session. Safe to repeat.
    """
    found = list(rows.filter(ended_at__isnull=True).select_related("session_team__session", "session_team__match"))
    for row in sorted(found, key=lambda each: each.session_team.match_id or 0):
        row.ended_at = now
        row.save(update_fields=["ended_at"])
        _view_end(row)
    return len(found)


def _view_end(row: TableObserver) -> None:
    match = row.session_team.match
    if match is None:
        return
    Match.objects.filter(pk=match.pk).update(revision=F("revision") + 1)
    staff = Enrolment.objects.filter(
        course=row.session_team.session.course_id, user=row.user_id, role=Enrolment.Role.OBSERVER, left_at__isnull=True
    )
    if not staff.exists():
        views = Match.observers.through.objects.filter(match__in=branches_of(match), **{PERSON_ID: row.user_id})
        views.delete()


def branches_of(match: Match) -> list[int]:
    """The ids of a match and of those that steps back left for it."""
    found, parent = [match.pk], match.parent_id
    while parent is not None:
        found.append(parent)
        parent = Match.objects.values_list("parent_id", flat=True).get(pk=parent)
    return found


def seating_check(match: Match, user: Any) -> None:
    """A person who gets a seat stops looking on in the session. Raises LookedOn if an observer's view has shown them
    hidden cards of it. Called inside the transaction that locked the match.
    """
    rows = TableObserver.objects.filter(user=user.pk, session_team__session__session_teams__match=match)
    seen = list(rows.values_list("seat", flat=True))
    if any(seat is not None for seat in seen) and hides(match):
        raise LookedOn
    if seen:
        observing_end(rows, clock.now())


def joined_check(*, guest: Any, into: Any) -> None:
    """Raises LookedOn if one of two accounts of a person has a seat in a session of which the other has seen hidden
    cards from an observer's view.
    """
    for player, looker in ((guest, into), (into, guest)):
        seen = TableObserver.objects.filter(user=looker.pk, seat__isnull=False).values("session_team__session")
        held = SeatHolder.objects.filter(KEPT, user=player.pk, seat__match__session_team__session__in=seen)
        if any(hides(row.seat.match) for row in held.select_related("seat__match")):
            raise LookedOn
