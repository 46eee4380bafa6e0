"""Participation: each person's own answers among the decisions of their seat, read from the stored moves alone."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from games.public.matches import deeds, holds_at, together_with
from games.public.models import OF_PEOPLE, AuthorKind, Decision, Intervention, Match, Move, SeatHolder

Kind = Intervention.Kind
Place = tuple[int, int]
"""Seat and user."""

HANDED_OVER = (Kind.TO_BOT, Kind.TO_PERSON, Kind.RELEASE)
"""Interventions that took an open decision away from the people on its seat."""
INSTEAD = {
    AuthorKind.BOT: "by_bot",
    AuthorKind.DEADLINE: "by_default",
    AuthorKind.INSTRUCTOR: "by_instructor",
    AuthorKind.PLAN: "by_plan",
}


@dataclass(frozen=True)
class OwnMoves:
    """One person's answers to the decisions of one seat in a match. Each mandatory decision that was closed by a
    move counts once.

    `own_in_time` and `late` are the person's own answers, from a shared screen too. They are measured against the
    final due time, with extra time and extensions. `by_partner` counts answers of another person on the seat.
    `by_bot`, `by_default` (time was up), `by_instructor` and `by_plan` (of an absent person) count answers of
    others instead.

    `before` and `after` are decisions answered by others before the person came or after they left. A seat is
    theirs from the start to the end of the match, unless another person held it first. `excused` decisions were
    taken away by an intervention that does not count in grades. `spared` decisions fell into an excused absence.
    These two are in none of the other numbers. Decisions settled by other seats first, and decisions with a single
    choice, are not counted.
    """

    own_in_time: int = 0
    late: int = 0
    by_partner: int = 0
    by_bot: int = 0
    by_default: int = 0
    by_instructor: int = 0
    by_plan: int = 0
    before: int = 0
    after: int = 0
    excused: int = 0
    spared: int = 0

    @property
    def required(self) -> int:
        """The number of decisions that count."""
        own = self.own_in_time + self.late
        instead = self.by_partner + self.by_bot + self.by_default + self.by_instructor + self.by_plan
        return own + instead + self.before + self.after

    @property
    def held(self) -> int:
        """The number of decisions while the person held the seat, decisions taken away by interventions included."""
        return self.required - self.before - self.after + self.excused


class Closed(NamedTuple):
    """The columns of a decision that was closed by a move."""

    pk: int
    match_id: int
    seat: int
    key: str
    opened_at: datetime
    closed_at: datetime
    due_at: datetime | None
    passive: bool


class Made(NamedTuple):
    """The columns of a move that say who answered, and when."""

    match_id: int
    number: int
    seat: int | None
    key: str
    author_kind: str
    author_id: int | None
    created_at: datetime


def own_answers(match: Match) -> dict[Place, OwnMoves]:
    """Answers by seat and user, for everybody who ever held a seat of the match. Four queries, and one more for each
    fork on its path.
    """
    return own_answers_in([match])[match.pk]


def own_answers_in(matches: Iterable[Match]) -> dict[int, dict[Place, OwnMoves]]:
    """The own answers in several matches (`own_answers`), by match id, in a constant number of queries. Moves before a
    fork count with their authors; the abandoned branch does not count.
    """
    asked = list(matches)
    held: dict[int, list[SeatHolder]] = defaultdict(list)
    for holder in (
        SeatHolder.objects.filter(seat__match__in=asked).select_related("seat", "user").order_by("since", "pk")
    ):
        held[holder.seat.match_id].append(holder)
    closed = Decision.objects.filter(match__in=asked, required=True, closed_at__isnull=False, closed_by__isnull=False)
    required: dict[int, list[Closed]] = defaultdict(list)
    for decision in map(Closed._make, closed.order_by("pk").values_list(*Closed._fields)):
        required[decision.match_id].append(decision)
    answers: dict[tuple[int, int | None, str], list[Made]] = defaultdict(list)
    rows = Move.objects.kept().filter(match__in=asked, number__gt=0).order_by("number")
    for move in map(Made._make, rows.values_list(*Made._fields)):
        answers[move.match_id, move.seat, move.key].append(move)
    done = deeds(asked)
    found = {}
    for match in asked:
        told = {each: answers[match.pk, each.seat, each.key] for each in required[match.pk]}
        people = [each for each in held[match.pk] if not only_waited(each, match)]
        found[match.pk] = _counted(people, told, [deed.row for deed in done[match.pk] if not deed.left])
    return found


def only_waited(row: Any, match: Match) -> bool:
    """Did the person of this `SeatHolder` leave the seat before the match began? A fork with moves begins late, with
    the holders from before it. A person who was replaced by a bot at the start did not only wait.
    """
    if match.started_at is None or match.forked_at:
        return False
    return row.released_at is not None and row.released_at < match.started_at


def _counted(
    held: Sequence[SeatHolder], told: Mapping[Closed, list[Made]], done: Sequence[Intervention]
) -> dict[Place, OwnMoves]:
    counts: dict[Place, Counter[str]] = {(holder.seat.index, holder.user_id): Counter() for holder in held}
    uncounted = [row for row in done if not row.counts]
    came: set[Place] = set()
    for decision, moves in told.items():
        if not moves or moves[-1].author_kind == AuthorKind.SETTLED:
            continue
        at_seat = [each for each in held if each.seat.index == decision.seat]
        there = {each.user_id for each in held if _held_during(each, decision)}
        for user in {each.user_id for each in at_seat}:
            place, theirs = (decision.seat, user), [each for each in at_seat if each.user_id == user]
            own = {move.number for move in moves if _is_theirs(move, user, at_seat)}
            fate = (
                _fate(decision, moves, own, uncounted) if any(_held_during(each, decision) for each in theirs) else ""
            )
            was_left = fate == "by_partner" and not any(_held_to_end(each, decision) for each in theirs)
            # Somebody who sits at another seat of the table by then must answer what is asked there.
            if was_left or (not fate and user not in there):
                fate = _fate_away(decision, user, at_seat, done, came=place in came)
            came |= {place} if own else set()
            counts[place].update([fate] if fate else [])
    return {place: OwnMoves(**count) for place, count in counts.items()}


def _fate_away(
    decision: Closed, user: int, at_seat: Sequence[SeatHolder], done: Sequence[Intervention], *, came: bool
) -> str:
    """The count for a decision of a person who did not hold the seat then; empty where it never was theirs."""
    at = decision.closed_at
    rows = [row for row in done if row.seat == decision.seat and row.kind in HANDED_OVER]
    if any(each.user_id == user and each.since <= at for each in at_seat):
        sent = [row for row in rows if row.created_at <= at and _sends_away(row, user)]
        undone = {row.params.get("undo") for row in rows}
        excused = bool(sent) and (not sent[-1].counts or sent[-1].batch in undone)
        return "spared" if excused else "after" if came else "before"
    if any(each.since <= at for each in at_seat):
        return ""
    brought = [row for row in rows if row.kind == Kind.TO_PERSON and row.user_id == user and row.created_at >= at]
    return "spared" if brought and brought[0].by_id != user and not brought[0].counts else "before"


def _sends_away(row: Intervention, user: int) -> bool:
    people = (*row.params.get("released", ()), *row.params.get("ended", ()))
    return user in people or (row.kind == Kind.RELEASE and row.user_id == user)


def _held_during(holder: SeatHolder, decision: Closed) -> bool:
    """Did they act for the seat at any time at which this was asked of it?"""
    return holder.since <= decision.closed_at and (
        holder.released_at is None or holder.released_at > decision.opened_at
    )


def _held_to_end(holder: SeatHolder, decision: Closed) -> bool:
    """Did they still act for the seat when this was answered?"""
    return holder.released_at is None or holder.released_at > decision.closed_at


def _is_theirs(move: Made, user: int, at_seat: Sequence[SeatHolder]) -> bool:
    """Did the person make the move, play at the screen of its author, or decide it on paper?"""
    held = [each for each in at_seat if holds_at(each, move.created_at)]
    if move.author_kind == AuthorKind.PAPER:
        return user in {each.user_id for each in held}
    if move.author_kind != AuthorKind.PLAYER:
        return False
    return move.author_id == user or user in {each.pk for each in together_with(move, held)}


def _fate(decision: Closed, moves: Sequence[Made], own: AbstractSet[int], uncounted: Sequence[Intervention]) -> str:
    """The count to which a decision belongs for a person of its seat, whose moves are `own`."""
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


def _answer(decision: Closed, moves: Sequence[Made]) -> Made:
    """The move that counts as the seat's answer: its last one. A person who proposed something and waited for the
    other side at the deadline did answer.
    """
    own = [move for move in moves if move.author_kind in OF_PEOPLE]
    return own[-1] if decision.passive and own else moves[-1]


def _in_time(decision: Closed, moves: Sequence[Made], own: AbstractSet[int]) -> bool:
    """Was the first own answer in time? A later revision does not make it late. A decision on paper always was."""
    first = next(move for move in moves if move.number in own)
    return decision.due_at is None or first.author_kind == AuthorKind.PAPER or first.created_at <= decision.due_at


def _was_handed_over(decision: Closed, uncounted: Sequence[Intervention]) -> bool:
    return any(
        row.kind in HANDED_OVER
        and row.seat == decision.seat
        and decision.opened_at <= row.created_at <= decision.closed_at
        for row in uncounted
    )
