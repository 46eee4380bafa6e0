"""Papers that are not made from debriefs, those of upper packages among them: each kind with what it is made from."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from classrooms.models import Paper

if TYPE_CHECKING:
    from classrooms.assess.reports.pdf import Draft
    from classrooms.assess.reports.sources import Sources


@dataclass(frozen=True)
class UpperPaper:
    """The page of a paper as it would be printed now, and digests of its sources by name, in the current language.
    `changed` says why such a paper may be outdated.
    """

    draft: "Callable[[Paper], Draft]"
    sources: "Callable[[Paper], Sources]"
    changed: Callable[[], str]


UPPER: Final[dict[str, UpperPaper]] = {}
"""These papers, by kind. Filled when their modules are loaded."""
