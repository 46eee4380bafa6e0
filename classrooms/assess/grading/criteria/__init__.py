"""The criteria of marks, one file each: a new file is found when the site starts."""

from collections.abc import Mapping
from fractions import Fraction
from importlib import import_module
from pkgutil import iter_modules
from typing import Any, Final

from django.core.exceptions import ImproperlyConfigured

from classrooms.assess.grading.criterion import Criterion, Facts, Nothing, Params
from classrooms.models import RubricLine
from classrooms.models.grades import KIND_NAMES
from games.engine import codec

CRITERIA: Final[dict[str, Criterion[Any]]] = {}
"""By kind."""


def register() -> None:
    """Find the criterion of each file of this package. Safe to repeat. Raises ImproperlyConfigured for a file without a
    criterion, and for a kind that is too long or that another file has.
    """
    files: dict[str, str | None] = {}
    longest = RubricLine._meta.get_field("kind").max_length or 0
    for found in iter_modules(__path__):
        module = import_module(f"{__name__}.{found.name}")
        criterion: Criterion[Any] | None = getattr(module, "CRITERION", None)
        if criterion is None:
            raise ImproperlyConfigured(f"{module.__file__} has no CRITERION, the instance of its criterion.")
        kind = criterion.kind
        if len(kind) > longest:
            raise ImproperlyConfigured(f"{module.__file__}: the kind {kind!r} has more than {longest} characters.")
        if kind in files:
            raise ImproperlyConfigured(f"{module.__file__}: the kind {kind!r} is that of {files[kind]}.")
        files[kind] = module.__file__
        CRITERIA[kind], KIND_NAMES[kind] = criterion, criterion.name


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
