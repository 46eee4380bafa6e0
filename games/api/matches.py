"""Matches: the caller's list, a new one against bots, one match, its history, result, export and chat."""

import msgspec
from django.db import transaction
from django.http import HttpResponse
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle

from games.api.answers import (
    HistoryAnswer,
    MatchAnswer,
    MatchList,
    MessageAnswer,
    MessageList,
    ResultAnswer,
    event_answer,
    match_answer,
    match_line,
    message_answer,
)
from games.api.base import MatchView, View, refusal
from games.api.bodies import NewMatch, NewMessage
from games.api.schema import answers, described, number, takes, word
from games.api.throttles import PeopleThrottle, ScopedThrottle
from games.api.wire import read_body, read_number
from games.engine.export import write
from games.models import Match, Status
from games.platform import selectors, undo_window
from games.platform.errors import BadRequest
from games.platform.permissions import Access, access_to
from games.platform.selectors import event_log
from games.platform.selectors.replaying import exported
from games.platform.services.holders import seat_set_bot
from games.platform.services.interventions import Actor
from games.platform.services.matches import match_create, match_start
from games.platform.services.seat_claims import seat_take
from games.platform.services.talk import message_say
from games.ui import faces

PAGE = 50


class Matches(View):
    """Matches of the caller."""

    throttle_scope = "create"

    def get_throttles(self) -> list[BaseThrottle]:
        """The throttles of a request: a new match has a stricter limit than a read."""
        return [ScopedThrottle() if self.request.method == "POST" else PeopleThrottle()]

    @described(
        operation_id="matches_list",
        parameters=[number("before", "only matches with a smaller id"), word("status", Status.values)],
        responses=answers({200: MatchList}, 400),
    )
    def get(self, request: Request) -> Response:
        """Matches in which I hold a seat or which I run, newest first, 50 at a time."""
        rows = selectors.matches_of(request.user)
        status = request.query_params.get("status")
        if status is not None:
            if status not in Status.values:
                raise BadRequest(field="status", reason=_("this status does not exist"))
            rows = rows.filter(status=status)
        before = read_number(request, "before")
        if before is not None:
            rows = rows.filter(pk__lt=before)
        found = undo_window.read_for(
            request.user.pk, lambda: list(rows.order_by("-pk")[: PAGE + 1].all()), lambda read: read
        )
        lines = tuple(match_line(match) for match in found[:PAGE])
        return Response(MatchList(lines, lines[-1].id if len(found) > PAGE else None))

    @described(operation_id="matches_create", request=takes(NewMatch), responses=answers({201: MatchAnswer}, 400, 422))
    def post(self, request: Request) -> Response:
        """Start a match against bots on the named seats."""
        match = _new_match(read_body(request, NewMatch), request)
        answer = Response(match_answer(access_to(match.pk, request.user)), status=201)
        answer["Location"] = request.build_absolute_uri(f"{request.path}/{match.pk}")
        return answer


@transaction.atomic
def _new_match(body: NewMatch, request: Request) -> Match:
    """The new match. The transaction leaves no match behind if the set-up refuses its options."""
    found = [face for face in faces.all_faces() if face.game.key == body.game]
    if not found:
        raise BadRequest(field="game", reason=_("no such game"))
    kind = found[0].game
    text = kind.scenarios.get(body.scenario or next(iter(kind.scenarios)))
    if text is None:
        raise BadRequest(field="scenario", reason=_("no such scenario"))
    roles = [role.id for role in found[0].words.roles(kind.rules.load_scenario(text))]
    if max(body.seats) >= len(roles) or len(body.bots) > len(roles):
        raise BadRequest(field="seats", reason=_("the scenario has %(count)d seats") % {"count": len(roles)})
    match = match_create(
        game=body.game,
        roles=roles,
        by=request.user,
        scenario_key=body.scenario,
        options=body.options,
        title=body.title,
        pace_of_match=body.pace,
        late_policy=body.late_policy,
        undo=body.undo,
    )
    for seat in sorted(set(body.seats)):
        seat_take(match_id=match.pk, seat=seat, actor=Actor(request.user))
    for seat, bot in enumerate(body.bots):
        seat_set_bot(match_id=match.pk, seat=seat, bot=bot or kind.usual_bot)
    return match_start(match_id=match.pk)


