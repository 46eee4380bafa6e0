"""Changing a rubric: weights, titles, params, order, lines that come and go."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from classrooms.grading.rubric import MOST_LINES, PARAMS, Kind, book_ensure, usual_params
from classrooms.grading.services import grades_compute
from classrooms.models import GradeBook, Mark, RubricLine, Session
from games.errors import BadRequest, ServiceError

MOST_WEIGHT = 1000
TITLE_LENGTH = 80


@dataclass(frozen=True)
class LineChange:
    """What a line is to be."""

    line_id: int
    title: str
    weight: int
    params: Mapping[str, int] = field(default_factory=dict)


class MarksByHand(ServiceError):
    """A line with marks that somebody typed is not removed by one click."""

    code = "marks_by_hand"

    def __str__(self) -> str:
        count = int(self.params["count"])
        return ngettext(
            "On a line that you remove, %(count)d mark was set by hand and would be lost. Tick the box to remove it "
            "all the same.",
            "On lines that you remove, %(count)d marks were set by hand and would be lost. Tick the box to remove "
            "them all the same.",
            count,
        ) % {"count": count}


def addable(lines: Iterable[RubricLine]) -> list[Kind]:
    """Kinds of line that a rubric can still take: own lines by hand always, every other one once."""
    there = {line.kind for line in lines}
    return [kind for kind in Kind if kind == Kind.MANUAL or kind not in there]


@transaction.atomic
def rubric_save(
    *,
    play_session: Session,
    scale: int,
    decimals: int,
    shows_distribution: bool,
    lines: Sequence[LineChange],
    removed: Iterable[int] = (),
    sure: bool = False,
    add: tuple[str, str] | None = None,
    now: datetime | None = None,
) -> GradeBook:
    """Change a rubric; `lines` are in their new order, and lines that are neither there nor `removed` stay behind them.
    `add` is the kind and title of a new line. Marks that were computed before are computed anew. What was published
    stays. Raises BadRequest, or MarksByHand unless `sure`.
    """
    book_ensure(play_session=play_session)
    book = GradeBook.objects.select_for_update().get(session=play_session)
    kept = {line.pk: line for line in book.lines.all()}
    _remove(kept, set(removed) & set(kept), sure)
    order = [change.line_id for change in lines if change.line_id in kept]
    order += [pk for pk in kept if pk not in order]
    changes = {change.line_id: change for change in lines}
    for position, pk in enumerate(order):
        line = kept[pk]
        line.position = position
        if pk in changes:
            _change(line, changes[pk])
    RubricLine.objects.bulk_update(kept.values(), ["position", "title", "weight", "params"])
    if add is not None:
        _add(book, list(kept.values()), *add)
    book.scale, book.decimals, book.shows_distribution = scale, decimals, shows_distribution
    book.revision += 1
    book.full_clean(exclude=["session"])
    book.save(update_fields=["scale", "decimals", "shows_distribution", "revision"])
    return book if book.computed_at is None else grades_compute(play_session=play_session, now=now)


def _remove(kept: dict[int, RubricLine], removed: set[int], sure: bool) -> None:
    by_hand = Mark.objects.filter(line__in=removed, changed_points__isnull=False).count()
    if by_hand and not sure:
        raise MarksByHand(count=by_hand)
    RubricLine.objects.filter(pk__in=removed).delete()
    for pk in removed:
        del kept[pk]


def _change(line: RubricLine, change: LineChange) -> None:
    bounds = PARAMS.get(line.kind, {})
    for name, value in change.params.items():
        if name not in bounds or not 0 <= value <= bounds[name][1]:
            raise BadRequest(field=name, reason=value)
    if not 0 <= change.weight <= MOST_WEIGHT:
        raise BadRequest(field=_("Weight"), reason=change.weight)
    if len(change.title) > TITLE_LENGTH:
        raise BadRequest(field=_("Title"), reason=_("it is too long"))
    line.title, line.weight = change.title.strip(), change.weight
    line.params = {**usual_params(line.kind), **line.params, **change.params}


def _add(book: GradeBook, lines: list[RubricLine], kind: str, title: str) -> None:
    if kind not in addable(lines):
        raise BadRequest(field=_("Kind"), reason=_("the rubric has this line already"))
    if len(lines) >= MOST_LINES:
        raise BadRequest(field=_("Kind"), reason=_("a rubric has at most %(most)d lines") % {"most": MOST_LINES})
    if kind == Kind.MANUAL and not title.strip():
        raise BadRequest(field=_("Title"), reason=_("name a line that is typed by hand"))
    RubricLine.objects.create(
        book=book,
        kind=kind,
        title=title.strip()[:TITLE_LENGTH],
        weight=10,
        position=len(lines),
        params=usual_params(kind),
    )
