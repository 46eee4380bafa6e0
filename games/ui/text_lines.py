"""The parts of a page as lines of text, in reading order."""

from html.parser import HTMLParser
from typing import Final

import msgspec
from django.utils.translation import pgettext

# fmt: off
BLOCKS: Final = frozenset({
    "address", "article", "aside", "blockquote", "dd", "details", "div", "dl", "dt", "fieldset", "figcaption",
    "figure", "footer", "form", "header", "li", "main", "nav", "ol", "p", "pre", "section", "summary", "table",
    "tbody", "tfoot", "thead", "tr", "ul",
})
VOID: Final = frozenset({
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr", "circle",
    "ellipse", "line", "path", "polygon", "polyline", "rect", "use",
})
# fmt: on
HEADINGS: Final = frozenset({"h1", "h2", "h3", "h4", "h5", "h6", "caption", "legend"})
SILENT: Final = frozenset({"script", "style", "template", "select", "button", "option", "textarea", "noscript"})
TWINS: Final = frozenset({"only-phone", "only-narrow"})
"""Classes of elements that repeat their neighbour in another size."""


class Line(msgspec.Struct, frozen=True):
    """A line of text; a heading has one of the levels of a page."""

    text: str
    is_heading: bool = False


class _Reader(HTMLParser):
    """Follows the tree as a screen reader does. Hidden elements are left out, drawings become their names. Cells of a
    table are put on one line behind the heads of their columns.
    """

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[Line] = []
        self._said: list[str] = []
        self._silent = 0
        self._open: list[tuple[str, bool]] = []
        self._heads: list[str] = []
        self._cell: int | None = None
        self._row: list[str] = []
        self._in_head = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        silent = self._is_silent(tag, given)
        label = given.get("aria-label", "")
        if not self._silent and not silent:
            self._begin(tag)
            if tag == "small" or "m-sub" in given.get("class", ""):
                self._said.append(" ")
        if not self._silent and label and (tag == "svg" or given.get("role") == "img"):
            self._said.append(f" {label} ")
            silent = True
        elif not self._silent and tag == "img" and given.get("alt"):
            self._said.append(f" {given['alt']} ")
        if tag in VOID:
            return
        self._open.append((tag, silent))
        self._silent += silent

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """A self-closing tag of a drawing has no text."""

    def handle_endtag(self, tag: str) -> None:
        while self._open:
            name, silent = self._open.pop()
            self._silent -= silent
            if not self._silent and not silent:
                self._end(name)
            if name == tag:
                return

    def handle_data(self, data: str) -> None:
        if not self._silent:
            self._said.append(data)

    def close(self) -> None:
        super().close()
        self._flush()

    @staticmethod
    def _is_silent(tag: str, given: dict[str, str]) -> bool:
        is_drawing = tag == "svg" and "aria-label" not in given
        is_hidden = (
            given.get("aria-hidden") == "true" or "hidden" in given or bool(TWINS & set(given.get("class", "").split()))
        )
        return tag in SILENT or is_drawing or is_hidden

    def _begin(self, tag: str) -> None:
        if tag == "table":
            self._flush()
            self._heads = []
        elif tag == "thead":
            self._in_head = True
        elif tag == "tr":
            self._flush()
            self._row = []
        elif tag in {"td", "th"} or (self._row_open() and tag in BLOCKS):
            self._said.append(" ")
        elif tag in BLOCKS | HEADINGS:
            self._flush()

    def _row_open(self) -> bool:
        return any(name in {"td", "th"} for name, _silent in self._open)

    def _end(self, tag: str) -> None:
        if tag in {"td", "th"} and any(name == "tr" for name, _silent in self._open):
            self._row.append(" ".join("".join(self._said).split()))
            self._said = []
        elif tag == "tr":
            self._take_row()
        elif tag == "thead":
            self._in_head = False
        elif self._row_open():
            self._said.append(" ")
        elif tag in HEADINGS:
            self._flush(is_heading=True)
        elif tag in BLOCKS:
            self._flush()

    def _take_row(self) -> None:
        row, self._row = self._row, []
        if self._in_head:
            self._heads = row
            return
        named = []
        for place, text in enumerate(row):
            head = self._heads[place] if len(self._heads) == len(row) and place else ""
            if text:
                named.append(f"{head} {text}" if head and head != text else text)
        if named:
            first, rest = named[0], named[1:]
            self.lines.append(Line(f"{first}{colon()}{', '.join(rest)}" if rest else first))

    def _flush(self, *, is_heading: bool = False) -> None:
        text = " ".join("".join(self._said).split())
        self._said = []
        if text:
            self.lines.append(Line(text, is_heading))


def colon() -> str:
    """A colon as the current language writes it."""
    return pgettext("punctuation", ": ")


def lines_of(html: str) -> list[Line]:
    """The text of a part of a page, line by line; repeated neighbours are left out."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    return [each for place, each in enumerate(reader.lines) if place == 0 or each != reader.lines[place - 1]]
