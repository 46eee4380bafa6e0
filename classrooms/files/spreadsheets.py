"""Texts in files that a spreadsheet may open: the one place that says what is harmless there."""

from typing import Any, Final

RUNS: Final = ("=", "+", "-", "@", "\t", "\r", "\n")
"""A cell that begins with one of these is run by spreadsheets as a formula, or hides one that follows."""


def is_run(text: str) -> bool:
    """Would a spreadsheet take this text for a formula?"""
    return text.startswith(RUNS)


def plain(text: str) -> str:
    """One line without control characters, and without blanks around it."""
    return "".join(sign if sign.isprintable() else " " for sign in text).strip()


def harmless(text: str) -> str:
    """A text for people that no spreadsheet runs: on one line, and with an apostrophe where it begins like a formula.
    Not for what a machine matches by, which must stay as it is.
    """
    line = plain(text)
    return f"'{line}" if is_run(line) else line


def harmless_cell(value: Any) -> Any:
    """The same for a cell of any type: numbers, dates and None stay as they are."""
    return harmless(value) if isinstance(value, str) else value


def is_one_line(text: str) -> bool:
    """Can an identifier stand in a cell byte by byte: something, printable, with no blanks around it?"""
    return bool(text) and plain(text) == text
