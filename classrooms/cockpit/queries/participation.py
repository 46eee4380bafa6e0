"""Who took part: each person's own answers among what was owed, told from the stored record alone."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from games.models import AuthorKind, Decision, Intervention, Match, Move, SeatHolder
from games.selectors.authorship import holds_at, together_with
from games.selectors.deeds import Deed, deeds

Kind = Intervention.Kind
Place = tuple[int, int]
"""Seat and user."""

HANDED_OVER = (Kind.TO_BOT, Kind.TO_PERSON, Kind.RELEASE)
"""A decision that was open then was taken away from whoever held the seat."""
INSTEAD = {
    AuthorKind.BOT: "by_bot",
    AuthorKind.DEADLINE: "by_default",
    AuthorKind.INSTRUCTOR: "by_instructor",
    AuthorKind.PLAN: "by_plan",
}


@dataclass(frozen=True)
class OwnMoves:
    """What one person did with what one seat owed in a match while they held it.

    Each decision that had to be answered and was closed by a move counts once: `own_in_time` and `late` are the
    person's own answers, those from a screen that they shared included (against the due time that held in the end,
    extra time and extensions included), `by_partner` those of somebody else on the same seat, and `by_bot`,
    `by_default` (the time was up), `by_instructor` and `by_plan` (of somebody away) say who answered instead.
    `excused` are decisions that an intervention took away which touches no grade; they are in none of the other
    numbers. What others settled before the seat said anything, and what left it no choice, is counted nowhere.
    """

    own_in_time: int = 0
    late: int = 0
    by_partner: int = 0
    by_bot: int = 0
    by_default: int = 0
    by_instructor: int = 0
    by_plan: int = 0
    excused: int = 0

    @property
    def owed(self) -> int:
        """How many decisions count."""
        own = self.own_in_time + self.late
        return own + self.by_partner + self.by_bot + self.by_default + self.by_instructor + self.by_plan


def own_answers(match: Match) -> dict[Place, OwnMoves]:
    """By seat and user, everybody who ever held a seat of the match, in four queries (one more for each fork on the
    way to it).
    """
    return own_answers_in([match])[match.pk]


def own_answers_in(matches: Iterable[Match]) -> dict[int, dict[Place, OwnMoves]]:
    """As `own_answers`, by the ids of several matches, in a number of queries that does not grow with them.

    A fork has the moves from before it with their authors, so they count in it; the branch that was left does not.
    """
    asked = list(matches)
    held: dict[int, list[SeatHolder]] = defaultdict(list)
    for holder in (
        SeatHolder.objects.filter(seat__match__in=asked).select_related("seat", "user").order_by("since", "pk")
    ):
        held[holder.seat.match_id].append(holder)
    closed = Decision.objects.filter(match__in=asked, owed=True, closed_at__isnull=False, closed_by__isnull=False)
    owed: dict[int, list[Decision]] = defaultdict(list)
    for decision in closed.order_by("pk"):
        owed[decision.match_id].append(decision)
    answers: dict[tuple[int, int | None, str], list[Move]] = defaultdict(list)
    rows = Move.objects.standing().filter(match__in=asked, number__gt=0).defer("args", "draws").order_by("number")
    for move in rows:
        answers[move.match_id, move.seat, move.key].append(move)
    done = deeds(asked)
    found = {}
    for match in asked:
        told = {each: answers[match.pk, each.seat, each.key] for each in owed[match.pk]}
        found[match.pk] = _counted(held[match.pk], told, [deed for deed in done[match.pk] if not deed.left])
    return found


def _counted(
    held: Sequence[SeatHolder], told: dict[Decision, list[Move]], done: Sequence[Deed]
) -> dict[Place, OwnMoves]:
    counts: dict[Place, Counter[str]] = {(holder.seat.index, holder.user_id): Counter() for holder in held}
    uncounted = [deed.row for deed in done if not deed.row.counts]
    for decision, moves in told.items():
        if not moves or moves[-1].author_kind == AuthorKind.SETTLED:
            continue
        at_seat = [each for each in held if each.seat.index == decision.seat]
        for user in {each.user_id for each in at_seat if _held_during(each, decision)}:
            own = {move.number for move in moves if _is_theirs(move, user, at_seat)}
            counts[decision.seat, user][_fate(decision, moves, own, uncounted)] += 1
    return {place: OwnMoves(**count) for place, count in counts.items()}


def _held_during(holder: SeatHolder, decision: Decision) -> bool:
    """Did they act for the seat at any time at which this was asked of it?"""
    closed_at: Any = decision.closed_at
    return holder.since <= closed_at and (holder.released_at is None or holder.released_at > decision.opened_at)


def _is_theirs(move: Move, user: int, at_seat: Sequence[SeatHolder]) -> bool:
    """Did they make it, or play at the screen of who did?"""
    if move.author_kind != AuthorKind.PLAYER:
        return False
    held = [each for each in at_seat if holds_at(each, move.created_at)]
    return move.author_id == user or user in {each.pk for each in together_with(move, held)}


def _fate(decision: Decision, moves: Sequence[Move], own: AbstractSet[int], uncounted: Sequence[Intervention]) -> str:
    """What became of a decision for one of those who owed it, whose `own` moves are given: the name of a count."""
    answer = _answer(decision, moves)
    if answer.number in own:
        return "own_in_time" if _in_time(decision, moves, own) else "late"
    if _was_handed_over(decision, uncounted):
        return "excused"
    if answer.author_kind == AuthorKind.INSTRUCTOR and any(
        row.params.get("move") == answer.number for row in uncounted
    ):
        return "excused"
    return INSTEAD.get(AuthorKind(answer.author_kind), "by_partner")


def _answer(decision: Decision, moves: Sequence[Move]) -> Move:
    """The move that counts as the seat's answer: its last one. Who had said something and waited for the other side's
    word when the time was up did answer.
    """
    own = [move for move in moves if move.author_kind == AuthorKind.PLAYER]
    return own[-1] if decision.passive and own else moves[-1]


def _in_time(decision: Decision, moves: Sequence[Move], own: AbstractSet[int]) -> bool:
    """Revising an answer later takes nothing away."""
    first: datetime = next(move.created_at for move in moves if move.number in own)
    return decision.due_at is None or first <= decision.due_at


def _was_handed_over(decision: Decision, uncounted: Sequence[Intervention]) -> bool:
    closed_at: Any = decision.closed_at
    return any(
        row.kind in HANDED_OVER and row.seat == decision.seat and decision.opened_at <= row.created_at <= closed_at
        for row in uncounted
    )
