"""Refusals by services. Every error has a stable `code`, an HTTP `status` and the numbers that its message shows."""

from typing import ClassVar, Final, Self

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.engine.errors import BadMove, BadOptions, IllegalMove, RulesError, ScenarioError


class ServiceError(Exception):
    """Base of refusals by the platform (those by a game's rules are `RulesError`)."""

    code: ClassVar[str] = "refused"
    status: ClassVar[int] = 409
    message: ClassVar[str | Promise] = _("This is not possible now.")

    def __init__(self, **params: int | str) -> None:
        super().__init__(self.code, params)
        self.params = params

    def __str__(self) -> str:
        return str(self.message % self.params) if self.params else str(self.message)

    @classmethod
    def refusal(cls, code: str, message: str | Promise = "%(reason)s", *, status: int | None = None) -> type[Self]:
        """A class of refusals below this one. `code` is for programs. `message` is for people and shows the refusal's
        parameters; without it they read the parameter `reason`. `status` is that of HTTP, inherited if None.
        """
        return type(code, (cls,), {"code": code, "message": message, "status": status or cls.status})


refusal: Final = ServiceError.refusal
"""`NoRoom = refusal("no_room", _("Only %(free)d seats are free."))` is raised as `NoRoom(free=2)`."""

StaleDecision = refusal(
    "stale_decision", _("This decision is no longer open: the match has moved on. Nothing was played.")
)
"""The prompt that a move answers is closed or was replaced. Nothing was played."""

AwaitsPeople = refusal("awaits_people", _("The match waits until somebody comes."))
"""A bot, a plan or a deadline would move at a table to which nobody has come yet."""

SubmissionReused = refusal("submission_reused", _("This submission id was already used for another move."))
"""A submission id came back with another body."""

TakenBack = refusal("taken_back", _("This answer was taken back. Answer anew if you want to give it after all."))
"""A submission that was played and taken back came in again."""

UndoOff = refusal("undo_off", _("In this match decisions cannot be taken back."))
"""Undo is switched off in this match."""

UndoTooLate = refusal("undo_too_late", _("Too late: a decision can be taken back for %(seconds)s seconds."))
"""The time for undo is over."""

UndoSeen = refusal("undo_seen", _("Somebody has seen this decision, so it stands."))
"""Another person has seen the result of the decision, or it is unknown whether somebody has."""

UndoBuiltOn = refusal("undo_built_on", _("The match has moved on since this decision, so it stands."))
"""Another move, or a change by the match's owner or instructor, came after the move."""

UndoReveals = refusal("undo_reveals", _("This decision uncovered something, so it stands."))
"""The move drew chance or revealed hidden information."""

NotYourMove = refusal("not_your_move", _("Only the person who decided can take it back."), status=403)
"""Somebody undoes a move that another person, a bot or a deadline made."""

MatchNotRunning = refusal("match_not_running", _("This match is not running, so no move can be played."))
"""The match is paused, over or has not begun."""

OtherRules = refusal(
    "other_rules",
    _(
        "This match was begun under version %(recorded)s of the rules, and this site has version %(present)s. It stays"
        " to be looked at, and cannot be played on."
    ),
)
"""The match was begun under another version of its game's rules, so it cannot be continued."""

AlreadyLeft = refusal(
    "already_left", _("This table was left by a step back already: its people play on at another one.")
)
"""A match that was already left for a fork is left once more."""

NoDeadline = refusal("no_deadline", _("Nothing is due here, so there is no deadline to move."))
"""More time was given, but nothing is due."""

NobodyAwaited = refusal("nobody_awaited", _("Nobody is awaited here now."))
"""A reminder or a default move was requested, but no required prompt is open."""

NotYourSeat = refusal("not_your_seat", _("You do not hold this seat."), status=403)
"""Somebody acts for a seat that they do not hold."""

SeatKept = refusal(
    "seat_kept",
    _(
        "The person who played this seat did not leave it by their own act. While the match runs, it is open to them "
        "alone."
    ),
)
"""A free seat with secrets, whose last holder was sent away by another player."""

OneHand = refusal(
    "one_hand",
    _(
        "Each player knows the secrets of one seat here, and you know another one's. While the match runs, only that "
        "seat is open to you."
    ),
)
"""Somebody who knows the secrets of a seat would see those of another one."""

AskRefused = refusal("ask_refused", _("The person in that seat has refused already."))
"""Somebody repeats a request to share a seat that its holder refused."""

NotAllowed = refusal("not_allowed", _("Only the person who runs this match may do this."), status=403)
"""Something that only a match's owner or instructor may do."""

SeatTaken = refusal("invitation_closed", _("This invitation was used or withdrawn."))
"""An invitation whose seat somebody else took, or that was revoked."""

TooMuchTalk = refusal("throttled", _("That was a lot at once. Send this in %(seconds)s seconds."), status=429)
"""More lines than a table can read. `seconds` is when there is room again."""

BadRequest = refusal("bad_request", _("%(field)s: %(reason)s"), status=400)
"""Input that cannot be used; `field` names it."""


STATUS = {BadMove: 400, BadOptions: 400, ScenarioError: 400, IllegalMove: 422}


def status_of(error: ServiceError | RulesError) -> int:
    """The HTTP status of a refusal."""
    return error.status if isinstance(error, ServiceError) else STATUS.get(type(error), 422)
