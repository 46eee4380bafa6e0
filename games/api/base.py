"""The base of all views of the API. Its settings are local, so that a host site's other APIs keep their own."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rest_framework.authentication import SessionAuthentication
from rest_framework.permissions import IsAuthenticated
from rest_framework.response import Response
from rest_framework.views import APIView

from games.api.authentication import TokenAuthentication
from games.api.errors import answer_error, shape
from games.api.scopes import HasScope, ScopedSchema
from games.api.throttles import PeopleThrottle, VisitorsThrottle
from games.api.wire import AnswerRenderer, BodyParser
from games.platform.permissions import Access, open_match
from games.platform.services.arriving import arrive


class View(APIView):
    """JSON in and out, a token or a session, refusals of one shape, rate limits. `scopes` are the scopes that a token
    needs, by method.
    """

    renderer_classes: Sequence[Any] = (AnswerRenderer,)
    parser_classes: Sequence[Any] = (BodyParser,)
    authentication_classes: Sequence[Any] = (TokenAuthentication, SessionAuthentication)
    permission_classes: Sequence[Any] = (IsAuthenticated, HasScope)
    throttle_classes: Sequence[Any] = (VisitorsThrottle, PeopleThrottle)
    schema = ScopedSchema()
    scopes: Mapping[str, str] = {"GET": "play", "POST": "play"}

    def get_exception_handler(self) -> Callable[[Exception, dict[str, Any]], Response | None]:
        """The handler that gives refusals of the games, of the site and of REST framework one shape."""
        return answer_error


class MatchView(View):
    """A view on one match; strangers get 404."""

    def access(self) -> Access:
        """The caller's access to the match of the URL. By a POST, a holder arrives."""
        read = arrive if self.request.method == "POST" else open_match
        return read(self.kwargs["match_id"], self.request.user).access

    def access_to_seat(self) -> tuple[Access, int]:
        """The caller's access and the seat of the URL. Raises NotYourSeat unless the caller acts for the seat."""
        access = self.access()
        seat: int = self.kwargs["seat"]
        access.check_holds(seat)
        return access, seat


def refusal(code: str, message: Any, status: int, **params: Any) -> Response:
    """A refusal that is answered without an exception."""
    return Response(shape(code, message, **params), status=status)
