"""Why a question, a survey or a forecast is refused."""

from django.utils.translation import gettext_lazy as _

from games.errors import ServiceError


class MomentOver(ServiceError):
    """What was asked can no longer be answered; `reason` says since when."""

    code = "moment_over"
    message = _("%(reason)s")


class NotAskedYet(ServiceError):
    """An answer to what nobody asked yet."""

    code = "not_asked_yet"
    message = _("This is asked later: it opens as your match goes on.")


class NothingChosen(ServiceError):
    """No answer was given, or not all of those that belong together."""

    code = "nothing_chosen"
    status = 422
    message = _("Choose an answer first.")


class NotAllChosen(NothingChosen):
    """The questions before the match are answered all at once: `missing` of them are not."""

    message = _("Please answer all questions; still open: %(missing)s. Nothing was sent yet.")


class WasAnswered(ServiceError):
    """Something that people have answered stays as it was."""

    code = "was_answered"
    message = _("Somebody has answered this already, so it stays as it is.")


class IsAsked(ServiceError):
    """A question that a session asks cannot be deleted; `sessions` names them."""

    code = "is_asked"
    message = _("This question is asked in: %(sessions)s. Take it out there first.")


class TooLateToAsk(ServiceError):
    """The moment at which it would be asked is over for the whole session."""

    code = "too_late_to_ask"
    message = _("The match has begun: nothing can be added to what is asked before it.")


class SessionArchived(ServiceError):
    """Nothing changes any more."""

    code = "session_archived"
    message = _("This session is archived: nothing can be changed or answered any more.")


class BadQuestion(ServiceError):
    """A question, an item or a moment that this session cannot have; `reason` names it."""

    code = "bad_question"
    status = 422
    message = _("%(reason)s")


class NoForecastNow(ServiceError):
    """There is nothing to foresee; `reason` says why."""

    code = "no_forecast_now"
    message = _("%(reason)s")
