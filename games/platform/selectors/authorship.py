"""The authors of decisions at each seat of a match, from the stored moves and their authors alone. A holder of a seat
was expected to move, which does not mean that the holder did.
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Any, Final, NamedTuple

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from games.models import OF_PEOPLE, AuthorKind, Event, Match, Move, SeatHolder
from games.models.people import person_model
from games.platform import hooks

INSTEAD: Final = (AuthorKind.DEADLINE, AuthorKind.INSTRUCTOR, AuthorKind.PLAN)
"""Authors who decide in place of a person who keeps the seat. A bot does so, too, if the holder is late."""


@dataclass(frozen=True)
class Person:
    """A person with the name for pages. `id` is 0 if only the name was kept; two people may have one name."""

    id: int
    name: str


@dataclass(frozen=True)
class AuthoredMove:
    """A move of a seat. `people` made it: several at one screen or one sheet of paper, or none (see `kind`). `held` is
    true if the seat had a holder. `turn` is the game's, of the move's first event or of the move before.
    """

    number: int
    kind: str
    people: tuple[Person, ...]
    turn: int
    at: datetime
    held: bool


@dataclass(frozen=True)
class Stretch:
    """Consecutive moves of a seat by the same authors: `people`, each with the move numbers in `own`. Without people,
    the author is a bot, deadlines, an instructor, a plan, an unnamed team on paper or an unknown person (`kind`).
    `instead` are the decisions that others made in between for these people, by kind.
    """

    kind: str
    own: tuple[tuple[Person, tuple[int, ...]], ...]
    numbers: tuple[int, ...]
    first_turn: int
    last_turn: int
    since: datetime
    until: datetime
    instead: tuple[tuple[str, tuple[int, ...]], ...] = ()

    @property
    def people(self) -> tuple[Person, ...]:
        """The people with moves of their own in this stretch, in the order of their first moves."""
        return tuple(person for person, _numbers in self.own)


@dataclass(frozen=True)
class SeatStory:
    """The authors of a seat's decisions in order of time. `idle` are holders who made no move while others decided."""

    seat: int
    stretches: tuple[Stretch, ...]
    idle: tuple[Person, ...] = ()

    @property
    def own(self) -> dict[Person, tuple[int, ...]]:
        """The move numbers of each person. Moves at a shared screen count for everybody there."""
        found: dict[Person, tuple[int, ...]] = {}
        for stretch in self.stretches:
            for person, numbers in stretch.own:
                found[person] = tuple(sorted({*found.get(person, ()), *numbers}))
        return found

    @property
    def all_numbers(self) -> tuple[int, ...]:
        """Every move of the seat."""
        found = [number for stretch in self.stretches for number in stretch.numbers]
        found += [number for stretch in self.stretches for _kind, more in stretch.instead for number in more]
        return tuple(sorted(found))

    @property
    def was_played(self) -> bool:
        """Did a person make any move of the seat?"""
        return any(stretch.kind in OF_PEOPLE for stretch in self.stretches)

    def part_of(self, user_id: int) -> tuple[int, ...]:
        """The numbers of a person's own moves at this seat."""
        return next((numbers for person, numbers in self.own.items() if person.id == user_id), ())


def story_of(seat: int, made: Sequence[AuthoredMove], idle: Iterable[Person] = ()) -> SeatStory:
    """A seat's moves, given in order, as few stretches. Decisions made for a person in between belong to the person's
    stretch. People who take turns with each other share one.
    """
    runs = _joined_around([_run(list(group)) for _key, group in groupby(made, key=_key)])
    return SeatStory(seat, tuple(_taking_turns(runs)), tuple(idle))


def _key(move: AuthoredMove) -> tuple[Any, ...]:
    return (move.kind, move.people, move.kind == AuthorKind.BOT and move.held)


def _run(moves: list[AuthoredMove]) -> Stretch:
    numbers = tuple(move.number for move in moves)
    first, last = moves[0], moves[-1]
    kind = first.kind
    if kind == AuthorKind.BOT and first.held:
        kind = LATE_BOT
    own = tuple((person, numbers) for person in first.people)
    return Stretch(kind, own, numbers, first.turn, last.turn, first.at, last.at)


