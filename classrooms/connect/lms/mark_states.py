"""The states of a mark on its way to a platform: one table says which event leads from which state to which."""

from collections.abc import Iterable
from datetime import datetime
from enum import StrEnum
from typing import Any, Final, NamedTuple

from django.db.models import Q, QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from classrooms.connect.lms.faults import LmsFault
from classrooms.models import LmsScore
from games.public.base import ServiceError, refusal

State = LmsScore.State

NotInThisState = refusal("mark_state", ServiceError.message)
"""The mark is in a state in which the event cannot happen: a page was shown before another event."""


class Event(StrEnum):
    """Something that happens to a mark. Pages send the values of those that people cause."""

    PUBLISHED = "published"
    """Another mark was published here, or another comment."""
    MATCHED = "matched"
    """The mark published here is again the one that was sent."""
    WITHDRAWN = "withdrawn"
    """Here is no mark any more, but one was sent."""
    ARRIVED = "arrived"
    """The platform has the mark, or removed it."""
    CHANGED_THERE = "changed-there"
    """The platform has another mark than the one that was sent."""
    FAILED = "failed"
    """A fault that may pass: there is another try."""
    GIVEN_UP = "given-up"
    """A fault that stays, or one that lasted for days."""
    COLUMN_MOVED = "column-moved"
    """The marks have another column."""
    COLUMN_GONE = "column-gone"
    """The platform's column was deleted."""
    RESEND = "resend"
    """An instructor sends the mark again. It overwrites no mark that was changed there."""
    OVERWRITE = "overwrite"
    """An instructor confirms that a mark changed there is overwritten."""
    TAKE_BACK = "take-back"
    """An instructor confirms that the mark there is removed."""
    LEAVE = "leave"
    """An instructor keeps the platform's mark: nothing more is sent for this student."""


class Step(NamedTuple):
    """One line of the table: in the states `sources` the event leads to `target`. With `has_number` it does so only
    if there is a mark to send, or only if there is none. With `words` the page of marks has a button for it.
    """

    event: Event
    sources: frozenset[State]
    target: State
    has_number: bool | None = None
    words: str | Promise = ""

    @property
    def rows(self) -> Q:
        """The condition on rows to which the step applies."""
        number = Q() if self.has_number is None else Q(wanted__isnull=not self.has_number)
        return Q(state__in=self.sources) & number


MOVING: Final = frozenset(State) - {State.STOPPED}
"""The states in which marks follow what is published. A stopped mark waits for an instructor."""
WAITING: Final = frozenset({State.WAITING})
CHANGED: Final = frozenset({State.CONFLICT})
TO_REMOVE: Final = frozenset({State.ASKS, State.CONFLICT})

STEPS: Final = (
    Step(Event.PUBLISHED, MOVING, State.WAITING, has_number=True),
    Step(Event.PUBLISHED, MOVING, State.NONE, has_number=False),
    Step(Event.MATCHED, MOVING, State.SENT, has_number=True),
    Step(Event.WITHDRAWN, MOVING, State.ASKS, has_number=False),
    Step(Event.ARRIVED, WAITING, State.SENT, has_number=True),
    Step(Event.ARRIVED, WAITING, State.NONE, has_number=False),
    Step(Event.CHANGED_THERE, WAITING, State.CONFLICT),
    Step(Event.FAILED, WAITING, State.WAITING),
    Step(Event.GIVEN_UP, WAITING, State.REFUSED),
    Step(Event.COLUMN_MOVED, MOVING, State.WAITING, has_number=True),
    Step(Event.COLUMN_MOVED, MOVING, State.NONE, has_number=False),
    Step(Event.COLUMN_GONE, MOVING, State.REFUSED, has_number=True),
    Step(Event.COLUMN_GONE, MOVING, State.NONE, has_number=False),
    Step(Event.OVERWRITE, CHANGED, State.WAITING, has_number=True, words=_("Write %(mark)s over it")),
    Step(Event.TAKE_BACK, TO_REMOVE, State.WAITING, has_number=False, words=_("Remove it there")),
    Step(Event.LEAVE, TO_REMOVE, State.STOPPED, words=_("Leave theirs")),
    Step(
        Event.RESEND,
        frozenset({State.REFUSED, State.SENT, State.STOPPED}),
        State.WAITING,
        has_number=True,
        words=_("Send again"),
    ),
    Step(Event.RESEND, WAITING, State.WAITING, has_number=True),
    Step(Event.LEAVE, WAITING, State.STOPPED, words=_("Stop")),
    Step(Event.LEAVE, frozenset({State.NONE, State.SENT, State.REFUSED}), State.STOPPED),
)
"""A pair of event and state without a step is refused, and changes nothing. A step of an instructor without words is
for pages that were shown before another event.
"""


def steps_from(state: str, *, has_number: bool, events: Iterable[Event] = Event) -> list[Step]:
    """The steps that a mark in this state can take, in the order of the table."""
    return [
        step
        for step in STEPS
        if step.event in events and state in step.sources and step.has_number in (None, has_number)
    ]


def _entered(target: State, now: datetime, *, is_sure: bool = False, fault: LmsFault | None = None) -> dict[str, Any]:
    """The columns of a mark that enters a state, for `fault` if it has one. A waiting mark is sent at `now`. Without a
    mark to send there is no fault.
    """
    is_waiting = target == State.WAITING
    found: dict[str, Any] = {"state": target, "next_at": now if is_waiting else None, "is_sure": is_sure, "attempts": 0}
    found |= {"asked_at": now} if is_waiting else {}
    found |= {"fault": "", "fault_params": {}}
    if fault is not None and target != State.NONE:
        found |= {"fault": fault.kind, "fault_params": fault.params}
    return found


def mark_change(row: LmsScore, event: Event, *, now: datetime) -> bool:
    """Apply an event to a row in memory, which the caller saves. False if its state refuses the event."""
    steps = steps_from(row.state, has_number=row.wanted is not None, events=[event])
    for step in steps:
        for name, value in _entered(step.target, now).items():
            setattr(row, name, value)
    return bool(steps)


def marks_change(
    rows: QuerySet[LmsScore],
    event: Event,
    *,
    now: datetime,
    is_sure: bool = False,
    fault: LmsFault | None = None,
    **columns: Any,
) -> int:
    """Apply an event to all stored rows whose state allows it, with its `fault` and with other `columns`. Returns the
    number of changed rows. A mark that `is_sure` overwrites any mark on the platform.
    """
    targets: dict[State, Q] = {}
    for step in STEPS:
        if step.event == event:
            targets[step.target] = targets.get(step.target, Q()) | step.rows
    return sum(
        rows.filter(condition).update(**_entered(target, now, is_sure=is_sure, fault=fault) | columns)
        for target, condition in targets.items()
    )
