"""Errors of actions on a session."""

from django.utils.translation import gettext_lazy as _

from classrooms.models import Session
from classrooms.play.sessions.queries.set_up import STATE_WORDS
from games.public.base import ServiceError, refusal

WrongState = refusal("session_state", _("This session is %(status)s: this cannot be done to it now."))
"""The session's state does not allow the action; `status` is the state in words."""

TooLateToUnstart = refusal("session_unstart_late", _("The start can be undone for %(minutes)d minutes. They are over."))
"""The start of a session can no longer be undone."""

NotReady = refusal("session_not_ready")
"""A draft cannot be opened yet; `reason` names the missing part."""

WrongSeat = refusal("wrong_seat", status=400)
"""A seat or a person that this table does not have."""

SeatNotFree = refusal("seat_not_free", _("Somebody else was faster: this seat is taken."))
"""Another person has the seat by now."""

NoSeatFree = refusal("no_seat_free", _("All seats are taken. Ask your instructor, who can let two people share one."))
"""No seat is left that this person may take."""

ClosedToLateComers = refusal("session_begun", _("This session has begun. Your instructor can let you in."))
"""The session has begun, and latecomers are admitted by hand."""

NotAdmitted = refusal(
    "not_admitted", _("Your role in this course does not let you take a seat. Ask your instructor."), status=403
)
"""The person was removed from the class list, or only observes."""


def wrong_state(play_session: Session) -> ServiceError:
    """The error for the present state of a session."""
    return WrongState(status=str(STATE_WORDS[play_session.status]))
