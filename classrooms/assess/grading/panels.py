"""Published marks on a student's first page, and expected marks on the review of a draft."""

from typing import Any

from classrooms import hooks as rooms
from classrooms.assess.grading.queries.foreseen import foreseen, foreseen_request
from classrooms.assess.grading.queries.news import published_to, to_evaluate
from classrooms.models import Session
from games.public import hooks
from games.public.hooks import Panel


def grades_of(user: Any) -> Panel:
    """The reader's published marks, and team mates who wait for a review: three queries at most."""
    return Panel(
        "grades", "classrooms/grading/home.html", {"published": published_to(user), "mates": to_evaluate(user)}
    )


def marks_foreseen(play_session: Session) -> Panel | None:
    """Marks that games of bots would get on the lines of the rubric; None where they are not known."""
    found = foreseen(play_session)
    context = {"foreseen": found}
    return Panel("foreseen", "classrooms/grading/foreseen.html", context) if found.lines or found.job else None


hooks.HOME_PANELS.fill(grades_of)
rooms.REVIEWED.fill(foreseen_request)
rooms.REVIEW_PANELS.fill(marks_foreseen)
