"""Decisions on paper: the codes of sheets, the rows of a sheet, and the reading of the lines typed from it.

A line answers one question. Its numbers are typed in the order of the sheet, separated by spaces. Fields that the
options leave open follow by name: `3 to=2`.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import msgspec
from django.utils.translation import gettext as _

from games.engine import codec
from games.engine.choices import contains
from games.engine.types import Choice, Draw, Prompt, Seat
from games.ui.commands import Option, match_command, refusal_of

SIGNS: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""The signs of codes. I, L, O and U are left out, since they look like 1, 0 and V."""
READ_AS: Final = {"I": "1", "L": "1", "O": "0", " ": "", "-": ""}
LENGTH: Final = 8
MOST_MATCH, MOST_TURN, WHOLE_TABLE = (1 << 22) - 1, (1 << 9) - 1, 15
LISTED: Final = 60
"""The most options that a line lists."""
LONGEST: Final = 160
"""The number of characters of a line that are read."""


class BadCode(ValueError):
    """A text that is not the code of a sheet. Its message says why, for people."""


class BadLine(ValueError):
    """A line that is no answer. Its message says why, for people."""


class SheetCode(NamedTuple):
    """The contents of a code: the match, its turn, and the seat (None: the whole table)."""

    match: int
    turn: int
    seat: Seat | None = None

    def __str__(self) -> str:
        """Eight signs with a check sign, in two groups. Raises OverflowError for numbers that do not fit."""
        seat = WHOLE_TABLE if self.seat is None else self.seat
        if not (0 <= self.match <= MOST_MATCH and 0 <= self.turn <= MOST_TURN and 0 <= seat <= WHOLE_TABLE):
            raise OverflowError(self)
        number = (self.match << 13) | (self.turn << 4) | seat
        signs = [(number >> shift) & 31 for shift in range(30, -1, -5)]
        text = "".join(SIGNS[each] for each in (*signs, _check(signs)))
        return f"{text[:4]}-{text[4:]}"


def read_code(text: str) -> SheetCode:
    """The code that a person typed, in any case, with or without the hyphen. Raises BadCode."""
    typed = "".join(READ_AS.get(sign, sign) for sign in text[:LONGEST].upper())
    wrong = next((sign for sign in typed if sign not in SIGNS), "")
    if wrong:
        raise BadCode(_("%(sign)s is in no code. Compare the code with the sheet.") % {"sign": wrong})
    if len(typed) != LENGTH:
        raise BadCode(_("A code has 8 signs. You typed %(number)d.") % {"number": len(typed)})
    *signs, check = (SIGNS.index(sign) for sign in typed)
    if _check(signs) != check:
        raise BadCode(_("One sign of the code is wrong. Compare the code with the sheet."))
    number = 0
    for sign in signs:
        number = (number << 5) | sign
    seat = number & 15
    return SheetCode(number >> 13, (number >> 4) & MOST_TURN, None if seat == WHOLE_TABLE else seat)


def _check(signs: Sequence[int]) -> int:
    """The check sign. It differs after a change of one sign, and after an exchange of two neighbours: the weights are
    the powers of 2 in the field of 32 elements.
    """
    check = 0
    for sign in signs:
        check = (check << 1) ^ sign
        check ^= 0b100101 if check & 32 else 0
    return (check << 1) ^ (0b100101 if check & 16 else 0)


class Box(NamedTuple):
    """A part of a row: options to ring, numbered as written; without options a blank for a number."""

    label: str
    options: tuple[str, ...] = ()


class PaperRow(NamedTuple):
    """A row of a sheet: a question to one seat, and its boxes in the order of typing."""

    seat: Seat
    title: str
    boxes: tuple[Box, ...]


class PaperTurn(NamedTuple):
    """The rows of one turn."""

    number: int
    title: str
    rows: tuple[PaperRow, ...]


class TurnRows(NamedTuple):
    """The rows of the present turn: those that are entered, and those still to come, in the order of the sheet."""

    entered: tuple[PaperRow, ...]
    left: tuple[PaperRow, ...]


class PaperDraw(NamedTuple):
    """A draw that a table makes with its own cards: its title, and its possible results in the order of the draw's
    values, each with the number to type.
    """

    title: str
    options: tuple[tuple[int, str], ...]

    @property
    def choices(self) -> tuple[str, ...]:
        """The results with their numbers, as texts."""
        return tuple(f"{number}: {name}" for number, name in self.options)


class CardAsked(Exception):  # noqa: N818  nothing is wrong: the line goes on with the card
    """A line leads to a draw whose result was not typed with it."""

    def __init__(self, draw: PaperDraw) -> None:
        super().__init__(draw.title)
        self.draw = draw


