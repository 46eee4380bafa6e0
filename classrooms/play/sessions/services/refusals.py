"""Errors of actions on a session."""

from django.utils.translation import gettext_lazy as _

from classrooms.models import Session
from classrooms.play.sessions.queries.set_up import STATE_WORDS
from games.public.base import ServiceError


class WrongState(ServiceError):
    """The session's state does not allow the action; `status` is the state in words."""

    code = "session_state"
    message = _("This session is %(status)s: this cannot be done to it now.")


class TooLateToUnstart(ServiceError):
    """The start of a session can no longer be undone."""

    code = "session_unstart_late"
    message = _("The start can be undone for %(minutes)d minutes. They are over.")


class NotReady(ServiceError):
    """A draft cannot be opened yet; `reason` names the missing part."""

    code = "session_not_ready"
    message = _("%(reason)s")


class WrongSeat(ServiceError):
    """A seat or a person that this table does not have."""

    code = "wrong_seat"
    status = 400
    message = _("%(reason)s")


class SeatNotFree(ServiceError):
    """Another person has the seat by now."""

    code = "seat_not_free"
    message = _("Somebody else was faster: this seat is taken.")


class NoSeatFree(ServiceError):
    """No seat is left that this person may take."""

    code = "no_seat_free"
    message = _("All seats are taken. Ask your instructor, who can let two people share one.")


class ClosedToLateComers(ServiceError):
    """The session has begun, and latecomers are admitted by hand."""

    code = "session_begun"
    message = _("This session has begun. Your instructor can let you in.")


class NotAdmitted(ServiceError):
    """The person was removed from the class list, or only observes."""

    code = "not_admitted"
    status = 403
    message = _("Your role in this course does not let you take a seat. Ask your instructor.")


def wrong_state(play_session: Session) -> WrongState:
    """The error for the present state of a session."""
    return WrongState(status=str(STATE_WORDS[play_session.status]))
