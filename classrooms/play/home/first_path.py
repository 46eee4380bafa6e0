"""The first steps of a new instructor without sessions: play, read, prepare."""

from dataclasses import dataclass
from typing import Any, Final

from django.http import HttpRequest
from django.utils.translation import gettext as _

from games.public.models import OVER
from games.public.steering import lessons_of
from games.ui.faces import Face, all_faces
from games.ui.help import has_lesson_plan

STEPS: Final = ("play", "lesson", "prepare")
PUT_AWAY: Final = "first_steps_put_away"
"""A session key: the first steps that the reader has hidden."""


@dataclass(frozen=True)
class Step:
    """One of `STEPS` in words."""

    name: str
    title: str
    note: str


def steps_left(request: HttpRequest) -> list[Step]:
    """The steps that are neither done nor hidden. An ended first game is done."""
    away = set(request.session.get(PUT_AWAY, ()))
    if "play" not in away and _has_played(request.user):
        away.add("play")
    return [_step(name) for name in STEPS if name not in away]


def put_away(request: HttpRequest, name: str) -> None:
    """One step, or with "all" each of them, is shown to this reader no more."""
    names = STEPS if name == "all" else (name,)
    request.session[PUT_AWAY] = sorted({*request.session.get(PUT_AWAY, ()), *names} & set(STEPS))


def lesson_plans() -> list[Face]:
    """The games whose help has a lesson plan."""
    return [face for face in all_faces() if has_lesson_plan(face.game.key)]


def _has_played(user: Any) -> bool:
    return lessons_of(user, open_only=False).filter(status__in=OVER).exists()


def _step(name: str) -> Step:
    if name == "play":
        return Step(name, _("Play as a student"), _("A first game takes about ten minutes, with bots."))
    if name == "lesson":
        return Step(name, _("Read a lesson plan"), _("It says what to do in 45, 90 or 180 minutes, or in two weeks."))
    return Step(name, _("Prepare a session"), _("A first one takes about ten minutes to set up."))
