"""Notes on a class list as a whole, and the error of an unreadable list."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Final

from django.utils.translation import gettext_lazy as _

from games.public.base import refusal

MAX_LINES: Final = 2_000
MAX_COLUMNS: Final = 40
MAX_CELL: Final = 500
"""The length to which texts are cut before they are read; longer ones are too long for every column."""


RosterUnreadable = refusal("roster_unreadable", status=422)
"""A list of which not one line can be shown; the message says why."""


NOTES: Final = {
    "above": _("Left out above the headings: %(what)s"),
    "sums": _("Left out, as it is no person: %(what)s"),
    "again": _("Left out, as the headings are repeated: %(what)s"),
    "hidden": _("Left out, as the file hides it: %(what)s"),
    "sheets": _("Only the sheet “%(sheet)s” is read. Left out: %(what)s"),
    "mended": _("Accents were mended. Look at the names: %(what)s"),
    "encoding": _("The file is not in UTF-8; it was read as %(name)s. Look at the accents."),
    "extra_yes": _("“Yes” for extra time is read as a third more (33 %%): %(what)s"),
    "usual": _("Where a usual name is given, it is the family name: %(what)s"),
    "groups": _("Class groups are not kept: %(what)s"),
    "unused": _("These columns are not used: %(names)s."),
    "remembered": _("The columns are those that you chose for this course before."),
}


@dataclass(frozen=True)
class Note:
    """A note of the reader, besides the lines."""

    code: str
    params: dict[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        return str(NOTES[self.code]) % self.params


def listed(texts: Iterable[str], most: int = 5) -> str:
    """The first texts, shortened, with the number of further ones."""
    every = list(texts)
    shown = "; ".join(" ".join(text.split())[:60] for text in every[:most])
    return f"{shown}; … (+{len(every) - most})" if len(every) > most else shown


@dataclass(frozen=True)
class Table:
    """Cells with the number of their line. `spaced` marks a list of "Moreau, Léa": a comma and a blank in each line."""

    lines: tuple[tuple[int, list[str]], ...]
    notes: tuple[Note, ...] = ()
    spaced: bool = False


def line_words(number: int, cells: Iterable[str]) -> str:
    """A skipped line with its number, for a note."""
    text = " ".join(cell for cell in cells if cell)
    return _("%(what)s: %(words)s") % {"what": number, "words": text}
