"""Detection of values that a spreadsheet program converted to numbers, dates or errors."""

from typing import Final

from babel.dates import get_month_names

from classrooms.people.class_lists.services.rosters_headings import compact

FAULTS: Final = ("#REF", "#¡REF", "#N/A", "#NV", "#NOM", "#NAME", "#¿NOMBRE", "#NOMBRE", "#VAL", "#¡VAL", "#WERT") + (
    *("#DIV/", "#¡DIV", "#NUM", "#¡NUM", "#ZAHL", "#NULL", "#NUL", "#BEZUG", "#SPILL", "#####", "#RIF", "#NOME"),
)
LANGUAGES: Final = ("en", "fr", "de", "es", "it", "pt")
MONTHS: Final = frozenset(
    compact(name)
    for language in LANGUAGES
    for width in ("wide", "abbreviated")
    for name in get_month_names(width, locale=language).values()
)
"""Names of months as spreadsheets write them, whole and short, without accents and points."""
LONGEST: Final = 40


def is_fault(text: str) -> bool:
    """Is it an error value such as "#REF!", in the languages of spreadsheets?"""
    return text.startswith("#") and text.upper().startswith(FAULTS) and not text[1:].isalnum()


def is_scientific(text: str) -> bool:
    """Is it a number such as 2,20012E+13, whose last digits are lost? 22E01 without a sign can be a student number."""
    front, letter, power = text[:LONGEST].upper().partition("E")
    signed = power[:1] in ("+", "-")
    digits = front.replace(",", "", 1).replace(".", "", 1)
    plain = digits.isdecimal() and power.lstrip("+-").isdecimal()
    return bool(letter) and len(text) <= LONGEST and plain and (signed or digits != front)


def is_date(text: str) -> bool:
    """Is it a day with the name of its month or with its year? A text such as 1-2 may be meant as it is."""
    if len(text) > LONGEST:
        return False
    bare = text.casefold().replace(".", " ").replace("/", " ").replace("-", " ")
    parts = bare.removesuffix("00:00:00").split()
    numbers = [part for part in parts if part.isdecimal()]
    months = [part for part in parts if compact(part) in MONTHS]
    if len(months) == 1 and len(numbers) == len(parts) - 1 and len(numbers) in (1, 2):
        return True
    return len(parts) == 3 == len(numbers) and _is_day(numbers, slashed=text.count("/") == 2)


def _is_day(numbers: list[str], *, slashed: bool) -> bool:
    year = [part for part in numbers if len(part) == 4]
    small = [int(part) for part in numbers if len(part) < 3]
    if len(year) == 1 and len(small) == 2:
        return 0 < min(small) <= 12 and max(small) <= 31
    return slashed and all(len(part) == 2 for part in numbers) and int(numbers[1]) in range(1, 13)
