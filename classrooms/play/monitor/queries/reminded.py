"""The effects of a reminder in words."""

from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any, Final

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, ngettext_lazy

from games.public.models import Intervention
from games.ui.dates import time_words

WAYS: Final[Mapping[str, Any]] = {
    "mailed": ngettext_lazy("A mail goes out now to %(n)d person.", "Mails go out now to %(n)d people.", "n"),
    "here": ngettext_lazy(
        "%(n)d person has the page open and sees it there.", "%(n)d people have the page open and see it there.", "n"
    ),
    "no_address": ngettext_lazy("%(n)d person has no address.", "%(n)d people have no address.", "n"),
    "unwanted": ngettext_lazy("%(n)d person wants no mail.", "%(n)d people want no mail.", "n"),
}


def reminded_words(notes: Iterable[Intervention]) -> str:
    """The effects of one reminder to one or several teams. Effects that were not counted are left out."""
    found: Counter[str] = Counter()
    until: set[str] = set()
    for note in notes:
        found.update({name: note.params.get(name, 0) for name in (*WAYS, "held")})
        until.update(filter(None, [note.params.get("until")]))
    said = [str(words % {"n": found[way]}) for way, words in WAYS.items() if found[way]]
    if found["held"]:
        said.insert(1 if found["mailed"] else 0, _held_words(found["held"], until))
    return " ".join(said) or _("Everybody awaited was reminded.")


def _held_words(number: int, until: Iterable[str]) -> str:
    moment = timezone.localtime(min(datetime.fromisoformat(text) for text in until))
    words = ngettext(
        "The mail to %(n)d person is held until %(day)s, %(time)s (quiet hours).",
        "Mails to %(n)d people are held until %(day)s, %(time)s (quiet hours).",
        number,
    )
    return words % {"n": number, "day": date_format(moment, "l"), "time": time_words(moment)}
