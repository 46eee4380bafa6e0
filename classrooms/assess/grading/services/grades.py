"""Computing the points of each rubric line, and changing them by hand. `queries.mark_table` makes marks of them."""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext as _

from classrooms.assess.grading import bot_scores
from classrooms.assess.grading.points import FULL, points_of
from classrooms.assess.grading.queries import answers, collect
from classrooms.assess.grading.queries.collect import FactsBy
from classrooms.assess.grading.queries.deciding import decisions
from classrooms.assess.grading.queries.shares import Played, played_at
from classrooms.assess.grading.queries.so_far import so_far
from classrooms.assess.grading.queries.tables import PlayedTable, roster_of, tables_of
from classrooms.assess.grading.queries.taking_part import (
    Proposal,
    State,
    by_hand,
    participations_propose,
    proposals,
)
from classrooms.assess.grading.rubric import Kind, book_ensure, project_params
from classrooms.models import GradeBook, Mark, MarkChange, QuizAnswer, RubricLine, Session, Unfinished
from games.platform import clock
from games.platform.errors import BadRequest
from games.platform.services.optimistic_store import store_after_reading

REASON_LENGTH = 300
OF_THE_MATCH: Final = frozenset({Kind.PROJECT, Kind.OBJECTIVES, Kind.PARTICIPATION, Kind.DECISIONS})


def grades_compute(*, play_session: Session, now: datetime | None = None) -> GradeBook:
    """Compute all marks again from matches and answers. Safe to repeat: the same facts change nothing. Marks set
    by hand and published marks stay. Missing games of bots are requested, and the marks that need them stay
    open. Raises RehearsalHasNoGrades.
    """
    now = now or clock.now()
    book_ensure(play_session=play_session)

    def store(book: GradeBook, found: _Found) -> GradeBook:
        participations_propose(play_session=play_session, found=found.proposed, now=now)
        changed = _write(found.lines, found.users, found.facts, now)
        book.computed_at, book.revision = now, book.revision + changed
        book.save(update_fields=["computed_at", "revision"])
        _order_bots(play_session, found, now)
        return book

    # The session's number goes up when somebody is taken out of it, with their name in all that was said.
    books = GradeBook.objects.filter(session=play_session).annotate(of_session=F("session__revision"))
    stamps = ("revision", "computed_at", "of_session")
    return store_after_reading(books, *stamps, read=lambda: _load_session(play_session), store=store)


@dataclass(frozen=True)
class _Found:
    """The facts behind the marks: `wanted` is the digest of the bots' games by match."""

    lines: list[RubricLine]
    tables: list[PlayedTable]
    users: list[int]
    proposed: Mapping[int, Proposal]
    facts: Mapping[str, FactsBy]
    wanted: Mapping[int, str]


def _load_session(play_session: Session) -> _Found:
    tables, users = tables_of(play_session), [row.user_id for row in roster_of(play_session)]
    lines = list(RubricLine.objects.filter(book__session=play_session))
    said = by_hand(play_session)
    played = played_at(tables, frozenset(user for user, state in said.items() if state == State.PRESENT))
    proposed = proposals(tables, played, users, turns=play_session.unfinished == Unfinished.TURNS)
    absent = {user for user in users if said.get(user, proposed[user][0]) == State.ABSENT}
    facts = _facts(play_session, lines, tables, users, played, absent)
    rests_on_bots = any(line.kind == Kind.OBJECTIVES for line in lines)
    return _Found(lines, tables, users, proposed, facts, collect.digests(tables) if rests_on_bots else {})


def _facts(
    play_session: Session,
    lines: Sequence[RubricLine],
    tables: Sequence[PlayedTable],
    users: list[int],
    played: Played,
    absent: set[int],
) -> dict[str, FactsBy]:
    """Facts by kind of line, for the kinds in the rubric. Facts of an absent person's matches are left out."""
    kinds = {line.kind for line in lines}
    makers: dict[str, Any] = {
        Kind.PROJECT: lambda: collect.project(tables, played, so_far(play_session, tables)),
        Kind.OBJECTIVES: lambda: collect.objectives(
            tables, played, bot_scores.known(sorted(set(collect.digests(tables).values()))), project_params(lines)
        ),
        Kind.PARTICIPATION: lambda: collect.participation(tables, played),
        Kind.QUIZ: lambda: answers.quiz(play_session),
        Kind.SURVEY: lambda: answers.survey(play_session),
        Kind.FORECAST: lambda: answers.forecasts(play_session),
        Kind.DECISIONS: lambda: decisions(tables, played),
        Kind.PEER: lambda: answers.peers(play_session),
        Kind.MANUAL: lambda: dict.fromkeys(users, {"why": "by_hand"}),
    }
    found = {kind: make() for kind, make in makers.items() if kind in kinds}
    moved = {user for movers in played.movers.values() for user in movers}
    _leave_out(play_session, found, absent, moved)
    return found


