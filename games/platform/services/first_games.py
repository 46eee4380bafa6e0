"""First games: a person's lesson of a game, and the following match against bots."""

from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from games.engine import codec
from games.engine.lesson import LESSON
from games.models import FIRST_GAME, Expected, Match
from games.models.matches import OVER
from games.models.people import person_model
from games.platform import clock
from games.platform.errors import BadRequest, NotYourSeat
from games.platform.services.holders import seat_assign
from games.platform.services.matches import match_abort, match_create, match_start
from games.ui import faces
from games.ui.faces import Face, LessonPart


def lessons_of(user: Any, *, open_only: bool = True) -> QuerySet[Match]:
    """A person's first games, the newest first."""
    held = {"seats__holders__user": user, "seats__holders__released_at": None}
    rows = Match.objects.filter(scenario_key=FIRST_GAME, **held).order_by("-created_at", "-pk")
    return rows.exclude(status__in=OVER) if open_only else rows


def first_game_of(game: str) -> tuple[Face, LessonPart]:
    """The face of a game with a first game, and its lesson part. Raises BadRequest for any other."""
    try:
        face = faces.get(game)
    except LookupError:
        raise BadRequest(field="game", reason=game) from None
    if not face.has_first_game or face.lesson is None:
        raise BadRequest(field="game", reason=_("this game has no first game"))
    return face, face.lesson


@transaction.atomic
def first_game_start(*, user: Any, game: str, now: datetime | None = None) -> Match:
    """The person's unfinished lesson, else a new one. It has no steward and is left out of all counts. Raises
    BadRequest for a game without one.
    """
    face, _part = first_game_of(game)
    lesson = face.game.lesson
    assert lesson is not None  # noqa: S101  first_game_of has looked
    person_model().objects.select_for_update().get(pk=user.pk)
    going_on = lessons_of(user).filter(game=game).first()
    if going_on is not None:
        return going_on
    now = now or clock.now()
    scenario = face.game.rules.load_scenario(lesson.scenario)
    match = match_create(
        game=game,
        roles=[role.id for role in face.words.roles(scenario)],
        by=None,
        scenario_key=FIRST_GAME,
        scenario=lesson.scenario,
        options=codec.from_json(lesson.options, dict[str, Any]),
        expected=Expected.OFF,
        undo=False,
        seed=lesson.seed,
        now=now,
    )
    match.seats.exclude(index=lesson.seat).update(bot=LESSON)
    seat_assign(match_id=match.pk, seat=lesson.seat, user=user, now=now)
    return match_start(match_id=match.pk, now=now)


@transaction.atomic
def first_game_end(*, match: Match, user: Any, now: datetime | None = None) -> None:
    """End a lesson for good. Safe to repeat. Raises NotYourSeat for all but the learner."""
    if not match.is_lesson or not lessons_of(user, open_only=False).filter(pk=match.pk).exists():
        raise NotYourSeat(seat=0)
    if not Match.objects.get(pk=match.pk).is_over:
        match_abort(match_id=match.pk, now=now)


@transaction.atomic
def practice_start(*, user: Any, game: str, now: datetime | None = None) -> Match:
    """A match of a person against bots, in the game's usual scenario; it waits for the first decision."""
    face, part = first_game_of(game)
    now = now or clock.now()
    if not face.game.scenarios:
        raise BadRequest(field="scenario", reason="")
    scenario = face.game.shipped("")
    roles = [role.id for role in face.words.roles(scenario)]
    match = match_create(game=game, roles=roles, by=user, title=_("Practice"), now=now)
    for seat in part.seats:
        seat_assign(match_id=match.pk, seat=seat, user=user, now=now)
    return match_start(match_id=match.pk, now=now)
