"""Forecast journal: the nearness of a student's forecasts to the events."""

from collections.abc import Iterator
from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from classrooms.assess.grading.criterion import Criterion, Evidence, Facts, FactsBy, Nothing, Params, Reason
from classrooms.assess.grading.points import FULL, Share, percent
from classrooms.models import Session
from classrooms.play.questions.queries.forecasts import calibration
from classrooms.play.questions.queries.participants import participants


class ForecastFacts(Facts, frozen=True):
    """The calibration of the journal, out of `FULL`. It is not rounded again for grades."""

    calibration: int = 0


class Forecast(Criterion[ForecastFacts]):
    """The calibration of forecasts, as the forecast journal computes it."""

    kind, order, facts = "forecast", 60, ForecastFacts
    name = gettext_lazy("forecast journal")
    rule = gettext_lazy("The nearness of the journal's forecasts to the events.")
    task = gettext_lazy("Write in your journal what you expect.")
    counts = gettext_lazy("The forecasts that came near to what happened, out of all that you wrote.")
    example = gettext_lazy("Example: 7 near forecasts of 10 give %(seven)s of %(best)s.")
    example_shares = {"seven": Fraction(7, 10)}
    reasons = {
        "no_journal": Reason(gettext_lazy("This session has no forecast journal.")),
        "no_forecasts": Reason(
            gettext_lazy("No forecast was written that can be compared with what came."), may_be_zero=True
        ),
    }

    def applies(self, play_session: Session) -> bool:
        return play_session.has_forecasts

    def collect(self, evidence: Evidence) -> FactsBy:
        play_session = evidence.play_session
        if not play_session.has_forecasts:
            return {user: Nothing("no_journal") for user in participants(play_session)}
        return {
            user: Nothing("no_forecasts") if share is None else ForecastFacts(max(0, min(FULL, round(share * FULL))))
            for user, share in calibration(play_session).items()
        }

    def share(self, params: Params, facts: ForecastFacts) -> Share:
        return Fraction(facts.calibration, FULL)

    def staff_sentences(self, params: Params, facts: ForecastFacts) -> Iterator[str]:
        yield _("Calibration of the forecasts: %(share)s.") % {"share": percent(Fraction(facts.calibration, FULL))}


CRITERION = Forecast()
