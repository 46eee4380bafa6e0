"""The waiting times of matches, from their stored records."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from django.db.models import Min

from classrooms.play.monitor.waiting_times import (
    Answer,
    Holding,
    Question,
    Span,
    Timeline,
    WaitingTimes,
    waiting_times,
)
from games.public.matches import branches, deeds, pace
from games.public.models import Decision, Event, Intervention, Match, Move, SeatHolder, Status

Kind = Intervention.Kind


class Asked(NamedTuple):
    """The columns of a decision that say when it was open."""

    match_id: int
    seat: int
    key: str
    opened_at: datetime
    opened_number: int
    closed_at: datetime | None
    optional: bool
    passive: bool


def waiting_times_in(matches: Iterable[Match], now: datetime) -> dict[int, WaitingTimes]:
    """The waiting times of each match that has begun, by id, until its end or `now`. In six queries; forks take one
    more, and two for each generation. Moves before a fork count with their times, an abandoned branch does not.
    """
    asked = [match for match in matches if match.started_at is not None]
    ids, paths = [match.pk for match in asked], branches(asked)
    questions, answers, holdings, turns = _questions(ids), _answers(ids), _holdings(ids), _turns(ids)
    ancestors = {branch.match_id for path in paths.values() for branch in path}
    firsts, forks, interventions = _firsts(ancestors), _forks(asked, ancestors), deeds(asked)
    found = {}
    for match in asked:
        path = [branch.match_id for branch in paths[match.pk]]
        begin = max((firsts[pk] for pk in path if pk in firsts), default=match.started_at or now)
        until = match.ended_at or now
        times = {0: begin} | {answer.number: answer.at for answer in answers[match.pk]}
        rows = [deed.row for deed in interventions[match.pk] if begin <= deed.row.created_at <= until]
        left = [_abandoned(times, *forks[pk]) for pk in path if pk in forks]
        record = Timeline(
            begin=begin,
            until=until,
            limits=pace.parse_pace(match.pace),
            questions=[_question(row, match, times) for row in questions[match.pk] if _runs(row, match)],
            answers=answers[match.pk],
            holdings=holdings[match.pk],
            pauses=[*left, *_pauses(rows, match.paused_at if match.status == Status.PAUSED else None, until)],
            turns=turns[match.pk],
        )
        found[match.pk] = waiting_times(record)
    return found


def _runs(row: Asked, match: Match) -> bool:
    """Has the time for this question begun? Not while the match waits for its first person."""
    return row.closed_at is not None or not match.awaits_people


def _question(row: Asked, match: Match, times: Mapping[int, datetime]) -> Question:
    """A question. One that was open at the step of a fork was opened by a move before it."""
    opened = row.opened_at
    if match.forked_at is not None and row.opened_number <= match.forked_at and opened >= match.created_at:
        opened = times.get(row.opened_number, opened)
    return Question(row.seat, row.key, opened, row.closed_at, row.optional, row.passive)


def _questions(ids: Sequence[int]) -> dict[int, list[Asked]]:
    found: dict[int, list[Asked]] = defaultdict(list)
    rows = Decision.objects.filter(match__in=ids, required=True).order_by("opened_at", "pk")
    for row in map(Asked._make, rows.values_list(*Asked._fields)):
        found[row.match_id].append(row)
    return found


def _answers(ids: Sequence[int]) -> dict[int, list[Answer]]:
    found: dict[int, list[Answer]] = defaultdict(list)
    rows = Move.objects.kept().filter(match__in=ids, seat__isnull=False).order_by("match", "number")
    for match_id, number, seat, key, at in rows.values_list("match", "number", "seat", "key", "created_at"):
        found[match_id].append(Answer(number, seat or 0, key, at))
    return found


def _holdings(ids: Sequence[int]) -> dict[int, list[Holding]]:
    found: dict[int, list[Holding]] = defaultdict(list)
    rows = SeatHolder.objects.filter(seat__match__in=ids).order_by("since", "pk")
    columns = ("seat__match", "seat__index", "user", "since", "released_at")
    for match_id, seat, person, since, until in rows.values_list(*columns):
        found[match_id].append(Holding(seat, person, since, until))
    return found


def _turns(ids: Sequence[int]) -> dict[int, list[tuple[datetime, int]]]:
    """The times of the first events of turns."""
    found: dict[int, list[tuple[datetime, int]]] = defaultdict(list)
    rows = Event.objects.filter(match__in=ids).order_by("match", "turn").values_list("match", "turn")
    for match_id, turn, at in rows.annotate(at=Min("move__created_at")):
        found[match_id].append((at, turn))
    return found


def _firsts(ids: Iterable[int]) -> dict[int, datetime]:
    """The times from which the first questions of matches were open: after the set-up, when the first person came."""
    rows = Decision.objects.filter(match__in=ids, opened_number=0, required=True).order_by().values_list("match")
    return dict(rows.annotate(at=Min("opened_at")))


def _forks(asked: Sequence[Match], ids: Iterable[int]) -> dict[int, tuple[int, datetime]]:
    """The last shared move of each fork among these matches, and the time of its step."""
    if not any(match.parent_id for match in asked):
        return {}
    rows = Match.objects.filter(pk__in=ids, forked_at__isnull=False).order_by()
    return {
        pk: (number, at) for pk, number, at in rows.values_list("pk", "forked_at", "created_at") if number is not None
    }


def _abandoned(times: Mapping[int, datetime], number: int, step: datetime) -> Span:
    """The time of an abandoned branch: from the last shared move to the step; none if a later step left it, too."""
    last = max(at for each, at in times.items() if each <= number)
    return min(last, step), step


def _pauses(rows: Iterable[Intervention], paused_at: datetime | None, until: datetime) -> list[Span]:
    """The pauses in the log, and a current one."""
    found: list[Span] = []
    since: datetime | None = None
    for row in rows:
        if row.kind == Kind.PAUSE:
            since = since or row.created_at
        elif row.kind == Kind.RESUME and since is not None:
            found.append((since, row.created_at))
            since = None
    since = since or paused_at
    return [*found, (since, until)] if since is not None else found
