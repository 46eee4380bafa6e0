"""Participation of people: absent, replaced or excused. It is set by hand, or proposed from own moves, since presence
is not recorded.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from django.db import transaction
from django.utils.translation import gettext as _

from classrooms.assess.grading.queries.shares import Played, SeatShare
from classrooms.assess.grading.queries.tables import PlayedTable
from classrooms.models import GradeBook, Participation, Session
from games.public.base import BadRequest, clock
from games.ui.one_line import is_shown, one_line

State = Participation.State
Proposal = tuple[str, dict[str, Any]]
REASON_LENGTH: Final = 300


def proposals(
    tables: Sequence[PlayedTable], played: Played, users: Sequence[int], *, turns: bool = False
) -> dict[int, Proposal]:
    """State and facts of each of the users. A person is absent without any move, if there were decisions and the match
    is over (or, with `turns`, continues without being awaited). A person without a seat is absent once every match is
    over. A person who moved and left a seat for good before the end is replaced.
    """
    begun = [table for table in tables if table.match is not None and table.match.started_at]
    over = [table for table in begun if table.match is not None and (table.match.is_over or turns)]
    moved = {user for movers in played.movers.values() for user in movers}
    found = {}
    for user in users:
        own = [table for table in begun if any(user in place.ever for place in table.places)]
        shares = [(table, share) for table in own for share in played.shares(table, user)]
        seats = [_seat(table, share) for table, share in shares if share.of]
        facts = {"seats": seats or [_seat(table, share) for table in own for share in played.missed(table, user)]}
        if user not in moved and (_missed(own, over, facts) if own else _elsewhere(tables, over)):
            found[user] = (State.ABSENT, facts)
        elif user in moved and any(not share.whole and _gave_up(share, user) for _table, share in shares):
            found[user] = (State.REPLACED, facts)
        else:
            found[user] = (State.PRESENT, facts)
    return {user: (str(state), facts) for user, (state, facts) in found.items()}


def _gave_up(share: SeatShare, user: int) -> bool:
    return user in share.place.left and user not in share.place.holders


def _missed(own: Sequence[PlayedTable], over: Sequence[PlayedTable], facts: Mapping[str, Any]) -> bool:
    """There was something to decide at their seats, and it is over."""
    return bool(facts["seats"]) and all(table in over for table in own)


def _elsewhere(tables: Sequence[PlayedTable], over: Sequence[PlayedTable]) -> bool:
    return bool(over) and len(over) == sum(table.match is not None for table in tables)


def _seat(table: PlayedTable, share: SeatShare) -> dict[str, Any]:
    return {"team": table.team.name, "role": share.place.words, "own": share.own, "of": share.of}


def by_hand(play_session: Session) -> dict[int, str]:
    """The states set by hand, by user."""
    rows = Participation.objects.filter(session=play_session, is_proposed=False)
    return dict(rows.values_list("user", "state"))


def participations_propose(*, play_session: Session, found: Mapping[int, Proposal], now: datetime) -> None:
    """Store the proposals for people without a state set by hand. Safe to repeat."""
    kept = {row.user_id: row for row in Participation.objects.filter(session=play_session)}
    fresh = []
    for user, (state, facts) in found.items():
        row = kept.get(user)
        if row is None:
            fresh.append(Participation(session=play_session, user_id=user, state=state, facts=facts, at=now))
        elif row.is_proposed and (row.state, row.facts) != (state, facts):
            row.state, row.facts, row.at = state, facts, now
            row.save(update_fields=["state", "facts", "at"])
        elif row.facts != facts:
            row.facts = facts
            row.save(update_fields=["facts"])
    Participation.objects.bulk_create(fresh)


@transaction.atomic
def participation_set(
    *, play_session: Session, user_id: int, state: str, by: Any, reason: str = "", now: datetime | None = None
) -> Participation:
    """Set by hand whether a person took part; later computations do not change it. Marks must be computed again
    afterwards. Raises BadRequest for an unknown state or a reason that is not one short line.
    """
    reason = one_line(reason)
    if state not in State.values:
        raise BadRequest(field=_("State"), reason=state[:20])
    if len(reason) > REASON_LENGTH or not is_shown(reason):
        raise BadRequest(field=_("Reason"), reason=_("say in up to 300 characters, on one line, why"))
    GradeBook.objects.select_for_update().get(session=play_session)
    said = {"state": state, "is_proposed": False, "reason": reason, "by": by, "at": now or clock.now()}
    row, _created = Participation.objects.update_or_create(session=play_session, user_id=user_id, defaults=said)
    return row


@transaction.atomic
def participation_take_back(*, play_session: Session, user_id: int, now: datetime | None = None) -> None:
    """Return to the proposal. Safe to repeat; marks must be computed again afterwards."""
    GradeBook.objects.select_for_update().get(session=play_session)
    Participation.objects.filter(session=play_session, user=user_id, is_proposed=False).delete()