class OneMatch(MatchView):
    """One match."""

    @described(operation_id="match", responses=answers({200: MatchAnswer}, 404))
    def get(self, request: Request, match_id: int) -> Response:
        """A match: its seats, its progress, and the commitment to its seed."""
        return Response(match_answer(self.access()))

    @described(operation_id="match_arrive", request=None, responses=answers({200: MatchAnswer}, 404))
    def post(self, request: Request, match_id: int) -> Response:
        """Say that I am here: a match that waits for its people begins, and a bot that stands in for me leaves. Sent
        again, it changes nothing.
        """
        return Response(match_answer(self.access()))


class History(MatchView):
    """The events of a match."""

    @described(
        operation_id="match_history",
        parameters=[
            number("before", "only events with a smaller number"),
            number("turn", "only events of this turn"),
            number("seat", "only events about this seat"),
        ],
        responses=answers({200: HistoryAnswer}, 400, 404),
    )
    def get(self, request: Request, match_id: int) -> Response:
        """The events that I may know, newest first. All of them when the match is over."""
        access = self.access()
        page = event_log.history(
            access.match,
            access.eyes(),
            below=read_number(request, "before"),
            turn=read_number(request, "turn"),
            seat=read_number(request, "seat"),
            length=PAGE,
        )
        return Response(HistoryAnswer(tuple(event_answer(event) for event in page.events), page.older))


class Result(MatchView):
    """The result of a match."""

    @described(operation_id="match_result", responses=answers({200: ResultAnswer}, 404))
    def get(self, request: Request, match_id: int) -> Response:
        """Scores, ranks and targets; null until the match is finished."""
        match = self.access().match
        return Response(ResultAnswer(match.status, match.result))


class Export(MatchView):
    """The match as one file that can be verified."""

    @described(operation_id="match_export", responses=answers({200: dict}, 404, 409))
    def get(self, request: Request, match_id: int) -> HttpResponse:
        """Scenario, options, moves, draws, events, hash chain and seed: `python -m games.engine.verify` checks the
        file. 409 until the match is over and no unfinished match has the same seed.
        """
        match = self.access().match
        if not match.is_over:
            return refusal("match_not_over", _("The file is there when the match is over."), 409)
        if not selectors.seed_is_public(match):
            return refusal("seed_secret", _("Another match that is not over has the same luck."), 409)
        if not match.has_begun:
            return refusal("match_not_begun", _("This match was ended before it began."), 409)
        try:
            text = write(exported(match))
        except msgspec.ValidationError:  # moves of a kind that today's rules do not have
            return refusal("rules_changed", _("The rules have changed since this match."), 409)
        name = f'attachment; filename="match-{match.pk}.json"'
        return HttpResponse(text, content_type="application/json", headers={"Content-Disposition": name})


class Messages(MatchView):
    """Chat of a match."""

    @described(operation_id="match_messages", responses=answers({200: MessageList}, 404))
    def get(self, request: Request, match_id: int) -> Response:
        """The latest messages, oldest first."""
        access = self.access()
        rows = selectors.talk(access.match, access.seats, steward=access.steward)
        return Response(MessageList(tuple(message_answer(row) for row in rows)))

    @described(
        operation_id="match_messages_post",
        request=takes(NewMessage),
        responses=answers({201: MessageAnswer}, 400, 403, 404),
    )
    def post(self, request: Request, match_id: int) -> Response:
        """Send a message to the whole table: at most twenty a minute. 429 says when the next one is allowed."""
        access = self.access()
        access.check_speaks()
        body = read_body(request, NewMessage)
        seat = _speaking_seat(access, body.seat)
        message = message_say(match_id=match_id, seat=seat, author=request.user, text=body.text)
        return Response(message_answer(message), status=201)


def _speaking_seat(access: Access, seat: int | None) -> int | None:
    if seat is not None:
        access.check_holds(seat)
    return access.seat_for(seat)
