"""Complete and incomplete languages, and the texts of data files in the reader's language.

A data file (a scenario, the list of help pages) has its texts in the complete languages. In any other language they
come from the catalogues. Their context is "data" and the English text is the msgid (docs/develop/translating.md).
"""

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache, wraps
from pathlib import Path
from typing import Any, Final, ParamSpec, Protocol, TypeVar

from django.utils.translation import activate, get_language, get_language_info, override, pgettext
from django.utils.translation import gettext as _

Given = ParamSpec("Given")
Made = TypeVar("Made")

WHOLE: Final = ("en", "fr")
"""The complete languages. In another language that a site offers, missing texts are shown in English."""
FALLBACK: Final = "en"
DRAFTS: Final = frozenset(json.loads(Path(__file__).with_name("drafts.json").read_text(encoding="utf-8")))
"""Languages with a translation made by a machine that nobody has checked yet, from drafts.json."""
DATA: Final = "data"
"""Context of the texts of data files."""
FAMILIAR: Final = {"fr": "fr-x-tu", "es": "es-x-tu"}
"""Languages that address pupils differently from adults, with the code of their catalogues (`locale/fr_X-tu/`). These
hold only the differing texts; all others come from the language.
"""


class BilingualText(Protocol):
    """A text of a data file in the complete languages; either may be empty."""

    @property
    def en(self) -> str: ...

    @property
    def fr(self) -> str: ...


def current() -> str:
    """The reader's language without its country: `en`, `fr`, `es`."""
    return (get_language() or FALLBACK).partition("-")[0]


def offered() -> str:
    """The reader's language as a site offers it: `fr` also for pupils' texts."""
    code = get_language() or FALLBACK
    return next((plain for plain, familiar in FAMILIAR.items() if familiar == code), code)


def speak_to_pupils() -> None:
    """Activate the texts for pupils, if the language has them."""
    if familiar := FAMILIAR.get(offered()):
        activate(familiar)


@contextmanager
def as_now() -> Iterator[None]:
    """A context that restores the current language at its end."""
    with override(get_language()):
        yield


def is_begun(code: str) -> bool:
    """Is this language incomplete?"""
    return code.partition("-")[0] not in WHOLE


def is_draft(code: str) -> bool:
    """Was this language translated by a machine, and has nobody checked it yet?"""
    return code.partition("-")[0] in DRAFTS


def draft_note() -> str:
    """A sentence for the foot of pages and papers in an unchecked language; empty in any other language."""
    if not is_draft(current()):
        return ""
    return _("This translation was made by a machine. Nobody has checked it yet.")


def by_language(size: int = 256) -> Callable[[Callable[Given, Made]], Callable[Given, Made]]:
    """A decorator that caches the results of a function by arguments and language, the last `size` over all
    languages. It is for words that a page needs many times. The results are shared, so they must not be changed.
    """

    def decorated(make: Callable[Given, Made]) -> Callable[Given, Made]:
        @lru_cache(maxsize=size, typed=True)  # a safe text is not a plain one
        def kept(language: str | None, *args: Given.args, **kwargs: Given.kwargs) -> Made:
            return make(*args, **kwargs)

        @wraps(make)
        def cached(*args: Given.args, **kwargs: Given.kwargs) -> Made:
            return kept(get_language(), *args, **kwargs)  # type: ignore[arg-type]

        return cached

    return decorated


class Same:
    """A wrapper for a large argument of a cached function. It equals itself alone."""

    def __init__(self, it: Any) -> None:
        self.it = it

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and other.it is self.it

    def __hash__(self) -> int:
        return id(self.it)


def localized(words: BilingualText) -> str:
    """A text of a data file in the reader's language; in the other one if it has only that."""
    return in_language({"en": words.en, "fr": words.fr})


def in_language(texts: Mapping[str, str]) -> str:
    """The text in the reader's language, else the catalogue's translation of the English, else any text."""
    if own := texts.get(current()):
        return own
    if english := texts.get(FALLBACK):
        return pgettext(DATA, english)
    return next(filter(None, texts.values()), "")


def called(code: str) -> str:
    """The language's own name, with a note if it is a draft or incomplete: `Français`, `Español (borrador)`."""
    own = str(get_language_info(code)["name_local"])
    own = own[:1].upper() + own[1:]
    if not is_begun(code):
        return own
    with override(code):
        text = _("%(language)s (draft)") if is_draft(code) else _("%(language)s (translation begun)")
        return text % {"language": own}
