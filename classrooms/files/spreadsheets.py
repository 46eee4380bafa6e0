"""Files that a spreadsheet may open: the one place that says what is harmless there, and how it opens in columns."""

import csv
import io
from collections.abc import Iterable, Sequence
from decimal import Decimal
from typing import Any, Final

from django.http import HttpResponse
from django.utils.formats import get_format

BOM: Final = "\ufeff"
"""Tells spreadsheets that a CSV file is UTF-8."""
CSV: Final = "text/csv; charset=utf-8"

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


def is_identifier(text: str) -> bool:
    """Can this stand in a cell byte by byte, for a machine that matches by it: something, printable, with no blanks
    around it, and nothing that is run? Digits after a plus are a number, which runs nothing.
    """
    is_number = text[:1] == "+" and text[1:].isascii() and text[1:].isdigit()
    return bool(text) and plain(text) == text and (is_number or not is_run(text))


def decimal_sign() -> str:
    """The sign before the decimals in the current language."""
    return str(get_format("DECIMAL_SEPARATOR"))


def separator() -> str:
    """The sign that spreadsheets of the current language expect between the cells of a CSV file: a semicolon where the
    comma stands in numbers.
    """
    return ";" if decimal_sign() == "," else ","


def csv_of(rows: Iterable[Sequence[Any]]) -> str:
    """Rows for people, as their spreadsheet opens them with a double click: in columns, with accents, and with numbers
    that it can add up. Texts are harmless. Not for programs, whose form does not depend on a language.
    """
    text = io.StringIO(newline="")
    writer = csv.writer(text, delimiter=separator(), lineterminator="\r\n")
    writer.writerows([_written(cell) for cell in row] for row in rows)
    return BOM + text.getvalue()


def _written(cell: Any) -> Any:
    if isinstance(cell, Decimal | float):
        return str(cell).replace(".", decimal_sign())
    return harmless_cell(cell)


def csv_response(name: str, rows: Iterable[Sequence[Any]]) -> HttpResponse:
    """`csv_of` as a file to save."""
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(csv_of(rows), content_type=CSV, headers=headers)
