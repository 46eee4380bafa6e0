"""Changing a rubric: weights, titles, params, order, added and removed lines."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext_lazy

from classrooms.assess.grading import criteria
from classrooms.assess.grading.criterion import Criterion
from classrooms.assess.grading.levels import are_levels
from classrooms.assess.grading.rubric import MOST_LINES, book_ensure, is_fixed
from classrooms.assess.grading.services.grades import REASON_LENGTH, grades_compute
from classrooms.models import GradeBook, Mark, RubricLine, Session
from classrooms.play.sessions.queries.curves import curve_of
from games.public.base import BadRequest, clock, refusal
from games.ui.names import BadName, name_read
from games.ui.one_line import is_shown, one_line

MOST_WEIGHT = 1000
TITLE_LENGTH = 80


@dataclass(frozen=True)
class LineChange:
    """The wanted state of a line."""

    line_id: int
    title: str
    weight: int
    params: Mapping[str, Any] = field(default_factory=dict)
    when_nothing: str = RubricLine.Nothing.LEFT_OUT


CurveIsFixed = refusal(
    "curve_is_fixed",
    gettext_lazy(
        "The curve of the project result was fixed when the session opened. To change it now, write the reason: the "
        "students read it."
    ),
)
"""The students played under this published curve, so that a change needs a reason."""

CurveStays = refusal(
    "curve_stays",
    gettext_lazy(
        "The line of the project result stays once the session has opened. To count without it, give it the weight 0."
    ),
)
"""Removing the line would delete its curve with all recorded reasons of changes."""

MarksByHand = refusal(
    "marks_by_hand",
    ngettext_lazy(
        "On a line that you remove, %(count)d mark was set by hand and would be lost. Tick the box to remove it "
        "all the same.",
        "On lines that you remove, %(count)d marks were set by hand and would be lost. Tick the box to remove "
        "them all the same.",
        "count",
    ),
)
"""The line has marks typed by hand, so its removal must be confirmed."""


def addable(lines: Iterable[RubricLine]) -> list[Criterion[Any]]:
    """The criteria that can be added to a rubric: lines by hand always, every other kind once."""
    there = {line.kind for line in lines}
    return [criterion for criterion in criteria.every() if criterion.by_hand or criterion.kind not in there]


@transaction.atomic
def rubric_save(
    *,
    play_session: Session,
    scale: int,
    decimals: int,
    shows_distribution: bool,
    lines: Sequence[LineChange],
    smallest_share: int | None = None,
    reason: str = "",
    by: Any = None,
    removed: Iterable[int] = (),
    sure: bool = False,
    add: tuple[str, str] | None = None,
    now: datetime | None = None,
) -> GradeBook:
    """Change a rubric. `lines` are in their new order; other lines follow unless they are `removed`. `add` is the
    kind and title of a new line. Computed marks are computed again; published marks stay. A curve changed after
    opening keeps its history, with the `reason`. Raises BadRequest; CurveIsFixed without a reason; CurveStays
    if the line of the curve would be removed; MarksByHand unless `sure`.
    """
    now = now or clock.now()
    book_ensure(play_session=play_session)
    book = GradeBook.objects.select_for_update().get(session=play_session)
    kept = {line.pk: line for line in book.lines.all()}
    gone = set(removed) & set(kept)
    if is_fixed(play_session) and any(criteria.of(kept[pk].kind).has_curve for pk in gone):
        raise CurveStays
    _remove(kept, gone, sure)
    order = [change.line_id for change in lines if change.line_id in kept]
    order += [pk for pk in kept if pk not in order]
    changes = {change.line_id: change for change in lines}
    for position, pk in enumerate(order):
        line = kept[pk]
        line.position = position
        if pk in changes:
            before = dict(line.params)
            _change(line, changes[pk])
            has_curve = criteria.of(line.kind).has_curve
            if has_curve and curve_of(line.params) != curve_of(before) and is_fixed(play_session):
                _note(line, before, one_line(reason), by, now)
    RubricLine.objects.bulk_update(kept.values(), ["position", "title", "weight", "params", "when_nothing"])
    if add is not None:
        _add(book, list(kept.values()), *add)
    book.scale, book.decimals, book.shows_distribution = scale, decimals, shows_distribution
    if smallest_share is not None:
        book.smallest_share = smallest_share
    book.revision += 1
    book.full_clean(exclude=["session"])
    book.save(update_fields=["scale", "decimals", "shows_distribution", "smallest_share", "revision"])
    return book if book.computed_at is None else grades_compute(play_session=play_session, now=now)


def _remove(kept: dict[int, RubricLine], removed: set[int], sure: bool) -> None:
    by_hand = Mark.objects.filter(line__in=removed, changed_points__isnull=False).count()
    if by_hand and not sure:
        raise MarksByHand(count=by_hand)
    RubricLine.objects.filter(pk__in=removed).delete()
    for pk in removed:
        del kept[pk]


def _note(line: RubricLine, before: Mapping[str, Any], reason: str, by: Any, now: datetime) -> None:
    if not reason:
        raise CurveIsFixed
    if len(reason) > REASON_LENGTH or not is_shown(reason):
        raise BadRequest(field=_("Reason"), reason=_("say in up to 300 characters, on one line, why"))
    line.rule_changes.create(before=before, after=line.params, reason=reason, by=by, created_at=now)


def _change(line: RubricLine, change: LineChange) -> None:
    criterion = criteria.of(line.kind)
    if change.when_nothing not in RubricLine.Nothing.values:
        raise BadRequest(field=_("Nothing to judge means"), reason=change.when_nothing[:20])
    for name, value in change.params.items():
        if name == "levels" and criterion.by_hand and are_levels(value):
            continue
        if name not in criterion.params or not criterion.params[name].allows(value):
            raise BadRequest(field=name, reason=str(value)[:40])
    if not 0 <= change.weight <= MOST_WEIGHT:
        raise BadRequest(field=_("Weight"), reason=change.weight)
    line.title, line.weight = _title(change.title), change.weight
    line.when_nothing = change.when_nothing
    line.params = criterion.tidy({**(line.params or criterion.usual_params()), **change.params})


def _title(text: str) -> str:
    try:
        return name_read(text, most=TITLE_LENGTH, required=False)
    except BadName as bad:
        reason = _("it is too long") if bad.code == "long" else _("there is a character in it that cannot be shown")
        raise BadRequest(field=_("Title"), reason=reason) from None


def _add(book: GradeBook, lines: list[RubricLine], kind: str, title: str) -> None:
    criterion = next((each for each in addable(lines) if each.kind == kind), None)
    if criterion is None:
        raise BadRequest(field=_("Kind"), reason=_("the rubric has this line already"))
    if len(lines) >= MOST_LINES:
        raise BadRequest(field=_("Kind"), reason=_("a rubric has at most %(most)d lines") % {"most": MOST_LINES})
    title = _title(title)
    if criterion.by_hand and not title:
        raise BadRequest(field=_("Title"), reason=_("name a line that is typed by hand"))
    RubricLine.objects.create(
        book=book,
        kind=kind,
        title=title,
        weight=10,
        position=len(lines),
        params=criterion.usual_params(),
    )
