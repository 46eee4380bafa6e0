"""Published marks on the first page of those who have them."""

from typing import Any

from classrooms.grading.queries.news import published_to, to_evaluate
from games import slots
from games.slots import Panel


def register() -> None:
    """Give them to the games."""
    slots.HOME_PANELS.fill(grades_of)


def grades_of(user: Any) -> Panel:
    """The reader's published marks, and team mates who wait to be evaluated: three queries at most."""
    return Panel(
        "grades", "classrooms/grading/home.html", {"published": published_to(user), "mates": to_evaluate(user)}
    )
