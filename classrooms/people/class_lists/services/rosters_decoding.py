"""Decoding the bytes of a class list, with repair of accents."""

import codecs
import unicodedata
from typing import Final

from django.utils.translation import gettext as _

from classrooms.people.class_lists.services.rosters_notes import Note, RosterUnreadable, listed

UTF8_LEADS: Final = frozenset("ÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïð√¬≈ƒ∆‚")
"""Signs that appear if the first byte of a UTF-8 sign is decoded with an older encoding."""
MOST_READINGS: Final = 3


def decoded(content: bytes) -> tuple[str, tuple[Note, ...]]:
    """Decode as UTF-8 or UTF-16 by their byte order marks, as UTF-8 if valid, else with an older encoding of
    spreadsheets.
    """
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return content.decode("utf-16", errors="replace"), ()
    if b"\0" in content:
        raise RosterUnreadable(reason=_("This is neither a CSV nor an XLSX file."))
    try:
        return content.decode("utf-8-sig"), ()
    except UnicodeDecodeError:
        pass
    windows, apple = content.decode("cp1252", errors="windows_or_latin"), content.decode("mac_roman")
    if strangeness(apple) < strangeness(windows):
        return apple, (Note("encoding", {"name": "Mac Roman"}),)
    return windows, (Note("encoding", {"name": "Windows-1252"}),)


def _latin(fault: UnicodeError) -> tuple[str | bytes, int]:
    """An error handler for the five bytes that Windows-1252 leaves undefined: they are mapped as in Latin-1, in both
    directions.
    """
    if isinstance(fault, UnicodeDecodeError):
        return fault.object[fault.start : fault.end].decode("latin-1"), fault.end
    if isinstance(fault, UnicodeEncodeError):
        return fault.object[fault.start : fault.end].encode("latin-1"), fault.end
    raise fault


codecs.register_error("windows_or_latin", _latin)


def strangeness(text: str) -> int:
    """The number of signs unusual in names: no letters inside words, capitals after small letters, and letters foreign
    to western Europe.
    """
    strange, before = 0, " "
    for sign in text:
        if sign > "\x7f":
            if not sign.isalpha():
                strange += sign not in "\u00a0°’–—«»“”€"
            elif (sign.isupper() and before.islower()) or sign in "Ÿƒˆıªº":
                strange += 1
        before = sign
    return strange


def mended(lines: list[tuple[int, list[str]]]) -> tuple[list[tuple[int, list[str]]], tuple[Note, ...]]:
    """Each cell with the accents it had before UTF-8 was decoded with an older encoding, once or more."""
    changed: list[str] = []
    result = []
    for number, cells in lines:
        better = [cell_mended(cell) for cell in cells]
        changed += [cell for cell, old in zip(better, cells, strict=True) if cell != old]
        result.append((number, better))
    return result, (Note("mended", {"what": listed(changed)}),) if changed else ()


def cell_mended(cell: str) -> str:
    """One text, decoded again as often as the result is valid. A text that stays wrong is found by the checks."""
    for _again in range(MOST_READINGS):
        if cell.isascii() or UTF8_LEADS.isdisjoint(cell):
            return cell
        back = _read_back(cell)
        if back is None:
            return cell
        cell = back
    return cell


def _read_back(cell: str) -> str | None:
    for code, errors in (("cp1252", "windows_or_latin"), ("mac_roman", "strict")):
        try:
            return cell.encode(code, errors).decode("utf-8")
        except UnicodeError:
            continue
    return None


def has_lost_letters(name: str) -> bool:
    """Does a name contain the remains of a wrongly decoded letter: a question mark or a sign inside a word?"""
    before = " "
    for sign in name:
        if sign == "\ufffd" or "\x80" <= sign <= "\x9f":
            return True
        if before.isalpha() and (
            sign in "?¿&√≈∆" or ("\xa0" < sign < "\u0100" and unicodedata.category(sign)[0] in "SN")
        ):
            return True
        before = sign
    return any(found in name for found in ("Ã©", "Ã¨", "Â ")) or _ends_badly(name)


def _ends_badly(name: str) -> bool:
    """Does a word end as "VitÃ "? The second byte of its "à" was a blank, and was lost."""
    words = name.split()
    return any(len(word) > 1 and word.endswith("Ã") and word[-2].islower() for word in words)
