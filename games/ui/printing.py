"""Sheets for a table without screens. A game uses a template of its own or one of `games/print/`. Their parts are
defined here: aids, cards to cut out, tables to fill in.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Literal

from django.template import engines
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy

from games.ui import help as help_pages
from games.ui.languages import current

NAMED = re.compile(r'<h[23][^>]*\bid="([^"]+)"')
TABLE = re.compile(r'<div class="scroll".*?</table></div>', re.DOTALL)
TIED = re.compile(r'</?a\b[^>]*>| id="[^"]*"| tabindex="0"')
"""Markup that a text loses on paper, since one text may be on several sheets: links, ids and tab stops."""


AID: Final = gettext_lazy("Player aid")
BOARD: Final = gettext_lazy("Board")
BRIEFINGS: Final = gettext_lazy("Role briefings")
WHY: Final = gettext_lazy("What we decided, and why")
"""Texts that the sheets of many games share."""


@dataclass(frozen=True)
class PrintSheet:
    """A printed sheet: `title` is lazy, `context(scenario)` is the template's context, `paper` is A4 upright or A3
    across. `icons` is the template with the symbols in its pictures.
    """

    title: Any
    template: str
    context: Callable[[Any], dict[str, Any]]
    paper: Literal["A4", "A3"] = "A4"
    icons: str = ""


@dataclass(frozen=True)
class PrintTable:
    """A table of an aid, or one to fill in. Cells are texts; missing cells of a row are empty. `notes` is the heading
    of a wide last column.
    """

    caption: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]
    notes: Any = ""

    @property
    def filled(self) -> list[tuple[Any, ...]]:
        """Each row with all its cells."""
        number = len(self.columns) + bool(self.notes)
        return [row + ("",) * (number - len(row)) for row in self.rows]


@dataclass(frozen=True)
class Aid:
    """A player's reference sheet: a headline, lines, tables, and texts of the help page in this `language`."""

    title: str = ""
    lines: tuple[str, ...] = ()
    tables: tuple[PrintTable, ...] = ()
    texts: tuple[SafeString, ...] = ()
    language: str = ""


@dataclass(frozen=True)
class Cut:
    """A card to cut out, from the top: its kind, a picture, its name, a text, its effect. The template `fragment` draws
    `picture` as `it`.
    """

    label: str = ""
    fragment: str = ""
    picture: Any = None
    title: str = ""
    text: str = ""
    lines: tuple[str, ...] = ()


def drawn(fragment: str, **given: Any) -> SafeString:
    """The HTML of a game's Jinja template, for a cell or a line."""
    return mark_safe(engines["fragments"].get_template(fragment).render(given))  # noqa: S308 - a template of ours


def blank(rows: int) -> tuple[tuple[Any, ...], ...]:
    """Empty rows to fill in."""
    return ((),) * rows


def rules_of(game: str, *wanted: str, page: str = "rules", tables: bool = True) -> tuple[tuple[SafeString, ...], str]:
    """The sections of a help page under these headings, without links for paper, and the page's language. Without
    headings: its whole chapters. `tables` false leaves out the tables, for sheets with their own.
    """
    found = help_pages.page(game, page, current())
    sections = re.split(r"(?=<h[23])" if wanted else r"(?=<h2)", found.body)[1:]
    by_name = {name[1]: text for text in sections if (name := NAMED.match(text))}
    chosen = [by_name[name] for name in wanted] if wanted else sections
    if not tables:
        chosen = [TABLE.sub("", text) for text in chosen]
    return tuple(mark_safe(TIED.sub("", text)) for text in chosen), found.language  # noqa: S308 - our own text
