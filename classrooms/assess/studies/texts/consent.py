"""The question whether a student's answers may be used beyond the course.

The points are those that the French data protection authority (CNIL) and article 13 of the GDPR ask for: purpose, data,
readers, duration, freedom to refuse, withdrawal, contacts and complaint. A change of the words is a new `VERSION`; each
stored answer keeps the version that the student read.
"""

from datetime import date
from typing import Any, Final

from django.utils.translation import gettext_lazy

from classrooms.care.privacy.operator import ASKED, operator_answers
from games.ui.dates import date_words

VERSION: Final = 1
UNTIL: Any = gettext_lazy("The link between your name and the code is deleted on %(until)s at the latest.")
"""The paragraph of a site that deletes names."""
PARAGRAPHS: Any = (
    gettext_lazy("This study asks what helps students to learn. May it use your answers beyond this course?"),
    gettext_lazy(
        "It uses your answers to the tests and the questionnaire, your group in the study, and figures from your "
        "matches. A code replaces your name."
    ),
    gettext_lazy(
        "The teaching team and researchers read these data. The data may be published after a check that nobody can "
        "be recognised."
    ),
    UNTIL,
    gettext_lazy("You may refuse. This has no effect on the course or on your mark."),
    gettext_lazy(
        "You may withdraw on the page of the study, without a reason, until the results are published, shared or "
        "pooled with those of other courses. Your answers are then removed from the study. Later, this is not possible."
    ),
    gettext_lazy("%(instructor)s answers your questions about the study."),
    gettext_lazy(
        "You may see, correct or delete your data. You may also complain to the data protection authority, in France "
        "the CNIL (www.cnil.fr)."
    ),
)
CONTACT: Any = gettext_lazy("Contact for data protection on this site: %(contact)s.")
"""The paragraph before the last, where the operator has named a contact."""


def paragraphs(*, instructor: str, until: date | None) -> list[str]:
    """The consent text in the current language. `instructor` is the person to ask; `until` is the day when the course's
    names are deleted, None on a site that keeps them.
    """
    values = {"instructor": instructor, "until": date_words(until) if until else "", "contact": _contact()}
    found = [*PARAGRAPHS[:-1], *([CONTACT] if values["contact"] else []), PARAGRAPHS[-1]]
    found = [paragraph for paragraph in found if until or paragraph is not UNTIL]
    return [str(paragraph) % values for paragraph in found]


def _contact() -> str:
    """The site's contact for data protection; empty where the operator named none."""
    return next(answer.text for answer in operator_answers() if answer.asked == str(ASKED["PRIVACY_CONTACT"]))
