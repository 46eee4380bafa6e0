"""Which languages are whole and which are begun, and the texts of data files in the reader's language.

A data file (a scenario, the list of help pages) has its texts in the languages that are whole. In any other they come
from the catalogues like all texts, with the context "data" and the English as what is translated (docs/translating.md).
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache, wraps
from typing import Any, Final, ParamSpec, Protocol, TypeVar

from django.utils.translation import activate, get_language, get_language_info, override, pgettext
from django.utils.translation import gettext as _

Given = ParamSpec("Given")
Made = TypeVar("Made")

WHOLE: Final = ("en", "fr")
"""In these everything is there. Another one that a site offers is begun: what it lacks is shown in English."""
FALLBACK: Final = "en"
DATA: Final = "data"
"""Context of the texts of data files."""
FAMILIAR: Final = {"fr": "fr-x-tu"}
"""Languages that speak to pupils otherwise than to adults, with the code of the catalogues that say how
(`locale/fr_X-tu/`). These hold only what is said otherwise; the rest is that of the language.
"""


class Written(Protocol):
    """A text of a data file in both languages that are whole, either of which may be empty."""

    @property
    def en(self) -> str: ...

    @property
    def fr(self) -> str: ...


def current() -> str:
    """The reader's language without its country: `en`, `fr`, `es`."""
    return (get_language() or FALLBACK).partition("-")[0]


def offered() -> str:
    """The reader's language as a site offers it: `fr` also where texts speak to pupils."""
    code = get_language() or FALLBACK
    return next((plain for plain, familiar in FAMILIAR.items() if familiar == code), code)


def speak_to_pupils() -> None:
    """From here on texts are those for pupils, where the language has others than for adults."""
    if familiar := FAMILIAR.get(offered()):
        activate(familiar)


@contextmanager
def as_now() -> Iterator[None]:
    """The language after this is that of before."""
    with override(get_language()):
        yield


def is_begun(code: str) -> bool:
    """Are texts still missing in this language?"""
    return code.partition("-")[0] not in WHOLE


def by_language(size: int = 256) -> Callable[[Callable[Given, Made]], Callable[Given, Made]]:
    """Keeps what a function makes of its arguments in the reader's language, the last `size` of all languages. For
    words that a page needs many times: what comes out is shared, so it must not be changed.
    """

    def decorated(make: Callable[Given, Made]) -> Callable[Given, Made]:
        @lru_cache(maxsize=size)
        def kept(language: str | None, *args: Given.args, **kwargs: Given.kwargs) -> Made:
            return make(*args, **kwargs)

        @wraps(make)
        def asked(*args: Given.args, **kwargs: Given.kwargs) -> Made:
            return kept(get_language(), *args, **kwargs)  # type: ignore[arg-type]

        return asked

    return decorated


class Same:
    """Something large as an argument of a function whose results are kept: it is equal to itself alone."""

    def __init__(self, it: Any) -> None:
        self.it = it

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and other.it is self.it

    def __hash__(self) -> int:
        return id(self.it)


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
