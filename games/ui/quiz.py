"""A game's bank of quiz questions: data in games/<key>/quiz/bank.json, in each complete language, and in begun ones."""

from collections.abc import Callable, Iterator, Mapping
from datetime import date
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from django.utils.translation import get_language
from msgspec import Meta

from games.engine import codec

FALLBACK = "en"

Key = Annotated[str, Meta(pattern=r"^[a-z][a-z0-9-]{1,59}$")]
Usual = Literal["", "before", "during", "after"]
About = Literal["game", "trade"]


class Source(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The source of an answer: `name` as professionals cite it, `read` the URL of the text. `read_again` is the day
    (ISO 8601) of the second check of question, options and explanation against it; "" before.
    """

    name: Annotated[str, Meta(min_length=1, max_length=200)]
    read: Annotated[str, Meta(pattern=r"^https?://[^\s]+$")]
    read_again: Annotated[str, Meta(pattern=r"^(\d{4}-\d{2}-\d{2})?$")] = ""

    @property
    def second_reading(self) -> date | None:
        return date.fromisoformat(self.read_again) if self.read_again else None


class Wording(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A question in one language: the question, its options, and the explanation of the right one.

    `misconceptions` hold for each option the belief of somebody who chooses it, "" for the right one.
    """

    text: Annotated[str, Meta(min_length=1, max_length=400)]
    options: Annotated[tuple[Annotated[str, Meta(min_length=1, max_length=200)], ...], Meta(min_length=3, max_length=4)]
    explanation: Annotated[str, Meta(min_length=1, max_length=1000)]
    misconceptions: tuple[Annotated[str, Meta(max_length=200)], ...] = ()


class Question(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A question of a bank. `right` is an index into the options of every language.

    `turn` is the turn of the game's first scenario that it belongs to, 0 for the game as a whole. `rule` is its rule
    in the help: a page of the game and a heading, "rules#buy". `usual` is the moment of the question in the default
    selection. A question about the trade, beyond the rules of the game, has `sources`. `theme` is a key of the bank's
    themes. A `retired` question is not used in new sessions.
    """

    key: Key
    right: Annotated[int, Meta(ge=0, le=3)]
    rule: Annotated[str, Meta(pattern=r"^[a-z0-9_-]+#[a-z0-9-]+$")]
    words: Mapping[str, Wording]
    turn: Annotated[int, Meta(ge=0, le=99)] = 0
    usual: Usual = ""
    about: About = "game"
    theme: str = ""
    sources: tuple[Source, ...] = ()
    retired: bool = False

    def localized(self) -> Wording:
        """The question in the current language, else in English."""
        language = (get_language() or FALLBACK).partition("-")[0]
        return self.words.get(language) or self.words[FALLBACK]

    @property
    def page(self) -> str:
        """The help page of its rule."""
        return self.rule.partition("#")[0]

    @property
    def anchor(self) -> str:
        """The heading of its rule on that page."""
        return self.rule.partition("#")[2]


class Bank(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The questions of a game, in the order of the page that offers them, and the names of their themes by language."""

    questions: tuple[Question, ...] = ()
    themes: Mapping[str, Mapping[str, str]] = {}

    def theme_name(self, theme: str) -> str:
        """The name of a theme in the current language, else in English; empty for none."""
        names = self.themes.get(theme, {})
        return names.get((get_language() or FALLBACK).partition("-")[0]) or names.get(FALLBACK, "")

    @property
    def offered(self) -> tuple[Question, ...]:
        """The questions that a session can choose."""
        return tuple(question for question in self.questions if not question.retired)

    def get(self, key: str) -> Question | None:
        """A question by its key; None for one that is unknown or was removed."""
        return next((question for question in self.questions if question.key == key), None)


@lru_cache(maxsize=32)
def load_bank(path: Path) -> Bank:
    """The bank in a file, read once per process. Raises msgspec.ValidationError with the path of the first fault."""
    bank: Bank = codec.from_json(path.read_bytes(), Bank)
    return bank


HasRule = Callable[[str, str, str], bool]
"""Does a help page (slug) have this heading (anchor) in this language?"""


def faults(bank: Bank, *, languages: tuple[str, ...], turns: int, has_rule: HasRule) -> list[str]:
    """The faults of a bank beyond its form: duplicate keys, missing languages, turns and rules that do not exist. It
    may have further languages.
    """
    keys = [question.key for question in bank.questions]
    found = [f"{key}: twice" for key in sorted({key for key in keys if keys.count(key) > 1})]
    for theme, names in bank.themes.items():
        if not set(names).issuperset(languages):
            found.append(f"theme {theme}: is in {', '.join(sorted(names))}")
    for question in bank.questions:
        if question.theme and question.theme not in bank.themes:
            found.append(f"{question.key}: there is no theme {question.theme}")
        found += [f"{question.key}: {fault}" for fault in _faults(question, languages, turns, has_rule)]
    return found


def _faults(question: Question, languages: tuple[str, ...], turns: int, has_rule: HasRule) -> Iterator[str]:
    if not set(question.words).issuperset(languages):
        yield f"is in {', '.join(sorted(question.words))}"
    sizes = {len(words.options) for words in question.words.values()}
    if len(sizes) > 1:
        yield "has more options in one language"
    if question.right >= min(sizes, default=0):
        yield "the right option does not exist"
    if question.turn > turns:
        yield f"there is no turn {question.turn}"
    if question.usual == "during" and not question.turn:
        yield "is asked after a turn, and is about none"
    if question.about == "trade" and not question.sources:
        yield "is about the trade and names no source"
    for language, words in question.words.items():
        if len(set(words.options)) < len(words.options):
            yield f"an option is there twice ({language})"
        if question.about == "trade" or words.misconceptions:
            named = [bool(each) for each in words.misconceptions]
            if named != [place != question.right for place in range(len(words.options))]:
                yield f"does not name what each wrong option stands for ({language})"
        if not has_rule(question.page, question.anchor, language):
            yield f"no {question.rule} in {language}"
