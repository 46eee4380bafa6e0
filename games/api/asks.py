"""Claims of seats, and requests to share a seat with its holder."""

from typing import Any

from django.shortcuts import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.answers import AskAnswer, MatchAnswer, ask_answer, match_answer
from games.api.base import MatchView
from games.api.schema import answers, described
from games.models import SeatAsk
from games.platform.errors import BadRequest
from games.platform.services import seat_claims
from games.platform.services.interventions import Actor


class Take(MatchView):
    """Claim of a seat."""

    @described(
        operation_id="seat_take",
        request=None,
        responses=answers({200: MatchAnswer, 201: AskAnswer}, 400, 403, 404, 409),
    )
    def post(self, request: Request, match_id: int, seat: int) -> Response:
        """Claim a seat as the match's owner or instructor (200). If it has a holder, a request to share it is sent
        (201). 409 `one_hand`: the caller knows the secrets of another seat. A repeated request changes nothing.
        """
        access = self.access()
        access.check_steward()
        if not access.match.seats.filter(index=seat).exists():
            raise BadRequest(field="seat", reason=seat)
        ask = seat_claims.seat_take(match_id=match_id, seat=seat, actor=Actor(request.user))
        if ask is not None:
            return Response(ask_answer(ask, request.user), status=201)
        return Response(match_answer(self.access()))


class Ask(MatchView):
    """A request to share a seat."""

    def ask(self) -> SeatAsk:
        """The request of the URL, if it is the caller's own or of a match that the caller may see."""
        rows = SeatAsk.objects.filter(pk=self.kwargs["ask"], seat__match=self.kwargs["match_id"])
        if not rows.filter(user=self.request.user.pk).exists():
            self.access()
        return get_object_or_404(rows)

    def answered(self, ask: SeatAsk) -> Response:
        """The answer with the request and its outcome."""
        return Response(ask_answer(ask, self.request.user))


class Accept(Ask):
    """Accepting a request to share a seat."""

    @described(operation_id="ask_accept", request=None, responses=answers({200: AskAnswer}, 403, 404, 409))
    def post(self, request: Request, **_address: Any) -> Response:
        """Let the requester share the caller's seat: they see its cards and may decide for it. A closed request is
        unchanged.
        """
        return self.answered(seat_claims.ask_answer(ask_id=self.ask().pk, accept=True, actor=Actor(request.user)))


class Refuse(Ask):
    """Refusing a request to share a seat."""

    @described(operation_id="ask_refuse", request=None, responses=answers({200: AskAnswer}, 403, 404, 409))
    def post(self, request: Request, **_address: Any) -> Response:
        """Refuse a request; the requester cannot ask the caller again. A closed request is unchanged."""
        return self.answered(seat_claims.ask_answer(ask_id=self.ask().pk, accept=False, actor=Actor(request.user)))


class Withdraw(Ask):
    """Withdrawing a request to share a seat."""

    @described(operation_id="ask_withdraw", request=None, responses=answers({200: AskAnswer}, 403, 404, 409))
    def post(self, request: Request, **_address: Any) -> Response:
        """Withdraw one's own request. A closed one is unchanged."""
        return self.answered(seat_claims.ask_withdraw(ask_id=self.ask().pk, actor=Actor(request.user)))
