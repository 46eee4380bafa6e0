"""Refusals on pages: the words of those that every game may give, and what a refusal rests on."""

from collections.abc import Mapping
from typing import Any

import msgspec
from django.utils.translation import gettext_lazy

PLATFORM_REFUSALS: Mapping[str, Any] = {
    "prompt_closed": gettext_lazy("This decision is no longer open."),
    "bad_move": gettext_lazy("%(path)s: %(reason)s"),
    "bad_options": gettext_lazy("%(path)s: %(reason)s"),
    "bad_scenario": gettext_lazy("%(path)s: %(reason)s"),
}


class Because(msgspec.Struct, frozen=True):
    """Where a refusal comes from: the help page and heading of its rule, and the number of the page that shows why, as
    `explain` names it (`money-2`); empty if none does.
    """

    rule: str = "rules"
    number: str = ""
