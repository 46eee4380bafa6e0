"""The text of a class list out of its bytes, with accents as they were meant."""

import codecs
import unicodedata
from typing import Final

from django.utils.translation import gettext as _

from classrooms.people.services.rosters_notes import Note, RosterUnreadable, listed

UTF8_LEADS: Final = frozenset("ÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïð√¬≈ƒ∆‚")
"""How the first byte of a UTF-8 sign looks when it is read by an older code."""
MOST_READINGS: Final = 3


def decoded(content: bytes) -> tuple[str, tuple[Note, ...]]:
    """UTF-8 or UTF-16 by their marks, UTF-8 if it can be that, else what older spreadsheets write."""
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
    """The five bytes that Windows-1252 leaves open stand for themselves, in both directions."""
    if isinstance(fault, UnicodeDecodeError):
        return fault.object[fault.start : fault.end].decode("latin-1"), fault.end
    if isinstance(fault, UnicodeEncodeError):
        return fault.object[fault.start : fault.end].encode("latin-1"), fault.end
    raise fault


codecs.register_error("windows_or_latin", _latin)


def strangeness(text: str) -> int:
    """How many signs stand where names have none: signs that are no letters inside words, capitals after small letters
    and letters that the west of Europe does not write.
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
    """Each cell with accents as they were before UTF-8 was read as an older code, once or more."""
    changed: list[str] = []
    result = []
    for number, cells in lines:
        better = [cell_mended(cell) for cell in cells]
        changed += [cell for cell, old in zip(better, cells, strict=True) if cell != old]
        result.append((number, better))
    return result, (Note("mended", {"what": listed(changed)}),) if changed else ()


def cell_mended(cell: str) -> str:
    """One text, read back as often as it makes sense. What makes none stays, and is looked at by the checks."""
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
    """Does a name hold what is left of a letter that was read wrongly: a question mark or a sign inside a word?"""
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
    """ "VitÃ ": the second half of an "à" was a blank, and was lost."""
    words = name.split()
    return any(len(word) > 1 and word.endswith("Ã") and word[-2].islower() for word in words)
