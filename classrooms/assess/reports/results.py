"""Scores of finished matches: a person's own, and the best of each class for comparable scores."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.db.models import Count, Exists, OuterRef

from classrooms.models import Course, Enrolment
from games.public.matches import options_of, scenario_of
from games.public.models import FIRST_GAME, AuthorKind, Match, Move, SeatHolder, Status
from games.ui import faces

OWN_LENGTH = 50
BEST_LENGTH = 20


@dataclass(frozen=True)
class OwnResult:
    """A finished match as one of its players reads it: the score and place of a seat."""

    match: Match
    scenario: str
    ranking: str
    score: int
    place: int
    seats: int
    usual: str = ""
    """The usual scores of this seat, in games with unequal seats and without ranks."""


@dataclass(frozen=True)
class BestResult:
    """A person's best score, and their number of finished matches."""

    place: int
    person: str
    mine: bool
    score: int
    matches: int
    at: datetime


@dataclass(frozen=True)
class BestList:
    """The best scores of a class among comparable matches."""

    course: str
    ranking: str
    rows: tuple[BestResult, ...]


def own_results(user: Any, game: str) -> list[OwnResult]:
    """The latest finished matches of a game, newest first, with the seats in which the person made at least half of the
    moves.
    """
    holdings = _played(_finished(game).filter(user=user).order_by("-seat__match__ended_at", "-pk"))[:OWN_LENGTH]
    face = faces.get(game)
    found = []
    for holding in holdings:
        match, index = holding.seat.match, holding.seat.index
        result, scenario = match.result or {}, scenario_of(match)
        name, ranking = face.words.scenario(scenario), face.ranking(scenario, options_of(match))
        scores = result["scores"]
        known = face.reach(scenario) if face.reach else None
        usual = known.range_words(index) if known else ""
        place, seats = (0, 1) if face.reach else (result["places"][index], len(scores))
        found.append(OwnResult(match, name, ranking, scores[index], place, seats, usual))
    return found


def best_lists(user: Any, game: str) -> list[BestList]:
    """For each course of a person, and each ranked kind of match, the best score of every student. Forks and matches
    with events of the facilitator are left out.
    """
    found: list[BestList] = []
    with_events = Exists(Move.objects.filter(match=OuterRef("seat__match"), author_kind=AuthorKind.BROUGHT))
    for course in Course.objects.filter(enrolments__user=user).order_by("name", "pk"):
        students = Enrolment.objects.filter(course=course, role=Enrolment.Role.STUDENT).values("user")
        finished = _finished(game).filter(user__in=students, seat__match__parent=None)
        holdings = _played(finished.exclude(with_events))
        found += _best_of(course.name, holdings, user)
    return found


ON_PAPER: Final = 0
"""The author of moves that all holders of a seat decided on paper: no person has this id."""


def _played(holdings: Iterable[SeatHolder]) -> list[SeatHolder]:
    """Seats whose person made at least half of the moves, alone, at a shared screen or on paper. A score played by a
    bot belongs to nobody. One query for all.
    """
    rows = list(holdings)
    moves = Move.objects.kept().filter(match__in={row.seat.match_id for row in rows}, seat__isnull=False).order_by()
    moves = moves.exclude(author_kind=AuthorKind.SETTLED)
    all_moves: Counter[tuple[int, int]] = Counter()
    own: Counter[tuple[int, int, int | None]] = Counter()
    counted = moves.values("match", "seat", "author", "author_kind").annotate(number=Count("pk"))
    for match, seat, author, kind, number in counted.values_list("match", "seat", "author", "author_kind", "number"):
        all_moves[match, seat or 0] += number
        if kind == AuthorKind.PLAYER:
            own[match, seat or 0, author] += number
        elif kind == AuthorKind.PAPER:
            own[match, seat or 0, ON_PAPER] += number
    found = []
    for row in rows:
        key = (row.seat.match_id, row.seat.index)
        made = own[*key, row.user_id] + (own[*key, row.together_with_id] if row.together_with_id else 0)
        made += own[*key, ON_PAPER]
        if 2 * made >= all_moves[key] > 0:
            found.append(row)
    return found


def _finished(game: str) -> Any:
    """The holders of seats at the end of finished matches of the game, without rehearsals and first games."""
    rows = SeatHolder.objects.filter(
        released_at__isnull=True, seat__match__game=game, seat__match__status=Status.FINISHED
    ).exclude(seat__match__session_team__session__is_rehearsal=True)
    rows = rows.exclude(seat__match__scenario_key=FIRST_GAME)
    return rows.select_related("user", "seat__match").defer("seat__match__state")


def _best_of(course: str, holdings: Iterable[SeatHolder], user: Any) -> list[BestList]:
    """The best scores of a course. The caller leaves out forks, since the author of a fork knows its luck."""
    lists: dict[str, dict[int, list[SeatHolder]]] = {}
    for holding in holdings:
        match = holding.seat.match
        ranking = faces.get(match.game).ranking(scenario_of(match), options_of(match))
        if ranking:
            lists.setdefault(ranking, {}).setdefault(holding.user_id, []).append(holding)
    return [BestList(course, ranking, _ranked(people, user)) for ranking, people in sorted(lists.items())]


def _score(holding: SeatHolder) -> int:
    score: int = (holding.seat.match.result or {})["scores"][holding.seat.index]
    return score


def _ranked(people: dict[int, list[SeatHolder]], user: Any) -> tuple[BestResult, ...]:
    """The best first; equal scores share a rank, with the earlier one first."""
    best = [(max(rows, key=lambda row: (_score(row), -row.pk)), len(rows)) for rows in people.values()]
    best.sort(key=lambda each: (-_score(each[0]), each[0].pk))
    scores = [_score(row) for row, _number in best]
    return tuple(
        BestResult(
            1 + sum(score > _score(row) for score in scores), str(row.user.get_short_name()), row.user_id == user.pk,
            _score(row), number, row.seat.match.ended_at or row.seat.match.created_at,
        )
        for row, number in best[:BEST_LENGTH]
    )  # fmt: skip
