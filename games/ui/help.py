"""Help pages of a game: Markdown files help/<language>/*.md of its folder, listed in reading order by help/help.json.

The text is the repository's own and trusted. Rendering is cached by the file's time of change.
"""

import html
import json
import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import markdown
from django.utils.safestring import SafeString, mark_safe
from markdown.extensions.tables import TableExtension
from markdown.extensions.toc import TocExtension

from games.engine import registry
from games.ui.languages import in_language

LESSON_PLAN = "lesson"
ENGLISH = "en"
TITLE = re.compile(r"\A\s*#\s+(?P<title>[^\n]+?)\s*(?:\{#[\w-]+\})?\s*\n")
PAGE_LINK = re.compile(r'href="(?:\./)?([a-z0-9_-]+)\.md(#[^"]*)?"')
HEADING = re.compile(r'<h([2-4])[^>]*\bid="([^"]+)"[^>]*>(.*?)</h\1>', re.DOTALL)
BLOCK = re.compile(r"</?(?:blockquote|br|d[dlt]|div|h\d|li|ol|p|pre|t[dhr]|table|ul)\b[^>]*>")
TAG = re.compile(r"<[^>]+>")
COUNT = re.compile(r"\{([a-z_]+)\}")
UNKNOWN = "…"
"""Written for a number of a game without a scenario that loads."""
Counts = tuple[tuple[str, int], ...]


@dataclass(frozen=True)
class Section:
    """One heading with the plain text below it. The text before the first heading has no anchor."""

    anchor: str
    title: str
    level: int
    text: str


@dataclass(frozen=True)
class Entry:
    """A line of help.json. `audience` is everyone or instructor; no page is secret."""

    slug: str
    title: str
    summary: str
    audience: str


@dataclass(frozen=True)
class HelpPage:
    slug: str
    title: str
    language: str
    body: SafeString
    sections: tuple[Section, ...]

    @property
    def contents(self) -> list[Section]:
        """The headings for a table of contents."""
        return [section for section in self.sections if section.anchor and section.level == 2]


def entries(game: str, language: str) -> list[Entry]:
    """The pages of a game in reading order; none for a game without help."""
    index = registry.get(game).file("help", "help.json")
    if index is None:
        return []

    def localized(texts: dict[str, str]) -> str:
        return texts.get(language) or in_language(texts)

    return [
        Entry(line["slug"], localized(line["title"]), localized(line["summary"]), line["audience"])
        for line in json.loads(index.read_text(encoding="utf-8"))["pages"]
    ]


def has_lesson_plan(game: str) -> bool:
    """Has the game's help a page `lesson`?"""
    return any(entry.slug == LESSON_PLAN for entry in entries(game, ENGLISH))


def page(game: str, slug: str, language: str) -> HelpPage:
    """A page in this language, else in English. Raises LookupError for one that is not listed."""
    if slug not in {entry.slug for entry in entries(game, language)}:
        raise LookupError(f"{game} has no help page {slug!r}")
    for tried in (language, "en"):
        path = registry.get(game).file("help", tried, f"{slug}.md")
        if path is not None:
            return rendered(path, path.stat().st_mtime_ns, slug, tried, counts_of(game))
    raise LookupError(f"{game} lists the help page {slug!r} and does not have it")


def pages(game: str, language: str) -> list[HelpPage]:
    return [page(game, entry.slug, language) for entry in entries(game, language)]


def counts_of(game: str) -> Counts:
    """The numbers of a game's first shipped scenario that its pages write."""
    kind = registry.get(game)
    return _counts(game, next(iter(kind.scenarios.values()))) if kind.counts and kind.scenarios else ()


@lru_cache(maxsize=32)
def _counts(game: str, text: str) -> Counts:
    kind = registry.get(game)
    scenario = kind.rules.load_scenario(text)
    return tuple((name, count(scenario)) for name, count in kind.counts.items())


@lru_cache(maxsize=512)
def rendered(path: Path, changed: int, slug: str, language: str, counts: Counts = ()) -> HelpPage:
    known = dict(counts)
    source = COUNT.sub(lambda name: str(known.get(name[1], UNKNOWN)), path.read_text(encoding="utf-8"))
    title = TITLE.match(source)
    if title:
        source = source[title.end() :]
    converter = markdown.Markdown(
        extensions=["attr_list", TableExtension(use_align_attribute=True), TocExtension(permalink=False)]
    )
    body = as_our_html(converter.convert(source))
    return HelpPage(slug, title["title"] if title else slug, language, mark_safe(body), split(body))


def as_our_html(body: str) -> str:
    """The HTML with links between pages, tables that scroll on a phone, and classes instead of alignment attributes."""
    body = PAGE_LINK.sub(lambda link: f'href="../{link[1]}/{link[2] or ""}"', body)
    body = re.sub(r' align="right"', ' class="num"', body)
    body = re.sub(r' align="(?:left|center)"', "", body)
    body = re.sub(r"<th(?=[ >])", '<th scope="col"', body)
    return body.replace("<table>", '<div class="scroll" tabindex="0"><table>').replace("</table>", "</table></div>")


def split(body: str) -> tuple[Section, ...]:
    """The sections of a rendered page by its headings, for the table of contents and for the search."""
    marks = list(HEADING.finditer(body))
    ends = [mark.start() for mark in marks[1:]] + [len(body)]
    first = Section("", "", 1, plain(body[: marks[0].start()] if marks else body))
    return (
        first,
        *(
            Section(mark[2], plain(mark[3]), int(mark[1]), plain(body[mark.end() : end]))
            for mark, end in zip(marks, ends, strict=True)
        ),
    )


def plain(fragment: str) -> str:
    return " ".join(html.unescape(TAG.sub("", BLOCK.sub(" ", fragment))).split())
