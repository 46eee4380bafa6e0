"""Reading papers: the structure of a PDF, its fonts, and the numbers of a page."""

import io
import re
import subprocess
from collections import Counter
from collections.abc import Iterator
from html import unescape
from html.parser import HTMLParser
from zipfile import ZipFile

import pikepdf

LEFT_OUT = ("title", "desc")
EMPTY = ("meta", "link", "br", "img", "input", "path", "rect", "circle", "polyline", "line")


def elements(node: pikepdf.Object) -> Iterator[pikepdf.Dictionary]:
    """The structure elements of a tagged PDF, in reading order."""
    for kid in node if isinstance(node, pikepdf.Array) else [node]:
        if isinstance(kid, pikepdf.Dictionary):
            if "/S" in kid:
                yield kid
            if "/K" in kid:
                yield from elements(kid.K)


def embedded(paper: pikepdf.Pdf) -> dict[str, bool]:
    """The fonts of all pages by name: is the font in the file?"""
    found = {}
    for page in paper.pages:
        for font in page.Resources.get("/Font", {}).values():
            descriptor = font.DescendantFonts[0].FontDescriptor
            found[str(font.BaseFont).split("+")[1]] = "/FontFile2" in descriptor or "/FontFile3" in descriptor
    return found


class _Numbers(HTMLParser):
    """Text that is printed: without titles of drawings and what is for screen readers only."""

    def __init__(self) -> None:
        super().__init__()
        self.hidden: list[bool] = [False]
        self.text: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in EMPTY:
            is_hidden = tag in LEFT_OUT or "vh" in (dict(attrs).get("class") or "").split()
            self.hidden.append(self.hidden[-1] or is_hidden)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Nothing is in it."""

    def handle_endtag(self, tag: str) -> None:
        if tag not in EMPTY:
            self.hidden.pop()

    def handle_data(self, data: str) -> None:
        if not self.hidden[-1]:
            self.text.append(data)


def unzipped(content: bytes) -> dict[str, bytes]:
    """The files of a ZIP by name; each is whole."""
    with ZipFile(io.BytesIO(content)) as archive:
        assert archive.testzip() is None
        return {name: archive.read(name) for name in archive.namelist()}


def numbers_of_page(html: str) -> Counter[str]:
    """How often each number stands in what is printed of a page."""
    reader = _Numbers()
    reader.feed(html)
    return Counter(re.findall(r"\d+", " ".join(reader.text)))


def words_of(content: bytes) -> list[list[str]]:
    """The words of each page in reading order; one that is divided at the end of a line is two."""
    done = subprocess.run(["pdftotext", "-bbox", "-", "-"], input=content, capture_output=True, check=True)
    pages = done.stdout.decode().split("<page ")[1:]
    return [[unescape(word) for word in re.findall(r"<word [^>]*>([^<]*)</word>", page)] for page in pages]


def numbers_on_paper(content: bytes) -> Counter[str]:
    """The same of a PDF, without the numbers of its sheets and the title blocks of all but the first."""
    done = subprocess.run(["pdftotext", "-layout", "-", "-"], input=content, capture_output=True, check=True)
    lines = [line for line in done.stdout.decode().splitlines() if not re.search(r"Sheet \d+ of \d+\s*$", line)]
    text = re.sub(r" 1 of \d+$", "", "\n".join(lines), count=1, flags=re.MULTILINE)
    return Counter(re.findall(r"\d+", text))
