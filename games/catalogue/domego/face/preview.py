"""The data with which a browser previews a choice; without a script the page has the same numbers."""

import json
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext


def words_data() -> str:
    """Sentences with `%(number)d` in them, by name: one text, or the singular and the plural."""
    words: dict[str, Any] = {
        "k": _("%(number)sk"),
        "cubes": [ngettext("%(number)d cube", "%(number)d cubes", n) for n in (1, 2)],
        "cards": [ngettext("%(number)d card", "%(number)d cards", n) for n in (1, 2)],
        "days": [ngettext("%(number)d day", "%(number)d days", n) for n in (1, 2)],
        "and": _("%(first)s and %(last)s"),
        "fewer": _("%(what)s fewer"),
        "none": _("no reduction"),
        "place": _("Place %(cubes)s"),
        "pay": _("%(action)s, pay %(money)s"),
        "buy": _("Buy %(cubes)s"),
        "short": _("Buy %(cubes)s more"),
        "sum": _("%(cubes)s, %(money)s"),
        "left": _("%(money)s left"),
        "required": _("%(number)d required"),
        "risk": _("%(number)d risk"),
        "delay": _("%(number)d duration"),
    }
    return json.dumps(words)
