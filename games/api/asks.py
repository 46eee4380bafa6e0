"""Sitting down, and asking whoever sits there."""

from typing import Any

from django.shortcuts import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.answers import AskAnswer, MatchAnswer, ask_answer, match_answer
from games.api.base import MatchView
from games.api.schema import answers, described
from games.errors import BadRequest
from games.models import SeatAsk
from games.services import sitting
from games.services.interventions import Press


class Take(MatchView):
    """Sitting down."""

    @described(
        operation_id="seat_take",
        request=None,
        responses=answers({200: MatchAnswer, 201: AskAnswer}, 400, 403, 404, 409),
    )
    def post(self, request: Request, match_id: int, seat: int) -> Response:
        """For who runs the match: sit down on a seat (200), or, if somebody holds it, ask whether one may sit beside
        them (201). 409 `one_hand`: the secrets of another seat are known to the caller. Sent again, it changes nothing.
        """
        access = self.access()
        access.check_steward()
        if not access.match.seats.filter(index=seat).exists():
            raise BadRequest(field="seat", reason=seat)
        ask = sitting.seat_take(match_id=match_id, seat=seat, press=Press(request.user))
        if ask is not None:
            return Response(ask_answer(ask, request.user), status=201)
        return Response(match_answer(self.access()))


class Ask(MatchView):
    """A question to whoever holds a seat."""

    def ask(self) -> SeatAsk:
        """The question of the address, if it is the caller's own or is put to a match that they may see."""
        rows = SeatAsk.objects.filter(pk=self.kwargs["ask"], seat__match=self.kwargs["match_id"])
        if not rows.filter(user=self.request.user.pk).exists():
            self.access()
        return get_object_or_404(rows)

    def answered(self, ask: SeatAsk) -> Response:
        """The question and what became of it."""
        return Response(ask_answer(ask, self.request.user))


class Accept(Ask):
    """Letting somebody sit down."""

    @described(operation_id="ask_accept", request=None, responses=answers({200: AskAnswer}, 403, 404, 409))
    def post(self, request: Request, **_address: Any) -> Response:
        """Let the asker sit beside the caller, who holds the seat: they see its cards and may decide for it. A question
        that is no longer open stays as it is.
        """
        return self.answered(sitting.ask_answer(ask_id=self.ask().pk, accept=True, press=Press(request.user)))


class Refuse(Ask):
    """Letting nobody sit down."""

    @described(operation_id="ask_refuse", request=None, responses=answers({200: AskAnswer}, 403, 404, 409))
    def post(self, request: Request, **_address: Any) -> Response:
        """Refuse the asker, who cannot ask the caller again. A question that is no longer open stays as it is."""
        return self.answered(sitting.ask_answer(ask_id=self.ask().pk, accept=False, press=Press(request.user)))


class Withdraw(Ask):
    """Asking no more."""

    @described(operation_id="ask_withdraw", request=None, responses=answers({200: AskAnswer}, 403, 404, 409))
    def post(self, request: Request, **_address: Any) -> Response:
        """Take one's own question back. One that is no longer open stays as it is."""
        return self.answered(sitting.ask_withdraw(ask_id=self.ask().pk, press=Press(request.user)))
