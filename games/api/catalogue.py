"""Tokens, and the games that can be played."""

from collections.abc import Mapping
from typing import Any

import msgspec
from django.contrib.auth import authenticate
from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework.exceptions import AuthenticationFailed, Throttled
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.answers import GameAnswer, ScenarioAnswer, TokenAnswer
from games.api.authentication import KEYWORD, token_create
from games.api.base import View
from games.api.bodies import Credentials
from games.api.schema import answers, described, takes
from games.api.scopes import scopes_read
from games.api.throttles import ScopedThrottle
from games.api.wire import read_body
from games.engine import registry
from games.models.people import people_are_users
from games.platform import clock, hooks
from games.platform.selectors.people import known_username
from games.platform.services.accounts import account_person
from games.ui import faces


class Tokens(View):
    """Sign-in for programs, with the same rate limit as the sign-in page."""

    authentication_classes = ()
    permission_classes = (AllowAny,)
    throttle_classes = (ScopedThrottle,)
    throttle_scope = "token"
    scopes: Mapping[str, str] = {}

    def get_authenticate_header(self, request: Request) -> str:
        """The WWW-Authenticate header, which makes REST framework answer 401 rather than 403."""
        return KEYWORD

    @described(
        operation_id="token_create",
        auth=[],
        request=takes(Credentials),
        responses=answers({201: TokenAnswer}, 400, 401),
    )
    def post(self, request: Request) -> Response:
        """A token for a name and a password, and a code if there is a second factor. It works for 90 days for the
        named `scopes` alone. A change of the password or of the second factor revokes it.
        """
        body = read_body(request, Credentials)
        scopes = scopes_read(body.scopes) if body.scopes is not None else tuple(hooks.SCOPES)
        name = known_username(body.username)
        user = authenticate(request._request, username=name, password=body.password, code=body.code)
        if getattr(request._request, "axes_locked_out", False):
            # Else its middleware answers with the page for browsers.
            setattr(request._request, "axes_locked_out", False)  # noqa: B010  the attribute is none of Django's
            raise Throttled
        if user is None:
            raise AuthenticationFailed(_("Name or password is wrong."))
        if not people_are_users():
            user = account_person(user)
        return Response(TokenAnswer(*token_create(user, clock.now(), scopes), scopes), status=201)


class Games(View):
    """All games."""

    scopes: Mapping[str, str] = {}

    @described(operation_id="games_list", responses=answers({200: tuple[GameAnswer, ...]}))
    def get(self, request: Request) -> Response:
        """The games of this site, with the JSON Schemas of their options and moves."""
        return Response([game_answer(face) for face in faces.all_faces()])


class Game(View):
    """One game."""

    scopes: Mapping[str, str] = {}

    @described(operation_id="games_one", responses=answers({200: GameAnswer}, 404))
    def get(self, request: Request, game: str) -> Response:
        """One game."""
        found = [face for face in faces.all_faces() if face.game.key == game]
        if not found:
            raise Http404
        return Response(game_answer(found[0]))


def game_answer(face: faces.Face) -> GameAnswer:
    """A game in the current language."""
    game = face.game
    return GameAnswer(
        key=game.key,
        title=str(face.title),
        summary=str(face.summary),
        rules_version=game.rules.version,
        scenarios=tuple(_scenario_answer(face, key, text) for key, text in game.scenarios.items()),
        bots=tuple(game.bots),
        options_schema=_schema_of(game, game.rules.options_type),
        move_schema=_schema_of(game, game.rules.move_type),
    )


def _scenario_answer(face: faces.Face, key: str, text: str) -> ScenarioAnswer:
    scenario = face.game.rules.load_scenario(text)
    return ScenarioAnswer(
        key,
        face.words.scenario(scenario),
        tuple(role.name for role in face.words.roles(scenario)),
        tuple(face.game.rules.seat_counts(scenario)),
    )


def _schema_of(game: registry.Game, kind: Any) -> dict[str, Any]:
    return msgspec.json.schema(kind)
