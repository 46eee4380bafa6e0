"""Options of a view that middleware reads before the view runs."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

View = TypeVar("View", bound=Callable[..., Any])


@dataclass(frozen=True)
class ViewOptions:
    """A view with `reads_person_late` mostly answers without reading the person; it sets the reader's time zone itself.
    `body_limit` is the greatest size of a body in bytes; None: that of all views.
    """

    reads_person_late: bool = False
    body_limit: int | None = None


def view_options(*, reads_person_late: bool = False, body_limit: int | None = None) -> Callable[[View], View]:
    """A decorator that sets the options of a view. It comes first, before decorators that wrap the view."""

    def decorate(view: View) -> View:
        vars(view)["view_options"] = ViewOptions(reads_person_late, body_limit)
        return view

    return decorate


def options_of(view: Callable[..., Any]) -> ViewOptions:
    """The options of a view, or the usual ones."""
    found: ViewOptions = getattr(view, "view_options", ViewOptions())
    return found
