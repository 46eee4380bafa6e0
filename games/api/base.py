"""What all views of the API share. Nothing of it is a setting of the site: its other APIs keep their own."""

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
from games.permissions import Access, access_to
from games.services.arriving import arrived


class View(APIView):
    """JSON in and out, a token or a session, refusals of one shape, limits on how often. `scopes` are what a token
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
        """Refusals of the games, of the site and of REST framework alike."""
        return answer_error


class MatchView(View):
    """A view on one match; strangers get 404."""

    def access(self) -> Access:
        """The caller's way into the match of the address. Whoever holds a seat begins a match that waited for them."""
        return arrived(access_to(self.kwargs["match_id"], self.request.user))

    def access_to_seat(self) -> tuple[Access, int]:
        """The same for the seat of the address. Raises NotYourSeat unless the caller acts for it."""
        access = self.access()
        seat: int = self.kwargs["seat"]
        access.check_holds(seat)
        return access, seat


def refusal(code: str, message: Any, status: int, **params: Any) -> Response:
    """A refusal that is no exception."""
    return Response(shape(code, message, **params), status=status)
