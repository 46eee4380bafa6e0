"""First games: their start, their end, and their offers on other pages."""

from dataclasses import dataclass
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.db.models import Exists, OuterRef, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.models import NOT_A_LESSON, Match, Move
from games.models.prepared import Prepared
from games.platform.conf import conf
from games.platform.persons import enter
from games.platform.services.first_games import first_game_end, first_game_start, lessons_of, practice_start
from games.platform.services.guests import guest_create
from games.ui import faces
from games.ui.faces import Face
from games.web.help import face_or_404
from games.web.opening import open_for

DISMISSED = "first_games_dismissed"
"""Session key of the games whose first game is no longer offered on the reader's first page."""


@require_POST
def first_game(request: HttpRequest, game: str) -> HttpResponse:
    """Begin the first game of a game, or continue it. On a site with an open demo, visitors get a guest account."""
    face = with_first_game(game)
    user = request.user
    if not user.is_authenticated:
        if not conf.OPEN_DEMO:
            return redirect_to_login(reverse("games:game-rules", args=[game]))
        user = guest_create(display_name=_("Guest"))
        enter(request, user)  # new: nothing is asked
    return redirect("games:match", first_game_start(user=user, game=face.game.key).pk)


def with_first_game(game: str) -> Face:
    """The face of a game with a first game. Raises Http404 for any other."""
    face = face_or_404(game)
    if not face.has_first_game:
        raise Http404
    return face


@require_POST
def leave(request: HttpRequest, match_id: int) -> HttpResponse:
    """Leave a lesson for good; with `play`, start a match against bots. 404 for all but its learner."""
    match = open_for(request, match_id).access.match
    if not lessons_of(request.user, open_only=False).filter(pk=match.pk).exists():
        raise Http404
    first_game_end(match=match, user=request.user)
    if request.POST.get("next") == "play":
        return redirect("games:match", practice_start(user=request.user, game=match.game).pk)
    return redirect("games:match", match.pk)


@require_POST
def dismiss(request: HttpRequest, game: str) -> HttpResponse:
    """Stop offering the first game of a game on this reader's first page."""
    if not request.user.is_authenticated:
        return redirect_to_login(reverse("games:home"))
    face = with_first_game(game)
    request.session[DISMISSED] = sorted({*request.session.get(DISMISSED, ()), face.game.key})
    return redirect("games:home")


@dataclass(frozen=True)
class Lessons:
    """The first games on a person's first page: those to continue, and those that are new."""

    going_on: list[tuple[Face, Match]]
    offered: list[Face]


def lessons_for(request: HttpRequest, games: set[str]) -> Lessons:
    """The lessons of a reader. `games` are those of which the person has a match or may join one. A game is new if
    the person never moved in it and has had no lesson of it. Three queries at most.
    """
    user: Any = request.user
    found = _lessons(user.pk)
    going_on = [(faces.get(match.game), match) for match in found if not match.is_over]
    known = {match.game for match in found} | set(request.session.get(DISMISSED, ()))
    new = {key for key in games - known if faces.get(key).has_first_game}
    new -= played_games(user, new) if new else set()
    return Lessons(going_on, [faces.get(key) for key in sorted(new)])


@Prepared
def _lessons(user_id: int) -> QuerySet[Match]:
    return lessons_of(user_id, open_only=False).defer("state", "scenario")


def played_games(user: Any, games: set[str]) -> set[str]:
    """Those of the games in which the user has moved."""
    return games & {game for (game,) in _games_moved_in(user.pk)}


@Prepared
def _games_moved_in(user_id: int) -> QuerySet[Any, Any]:
    rows = Match.objects.filter(NOT_A_LESSON, Exists(Move.objects.filter(match=OuterRef("pk"), author=user_id)))
    return rows.order_by().values_list("game").distinct()
