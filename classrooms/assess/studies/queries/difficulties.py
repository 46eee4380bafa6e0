"""The first answers to the questions of a game's bank, from which their difficulties are estimated."""

from collections.abc import Iterator

from classrooms.assess.studies.queries.questions import asked_in
from classrooms.models import QuizAnswer, Study, StudyTest


def first_answers(game: str) -> list[tuple[str, str, bool]]:
    """Person, key of the question, and whether the answer is right: from quizzes, and from tests of studies by people
    who agreed to the use of their answers. A person before a match and after it counts as two.
    """
    quizzes = QuizAnswer.objects.filter(question__session__game=game).exclude(question__bank_key="")
    columns = quizzes.order_by("pk").values_list("user", "question__when", "question__bank_key", "is_right")
    found = [(f"{user} {when}", key, right) for user, when, key, right in columns]
    for study in Study.objects.filter(game=game, drawn_at__isnull=False).order_by("pk"):
        found += _of_study(study)
    return found


def _of_study(study: Study) -> Iterator[tuple[str, str, bool]]:
    """An unanswered question says nothing of its difficulty here: the person may have run out of time."""
    asked = {str(each.row.pk): each for each in asked_in(study) if each.row.bank_key}
    tests = StudyTest.objects.filter(person__study=study, person__consents=True, sent_at__isnull=False)
    for test in tests.select_related("person").order_by("pk"):
        for key, (choice, _confidence) in test.answers.items():
            if key in asked and choice is not None:
                each = asked[key]
                yield f"{test.person.user_id} {test.moment}", each.row.bank_key, choice == each.words.right
