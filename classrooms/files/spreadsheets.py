"""Files that a spreadsheet may open: protection against formulas, and the separator of columns."""

import csv
import io
from collections.abc import Iterable, Sequence
from decimal import Decimal
from typing import Any, Final

from django.http import HttpResponse
from django.utils.formats import get_format

BOM: Final = "\ufeff"
"""The mark by which spreadsheets recognise a CSV file as UTF-8."""
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
    """A text for people that no spreadsheet runs as a formula: on one line, with an apostrophe before a formula sign.
    Identifiers must not be changed by it.
    """
    line = plain(text)
    return f"'{line}" if is_run(line) else line


def harmless_cell(value: Any) -> Any:
    """`harmless` for a cell of any type: numbers, dates and None are returned unchanged."""
    return harmless(value) if isinstance(value, str) else value


def is_identifier(text: str) -> bool:
    """Can the text be written unchanged into a cell, as an identifier for programs? It must be printable, not empty,
    without blanks around it, and no formula. Digits after a plus are a number and allowed.
    """
    is_number = text[:1] == "+" and text[1:].isascii() and text[1:].isdigit()
    return bool(text) and plain(text) == text and (is_number or not is_run(text))


def decimal_sign() -> str:
    """The sign before the decimals in the current language."""
    return str(get_format("DECIMAL_SEPARATOR"))


def separator() -> str:
    """The separator of CSV cells that spreadsheets of the current language expect: a semicolon if numbers have a
    decimal comma.
    """
    return ";" if decimal_sign() == "," else ","


def csv_of(rows: Iterable[Sequence[Any]]) -> str:
    """Rows as CSV for people, in the form that their spreadsheet opens with a double click: columns, accents, and real
    numbers. Texts are harmless. It is not for programs, whose format does not depend on a language.
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
