"""Forms of a name in a sentence: bare, with its article, after "of", "to" and "from". Each language in `GRAMMARS` has
its own grammar; in all others a name stands bare.

In a text with `named(role=...)`, `%(the_role)s` has the article, as has `%(The_role)s` at the start of a sentence.
`%(of_role)s`, `%(to_role)s` and `%(from_role)s` are contracted with it. `%(role)s` is bare, for labels and tables.
"""

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Final, Literal, Protocol

from games.ui.languages import FALLBACK, current

Gender = Literal["", "m", "f"]
"""The gender of a French noun; empty: masculine. It matters only before a consonant, since l’ has none."""

VOWELS: Final = frozenset("aeiouyàâäéèêëîïôöùûüœæh")
"""Letters before which le and la lose their vowel; an h is mute here."""
ASPIRATED: Final = frozenset({"halle", "hangar", "haut", "héros", "hutte"})
"""Words with an aspirated h: la halle, le hangar."""

NUMBERED: Final = re.compile(r" (?:[A-Z]|\d+)$")
"""The ending of a name that differs from others by a letter or a number. In English it has no article: Player A,
chain 2.
"""

OWN_ARTICLE: Final = {
    "fr": re.compile(r"(?:le |la |l['’])", re.IGNORECASE),
    "en": re.compile(r"^the ", re.IGNORECASE),
    "es": re.compile(r"(?:el |la )", re.IGNORECASE),
}
"""The start of a name that already has its article: The player."""


class Called(Protocol):
    """An object with a name for use in sentences."""

    @property
    def name(self) -> str: ...

    @property
    def gender(self) -> str: ...


def named(**nouns: Called | str) -> dict[str, str]:
    """The parameters of a text with these names, in the current language: `role`, `the_role`, `The_role`, `of_role`,
    `to_role` and `from_role` for `role=`.
    """
    language, found = current(), {}
    for key, noun in nouns.items():
        name, gender = (noun, "") if isinstance(noun, str) else (noun.name, noun.gender)
        found[key] = name
        for form, said in _forms(name, gender, language):
            found[f"{form}_{key}"] = said
    return found


@lru_cache(maxsize=1024)
def _forms(name: str, gender: str, language: str) -> tuple[tuple[str, str], ...]:
    return tuple(GRAMMARS.get(language, _bare)(name, gender))


def _french(name: str, gender: str) -> Iterator[tuple[str, str]]:
    own = OWN_ARTICLE["fr"].match(name)
    noun = within(name[own.end() :] if own else name)
    gender = "f" if own and own.group().lower() == "la " else gender
    if is_elided(noun):
        the, of, to = f"l’{noun}", f"de l’{noun}", f"à l’{noun}"
    elif gender == "f":
        the, of, to = f"la {noun}", f"de la {noun}", f"à la {noun}"
    else:
        the, of, to = f"le {noun}", f"du {noun}", f"au {noun}"
    yield from (("the", the), ("The", headed(the)), ("of", of), ("to", to), ("from", of))


TITLED: Final = {
    "fr": (("les ", "des "), ("le ", "du "), ("la ", "de la "), ("jeu ", "du jeu ")),
    "es": (("el ", "del "), ("juego ", "del juego ")),
}
"""The beginnings of game titles, each with its form after "of"."""


def of_title(title: str) -> str:
    """A game's title after "a match of", in the current language: `des Architectes`, `de Domego`, `of Domego`. In a
    language without an entry in `TITLED` the title stands bare.
    """
    language = current()
    if language not in TITLED:
        return f"of {title}" if language == FALLBACK else title
    for begins, said in TITLED[language]:
        if title.lower().startswith(begins):
            return said + title[len(begins) :]
    return f"d’{title}" if language == "fr" and is_elided(title) else f"de {title}"


def _english(name: str, gender: str) -> Iterator[tuple[str, str]]:
    the = name if NUMBERED.search(name) else f"the {within(OWN_ARTICLE['en'].sub('', name))}"
    yield from (("the", the), ("The", headed(the)), ("of", f"of {the}"), ("to", f"to {the}"), ("from", f"from {the}"))


def _bare(name: str, gender: str) -> Iterator[tuple[str, str]]:
    """The forms in a language without a grammar: a bare name for its own texts, a preposition for English ones."""
    yield from (
        ("the", name),
        ("The", headed(name)),
        ("of", f"of {name}"),
        ("to", f"to {name}"),
        ("from", f"from {name}"),
    )


def within(name: str) -> str:
    """A name as written within a sentence: `Maître d'œuvre` begins in lower case, `MOE` does not."""
    return name if name[1:2].isupper() or not name[1:2] else name[:1].lower() + name[1:]


def headed(words: str) -> str:
    """Words with a capital, for the start of a sentence."""
    return words[:1].upper() + words[1:]


def is_elided(noun: str) -> bool:
    """Does a French article lose its vowel before this noun?"""
    first = noun.lower()
    return first[:1] in VOWELS and first.split(" ")[0].rstrip("s") not in ASPIRATED


FEMININE: Final = re.compile(r"(?:a|ción|sión|dad|tad|tud|umbre)$")
"""The endings of feminine nouns in Spanish."""
MASCULINE: Final = frozenset({"día", "mapa", "plan", "problema", "programa", "sistema", "tema", "mañana"})
"""Masculine nouns with such endings."""
STRESSED: Final = frozenset({"agua", "área", "arma", "aula", "alma", "águila"})
"""Feminine nouns with a stressed a at the start; they have el: el área, del área."""


def _spanish(name: str, gender: str) -> Iterator[tuple[str, str]]:
    """The Spanish forms. `gender`, that of the French noun, is not used: the Spanish one follows from the noun's
    ending.
    """
    own = OWN_ARTICLE["es"].match(name)
    noun = within(name[own.end() :] if own else name)
    if own.group().lower() == "la " if own else is_feminine(noun):
        the, of, to = f"la {noun}", f"de la {noun}", f"a la {noun}"
    else:
        the, of, to = f"el {noun}", f"del {noun}", f"al {noun}"
    yield from (("the", the), ("The", headed(the)), ("of", of), ("to", to), ("from", of))


def is_feminine(noun: str) -> bool:
    """Does a Spanish noun take la in the singular?"""
    first = noun.lower().split(" ")[0]
    return FEMININE.search(first) is not None and first not in MASCULINE | STRESSED


GRAMMARS: Final[dict[str, Callable[[str, str], Iterator[tuple[str, str]]]]] = {
    "en": _english,
    "fr": _french,
    "es": _spanish,
}
"""By language: a function from (name, gender) to the forms."""
