"""Computing the points of each rubric line, and changing them by hand. `queries.mark_table` makes marks of them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext as _

from classrooms.assess.grading import bot_scores, criteria
from classrooms.assess.grading.criterion import Criterion, Evidence, FactsBy, Nothing, stored
from classrooms.assess.grading.points import FULL
from classrooms.assess.grading.queries.shares import played_at
from classrooms.assess.grading.queries.tables import PlayedTable, roster_of, tables_of
from classrooms.assess.grading.queries.taking_part import (
    Proposal,
    State,
    by_hand,
    participations_propose,
    proposals,
)
from classrooms.assess.grading.rubric import book_ensure
from classrooms.models import GradeBook, Mark, MarkChange, RubricLine, Session, Unfinished
from games.public.base import BadRequest, clock
from games.public.work import store_after_reading

REASON_LENGTH = 300
NO_SEAT: Final = Nothing("no_seat")


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
    absent = frozenset(user for user in users if said.get(user, proposed[user][0]) == State.ABSENT)
    evidence = Evidence(play_session, lines, users, tables, played, absent)
    kinds = [criteria.of(kind) for kind in dict.fromkeys(line.kind for line in lines)]
    facts = {criterion.kind: _facts(criterion, evidence) for criterion in kinds}
    rests_on_bots = any(criterion.needs_bots for criterion in kinds)
    return _Found(lines, tables, users, proposed, facts, bot_scores.digests(tables) if rests_on_bots else {})


def _facts(criterion: Criterion[Any], evidence: Evidence) -> FactsBy:
    """The facts of each user. Nothing of the match is judged of absent people. For people who have moved, the facts
    name the instructor as the source.
    """
    found = criterion.collect(evidence)
    for user in evidence.absent if criterion.of_match else ():
        if found.get(user, NO_SEAT) != NO_SEAT:
            found[user] = Nothing("said_absent" if user in evidence.moved else "absent")
    return found


def are_outdated(play_session: Session) -> bool:
    """Would computing again change a mark? It reads everything that computing reads, and writes nothing."""
    found = _load_session(play_session)
    fresh, _moved = _differing(found.lines, found.users, found.facts, clock.now())
    return bool(fresh)


def _write(lines: Sequence[RubricLine], users: Sequence[int], facts: Mapping[str, FactsBy], now: datetime) -> bool:
    """Store new and changed marks, and their changes. True if there were any."""
    fresh, moved = _differing(lines, users, facts, now)
    Mark.objects.bulk_create(
        fresh, update_conflicts=True, unique_fields=["line", "user"], update_fields=["points", "facts", "computed_at"]
    )
    MarkChange.objects.bulk_create(moved)
    return bool(fresh)


def _differing(
    lines: Sequence[RubricLine], users: Sequence[int], facts: Mapping[str, FactsBy], now: datetime
) -> tuple[list[Mark], list[MarkChange]]:
    """The marks that are not stored like this, and the changes of stored ones."""
    kept = {(mark.line_id, mark.user_id): mark for mark in Mark.objects.filter(line__in=lines)}
    fresh: list[Mark] = []
    moved: list[MarkChange] = []
    for line in lines:
        for user in users:
            found = facts[line.kind].get(user, NO_SEAT)
            points, own = criteria.of(line.kind).points(line.params, found), stored(found)
            mark = kept.get((line.pk, user))
            if mark is not None and mark.computed_at is not None:
                if (mark.points, mark.facts) == (points, own):
                    continue
                if mark.points != points:
                    moved.append(MarkChange(mark=mark, kind=MarkChange.Kind.COMPUTED, points=points, created_at=now))
            fresh.append(Mark(line=line, user_id=user, points=points, facts=own, computed_at=now))
    return fresh, moved


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
