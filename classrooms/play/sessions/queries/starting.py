"""People who would be missing at a start now, with the times of their last pages."""

from collections import Counter
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from classrooms.models import Session
from classrooms.play.sessions.queries.absence import Absence, Place
from classrooms.play.sessions.queries.lobby import place_of
from classrooms.play.sessions.queries.tables import table_lines
from games.public.work import presence
from games.ui.faces import RoleName


@dataclass(frozen=True)
class MissingSeat:
    """A seat whose people are not here: each name with the time of their last page of the site."""

    place: Place
    team: str
    role: RoleName
    people: tuple[tuple[str, datetime | None], ...]


@dataclass(frozen=True)
class Starting:
    """The state for a start now: seats without their people, and numbers of people with seats and of those present.
    There are numbers of complete, partly present and absent teams. `beside` are absent people whose seat has another
    holder who is present. `is_known` is false while the cache is unreachable.
    """

    seats: tuple[MissingSeat, ...]
    people: int
    here: int
    complete: int
    partly: int
    empty: int
    is_known: bool
    beside: tuple[str, ...] = ()

    @property
    def missing(self) -> int:
        """The number of missing people."""
        return self.people - self.here


def starting_of(play_session: Session, away: Absence) -> Starting:
    """The state in a constant number of queries. `away` is the result of `away_from`."""
    lines = table_lines(play_session)
    held = {(line.table.match_id or 0, seat.index): seat for line in lines for seat in line.seats if seat.people}
    signs = presence.last_seen([place_of(play_session), *{match for match, _seat in held}])
    on_site = presence.last_on_site({user.pk for seat in held.values() for user in seat.people})
    places = [*(signs or {}).values(), on_site]

    def last(user: Any) -> datetime | None:
        return max((found[user.pk] for found in places if user.pk in found), default=None)

    seats = tuple(
        MissingSeat(
            (line.table.match_id or 0, seat.index),
            line.table.name,
            seat.role,
            tuple((user.get_full_name(), last(user)) for user in seat.people),
        )
        for line in lines
        for seat in line.seats
        if (line.table.match_id or 0, seat.index) in away.seats
    )
    missing = {place: seat for place, seat in held.items() if place in away.seats}
    teams = Counter(match for match, _seat in held)
    lacking = Counter(match for match, _seat in missing)
    return Starting(
        seats,
        away.people,
        away.people - away.number,
        complete=sum(1 for match in teams if not lacking[match]),
        partly=sum(1 for match in teams if 0 < lacking[match] < teams[match]),
        empty=sum(1 for match in teams if lacking[match] == teams[match]),
        is_known=signs is not None,
        beside=tuple(dict.fromkeys(each.name for each in away.absent if each.place not in away.seats)),
    )
