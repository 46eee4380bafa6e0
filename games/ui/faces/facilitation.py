"""The facilitation part of a face: the facilitator's events in words."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from django.utils.translation import gettext_lazy

from games.engine.facilitation import Brought

BROUGHT: Final = gettext_lazy("Brought by the facilitator")


@dataclass(frozen=True, kw_only=True)
class FacilitationPart:
    """The words of the events that the game's rules declare (`games.engine.facilitation`)."""

    titles: Callable[[], Mapping[str, str]] = dict
    """The names of the events in the current language, by key, in the order of a list."""
    units: Mapping[str, Any] = field(default_factory=dict)
    """The units of the events' amounts, by key."""
    effect: Callable[[Any, Brought], str] = lambda scenario, brought: ""
    """(scenario, brought): the effect of an event with this amount, in a sentence."""