LATE_BOT: Final = "late_bot"
"""A bot that decided because the seat's holder was late."""
STAND_INS: Final = (*INSTEAD, LATE_BOT)


def _joined_around(runs: Sequence[Stretch]) -> list[Stretch]:
    """Neighbouring runs of the same kind and people joined into one, with the decisions that others made in between."""
    found: list[Stretch] = []
    pending: list[Stretch] = []
    for run in runs:
        if found and run.kind in STAND_INS and found[-1].kind in OF_PEOPLE:
            pending.append(run)
        elif found and (found[-1].kind, found[-1].people) == (run.kind, run.people):
            found[-1] = _merged(found[-1], run, pending)
            pending = []
        else:
            found += [*pending, run]
            pending = []
    return [*found, *pending]


def _taking_turns(runs: Sequence[Stretch]) -> list[Stretch]:
    """Joins runs in which a person moves, then another one, then the first again: they played together."""
    found: list[Stretch] = []
    for run in runs:
        back = next(
            (
                place
                for place in range(len(found) - 1, -1, -1)
                if all(each.kind in (run.kind, *STAND_INS) for each in found[place:])
                and set(found[place].people) & set(run.people)
            ),
            None,
        )
        if back is None or run.kind not in OF_PEOPLE:
            found.append(run)
            continue
        whole = found[back]
        for each in (*found[back + 1 :], run):
            whole = _merged(whole, each, ()) if each.kind in OF_PEOPLE else _with_instead(whole, [each])
        found[back:] = [whole]
    return found


def _merged(one: Stretch, other: Stretch, between: Sequence[Stretch]) -> Stretch:
    own = dict(one.own)
    for person, numbers in other.own:
        own[person] = tuple(sorted({*own.get(person, ()), *numbers}))
    whole = Stretch(
        one.kind,
        tuple(own.items()),
        tuple(sorted({*one.numbers, *other.numbers})),
        one.first_turn,
        other.last_turn,
        one.since,
        other.until,
        one.instead,
    )
    return _with_instead(whole, [*between, *(_bare(kind, numbers, one) for kind, numbers in other.instead)])


def _bare(kind: str, numbers: tuple[int, ...], like: Stretch) -> Stretch:
    return Stretch(kind, (), numbers, like.first_turn, like.last_turn, like.since, like.until)


def _with_instead(stretch: Stretch, others: Iterable[Stretch]) -> Stretch:
    counts = {kind: set(numbers) for kind, numbers in stretch.instead}
    for other in others:
        counts.setdefault(other.kind, set()).update(other.numbers)
    instead = tuple((kind, tuple(sorted(numbers))) for kind, numbers in sorted(counts.items()))
    return Stretch(
        stretch.kind,
        stretch.own,
        stretch.numbers,
        stretch.first_turn,
        stretch.last_turn,
        stretch.since,
        stretch.until,
        instead,
    )


class MadeMove(NamedTuple):
    """The columns of a move of a seat that say who made it. A class of 600 makes so many that rows as objects would
    take most of a page's time.
    """

    match_id: int
    number: int
    seat: int
    author_kind: str
    author_id: int | None
    created_at: datetime


def moves_made(match: Match) -> dict[int, list[AuthoredMove]]:
    """The moves of each seat, in their order, in four queries."""
    return moves_made_in([match])[match.pk]


def moves_made_in(matches: Iterable[Match]) -> dict[int, dict[int, list[AuthoredMove]]]:
    """The moves of each seat by match id, as in `moves_made`, in four queries for any number of matches. Forced
    moves (`AuthorKind.SETTLED`) have no author and are left out.
    """
    asked = [match.pk for match in matches]
    holders = holdings_in(asked)
    turns = _turns(asked)
    found: dict[int, dict[int, list[AuthoredMove]]] = {match_id: {} for match_id in asked}
    rows = Move.objects.kept().filter(match__in=asked, seat__isnull=False).exclude(author_kind=AuthorKind.SETTLED)
    made = list(map(MadeMove._make, rows.order_by("match", "number").values_list(*MadeMove._fields)))
    authors = person_model().objects.in_bulk({row.author_id for row in made if row.author_id is not None})
    people: dict[int, Person] = {}
    for row in made:
        held = [each for each in holders[row.match_id].get(row.seat, ()) if holds_at(each, row.created_at)]
        by = [user for user in authors_of(row, held, authors.get(row.author_id)) if user is not None]
        people |= {user.pk: person_of(user) for user in by if user.pk not in people}
        found[row.match_id].setdefault(row.seat, []).append(
            AuthoredMove(
                row.number,
                row.author_kind,
                tuple(people[user.pk] for user in by),
                turns[row.match_id].at(row.number),
                row.created_at,
                bool(held),
            )
        )
    return found


