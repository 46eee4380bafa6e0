"""Sheets for a table without screens. A game gives a template of its own or one of `games/print/`, whose parts are
here: aids, cards to cut out, tables to fill in.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Literal

from django.template import engines
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy

from games.kit import help as help_pages
from games.kit.languages import current

NAMED = re.compile(r'<h[23][^>]*\bid="([^"]+)"')
TABLE = re.compile(r'<div class="scroll".*?</table></div>', re.DOTALL)
TIED = re.compile(r'</?a\b[^>]*>| id="[^"]*"| tabindex="0"')
"""What a text has on its page and loses on paper, where the same one may stand on several sheets."""


AID: Final = gettext_lazy("Player aid")
BOARD: Final = gettext_lazy("Board")
BRIEFINGS: Final = gettext_lazy("Role briefings")
WHY: Final = gettext_lazy("What we decided, and why")
"""What many games print under these names."""


@dataclass(frozen=True)
class PrintSheet:
    """What is printed: `title` is lazy, `context()` is what its template shows, `paper` is A4 upright or A3 across.
    `icons` is a piece with the symbols that its pictures use.
    """

    title: Any
    template: str
    context: Callable[[], dict[str, Any]]
    paper: Literal["A4", "A3"] = "A4"
    icons: str = ""


@dataclass(frozen=True)
class PrintTable:
    """A table of an aid, or one to fill in. Cells are words; those that a row lacks are empty. `notes` is the heading
    of a wide column at the end.
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
    """What somebody has beside them: a headline, lines, tables, and texts of the help page in this `language`."""

    title: str = ""
    lines: tuple[str, ...] = ()
    tables: tuple[PrintTable, ...] = ()
    texts: tuple[SafeString, ...] = ()
    language: str = ""


@dataclass(frozen=True)
class Cut:
    """A card to cut out, from the top: what it is, a picture (`piece` draws `picture`, which it knows as `it`), its
    name, a text, what it does.
    """

    label: str = ""
    piece: str = ""
    picture: Any = None
    title: str = ""
    text: str = ""
    lines: tuple[str, ...] = ()


def drawn(piece: str, **given: Any) -> SafeString:
    """A piece of a table (a template of a `jinja2/` folder) in a cell or a line."""
    return mark_safe(engines["pieces"].get_template(piece).render(given))  # noqa: S308 - a template of ours


def blank(rows: int) -> tuple[tuple[Any, ...], ...]:
    """Rows to fill in."""
    return ((),) * rows


def rules_of(game: str, *wanted: str, page: str = "rules", tables: bool = True) -> tuple[tuple[SafeString, ...], str]:
    """What a help page has below these headings up to the next one, as paper has it, and its language. Without any:
    its chapters, each with all that belongs to it. `tables` false leaves them out, for sheets with their own.
    """
    found = help_pages.page(game, page, current())
    sections = re.split(r"(?=<h[23])" if wanted else r"(?=<h2)", found.body)[1:]
    by_name = {name[1]: text for text in sections if (name := NAMED.match(text))}
    chosen = [by_name[name] for name in wanted] if wanted else sections
    if not tables:
        chosen = [TABLE.sub("", text) for text in chosen]
    return tuple(mark_safe(TIED.sub("", text)) for text in chosen), found.language  # noqa: S308 - our own text
