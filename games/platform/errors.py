"""Refusals by services. Every error has a stable `code`, an HTTP `status` and the numbers that its message shows."""

from typing import ClassVar

from django.utils.translation import gettext_lazy as _

from games.engine.errors import BadMove, BadOptions, IllegalMove, RulesError, ScenarioError


class ServiceError(Exception):
    """Base of refusals by the platform (those by a game's rules are `RulesError`)."""

    code: ClassVar[str] = "refused"
    status: ClassVar[int] = 409
    message: ClassVar[object] = _("This is not possible now.")

    def __init__(self, **params: int | str) -> None:
        super().__init__(self.code, params)
        self.params = params

    def __str__(self) -> str:
        return str(self.message) % self.params if self.params else str(self.message)


class StaleDecision(ServiceError):
    """The prompt that a move answers is closed or was replaced. Nothing was played."""

    code = "stale_decision"
    message = _("This decision is no longer open: the match has moved on. Nothing was played.")


class AwaitsPeople(ServiceError):
    """A bot, a plan or a deadline would move at a table to which nobody has come yet."""

    code = "awaits_people"
    message = _("The match waits until somebody comes.")


class SubmissionReused(ServiceError):
    """A submission id came back with another body."""

    code = "submission_reused"
    message = _("This submission id was already used for another move.")


class TakenBack(ServiceError):
    """A submission that was played and taken back came in again."""

    code = "taken_back"
    message = _("This answer was taken back. Answer anew if you want to give it after all.")


class UndoOff(ServiceError):
    """Undo is switched off in this match."""

    code = "undo_off"
    message = _("In this match decisions cannot be taken back.")


class UndoTooLate(ServiceError):
    """The time for undo is over."""

    code = "undo_too_late"
    message = _("Too late: a decision can be taken back for %(seconds)s seconds.")


class UndoSeen(ServiceError):
    """Another person has seen the result of the decision, or it is unknown whether somebody has."""

    code = "undo_seen"
    message = _("Somebody has seen this decision, so it stands.")


class UndoBuiltOn(ServiceError):
    """Another move, or a change by the match's owner or instructor, came after the move."""

    code = "undo_built_on"
    message = _("The match has moved on since this decision, so it stands.")


class UndoReveals(ServiceError):
    """The move drew chance or revealed hidden information."""

    code = "undo_reveals"
    message = _("This decision uncovered something, so it stands.")


class NotYourMove(ServiceError):
    """Somebody undoes a move that another person, a bot or a deadline made."""

    code = "not_your_move"
    status = 403
    message = _("Only the person who decided can take it back.")


class MatchNotRunning(ServiceError):
    """The match is paused, over or has not begun."""

    code = "match_not_running"
    message = _("This match is not running, so no move can be played.")


class OtherRules(ServiceError):
    """The match was begun under another version of its game's rules, so it cannot be continued."""

    code = "other_rules"
    message = _(
        "This match was begun under version %(recorded)s of the rules, and this site has version %(present)s. It stays"
        " to be looked at, and cannot be played on."
    )


class AlreadyLeft(ServiceError):
    """A match that was already left for a fork is left once more."""

    code = "already_left"
    message = _("This table was left by a step back already: its people play on at another one.")


class NoDeadline(ServiceError):
    """More time was given, but nothing is due."""

    code = "no_deadline"
    message = _("Nothing is due here, so there is no deadline to move.")


class NobodyAwaited(ServiceError):
    """A reminder or a default move was requested, but no required prompt is open."""

    code = "nobody_awaited"
    message = _("Nobody is awaited here now.")


class NotYourSeat(ServiceError):
    """Somebody acts for a seat that they do not hold."""

    code = "not_your_seat"
    status = 403
    message = _("You do not hold this seat.")


class SeatKept(ServiceError):
    """A free seat with secrets, whose last holder was sent away by another player."""

    code = "seat_kept"
    message = _(
        "The person who played this seat did not leave it by their own act. While the match runs, it is open to them "
        "alone."
    )


class OneHand(ServiceError):
    """Somebody who knows the secrets of a seat would see those of another one."""

    code = "one_hand"
    message = _(
        "Each player knows the secrets of one seat here, and you know another one's. While the match runs, only that "
        "seat is open to you."
    )


class AskRefused(ServiceError):
    """Somebody repeats a request to share a seat that its holder refused."""

    code = "ask_refused"
    message = _("The person in that seat has refused already.")


class NotAllowed(ServiceError):
    """Something that only a match's owner or instructor may do."""

    code = "not_allowed"
    status = 403
    message = _("Only the person who runs this match may do this.")


class SeatTaken(ServiceError):
    """An invitation whose seat somebody else took, or that was revoked."""

    code = "invitation_closed"
    message = _("This invitation was used or withdrawn.")


class TooMuchTalk(ServiceError):
    """More lines than a table can read. `seconds` is when there is room again."""

    code = "throttled"
    status = 429
    message = _("That was a lot at once. Send this in %(seconds)s seconds.")


class BadRequest(ServiceError):
    """Input that cannot be used; `field` names it."""

    code = "bad_request"
    status = 400
    message = _("%(field)s: %(reason)s")


STATUS = {BadMove: 400, BadOptions: 400, ScenarioError: 400, IllegalMove: 422}


def status_of(error: ServiceError | RulesError) -> int:
    """The HTTP status of a refusal."""
    return error.status if isinstance(error, ServiceError) else STATUS.get(type(error), 422)