def person_of(user: Any) -> Person:
    """A person with the current name for pages."""
    return Person(user.pk, user.get_full_name())


def holdings_in(match_ids: Iterable[int]) -> dict[int, dict[int, list[SeatHolder]]]:
    """All current and former holders by match and seat, in one query."""
    found: dict[int, dict[int, list[SeatHolder]]] = {match_id: {} for match_id in match_ids}
    for row in SeatHolder.objects.filter(seat__match__in=found).select_related("seat", "user").order_by("since", "pk"):
        found[row.seat.match_id].setdefault(row.seat.index, []).append(row)
    return found


def holds_at(row: SeatHolder, at: datetime) -> bool:
    """Did this holder hold the seat at this moment?"""
    return row.since <= at and (row.released_at is None or row.released_at > at)


def authors_of(move: Move | MadeMove, held: Sequence[SeatHolder], author: Any) -> tuple[Any, ...]:
    """The people who decided a move: its author and the people at the same screen. All holders decided a move that was
    entered from paper. `held` are the holders at that time.
    """
    match move.author_kind:
        case AuthorKind.PLAYER:
            return (author, *together_with(move, held))
        case AuthorKind.PAPER:
            return tuple(row.user for row in held)
        case _:
            return ()


def together_with(move: Any, held: Iterable[SeatHolder]) -> list[Any]:
    """The people at the shared screen of a move's author, among the holders at that time."""
    if move.author_id is None:
        return []
    return [row.user for row in held if row.together_with_id == move.author_id and row.user_id != move.author_id]


@dataclass(frozen=True)
class _Turns:
    """The numbers of moves that had events, and the turn of each first event."""

    numbers: list[int]
    turns: list[int]

    def at(self, number: int) -> int:
        place = bisect_right(self.numbers, number)
        return self.turns[place - 1] if place else 0


def _turns(match_ids: Sequence[int]) -> dict[int, _Turns]:
    firsts: dict[int, dict[int, int]] = {match_id: {} for match_id in match_ids}
    rows = Event.objects.filter(match__in=match_ids).order_by("match", "number")
    for match_id, number, turn in rows.values_list("match", "move__number", "turn"):
        firsts[match_id].setdefault(number, turn)
    return {match_id: _Turns(list(first), list(first.values())) for match_id, first in firsts.items()}


def stories(match: Match) -> tuple[SeatStory, ...]:
    """The stories of all seats of a match, in their order, in five queries."""
    return stories_in([match])[match.pk]


def stories_in(matches: Iterable[Match]) -> dict[int, tuple[SeatStory, ...]]:
    """The stories of all seats by match id, in a fixed number of queries."""
    asked = list(matches)
    made = moves_made_in(asked)
    idle = idle_in(asked, made)
    return {
        match.pk: tuple(
            story_of(seat, made[match.pk].get(seat, ()), idle[match.pk].get(seat, ()))
            for seat in sorted({*made[match.pk], *idle[match.pk]})
        )
        for match in asked
    }


