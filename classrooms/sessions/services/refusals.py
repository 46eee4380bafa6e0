"""Why something cannot be done to a session."""

from django.utils.translation import gettext_lazy as _

from classrooms.models import Session
from classrooms.sessions.queries.set_up import STATE_WORDS
from games.errors import ServiceError


class WrongState(ServiceError):
    """The session is not in a state in which this can be done; `status` names the one it is in, in words."""

    code = "session_state"
    message = _("This session is %(status)s: this cannot be done to it now.")


class TooLateToUnstart(ServiceError):
    """The start of a session cannot be undone any more."""

    code = "session_unstart_late"
    message = _("The start can be undone for %(minutes)d minutes. They are over.")


class NotReady(ServiceError):
    """A draft cannot be opened yet; `reason` says what is missing."""

    code = "session_not_ready"
    message = _("%(reason)s")


class WrongSeat(ServiceError):
    """A seat or a person that this table does not have."""

    code = "wrong_seat"
    status = 400
    message = _("%(reason)s")


class SeatNotFree(ServiceError):
    """Somebody else sits there by now."""

    code = "seat_not_free"
    message = _("Somebody else was faster: this seat is taken.")


class NoSeatFree(ServiceError):
    """There is no seat left that this person might take."""

    code = "no_seat_free"
    message = _("All seats are taken. Ask your instructor, who can let two people share one.")


class ClosedToLateComers(ServiceError):
    """It has begun, and late comers are let in by hand."""

    code = "session_begun"
    message = _("This session has begun. Your instructor can let you in.")


class NotAdmitted(ServiceError):
    """Somebody who was taken off the class list, or who only looks on."""

    code = "not_admitted"
    status = 403
    message = _("Your role in this course does not let you take a seat. Ask your instructor.")


def wrong_state(play_session: Session) -> WrongState:
    """The refusal for the state that a session is in."""
    return WrongState(status=str(STATE_WORDS[play_session.status]))
