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


KIDS = {
    "/L": {"/LI", "/L", "/Caption"},
    "/LI": {"/Lbl", "/LBody"},
    "/Table": {"/Caption", "/THead", "/TBody", "/TFoot", "/TR"},
    **dict.fromkeys(("/THead", "/TBody", "/TFoot"), {"/TR"}),
    "/TR": {"/TH", "/TD"},
}
"""The allowed children of lists and tables (ISO 32000-1, 14.8.4.3)."""
PARENTS = {
    "/LI": {"/L"},
    "/LBody": {"/LI"},
    "/TR": {"/Table", "/THead", "/TBody", "/TFoot"},
    **dict.fromkeys(("/TH", "/TD"), {"/TR"}),
    **dict.fromkeys(("/THead", "/TBody", "/TFoot"), {"/Table"}),
    "/Caption": {"/Table", "/L", "/Figure"},
}


def faults_of(paper: pikepdf.Pdf, language: str) -> list[str]:
    """Violations of the rules of PDF/UA-1 that docs/run/accessibility.md names. Empty if there are none."""
    found = list(elements(paper.Root.StructTreeRoot.K))
    with paper.open_metadata() as metadata:
        said = {
            "not tagged": bool(paper.Root.MarkInfo.Marked),
            "says not that it is PDF/UA-1": metadata.get("pdfuaid:part") == "1",
            "language": str(paper.Root.Lang) == language,
            "no title": bool(str(paper.docinfo.get("/Title", ""))) and bool(metadata.get("dc:title")),
            "title not shown": bool(paper.Root.ViewerPreferences.DisplayDocTitle),
            "font not in it": all(embedded(paper).values()),
        }
    faults = [fault for fault, is_right in said.items() if not is_right]
    faults += [f"no words for a figure: {each.get('/Alt', '')}" for each in found if _is_figure_without_words(each)]
    return faults + _faults_of_headings(found) + _faults_of_heads(found) + faults_of_structure(paper)


def _is_figure_without_words(element: pikepdf.Dictionary) -> bool:
    return bool(element.S == "/Figure") and len(str(element.get("/Alt", ""))) < 10


def _faults_of_headings(found: list[pikepdf.Dictionary]) -> list[str]:
    """Violations: more than one first heading, or a skipped level."""
    levels = [int(str(each.S)[2]) for each in found if re.fullmatch(r"/H\d", str(each.S))]
    faults = [] if levels[:1] == [1] and levels.count(1) == 1 else [f"first headings: {levels}"]
    return faults + [f"heading {b} below {a}" for a, b in zip(levels, levels[1:], strict=False) if b > a + 1]


def _faults_of_heads(found: list[pikepdf.Dictionary]) -> list[str]:
    """Violations: table headings without a scope, or cells without their headings."""
    heads = [each for each in found if each.S == "/TH" and str(each.A.get("/Scope", "")) not in ("/Column", "/Row")]
    cells = [each for each in found if each.S == "/TD" and not len(each.A.get("/Headers", []))]
    return ["heading of nothing" for _each in heads] + ["cell without a heading" for _each in cells]


def faults_of_structure(paper: pikepdf.Pdf) -> list[str]:
    """Violations of the rules for tables, lists, headings and annotations in a tagged PDF. Empty if there are none."""
    root = paper.Root.StructTreeRoot
    pairs = list(root.IDTree.Names) if "/IDTree" in root else []
    named = {str(name): element.objgen for name, element in zip(pairs[::2], pairs[1::2], strict=True)}
    faults = [] if list(named) == sorted(named) else ["names out of order"]
    for each in elements(root.K):
        kind, kids = str(each.S), _kids(each)
        faults += [f"{kid.S} in {kind}" for kid in kids if str(kid.S) not in KIDS.get(kind, {str(kid.S)})]
        faults += [f"{kid.S} not kept by {kind}" for kid in kids if kid.P.objgen != each.objgen]
        faults += [f"{kid.S} in {kind}" for kid in kids if kind not in PARENTS.get(str(kid.S), {kind})]
        if kind == "/Table":
            faults += _faults_of_table(each)
        if "/ID" in each and named.get(str(each.ID)) != each.objgen:
            faults.append(f"{each.ID} is not listed")
        if kind == "/TD":
            faults += [f"no heading {name}" for name in each.A.get("/Headers", []) if str(name) not in named]
    return faults + _faults_of_links(paper)


