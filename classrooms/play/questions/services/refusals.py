"""Errors of questions, surveys and forecasts."""

from django.utils.translation import gettext_lazy as _

from games.public.base import ServiceError


class MomentOver(ServiceError):
    """The question can no longer be answered; `reason` says since when."""

    code = "moment_over"
    message = _("%(reason)s")


class NotAskedYet(ServiceError):
    """The question has not been asked yet."""

    code = "not_asked_yet"
    message = _("This is asked later: it opens as your match goes on.")


class NothingChosen(ServiceError):
    """No answer was given, or only a part of answers that belong together."""

    code = "nothing_chosen"
    status = 422
    message = _("Choose an answer first.")


class NotAllChosen(NothingChosen):
    """The questions before the match are answered together: `missing` of them are not."""

    message = _("Please answer all questions; still open: %(missing)s. Nothing was sent yet.")


class WasAnswered(ServiceError):
    """A question with answers cannot change."""

    code = "was_answered"
    message = _("Somebody has answered this already, so it stays as it is.")


class IsAsked(ServiceError):
    """A question used by a session cannot be deleted; `sessions` names the sessions."""

    code = "is_asked"
    message = _("This question is asked in: %(sessions)s. Take it out there first.")


class TooLateToAsk(ServiceError):
    """The moment of the question is over for the whole session."""

    code = "too_late_to_ask"
    message = _("The match has begun: nothing can be added to what is asked before it.")


class SessionArchived(ServiceError):
    """The session is archived and cannot change."""

    code = "session_archived"
    message = _("This session is archived: nothing can be changed or answered any more.")


class BadQuestion(ServiceError):
    """A question, an item or a moment that this session cannot have; `reason` names it."""

    code = "bad_question"
    status = 422
    message = _("%(reason)s")


class PollOver(ServiceError):
    """The poll is closed, or is not the open one."""

    code = "poll_over"
    message = _("This question is closed. Your last answer counts, if you gave one.")


class NoForecastNow(ServiceError):
    """No forecast can be made now; `reason` says why."""

    code = "no_forecast_now"
    message = _("%(reason)s")
