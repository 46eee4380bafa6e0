"""Reads a page as a strict browser would: what is inline, what is there twice, where its links go."""

import re
from dataclasses import dataclass, field
from html.parser import HTMLParser

CHANCE = re.compile(r"""(?<=name="csrfmiddlewaretoken" value=")[^"]*|(?<="X-CSRFToken": ")[^"]*|(?<=data-now=")[^"]*""")


def steady(page: str) -> str:
    """A page on one line without what is another in each answer and so may hold any short word or number: the CSRF
    token and the server's time.
    """
    return " ".join(CHANCE.sub("", page).split())


def dense(page: str) -> str:
    """A steady page without white space beside its tags, however its templates are laid out."""
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
