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
    "bad_move": gettext_lazy("%(path)s: %(reason)s"),
    "bad_options": gettext_lazy("%(path)s: %(reason)s"),
    "bad_scenario": gettext_lazy("%(path)s: %(reason)s"),
}
"""The words of those that every game may give."""


class Because(msgspec.Struct, frozen=True):
    """Where a refusal comes from: the help page and heading of its rule, and the number of the page that shows why, as
    `explain` names it (`money-2`); empty if none does.
    """

    rule: str = "rules"
    number: str = ""


@dataclass(frozen=True)
class Refusal:
    """Why a move of one code is refused. `text` is translated when it is shown and names the refusal's numbers as
    `%(price)s`; a function of (scenario, params) where it takes more than that, None for what the platform says.
    """

    text: Any
    rule: str = ""
    """Heading of the help page `rules` under which its rule stands."""
    number: str = ""
    """What `explain` adds up to show why, without the seat: the payer's, else that of whoever is refused."""
    field: str = ""
    """The field of a form that it stands beside."""


def as_given(_scenario: Any, params: Params) -> Params:
    """Numbers without units."""
    return params


@dataclass(frozen=True)
class Refusals:
    """All of a game's. `told` gives the numbers of a refusal as its words name them, with their units; the scenario is
    None where none could be read.
    """

    by_code: Mapping[str, Refusal]
    told: Callable[[Any, Params], Params] = as_given

    def words(self, scenario: Any, error: RulesError) -> str | None:
        """In the current language; None for a code that the game's rules do not raise."""
        found = self.by_code.get(error.code)
        if found is None:
            return None
        if callable(found.text):
            said: str | None = found.text(scenario, error.params)
            return said
        return str(found.text) % self.told(scenario, error.params)

    def because(self, error: RulesError, seat: int) -> Because:
        """The rule behind a refusal, and the number that shows why."""
        found = self.by_code.get(error.code)
        if found is None:
            return Because()
        number = f"{found.number}-{error.params.get('payer', seat)}" if found.number else ""
        return Because(f"rules#{found.rule}" if found.rule else "rules", number)

    def field(self, error: RulesError) -> str | None:
        """The field of a form that a refusal stands beside; None for one that is about no single field."""
        found = self.by_code.get(error.code)
        return found.field or None if found is not None else None


NO_REFUSALS = Refusals({})
