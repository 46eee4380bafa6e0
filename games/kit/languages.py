"""Which languages are whole and which are begun, and the texts of data files in the reader's language.

A data file (a scenario, the list of help pages) has its texts in the languages that are whole. In any other they come
from the catalogues like all texts, with the context "data" and the English as what is translated (docs/translating.md).
"""

from collections.abc import Mapping
from typing import Final, Protocol

from django.utils.translation import get_language, get_language_info, override, pgettext
from django.utils.translation import gettext as _

WHOLE: Final = ("en", "fr")
"""In these everything is there. Another one that a site offers is begun: what it lacks is shown in English."""
FALLBACK: Final = "en"
DATA: Final = "data"
"""Context of the texts of data files."""


class Written(Protocol):
    """A text of a data file in both languages that are whole, either of which may be empty."""

    @property
    def en(self) -> str: ...

    @property
    def fr(self) -> str: ...


def current() -> str:
    """The reader's language without its country: `en`, `fr`, `es`."""
    return (get_language() or FALLBACK).partition("-")[0]


def is_begun(code: str) -> bool:
    """Are texts still missing in this language?"""
    return code.partition("-")[0] not in WHOLE


def said(words: Written) -> str:
    """A text of a data file in the reader's language; where it is in one language only, in that."""
    return in_language({"en": words.en, "fr": words.fr})


def in_language(texts: Mapping[str, str]) -> str:
    """The text written in the reader's language, else what a catalogue makes of the English, else any there is."""
    if own := texts.get(current()):
        return own
    if english := texts.get(FALLBACK):
        return pgettext(DATA, english)
    return next(filter(None, texts.values()), "")


def called(code: str) -> str:
    """How a language names itself, and that it is begun: `Français`, `Español (traducción iniciada)`."""
    own = str(get_language_info(code)["name_local"])
    own = own[:1].upper() + own[1:]
    if not is_begun(code):
        return own
    with override(code):
        return _("%(language)s (translation begun)") % {"language": own}
