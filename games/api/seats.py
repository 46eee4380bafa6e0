"""One seat through the API: its view, its prompts, its choices and its moves."""

from typing import Any

from django.utils.cache import get_conditional_response
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.answers import (
    ChoiceList,
    MoveAnswer,
    PromptList,
    ViewAnswer,
    event_answer,
    prompt_answer,
    view_answer,
)
from games.api.base import MatchView
from games.api.bodies import NewMove
from games.api.errors import Refused, refused_by_rules
from games.api.schema import answers, described, takes, text
from games.api.wire import read_body
from games.engine.codec import read_move
from games.engine.errors import RulesError
from games.models import AuthorKind, Match
from games.platform import selectors
from games.platform.errors import StaleDecision
from games.platform.selectors.position import game_of, scenario_of, state_of
from games.platform.services import moves
from games.platform.services.authors import Author
from games.platform.services.undo import move_take_back
from games.ui import faces


class View(MatchView):
    """The table as a seat sees it."""

    @described(operation_id="seat_view", responses=answers({200: ViewAnswer, 304: None}, 403, 404))
    def get(self, request: Request, match_id: int, seat: int) -> Any:
        """The view of a seat. It has an ETag: with `If-None-Match` the answer is 304 until something changes that a
        seat can see.
        """
        user = int(request.user.pk or 0)
        if "If-None-Match" in request.headers:
            revision = selectors.revision_for(match_id, user)
            unchanged = get_conditional_response(request._request, etag=_etag(revision, user, seat))
            if revision is not None and unchanged is not None:
                return unchanged
        access, seat = self.access_to_seat()
        answer = Response(view_answer(access.match, seat))
        answer["ETag"] = _etag(access.match.revision, user, seat)
        answer["Cache-Control"] = "private, no-cache"
        return answer


def _etag(revision: int | None, user: int, seat: int) -> str:
    """An ETag of one person and seat. A person who lost the seat cannot match it with a later revision."""
    return f'"{revision}-{user}-{seat}"'


class Prompts(MatchView):
    """Open prompts of a seat."""

    @described(operation_id="seat_prompts", responses=answers({200: PromptList}, 403, 404))
    def get(self, request: Request, match_id: int, seat: int) -> Response:
        """The open prompts of the seat; an empty list while it waits for others."""
        access, seat = self.access_to_seat()
        match = access.match
        face, scenario = faces.get(match.game), scenario_of(match)
        pending = match.decisions.filter(seat=seat, closed_at__isnull=True, optional=False)
        due = dict(pending.values_list("key", "due_at"))
        found = tuple(
            prompt_answer(prompt, face.words.decision(scenario, prompt), due.get(prompt.key))
            for prompt in _open_prompts(match)
            if prompt.seat == seat
        )
        return Response(PromptList(match.number, found))


class Choices(MatchView):
    """The legal answers to a prompt."""

    @described(
        operation_id="seat_choices",
        parameters=[text("key", "key of an open prompt of this seat")],
        responses=answers({200: ChoiceList}, 400, 403, 404, 409),
    )
    def get(self, request: Request, match_id: int, seat: int) -> Response:
        """Every legal answer, numbers as ranges."""
        access, seat = self.access_to_seat()
        match, key = access.match, request.query_params.get("key", "")
        if not any((prompt.seat, prompt.key) == (seat, key) for prompt in _open_prompts(match)):
            raise StaleDecision(key=key[:120])
        choices = game_of(match).rules.choices(state_of(match), seat, key)
        return Response(ChoiceList(match.number, key, tuple(choices)))


def _open_prompts(match: Match) -> tuple[Any, ...]:
    return game_of(match).rules.prompts(state_of(match)) if match.state and not match.is_over else ()


class Moves(MatchView):
    """Moves of a seat."""

    @described(
        operation_id="seat_move",
        request=takes(NewMove),
        responses=answers({201: MoveAnswer, 200: MoveAnswer}, 400, 403, 404, 409, 422),
    )
    def post(self, request: Request, match_id: int, seat: int) -> Response:
        """Answer a prompt. With a `submission_id`, a request whose answer was lost can be sent again: the move is
        played once, and the second answer is 200. 409 `stale_decision` means that the prompt is closed and nothing
        was played; 422 that the rules forbid the move.
        """
        access, seat = self.access_to_seat()
        body = read_body(request, NewMove)
        try:
            move = read_move(bytes(body.move), game_of(access.match).rules.move_type)
            submitted = moves.submit(
                match_id=match_id,
                seat=seat,
                key=body.key,
                move=move,
                by=Author(AuthorKind.PLAYER, request.user),
                submission_id=body.submission_id,
            )
        except RulesError as error:
            raise refused_by_rules(access.match, error) from error
        except StaleDecision as error:
            raise Refused(error, view=view_answer(self.access().match, seat)) from error
        return Response(_played(submitted, seat), status=200 if submitted.repeated else 201)


class TakeBack(MatchView):
    """Undoing a move."""

    @described(operation_id="seat_take_back", request=None, responses=answers({200: ViewAnswer}, 403, 404, 409))
    def post(self, request: Request, match_id: int, seat: int, number: int) -> Response:
        """Undo the last move within 10 seconds, if it is the caller's own and revealed nothing. It must be unseen by
        others, and no other move may follow it. The move stays in the log, and the next number records that it was
        undone. 409 says why undo is refused. A repeated request changes nothing.
        """
        _access, seat = self.access_to_seat()
        match = move_take_back(match_id=match_id, number=number, by=request.user, seat=seat)
        return Response(view_answer(match, seat))


def _played(submitted: moves.Submitted, seat: int) -> MoveAnswer:
    match = submitted.match
    rows = selectors.events_for(match, [seat]).filter(move=submitted.move).select_related("move").order_by("number")
    events = tuple(event_answer(event) for event in rows)
    return MoveAnswer(submitted.move.number, submitted.repeated, events, view_answer(match, seat))
