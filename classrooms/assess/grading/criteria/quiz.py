"""Quiz: right answers out of the questions that were asked."""

from collections.abc import Iterator
from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from classrooms.assess.grading.criterion import Criterion, Evidence, Facts, FactsBy, Nothing, Params, Reason
from classrooms.assess.grading.points import Share
from classrooms.models import QuizAnswer, Session
from classrooms.play.questions.queries import quizzes
from classrooms.play.questions.queries.participants import participants


class QuizFacts(Facts, frozen=True):
    """Right answers, and questions that were asked; a question without an answer counts as wrong."""

    right: int = 0
    asked: int = 0


class Quiz(Criterion[QuizFacts]):
    """The share of right answers."""

    kind, order, facts = "quiz", 40, QuizFacts
    name = gettext_lazy("quiz")
    rule = gettext_lazy("Right answers out of the questions that were asked.")
    task = gettext_lazy("Answer the questions of the quiz.")
    counts = gettext_lazy("Each right answer counts the same.")
    example = gettext_lazy("Example: 8 right answers of 10 give %(eight)s of %(best)s.")
    example_shares = {"eight": Fraction(8, 10)}
    usual_weights = (15, 15)
    reasons = {"no_questions": Reason(gettext_lazy("This session has no quiz."))}

    def applies(self, play_session: Session) -> bool:
        return play_session.questions.exists()

    def collect(self, evidence: Evidence) -> FactsBy:
        """Answers so far. An absent student who never answered has nothing to judge."""
        play_session = evidence.play_session
        if not play_session.questions.exists():
            return {user: Nothing("no_questions") for user in participants(play_session)}
        answers = QuizAnswer.objects.filter(question__session=play_session)
        silent = evidence.absent - set(answers.values_list("user", flat=True))
        found: FactsBy = {}
        for user, (right, asked) in quizzes.shares(play_session).items():
            if not asked:
                found[user] = Nothing("not_yet")
            else:
                found[user] = Nothing("unanswered") if user in silent else QuizFacts(right, asked)
        return found

    def share(self, params: Params, facts: QuizFacts) -> Share:
        return Fraction(facts.right, facts.asked) if facts.asked else None

    def staff_sentences(self, params: Params, facts: QuizFacts) -> Iterator[str]:
        yield _("Right answers: %(right)d of %(asked)d.") % {"right": facts.right, "asked": facts.asked}


CRITERION = Quiz()
