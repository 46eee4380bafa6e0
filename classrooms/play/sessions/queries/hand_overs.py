"""The last actions that gave seats to bots, while they can be undone."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Max, QuerySet

from classrooms.models import Session, SessionTeam
from classrooms.play.sessions.queries.absence import Place
from games.public.models import Intervention, Match, Move, SeatHolder, Status
from games.public.steering import BY_PEOPLE, HANDED_OVER, changed_hands, left_to_bot


@dataclass(frozen=True)
class HandedOver:
    """The latest action that gave seats to bots, while at least one of them can be given back. `set_back` is the number
    of matches that would return to their position at that time.
    """

    batch: str
    seats: int
    at: datetime
    by: str
    set_back: int = 0


def handed_over(play_session: Session, table: SessionTeam | None = None) -> HandedOver | None:
    """The hand-overs that one undo can take back, in five queries: in the whole session, or at one table. An ended
    match counts as long as no person has moved in it since. After an undo this is the action before.
    """
    matches = Match.objects.filter(session_team__session=play_session).exclude(status=Status.ABORTED)
    if table is not None:
        matches = matches.filter(session_team=table)
    latest = _latest_changes(matches)
    held = SeatHolder.objects.filter(seat__match__in=matches, released_at__isnull=True)
    taken = set(held.values_list("seat__match_id", "seat__index"))
    moves = Move.objects.filter(match__in={match for match, _seat in latest}, author_kind__in=BY_PEOPLE)
    last = dict(moves.order_by().values_list("match").annotate(last=Max("number")))
    given = [row for place, row in latest.items() if place not in taken and left_to_bot(row)]
    unmoved = {row.pk for row in given if last.get(row.match_id, 0) <= row.number}
    free = [row for row in given if row.pk in unmoved or not row.match.is_over]
    if not free:
        return None
    newest = max(free, key=lambda row: row.pk)
    batch = [row for row in free if row.batch == newest.batch]
    set_back = {row.match_id for row in batch if row.pk in unmoved and row.match.number > row.number}
    by = newest.by.get_full_name() if newest.by else ""
    return HandedOver(newest.batch, len(batch), newest.created_at, by, len(set_back))


def _latest_changes(matches: QuerySet[Match]) -> dict[Place, Intervention]:
    """The latest change of the player of each seat."""
    rows = Intervention.objects.filter(match__in=matches, kind__in=HANDED_OVER, seat__isnull=False)
    rows = rows.select_related("match", "by").defer("match__state", "match__scenario").order_by("pk")
    return {(row.match_id, row.seat or 0): row for row in rows if changed_hands(row)}
