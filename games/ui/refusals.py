"""Refusals on pages: one table for a game, with the words, the rule and the number behind each code."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

import msgspec
from django.utils.translation import gettext_lazy

from games.engine.errors import RulesError

Params: TypeAlias = Mapping[str, Any]

PLATFORM_REFUSALS: Mapping[str, Any] = {
    "prompt_closed": gettext_lazy("This decision is no longer open."),
    "not_offered": gettext_lazy("This answer is not possible now."),
    "no_such_event": gettext_lazy("This event cannot be brought now."),
    "amount_out_of_range": gettext_lazy("%(amount)s is not possible now: choose from %(low)s to %(high)s."),
    "bad_move": gettext_lazy("%(path)s: %(reason)s"),
    "bad_options": gettext_lazy("%(path)s: %(reason)s"),
    "bad_scenario": gettext_lazy("%(path)s: %(reason)s"),
}
"""The words of the refusals that every game may give."""


class Because(msgspec.Struct, frozen=True):
    """The explanation of a refusal. `rule` is the help page and heading of its rule; `number` is a number of the page
    in the form of `explain` (`money-2`). The number is empty if there is none.
    """

    rule: str = "rules"
    number: str = ""


@dataclass(frozen=True)
class Refusal:
    """The explanation of one refusal code. `text` is lazy and names the refusal's numbers as `%(price)s`. It may be a
    function of (scenario, params). None means the platform's words.
    """

    text: Any
    rule: str = ""
    """The rule's heading on the help page `rules`."""
    number: str = ""
    """The number for `explain`, without the seat. The seat is the payer, else the refused one."""
    field: str = ""
    """The form field next to which it is shown."""


def as_given(_scenario: Any, params: Params) -> Params:
    """Numbers without units."""
    return params


@dataclass(frozen=True)
class Refusals:
    """All refusals of a game. `format_params` gives the numbers of a refusal under the names in its words, with units.
    The scenario is None if it could not be read.
    """

    by_code: Mapping[str, Refusal]
    format_params: Callable[[Any, Params], Params] = as_given

    def describe(self, scenario: Any, error: RulesError) -> str | None:
        """The refusal in the current language; None for a code that the game's rules do not raise."""
        found = self.by_code.get(error.code)
        if found is None:
            return None
        if callable(found.text):
            said: str | None = found.text(scenario, error.params)
            return said
        return str(found.text) % self.format_params(scenario, error.params)

    def because(self, error: RulesError, seat: int) -> Because:
        """The rule behind a refusal, and the number that explains it."""
        found = self.by_code.get(error.code)
        if found is None:
            return Because()
        number = f"{found.number}-{error.params.get('payer', seat)}" if found.number else ""
        return Because(f"rules#{found.rule}" if found.rule else "rules", number)

    def field(self, error: RulesError) -> str | None:
        """The form field next to which a refusal is shown; None if it concerns no single field."""
        found = self.by_code.get(error.code)
        return found.field or None if found is not None else None


NO_REFUSALS = Refusals({})
