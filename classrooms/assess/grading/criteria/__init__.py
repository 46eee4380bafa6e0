"""The criteria of marks, one file each: a new file is found when the site starts."""

from collections.abc import Mapping
from fractions import Fraction
from importlib import import_module
from pkgutil import iter_modules
from typing import Any, Final

from classrooms.assess.grading.criterion import Criterion, Facts, Nothing, Params
from classrooms.models.grades import KIND_NAMES
from games.engine import codec

CRITERIA: Final[dict[str, Criterion[Any]]] = {}
"""By kind."""


def register() -> None:
    """Find the criterion of each file of this package. Safe to repeat."""
    for module in iter_modules(__path__):
        criterion = import_module(f"{__name__}.{module.name}").CRITERION
        CRITERIA[criterion.kind], KIND_NAMES[criterion.kind] = criterion, criterion.name


def every() -> list[Criterion[Any]]:
    """All criteria, in their order."""
    return sorted(CRITERIA.values(), key=lambda criterion: criterion.order)


def of(kind: str) -> Criterion[Any]:
    """The criterion of a kind of line. Raises LookupError for an unknown kind."""
    return CRITERIA[kind]


def read(kind: str, facts: Mapping[str, Any]) -> Facts | None:
    """Stored facts; None for a mark that was never computed."""
    if not facts:
        return None
    found: Facts = codec.convert(facts, Nothing if "why" in facts else of(kind).facts)
    return found


def points_of(kind: str, params: Params, facts: Mapping[str, Any]) -> int | None:
    """The points of a line of this kind from stored facts."""
    return of(kind).points(params, read(kind, facts))


def judged_share(kind: str, facts: Mapping[str, Any]) -> Fraction:
    """The part of the line's weight that can be judged, from 0 to 1. For the project result and own objectives, it is
    the part of the seat's decisions that were the person's own. People who share a seat each have an equal part.
    """
    found = read(kind, facts)
    return Fraction(0) if found is None else found.judged


def may_be_zero(kind: str, facts: Mapping[str, Any]) -> bool:
    """Is there nothing to judge because of the student's own absence or silence?"""
    return of(kind).reason(facts.get("why", "")).may_be_zero
