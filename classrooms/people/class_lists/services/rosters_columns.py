"""The line of headings in a class list, the meaning of each column, and the need to ask a person."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from classrooms.people.class_lists.services.rosters_headings import (
    CHOICES,
    compact,
    is_canvas,
    known_in,
    meaning_of,
    meanings_of,
)
from classrooms.people.class_lists.services.rosters_notes import Table
from classrooms.people.class_lists.services.rosters_workbooks import HEAD_LINES

Line = tuple[int, list[str]]
USUAL: Final = ("name", "email", "student_number", "team", "extra_time")
"""The usual order of columns in a list without headings."""
WORDLESS: Final = frozenset("@0123456789")


@dataclass(frozen=True)
class Columns:
    """The columns of a list. `unsure` are columns that a person must check; `head` is the line number of the headings,
    0 if there are none.
    """

    head: int
    headings: tuple[str, ...]
    meanings: tuple[str, ...]
    unsure: frozenset[int] = frozenset()
    remembered: bool = False

    @property
    def key(self) -> str:
        """The headings in their order, by which a course remembers a choice."""
        return "|".join(compact(heading) or heading[:20].casefold() for heading in self.headings)[:600]


def columns_of(table: Table, remembered: Mapping[str, Sequence[str]], *, plain: bool = False) -> Columns:
    """The columns of a table. With `plain` no line is taken for headings."""
    width = max((len(cells) for _number, cells in table.lines), default=0)
    head = None if plain else _head(table.lines) or _remembered_head(table.lines, width, remembered)
    if head is None:
        return _without_headings(table, width)
    number, cells = head
    headings = (cells + [""] * width)[:width]
    body = [line for line in table.lines if line[0] > number]
    meanings = meanings_of(headings)
    meanings = ["" if _is_count(each, index, body) else each for index, each in enumerate(meanings)]
    if "team" in meanings:
        meanings = ["group" if each == "either" else each for each in meanings]
    known = Columns(number, tuple(headings), tuple(meanings))
    said = remembered.get(known.key)
    if said is not None and len(said) == width and set(said) <= {*CHOICES, ""}:
        return Columns(number, tuple(headings), tuple(said), remembered=True)
    unsure = frozenset(_doubts(headings, meanings, body))
    return Columns(number, tuple(headings), tuple(_proposed(meanings, unsure, body)), unsure)


def _head(lines: Sequence[Line]) -> Line | None:
    """The line with the most known headings among the first ones. One known heading suffices in the first line, or
    alone on its line. The first line is also taken for headings if it has neither addresses nor digits and lines below
    it have.
    """
    first = lines[:HEAD_LINES]
    best = max(first, key=lambda line: known_in(line[1]), default=None)
    if best is None:
        return None
    known = known_in(best[1])
    if known > 1 or (known and best is first[0]):
        return best
    if known and meaning_of(next(cell for cell in best[1] if cell)) and sum(map(bool, best[1])) == 1:
        return best
    return first[0] if _looks_like_headings(first[0][1], lines[1:]) else None


def _remembered_head(lines: Sequence[Line], width: int, remembered: Mapping[str, Sequence[str]]) -> Line | None:
    """The first line, if a person confirmed before that it holds headings."""
    first = lines[0] if lines else None
    padded = tuple((first[1] + [""] * width)[:width]) if first else ()
    return first if any(padded) and Columns(0, padded, ()).key in remembered else None


def _looks_like_headings(cells: Sequence[str], below: Sequence[Line]) -> bool:
    if sum(map(bool, cells)) < 2 or any(not WORDLESS.isdisjoint(cell) for cell in cells):
        return False
    return any(
        cell and _most(_filled(below, index), lambda text: not WORDLESS.isdisjoint(text))
        for index, cell in enumerate(cells)
    )


def _filled(body: Sequence[Line], index: int) -> list[str]:
    return [cells[index] for _number, cells in body if index < len(cells) and cells[index]]


def _most(texts: Sequence[str], test: Callable[[str], bool]) -> bool:
    return bool(texts) and 2 * sum(map(test, texts)) > len(texts)


def _is_count(meaning: str, index: int, body: Sequence[Line]) -> bool:
    """Does a column of numbers only count the lines?"""
    texts = _filled(body, index)
    return meaning == "student_number" and len(texts) > 1 and texts == [str(n) for n in range(1, len(texts) + 1)]


def _doubts(headings: Sequence[str], meanings: Sequence[str], body: Sequence[Line]) -> Iterator[int]:
    """The columns whose heading is ambiguous, or whose cells contradict it."""
    texts = [_filled(body, index) for index in range(len(meanings))]
    lone = _lone_name(meanings)
    for index, (heading, meaning) in enumerate(zip(headings, meanings, strict=True)):
        if not texts[index]:
            continue
        spared = is_canvas(headings) and meaning in ("", "email")
        if (
            meaning == "either"
            or (lone and (meaning in ("first", "last") or (meaning == "" and _most(texts[index], is_word))))
            or (meaning in ("first", "last", "name", "usual") and _most(texts[index], is_no_name))
            or (meaning == "name" and _is_half(index, meanings, texts))
            or (
                not spared
                and meaning in ("", "email", "student_number")
                and _surprises(meaning, meanings, texts[index])
            )
            or (meaning == "" and not heading and index and meanings[index - 1] in ("name", "last"))
        ):
            yield index
    if not {"name", "first", "last"} & set(meanings):
        yield from (index for index, each in enumerate(texts) if each)


def _lone_name(meanings: Sequence[str]) -> bool:
    return "name" not in meanings and ("first" in meanings) != ("last" in meanings)


def _is_half(index: int, meanings: Sequence[str], texts: Sequence[Sequence[str]]) -> bool:
    """Is it a column of single words beside another column of words, perhaps of family or given names?"""
    single = _most(texts[index], lambda text: " " not in text)
    beside = (other for other in (index - 1, index + 1) if 0 <= other < len(meanings))
    return single and any(
        meanings[each] == ""
        and len(texts[each]) == len(texts[index])
        and _most(texts[each], is_word)
        and len(set(texts[each])) > 1
        for each in beside
    )


def _surprises(meaning: str, meanings: Sequence[str], texts: Sequence[str]) -> bool:
    addresses = _most(texts, lambda text: "@" in text)
    if meaning == "":
        return (addresses and "email" not in meanings) or (is_number_column(texts) and "student_number" not in meanings)
    if meaning == "email":
        return not any("@" in text or "(at)" in text for text in texts) and len(texts) > 1
    return addresses


def is_word(text: str) -> bool:
    """Could this be a part of a name?"""
    return text[:1].isalpha() and WORDLESS.isdisjoint(text)


def is_no_name(text: str) -> bool:
    """An address, a number, or anything else without a letter."""
    return ("@" in text and "<" not in text) or not any(sign.isalpha() for sign in text)


def is_number_column(texts: Sequence[str]) -> bool:
    """Is it a column of distinct numbers of five digits or more?"""
    return _most(texts, lambda text: text.isdigit() and len(text) >= 5) and len(set(texts)) == len(texts)


def _proposed(meanings: Sequence[str], unsure: frozenset[int], body: Sequence[Line]) -> list[str]:
    """Proposals for columns in doubt, which a person must confirm."""
    found = ["" if index in unsure and each == "name" else each for index, each in enumerate(meanings)]
    for index in sorted(unsure):
        texts = _filled(body, index)
        if found[index] == "either":
            found[index] = "group"
        elif _most(texts, lambda text: "@" in text):
            found[index] = "" if "email" in found else "email"
        elif is_number_column(texts):
            found[index] = "" if "student_number" in found else "student_number"
        elif found[index] == "" and _most(texts, is_word) and "name" not in found:
            found[index] = next((part for part in ("last", "first") if part not in found), "")
        elif _most(texts, is_no_name):
            found[index] = ""
    if found.count("last") == 1 and "first" not in found and "name" not in found:
        found[found.index("last")] = "name"
    return found


def _without_headings(table: Table, width: int) -> Columns:
    """The usual order if the cells fit it. Family name and given name come first if capitals or "Moreau, Léa"
    show it.
    """
    nothing: tuple[str, ...] = ("",) * width
    order: tuple[str, ...]
    parts = _has_parts(table.lines)
    if parts and (table.spaced or _in_capitals(table.lines)):
        order = (
            *(("last", "first") if table.spaced or _in_capitals(table.lines) == 1 else ("first", "last")),
            *USUAL[1:],
        )
    else:
        order = ("last", "first", *USUAL[1:]) if parts else USUAL
    meanings = (order + nothing)[:width]
    doubt = parts and not (table.spaced or _in_capitals(table.lines))
    unsure = frozenset(range(width)) if width > 1 and (doubt or not _fits(table.lines, meanings)) else frozenset()
    if unsure and not parts:
        meanings = tuple(_proposed(nothing, unsure, table.lines))
    return Columns(0, nothing, meanings, unsure)


def _has_parts(lines: Sequence[Line]) -> bool:
    """Does each line begin with two cells of words?"""
    return bool(lines) and all(len(cells) > 1 and all(map(is_word, cells[:2])) for _number, cells in lines)


def _in_capitals(lines: Sequence[Line]) -> int:
    """The one of the first two cells that is in capitals in each line while the other is not: 1, 2, or 0
    for neither.
    """
    capitals = {tuple(len(cell) > 1 and cell.isupper() for cell in cells[:2]) for _number, cells in lines}
    return 1 if capitals == {(True, False)} else 2 if capitals == {(False, True)} else 0


def _fits(lines: Sequence[Line], meanings: Sequence[str]) -> bool:
    tests = {
        "name": lambda text: not is_no_name(text),
        "last": is_word,
        "first": is_word,
        "email": lambda text: "@" in text or "(at)" in text,
        "student_number": lambda text: any(sign.isdigit() for sign in text) and "@" not in text,
        "team": lambda text: "@" not in text and not (text.isdigit() and len(text) > 4),
        "extra_time": lambda text: len(text) < 10 and "@" not in text,
    }
    columns = [(tests.get(meaning), _filled(lines, index)) for index, meaning in enumerate(meanings)]
    return all(not texts or (test is not None and 2 * sum(map(test, texts)) >= len(texts)) for test, texts in columns)