class Hand:
    """The results of a table's own draws, typed as numbers in the order of the draws. `ask` names a draw: (state before
    the decision, label, earlier draws of the decision). Raises BadLine for a text with anything else.
    """

    def __init__(self, text: str, ask: Callable[[Any, str, Sequence[Draw]], PaperDraw]) -> None:
        numbers = numbers_in(text)
        if numbers is None:
            raise BadLine(_("Type the numbers of the cards, with spaces."))
        self._left, self._ask = numbers, ask

    def draw(self, state: Any, label: str, earlier: Sequence[Draw]) -> int:
        """The value of the next draw. Raises CardAsked for one that was not typed, BadLine for one that cannot be."""
        asked = self._ask(state, label, earlier)
        if not self._left:
            raise CardAsked(asked)
        number = self._left.pop(0)
        found = [value for value, (each, _name) in enumerate(asked.options) if each == number]
        if not found:
            words = {"draw": asked.title, "number": number}
            raise BadLine(_("%(draw)s: %(number)d is none of the numbers that are left.") % words)
        return found[0]

    def close(self) -> None:
        """Raises BadLine for cards that were typed and not drawn."""
        if self._left:
            cards = " ".join(map(str, self._left))
            raise BadLine(_("The rules draw fewer cards. Too many: %(cards)s.") % {"cards": cards})


class Answer(NamedTuple):
    """A move of a seat under the key of its prompt."""

    seat: Seat
    key: str
    move: Any


@dataclass(frozen=True)
class PaperLine:
    """A line to type: its question, its row on paper, and a function that reads the typed text. It raises BadLine."""

    prompt: Prompt
    row: PaperRow
    read: Callable[[str], tuple[Answer, ...]]


def choice_line(prompt: Prompt, title: str, choices: Sequence[Choice], phrases: Sequence[str]) -> PaperLine:
    """The line of any prompt: the number of an option, then the numbers of its ranges, or the words of its command. A
    prompt with one option needs only the ranges. `phrases` are the commands (`games.ui.commands`).
    """
    options = [Option(1, prompt, choice, phrase) for choice, phrase in zip(choices, phrases, strict=True)]
    shown = tuple(f"{each.display_text} {_open_fields(each.choice)}".strip() for each in options)
    if len(choices) == 1:
        boxes = (Box(shown[0]),)
    else:
        boxes = (Box("", tuple(f"{number}: {text}" for number, text in enumerate(shown[:LISTED], 1))),)

    def read(text: str) -> tuple[Answer, ...]:
        return (Answer(prompt.seat, prompt.key, _chosen(text, options)),)

    return PaperLine(prompt, PaperRow(prompt.seat, title, boxes), read)


def write_choice(choices: Sequence[Choice], move: Any) -> str:
    """The shortest line for a legal move: the inverse of `choice_line`. Raises LookupError for another move."""
    for number, choice in enumerate(choices, 1):
        if contains((choice,), move):
            spans = [str(getattr(move, span.field)) for span in choice.spans]
            given, usual = msgspec.to_builtins(move), msgspec.to_builtins(choice.move)
            named = [
                f"{name}={json.dumps(given[name], separators=(',', ':'))}"
                for name in choice.free
                if given[name] != usual[name]
            ]
            return " ".join([*([] if len(choices) == 1 else [str(number)]), *spans, *named])
    raise LookupError("the move is none of the choices")


def _open_fields(choice: Choice) -> str:
    return " ".join(f"{name}=" for name in choice.free)


def numbers_in(text: str) -> list[int] | None:
    """The whole numbers of a line; None for a line with anything else."""
    parts = text[:LONGEST].replace("\u2212", "-").replace(",", " ").split()
    plain = [part.removeprefix("-") for part in parts]
    return [int(part) for part in parts] if all(_is_number(part) for part in plain) else None


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= 9


def _chosen(text: str, options: Sequence[Option]) -> Any:
    parts = text[:LONGEST].split()
    named = [part for part in parts if "=" in part]
    numbers = numbers_in(" ".join(part for part in parts if "=" not in part))
    if numbers is None:
        meant = match_command(text, [each for each in options if each.phrase])
        if len(meant.moves) != 1:
            raise BadLine(refusal_of(meant))
        return meant.moves[0][1]
    if len(options) > 1:
        if not numbers or not 1 <= numbers[0] <= len(options):
            raise BadLine(_("Type the number of an option, from 1 to %(most)d.") % {"most": len(options)})
        option, numbers = options[numbers[0] - 1], numbers[1:]
    else:
        option = options[0]
    spans, asked = option.choice.spans, option.display_text
    if len(numbers) != len(spans):
        wanted = {"wanted": len(spans), "typed": len(numbers), "option": asked}
        raise BadLine(_("%(option)s. Numbers to type: %(wanted)d, typed: %(typed)d.") % wanted)
    for span, number in zip(spans, numbers, strict=True):
        if not span.low <= number <= span.high:
            bounds = {"number": number, "low": span.low, "high": span.high, "option": asked}
            raise BadLine(_("%(option)s: %(number)d is not between %(low)d and %(high)d.") % bounds)
    values: dict[str, Any] = {span.field: number for span, number in zip(spans, numbers, strict=True)}
    for part in named:
        name, _equals, value = part.partition("=")
        if name not in option.choice.free:
            raise BadLine(_("%(option)s: this has no field %(name)s.") % {"option": asked, "name": name})
        values[name] = _value(value)
    return made(option.choice.move, values)


def _value(text: str) -> Any:
    """A number, a list or a word."""
    try:
        return json.loads(text)
    except ValueError:
        return text


def made(move: Any, values: Mapping[str, Any]) -> Any:
    """The move with other values. Raises BadLine for a value that its type excludes."""
    try:
        return codec.convert({**msgspec.to_builtins(move), **values}, type(move))
    except msgspec.ValidationError:
        raise BadLine(_("A value is not possible here: too large, below zero or no such word.")) from None
