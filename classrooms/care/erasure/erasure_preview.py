"""The effects of erasing a guest, shown on the page on which staff decide about it."""

from typing import Any

from classrooms import hooks
from classrooms.assess.grading.appeal import held_of
from classrooms.care.erasure.services.people import erasure_foreseen
from classrooms.models import User
from games.public.base import clock
from games.public.hooks import Panel


def foretold(user: User, by: Any) -> Panel:
    """Marks that are sealed for appeals, and papers that are deleted or made again."""
    context = {"held": held_of(user, clock.now()), "renewed": erasure_foreseen(user=user, by=by)}
    return Panel("foretold", "classrooms/erasure/foretold.html", context)


hooks.ERASURES.fill(foretold)
