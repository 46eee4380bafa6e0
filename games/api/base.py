"""What all views of the API share."""

from typing import Any

from rest_framework.response import Response
from rest_framework.views import APIView

from games.api.errors import shape
from games.permissions import Access, access_to


class MatchView(APIView):
    """A view on one match; strangers get 404."""

    def access(self) -> Access:
        """The caller's way into the match of the address."""
        return access_to(self.kwargs["match_id"], self.request.user)

    def access_to_seat(self) -> tuple[Access, int]:
        """The same for the seat of the address. Raises NotYourSeat unless the caller acts for it."""
        access = self.access()
        seat: int = self.kwargs["seat"]
        access.check_holds(seat)
        return access, seat


def refusal(code: str, message: Any, status: int, **params: Any) -> Response:
    """A refusal that is no exception."""
    return Response(shape(code, message, **params), status=status)
