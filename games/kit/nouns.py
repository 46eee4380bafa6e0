"""How a name stands in a sentence: bare, with its article, after "of", "to" and "from", in each language that has its
grammar here (`GRAMMARS`); in any other as in English.

In a text with `named(role=...)`, `%(the_role)s` has the article, `%(The_role)s` too at the head of a sentence;
`%(of_role)s`, `%(to_role)s` and `%(from_role)s` are contracted with it; `%(role)s` is bare, for labels and tables.
"""

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Final, Literal, Protocol

from games.kit.languages import FALLBACK, current

Gender = Literal["", "m", "f"]
"""Of a French noun; empty: masculine. It is heard only before a consonant, since l’ has none."""

VOWELS: Final = frozenset("aeiouyàâäéèêëîïôöùûüœæh")
"""What le and la lose their vowel before; an h is mute here."""
ASPIRATED: Final = frozenset({"halle", "hangar", "haut", "héros", "hutte"})
"""Words whose h is not: la halle, le hangar."""

NUMBERED: Final = re.compile(r" (?:[A-Z]|\d+)$")
"""One of several that are told apart by a letter or a number has no article in English: Player A, chain 2."""

OWN_ARTICLE: Final = {
    "fr": re.compile(r"(?:le |la |l['’])", re.IGNORECASE),
    "en": re.compile(r"^the ", re.IGNORECASE),
    "es": re.compile(r"(?:el |la )", re.IGNORECASE),
}
"""A name may have its article already: The player."""


class Called(Protocol):
    """What has a name that stands in sentences."""

    @property
    def name(self) -> str: ...

    @property
    def gender(self) -> str: ...


def named(**nouns: Called | str) -> dict[str, str]:
    """The parameters of a text that says these names, in the current language: `role`, `the_role`, `The_role`,
    `of_role`, `to_role` and `from_role` for `role=`.
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
    return tuple(GRAMMARS.get(language, GRAMMARS[FALLBACK])(name, gender))


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
"""How the title of a game begins, and what "of" makes of it."""


def of_title(title: str) -> str:
    """A game's title after "a match of", in the current language: `des Architectes`, `de Domego`, `of Domego`."""
    language = current()
    if language not in TITLED:
        return f"of {title}"
    for begins, said in TITLED[language]:
        if title.lower().startswith(begins):
            return said + title[len(begins) :]
    return f"d’{title}" if language == "fr" and is_elided(title) else f"de {title}"


def _english(name: str, gender: str) -> Iterator[tuple[str, str]]:
    the = name if NUMBERED.search(name) else f"the {within(OWN_ARTICLE['en'].sub('', name))}"
    yield from (("the", the), ("The", headed(the)), ("of", f"of {the}"), ("to", f"to {the}"), ("from", f"from {the}"))


def within(name: str) -> str:
    """A name as it is written within a sentence: `Maître d'œuvre` begins small, `MOE` does not."""
    return name if name[1:2].isupper() or not name[1:2] else name[:1].lower() + name[1:]


def headed(words: str) -> str:
    """Words at the head of a sentence."""
    return words[:1].upper() + words[1:]


def is_elided(noun: str) -> bool:
    """Does a French article lose its vowel before it?"""
    first = noun.lower()
    return first[:1] in VOWELS and first.split(" ")[0].rstrip("s") not in ASPIRATED


FEMININE: Final = re.compile(r"(?:a|ción|sión|dad|tad|tud|umbre)$")
"""How feminine nouns end in Spanish."""
MASCULINE: Final = frozenset({"día", "mapa", "plan", "problema", "programa", "sistema", "tema", "mañana"})
"""Masculine ones that end so too."""
STRESSED: Final = frozenset({"agua", "área", "arma", "aula", "alma", "águila"})
"""Feminine ones that begin with a stressed a, and have el: el área, del área."""


def _spanish(name: str, gender: str) -> Iterator[tuple[str, str]]:
    """`gender` is that of the French noun: the Spanish one is heard in the noun's end."""
    own = OWN_ARTICLE["es"].match(name)
    noun = within(name[own.end() :] if own else name)
    if own.group().lower() == "la " if own else is_feminine(noun):
        the, of, to = f"la {noun}", f"de la {noun}", f"a la {noun}"
    else:
        the, of, to = f"el {noun}", f"del {noun}", f"al {noun}"
    yield from (("the", the), ("The", headed(the)), ("of", of), ("to", to), ("from", of))


def is_feminine(noun: str) -> bool:
    """Has a Spanish noun la in the singular?"""
    first = noun.lower().split(" ")[0]
    return FEMININE.search(first) is not None and first not in MASCULINE | STRESSED


GRAMMARS: Final[dict[str, Callable[[str, str], Iterator[tuple[str, str]]]]] = {
    "en": _english,
    "fr": _french,
    "es": _spanish,
}
"""By language: (name, gender) to its forms."""
