"""Decisions by short typed commands, for text mode: every game has commands from its legal choices, and may phrase
them itself (`TablePart.command`).

A command is a phrase with the player's free numbers in braces, and with optional parts in brackets: `place[ {buy}
bought]`. A number that is left out has the value of the choice. `{-beer}` is typed without its minus, `{place+1}` is
counted from 1.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

import msgspec
from django.utils.translation import gettext as _

from games.engine import codec
from games.engine.types import Choice, Prompt, Span, snake

SLOT: Final = re.compile(r"\{(-?\w+(?:\+1)?)\}")
OPTIONAL: Final = re.compile(r"\[([^\]]*)\]")
NUMBER: Final = r"([-\u2212+]?\d{1,9})"
LIMIT: Final = 160
"""The number of characters of a command that are read."""


class Option(msgspec.Struct, frozen=True):
    """A legal choice and its phrase. `question` is the position of its prompt among the open ones."""

    question: int
    prompt: Prompt
    choice: Choice
    phrase: str

    @property
    def display_text(self) -> str:
        """The phrase as shown: numbers with their range."""
        ranges = {span.field: f"({span.low}–{span.high})" for span in self.choice.spans}
        ranges |= {f"{span.field}+1": f"({span.low + 1}–{span.high + 1})" for span in self.choice.spans}
        ranges |= {f"-{span.field}": f"({-span.high}–{-span.low})" for span in self.choice.spans}
        return SLOT.sub(lambda slot: ranges.get(slot[1], ""), self.phrase).strip()


class CommandMatches(msgspec.Struct, frozen=True):
    """The possible meanings of a text: matching options with the move of each, and options that begin with the text."""

    moves: tuple[tuple[Option, Any], ...] = ()
    begun: tuple[Option, ...] = ()


def plain_command(scene: Any, prompt: Prompt, choice: Choice) -> str:
    """The default phrase of a choice: the kind of the move, then its fields by name."""
    parts = [_named(snake(type(choice.move).__name__))]
    spans = {span.field for span in choice.spans}
    for name in choice.move.__struct_fields__:
        value = getattr(choice.move, name)
        if name in spans:
            parts.append(f"{_named(name)} {{{name}}}")
        elif name not in choice.free and value is not None and value != ():
            said = ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)
            parts.append(f"{_named(name)} {said}")
    return " ".join(parts)


def _named(name: str) -> str:
    return name.replace("_", " ")


def options_of(
    scene: Any,
    prompts: Sequence[Prompt],
    choices: Callable[[Prompt], Iterable[Choice]],
    phrase: Callable[[Any, Prompt, Choice], str],
) -> tuple[Option, ...]:
    """Every legal answer to every prompt. Answers with an empty phrase are left out: games use it for answers too
    long to type.
    """
    return tuple(
        Option(number, prompt, choice, said)
        for number, prompt in enumerate(prompts, 1)
        for choice in choices(prompt)
        if (said := phrase(scene, prompt, choice))
    )


def match_command(text: str, options: Sequence[Option]) -> CommandMatches:
    """The possible meanings of a typed text. `2: offer 30` answers the second question; without a number it answers
    any.
    """
    said = plain(text)
    found = re.fullmatch(r"(\d{1,2})\s*:\s*(.*)", said)
    if found is not None:
        options = [each for each in options if each.question == int(found[1])]
        said = found[2]
    moves: list[tuple[Option, Any]] = []
    for option in options:
        move = _move(option, said)
        if move is not None and all((option.prompt.key, move) != (one.prompt.key, other) for one, other in moves):
            moves.append((option, move))
    begun = tuple(each for each in options if said and plain(each.display_text).startswith(said))
    return CommandMatches(tuple(moves), begun)


def plain(text: str) -> str:
    """The text without accents, capitals and double spaces, so that typing them makes no difference."""
    bare = unicodedata.normalize("NFKD", text[:LIMIT].replace("\u2212", "-").replace("’", "'"))
    return " ".join("".join(each for each in bare if not unicodedata.combining(each)).casefold().split())


def _move(option: Option, said: str) -> Any:
    """The move that the text makes of this choice; None if it does not match. A number against the rules passes,
    since the rules explain best why it is refused. A number that the move's type excludes does not.
    """
    found = re.fullmatch(_pattern(option.phrase, option.choice.spans), said)
    if found is None:
        return None
    named = dict(_number(name, number) for name, number in found.groupdict().items() if number is not None)
    if not named:
        return option.choice.move
    try:
        return codec.convert(msgspec.to_builtins(option.choice.move) | named, type(option.choice.move))
    except msgspec.ValidationError:
        return None


def _number(group: str, typed: str) -> tuple[str, int]:
    """The field and its value, from a group named by `_slot`."""
    if group.startswith("minus_"):
        return group.removeprefix("minus_"), -int(typed)
    return (group.removeprefix("from_1_"), int(typed) - 1) if group.startswith("from_1_") else (group, int(typed))


def _pattern(phrase: str, spans: Sequence[Span]) -> str:
    names = {span.field for span in spans}

    def literal(text: str) -> str:
        parts = SLOT.split(text)
        made = [re.escape(_same(part)) if place % 2 == 0 else _slot(part, names) for place, part in enumerate(parts)]
        return "".join(made)

    pieces = OPTIONAL.split(phrase)
    return "".join(literal(part) if place % 2 == 0 else f"(?:{literal(part)})?" for place, part in enumerate(pieces))


def _slot(name: str, names: set[str]) -> str:
    field = name.removeprefix("-").removesuffix("+1")
    group = f"{'minus_' if name.startswith('-') else 'from_1_' if name.endswith('+1') else ''}{field}"
    return f"(?P<{group}>{NUMBER[1:-1]})" if field in names else ""


def _same(text: str) -> str:
    """A part of a phrase in the form of `plain`, with the spaces at its ends."""
    made = plain(text)
    return f"{' ' if text[:1] == ' ' else ''}{made}{' ' if text[-1:] == ' ' and made else ''}"


def refusal_of(meant: CommandMatches) -> str:
    """The reason why a text is no decision."""
    if meant.moves:
        return _("Several questions have this answer. Say which one with its number, as in 1: followed by the command.")
    if meant.begun:
        return _("That is the beginning of more than one command: {commands}.").format(
            commands="; ".join(each.display_text for each in meant.begun[:12])
        )
    return _("This is no command that can be played now.")
