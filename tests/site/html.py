"""Reads a page as a strict browser would: inline code, duplicate ids, targets of links."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html import unescape
from html.parser import HTMLParser

from lxml import html as tree

CHANCE = re.compile(r"""(?<=name="csrfmiddlewaretoken" value=")[^"]*|(?<="X-CSRFToken": ")[^"]*|(?<=data-now=")[^"]*""")


def steady(page: str) -> str:
    """The content of a page on one line, without its random parts: the CSRF token and the server's time."""
    return " ".join(CHANCE.sub("", page).split())


def dense(page: str) -> str:
    """A steady page without white space beside tags, independent of the layout of templates."""
    return re.sub(r"\s*(<[^<>]*>)\s*", r"\1", steady(page))


@dataclass
class Page(HTMLParser):
    source: str
    headings: int = 0
    ids: list[str] = field(default_factory=list)
    inline: list[str] = field(default_factory=list)
    links: set[str] = field(default_factory=set)
    files: set[str] = field(default_factory=set)
    language: str = ""

    def __post_init__(self) -> None:
        super().__init__()
        self.feed(self.source)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.headings += tag == "h1"
        self.ids += [found["id"] or ""] if "id" in found else []
        self.inline += [name for name in found if name == "style" or name.startswith("on")]
        if tag == "style" or (tag == "script" and not found.get("src")):
            self.inline.append(tag)
        if tag == "html":
            self.language = found.get("lang") or ""
        if tag == "a" and (found.get("href") or "").startswith("/"):
            self.links.add(str(found["href"]).partition("#")[0])
        self.files |= {
            str(found[name])
            for name in ("src", "href")
            if tag in {"script", "link", "img"} and found.get(name) and found.get("rel") != "manifest"
        }

    @property
    def twice(self) -> set[str]:
        return {each for each in self.ids if self.ids.count(each) > 1}


def at_first_sight(page: str) -> str:
    """The words of a page's main part that are visible before anything is unfolded, on one line."""
    return " ".join("".join(_in_sight(tree.fromstring(page).xpath("//main")[0])).split())


def _in_sight(element: tree.HtmlElement) -> Iterator[str]:
    is_hidden = element.get("hidden") is not None or "vh" in (element.get("class") or "").split()
    if not isinstance(element.tag, str) or element.tag in ("script", "style", "template", "svg") or is_hidden:
        return
    is_closed = element.tag == "details" and element.get("open") is None
    yield "" if is_closed else element.text or ""
    for child in element:
        if not is_closed or child.tag == "summary":
            yield from _in_sight(child)
        yield "" if is_closed else child.tail or ""
    yield " "


def numbers_of_rows(page: str, caption: str) -> list[list[int]]:
    """The figures in the cells of the table with this caption, row by row, in tenths. An empty cell is 0. Rows without
    cells are left out.
    """
    text = dense(unescape(page))
    inside = text.partition(f">{caption}</caption>")[2].partition("</table>")[0]
    rows = (re.findall(r"<td[^>]*>(.*?)</td>", row) for row in inside.split("<tr")[1:])
    return [[tenths(re.sub(r"<[^>]*>", "", cell)) for cell in cells] for cells in rows if cells]


def tenths(cell: str) -> int:
    """A printed figure in tenths, 0 if empty."""
    number = cell.strip().replace("\u2212", "-").replace("\u202f", "").replace("\xa0", "").replace(",", ".")
    return round(10 * float(number or 0))
