"""A rubric and its marks in words for students: the task, the rule and the result of each line. `words` has the
texts for staff and the computation of marks.
"""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from classrooms.assess.grading import criteria
from classrooms.assess.grading.criterion import Facts, Nothing, Params


class Explained(NamedTuple):
    """A line of a rubric in three sentences; a line by hand has no example."""

    asked: str
    counts: str
    example: str


def explained(kind: str, params: Params, scale: int, *, has_project: bool = True) -> Explained:
    """A line in three texts: its task, its rule, and an example on the scale of the marks. For own objectives the text
    names the project result as their limit, if the match `has_project` result.
    """
    criterion = criteria.of(kind)
    rule = criterion.student_rule(has_project=has_project)
    return Explained(str(criterion.task), rule, criterion.example_words(params, scale))


def got(kind: str, params: Params, facts: Mapping[str, Any], scale: int) -> tuple[str, ...]:
    """Sentences on a student's result on a line and its points; else the reason for none."""
    criterion, found = criteria.of(kind), criteria.read(kind, facts)
    if found is None:
        return ()
    if isinstance(found, Nothing):
        reason = criterion.reason(found.why)
        return (str(reason.students or reason.staff),)
    return (*criterion.student_sentences(params, found, scale), *_part(found))


def _part(facts: Facts) -> Iterator[str]:
    """The part with which the line counts, if others decided too."""
    if 0 < facts.judged < 1:
        parts = [part for part in facts.parts if part.of]
        values = {"own": sum(part.own for part in parts), "of": sum(part.of for part in parts)}
        yield _("You took %(own)d of the %(of)d decisions of your role. The line counts by that part.") % values