def idle_in(
    matches: Iterable[Match], made: Mapping[int, Mapping[int, Sequence[AuthoredMove]]] | None = None
) -> dict[int, dict[int, tuple[Person, ...]]]:
    """By match and seat: holders who made no move there while others decided, and planned people without a move at
    the table. A holder who left before the seat's first decision is not included.
    """
    asked = list(matches)
    moves = moves_made_in(asked) if made is None else made
    holders = holdings_in(match.pk for match in asked)
    supervised = [match.pk for match in asked if match.supervised]
    planned: dict[int, Mapping[int, Sequence[Any]]] = {}
    for plans in hooks.PLANNED.all(supervised) if supervised else ():
        planned.update(plans)
    found: dict[int, dict[int, tuple[Person, ...]]] = {}
    for match in asked:
        active = {person.id for each in moves[match.pk].values() for move in each for person in move.people}
        plan = planned.get(match.pk, {})
        found[match.pk] = {
            seat: _idle_at(
                moves[match.pk].get(seat, ()),
                holders[match.pk].get(seat, ()),
                [user for user in plan.get(seat, ()) if user.pk not in active],
            )
            for seat in {*holders[match.pk], *moves[match.pk]}
        }
    return found


def _idle_at(made: Sequence[AuthoredMove], holders: Iterable[SeatHolder], planned: Iterable[Any]) -> tuple[Person, ...]:
    active = {person.id for move in made for person in move.people}
    found = {
        row.user_id: person_of(row.user)
        for row in holders
        if row.user_id not in active and any(holds_at(row, move.at) for move in made)
    }
    for user in planned if made else ():
        found.setdefault(user.pk, person_of(user))
    return tuple(found.values())


def own_moves_in(matches: Iterable[Match], user: Any) -> dict[int, dict[int, int]]:
    """The number of a person's moves in each seat, by match id, in two queries. Moves at a shared screen and on paper
    are included.
    """
    found: dict[int, Counter[int]] = {match.pk: Counter() for match in matches}
    moves = Move.objects.kept().filter(match__in=found, author_kind__in=OF_PEOPLE)
    own = moves.filter(author=user, author_kind=AuthorKind.PLAYER).order_by()
    rows = own.values("match", "seat").annotate(number=Count("pk"))
    for match_id, seat, number in rows.values_list("match", "seat", "number"):
        found[match_id][seat or 0] += number
    for row in _shares(user).filter(seat__match__in=found):
        found[row.seat.match_id][row.seat.index] += moves.filter(_beside(row), match=row.seat.match_id).count()
    return {match_id: {seat: number for seat, number in counts.items() if number} for match_id, counts in found.items()}


def own_numbers(match: Match, user: Any) -> frozenset[int]:
    """The numbers of a person's moves, with those at a shared screen and on paper, in two queries."""
    own = Q(author=user, author_kind=AuthorKind.PLAYER)
    for row in _shares(user).filter(seat__match=match):
        own |= _beside(row)
    return frozenset(Move.objects.kept().filter(own, match=match).values_list("number", flat=True))


def _shares(user: Any) -> QuerySet[SeatHolder]:
    """A person's holdings of seats with moves that may count for several people."""
    rows = SeatHolder.objects.filter(user=user).filter(Q(together_with__isnull=False) | decided_on_paper())
    return rows.select_related("seat")


def _beside(row: SeatHolder) -> Q:
    """The moves of a seat that count for this holder besides the holder's own: at a shared screen, and on paper."""
    counted = Q(author_kind=AuthorKind.PAPER)
    if row.together_with_id is not None:
        counted |= Q(author_kind=AuthorKind.PLAYER, author=row.together_with_id)
    until = Q() if row.released_at is None else Q(created_at__lt=row.released_at)
    return Q(seat=row.seat.index, created_at__gte=row.since) & until & counted


def decided_on_paper() -> Q:
    """A filter for SeatHolder rows: was a move of the seat entered from paper while this person held it?"""
    moves = Move.objects.kept().filter(
        match=OuterRef("seat__match"),
        seat=OuterRef("seat__index"),
        author_kind=AuthorKind.PAPER,
        created_at__gte=OuterRef("since"),
    )
    return Q(Exists(moves), released_at__isnull=True) | Q(Exists(moves.filter(created_at__lt=OuterRef("released_at"))))


def players(told: Iterable[SeatStory]) -> Mapping[Person, tuple[int, ...]]:
    """Everybody with a move in the match, with their move numbers, in the order of the seats."""
    found: dict[Person, tuple[int, ...]] = {}
    for story in told:
        for person, numbers in story.own.items():
            found[person] = tuple(sorted({*found.get(person, ()), *numbers}))
    return found
