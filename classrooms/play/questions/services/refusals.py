"""Errors of questions, surveys and forecasts."""

from django.utils.translation import gettext_lazy as _

from games.public.base import refusal

MomentOver = refusal("moment_over")
"""The question can no longer be answered; `reason` says since when."""

NotAskedYet = refusal("not_asked_yet", _("This is asked later: it opens as your match goes on."))
"""The question has not been asked yet."""

NothingChosen = refusal("nothing_chosen", _("Choose an answer first."), status=422)
"""No answer was given, or only a part of answers that belong together."""

NotAllChosen = NothingChosen.refusal(
    "nothing_chosen", _("Please answer all questions; still open: %(missing)s. Nothing was sent yet.")
)
"""The questions before the match are answered together: `missing` of them are not."""

WasAnswered = refusal("was_answered", _("Somebody has answered this already, so it stays as it is."))
"""A question with answers cannot change."""

IsAsked = refusal("is_asked", _("This question is asked in: %(sessions)s. Take it out there first."))
"""A question used by a session, or by the draft of a study, cannot be deleted; `sessions` names them."""

InStudy = refusal(
    "in_study", _("The study “%(study)s” asks this question, and its plan is frozen. Copy the question to change it.")
)
"""A question of a frozen study can neither change nor be deleted."""

TooLateToAsk = refusal("too_late_to_ask", _("The match has begun: nothing can be added to what is asked before it."))
"""The moment of the question is over for the whole session."""

SessionArchived = refusal(
    "session_archived", _("This session is archived: nothing can be changed or answered any more.")
)
"""The session is archived and cannot change."""

BadQuestion = refusal("bad_question", status=422)
"""A question, an item or a moment that this session cannot have; `reason` names it."""

PollOver = refusal("poll_over", _("This question is closed. Your last answer counts, if you gave one."))
"""The poll is closed, or is not the open one."""

NoForecastNow = refusal("no_forecast_now")
"""No forecast can be made now; `reason` says why."""
