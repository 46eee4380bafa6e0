"""What erasing a guest would do, told on the page on which those who run the course decide it."""

from typing import Any

from classrooms import slots
from classrooms.erasure.services.people import erasure_foreseen
from classrooms.grading.appeal import held_of
from classrooms.models import User
from games import clock
from games.slots import Panel


def register() -> None:
    """Give it to the people of courses."""
    slots.ERASURES.fill(foretold)


def foretold(user: User, by: Any) -> Panel:
    """The marks that are kept under seal, and the papers that go or are made again."""
    context = {"held": held_of(user, clock.now()), "renewed": erasure_foreseen(user=user, by=by)}
    return Panel("foretold", "classrooms/erasure/foretold.html", context)