def _leave_out(
    play_session: Session, found: Mapping[str, FactsBy], absent: AbstractSet[int], moved: AbstractSet[int]
) -> None:
    """Replace facts of absent people: nothing of the match is judged, nor quizzes or surveys they never answered.
    For people who have `moved`, the facts name the instructor as the source.
    """
    answered = set(QuizAnswer.objects.filter(question__session=play_session).values_list("user", flat=True))
    for user in absent:
        for kind in OF_THE_MATCH & found.keys():
            if found[kind].get(user, {"why": "no_seat"}).get("why") != "no_seat":
                found[kind][user] = {"why": "said_absent" if user in moved else "absent"}
        quiz, survey = (found.get(kind, {}).get(user, {}) for kind in (Kind.QUIZ, Kind.SURVEY))
        if "asked" in quiz and user not in answered:
            found[Kind.QUIZ][user] = {"why": "unanswered"}
        if "surveys" in survey and not any(each["done"] for each in survey["surveys"]):
            found[Kind.SURVEY][user] = {"why": "unanswered"}


def _write(lines: Sequence[RubricLine], users: Sequence[int], facts: Mapping[str, FactsBy], now: datetime) -> bool:
    """Store new and changed marks, and their changes. True if there were any."""
    kept = {(mark.line_id, mark.user_id): mark for mark in Mark.objects.filter(line__in=lines)}
    fresh: list[Mark] = []
    moved: list[MarkChange] = []
    for line in lines:
        for user in users:
            own = facts[line.kind].get(user, {"why": "no_seat"})
            points = points_of(line.kind, line.params, own)
            mark = kept.get((line.pk, user))
            if mark is not None and mark.computed_at is not None:
                if (mark.points, mark.facts) == (points, own):
                    continue
                if mark.points != points:
                    moved.append(MarkChange(mark=mark, kind=MarkChange.Kind.COMPUTED, points=points, created_at=now))
            fresh.append(Mark(line=line, user_id=user, points=points, facts=own, computed_at=now))
    Mark.objects.bulk_create(
        fresh, update_conflicts=True, unique_fields=["line", "user"], update_fields=["points", "facts", "computed_at"]
    )
    MarkChange.objects.bulk_create(moved)
    return bool(fresh)


def _order_bots(play_session: Session, found: _Found, now: datetime) -> None:
    """Request games of bots, once per digest, if a line needs them."""
    done = set(bot_scores.known(sorted(set(found.wanted.values()))))
    for table in found.tables:
        digest = found.wanted.get(table.match.pk) if table.match is not None else None
        if table.match is not None and digest is not None and digest not in done:
            done.add(digest)
            bot_scores.role_scores_request(
                match=table.match, seats=len(table.places), play_session=play_session, now=now
            )


@transaction.atomic
def mark_set(*, line: RubricLine, user_id: int, points: int, reason: str, by: Any, now: datetime | None = None) -> Mark:
    """Set a mark by hand: it overrides the computed one until it is removed. Raises BadRequest without a reason, or for
    points out of bounds.
    """
    return column_set(line=line, points={user_id: points}, reason=reason, by=by, now=now)[0]


@transaction.atomic
def column_set(
    *, line: RubricLine, points: Mapping[int, int], reason: str, by: Any, now: datetime | None = None
) -> list[Mark]:
    """Set several marks of a line by hand for one reason. Returns all these marks; marks with the same points
    already are not changed.
    """
    reason, now = reason.strip(), now or clock.now()
    if not reason or len(reason) > REASON_LENGTH or any(ord(sign) < 32 for sign in reason):
        raise BadRequest(field=_("Reason"), reason=_("say in up to 300 characters, on one line, why"))
    if any(not 0 <= each <= FULL for each in points.values()):
        raise BadRequest(field=_("Mark"), reason=_("it is out of bounds"))
    book = GradeBook.objects.select_for_update().get(pk=line.book_id)
    marks = []
    for user_id, each in points.items():
        mark, _created = Mark.objects.get_or_create(line=line, user_id=user_id)
        if mark.changed_points != each or mark.changed_reason != reason:
            mark.changed_points, mark.changed_reason, mark.changed_by, mark.changed_at = each, reason, by, now
            mark.save(update_fields=["changed_points", "changed_reason", "changed_by", "changed_at"])
            mark.changes.create(kind=MarkChange.Kind.SET, points=each, reason=reason, by=by, created_at=now)
        marks.append(mark)
    book.revision += 1
    book.save(update_fields=["revision"])
    return marks


@transaction.atomic
def mark_take_back(*, line: RubricLine, user_id: int, by: Any, now: datetime | None = None) -> Mark | None:
    """Remove a mark set by hand, so that the computed mark counts again. Safe to repeat; None for a missing mark."""
    book = GradeBook.objects.select_for_update().get(pk=line.book_id)
    mark = Mark.objects.filter(line=line, user_id=user_id).first()
    if mark is None or mark.changed_points is None:
        return mark
    mark.changed_points, mark.changed_reason, mark.changed_by, mark.changed_at = None, "", None, None
    mark.save(update_fields=["changed_points", "changed_reason", "changed_by", "changed_at"])
    mark.changes.create(kind=MarkChange.Kind.TAKEN_BACK, points=mark.points, by=by, created_at=now or clock.now())
    book.revision += 1
    book.save(update_fields=["revision"])
    return mark
