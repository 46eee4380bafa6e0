"""Survey done: the surveys that a student sent in."""

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from msgspec import Struct

from classrooms.assess.grading.criterion import Criterion, Evidence, Facts, FactsBy, Nothing, Params, Reason
from classrooms.assess.grading.points import Share, mean
from classrooms.models import Session, SurveyAnswer, SurveyItem, When
from classrooms.play.questions.queries.moments import was_asked
from classrooms.play.questions.queries.participants import participants

SURVEYS: Final = (When.BEFORE.value, When.AFTER.value)


class Sent(Struct, frozen=True):
    """A survey that was open to the student, or that they answered anyway."""

    when: str = ""
    done: bool = False


class SurveyFacts(Facts, frozen=True):
    """The surveys of a student."""

    surveys: tuple[Sent, ...] = ()


class Survey(Criterion[SurveyFacts]):
    """The share of open surveys that were sent in. The answers do not matter."""

    kind, order, facts = "survey", 50, SurveyFacts
    name = gettext_lazy("survey done")
    rule = gettext_lazy("Surveys sent in. The answers do not matter.")
    task = gettext_lazy("Send in the surveys.")
    counts = gettext_lazy("A survey that you send in counts, whatever you answer.")
    example = gettext_lazy("Example: one survey of two gives %(half)s of %(best)s.")
    example_shares = {"half": Fraction(1, 2)}
    usual_weights = (5, 5)
    reasons = {"no_survey": Reason(gettext_lazy("This session has no survey."))}

    def applies(self, play_session: Session) -> bool:
        return play_session.survey_items.exists()

    def collect(self, evidence: Evidence) -> FactsBy:
        """Surveys so far. An absent student who sent in none has nothing to judge."""
        play_session = evidence.play_session
        there = set(SurveyItem.objects.filter(session=play_session).values_list("when", flat=True))
        rows = SurveyAnswer.objects.filter(item__session=play_session).order_by()
        sent: dict[int, set[str]] = defaultdict(set)
        for user, when in rows.values_list("user", "item__when").distinct():
            sent[user].add(when)
        found: FactsBy = {}
        for user, one in participants(play_session, sent).items():
            asked = [
                when
                for when in SURVEYS
                if when in there and (when in sent[user] or was_asked(play_session, one.place, when, None))
            ]
            surveys = tuple(Sent(when, when in sent[user]) for when in asked)
            if not surveys:
                found[user] = Nothing("not_yet" if there else "no_survey")
            else:
                silent = user in evidence.absent and not any(each.done for each in surveys)
                found[user] = Nothing("unanswered") if silent else SurveyFacts(surveys)
        return found

    def share(self, params: Params, facts: SurveyFacts) -> Share:
        return mean(Fraction(int(survey.done)) for survey in facts.surveys)

    def staff_sentences(self, params: Params, facts: SurveyFacts) -> Iterator[str]:
        for survey in facts.surveys:
            text = _("Survey %(when)s: sent in.") if survey.done else _("Survey %(when)s: not sent in.")
            yield text % {"when": When(survey.when).label}


CRITERION = Survey()