def _kids(element: pikepdf.Dictionary) -> list[pikepdf.Dictionary]:
    kids = element.get("/K", [])
    return [kid for kid in kids if isinstance(kid, pikepdf.Dictionary) and "/S" in kid]


def _faults_of_table(table: pikepdf.Dictionary) -> list[str]:
    """Violations: groups out of order, several heads or sums, rows of different widths where no cell spans rows."""
    groups = [str(kid.S) for kid in _kids(table)]
    order = ["/Caption", "/THead", "/TBody", "/TR", "/TFoot"]
    faults = [] if groups == sorted(groups, key=order.index) else [f"order {groups}"]
    faults += [f"{name} {groups.count(name)} times" for name in ("/THead", "/TFoot") if groups.count(name) > 1]
    cells = [_kids(row) for row in elements(table.K) if row.S == "/TR"]
    if not any("/RowSpan" in cell.A for row in cells for cell in row):
        widths = {sum(int(cell.A.get("/ColSpan", 1)) for cell in row) for row in cells}
        faults += [f"rows of {sorted(widths)} cells"] if len(widths) > 1 else []
    return faults


def _faults_of_links(paper: pikepdf.Pdf) -> list[str]:
    """Links that the structure leaves out, that have no text, or whose sheet has another tab order."""
    told = {
        kid.Obj.objgen
        for each in elements(paper.Root.StructTreeRoot.K)
        if each.S == "/Link"
        for kid in each.K
        if isinstance(kid, pikepdf.Dictionary) and kid.get("/Type") == "/OBJR"
    }
    faults = []
    for number, page in enumerate(paper.pages, 1):
        links = [each for each in page.get("/Annots", []) if each.Subtype == "/Link"]
        faults += [f"link on sheet {number} is not told of" for link in links if link.objgen not in told]
        faults += [f"link on sheet {number} has no words" for link in links if not str(link.get("/Contents", ""))]
        if links and page.get("/Tabs") != "/S":
            faults.append(f"order of links on sheet {number}")
    return faults


def embedded(paper: pikepdf.Pdf) -> dict[str, bool]:
    """Is each font of the PDF embedded? The answers are by name."""
    found = {}
    for page in paper.pages:
        for font in page.Resources.get("/Font", {}).values():
            descriptor = font.DescendantFonts[0].FontDescriptor
            found[str(font.BaseFont).split("+")[1]] = "/FontFile2" in descriptor or "/FontFile3" in descriptor
    return found


class _Numbers(HTMLParser):
    """Collects printed text, without titles of drawings and texts for screen readers only."""

    def __init__(self) -> None:
        super().__init__()
        self.hidden: list[bool] = [False]
        self.text: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in EMPTY:
            is_hidden = tag in LEFT_OUT or "vh" in (dict(attrs).get("class") or "").split()
            self.hidden.append(self.hidden[-1] or is_hidden)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Such a tag has no content."""

    def handle_endtag(self, tag: str) -> None:
        if tag not in EMPTY:
            self.hidden.pop()

    def handle_data(self, data: str) -> None:
        if not self.hidden[-1]:
            self.text.append(data)


def unzipped(content: bytes) -> dict[str, bytes]:
    """The files of a ZIP by name, after a check of its integrity."""
    with ZipFile(io.BytesIO(content)) as archive:
        assert archive.testzip() is None
        return {name: archive.read(name) for name in archive.namelist()}


def numbers_of_page(html: str) -> Counter[str]:
    """The count of each number in the printed text of a page."""
    reader = _Numbers()
    reader.feed(html)
    return Counter(re.findall(r"\d+", " ".join(reader.text)))


def words_of(content: bytes) -> list[list[str]]:
    """The words of each page in reading order. A hyphenated word counts as two."""
    done = subprocess.run(["pdftotext", "-bbox", "-", "-"], input=content, capture_output=True, check=True)
    pages = done.stdout.decode().split("<page ")[1:]
    return [[unescape(word) for word in re.findall(r"<word [^>]*>([^<]*)</word>", page)] for page in pages]


def numbers_on_paper(content: bytes) -> Counter[str]:
    """The count of each number in a PDF. Sheet numbers are left out, and title blocks except the first."""
    done = subprocess.run(["pdftotext", "-layout", "-", "-"], input=content, capture_output=True, check=True)
    lines = [line for line in done.stdout.decode().splitlines() if not re.search(r"Sheet \d+ of \d+\s*$", line)]
    text = re.sub(r" 1 of \d+$", "", "\n".join(lines), count=1, flags=re.MULTILINE)
    return Counter(re.findall(r"\d+", text))
