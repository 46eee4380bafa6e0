"""Corrections of a PDF's structure for PDF/UA: the printer tags each sheet separately. A table over several sheets
becomes one table, with repeated headings as artifacts. A caption belongs to its figure. Headings of tables have a scope
and ids. A term and its description are one item.
"""

from collections import defaultdict
from collections.abc import Iterator
from typing import Any, Final

Element = Any
PAGINATION: Final = "/Pagination"


class Structure:
    """The structure elements of a document that was drawn and is not written yet."""

    def __init__(self, document: Any, paper: Any) -> None:
        self._pages, self._paper = [page._page_box for page in document.pages], paper
        self._root = self._object(paper.catalog["StructTreeRoot"])

    def put_right(self) -> None:
        """The printer's callback, which corrects the whole document. Order matters: names are listed last."""
        for pieces in self._tables():
            for piece in pieces[1:]:
                self._join(pieces[0], piece)
        elements = list(self._below(self._root))
        self._say_scopes(elements)
        self._place_captions(elements)
        self._pair_terms(elements)
        self._list_names(elements)

    def _tables(self) -> Iterator[list[Element]]:
        """The pieces of each table, one per sheet."""
        from weasyprint.formatting_structure import boxes

        pieces: dict[Any, list[Element]] = defaultdict(list)
        for page in self._pages:
            for box in page.descendants():
                if isinstance(box, boxes.TableBox):
                    cell = next((each for each in box.descendants() if hasattr(each, "mark")), None)
                    if cell is not None:
                        pieces[box.element].append(self._above(cell.mark, "/Table"))
        yield from pieces.values()

    def _join(self, first: Element, piece: Element) -> None:
        """Move the rows of a piece to the end of its table, and take its repeated headings out."""
        renamed: dict[bytes, Any] = {}
        names = {self._place(each): each["ID"] for each in self._below(first) if each["S"] == "/TH" and "ID" in each}
        bodies = [each for each in self._kids(first) if each["S"] == "/TBody"]
        for group in self._kids(piece):
            if group["S"] == "/THead":
                heads = [each for each in self._below(group) if each["S"] == "/TH" and "ID" in each]
                renamed |= {each["ID"].data: names[self._place(each)] for each in heads}
                self._leave_out(group)
                continue
            is_more = bodies and group["S"] == "/TBody"
            for moved in self._kids(group) if is_more else [group]:
                self._move(moved, bodies[-1] if is_more else first)
        for cell in self._below(first):
            if "Headers" in cell.get("A", {}):
                cell["A"]["Headers"][:] = [renamed.get(name.data, name) for name in cell["A"]["Headers"]]
        self._remove(piece)

    @staticmethod
    def _place(head: Element) -> str:
        """Row and column of a heading, as the printer names it: table-row-column."""
        return str(head["ID"].string).split("-", 1)[1]

    def _leave_out(self, group: Element) -> None:
        """Mark the content of a group as an artifact of the sheet."""
        numbers = self._object(self._root["ParentTree"])["Nums"]
        for element in self._below(group):
            marks = [kid for kid in element["K"] if isinstance(kid, int)]
            if not marks:
                continue
            page = self._object(element["Pg"])
            of_page = numbers[numbers.index(self._paper.page_references.index(element["Pg"])) + 1]
            stream = self._object(page["Contents"]).stream
            for at, item in enumerate(stream):
                if isinstance(item, dict) and item.get("MCID") in marks:
                    of_page[item.pop("MCID")] = "null"
                    stream[at - 1], item["Type"] = "/Artifact", PAGINATION

    def _remove(self, element: Element) -> None:
        """Remove an element, and parents that become empty."""
        above = self._object(element["P"])
        above["K"].remove(element.reference)
        if not above["K"] and "P" in above:
            self._remove(above)

    @staticmethod
    def _move(element: Element, above: Element) -> None:
        """Make an element the last child of another one; the caller removes it from its old parent."""
        element["P"] = above.reference
        above["K"].append(element.reference)

    @staticmethod
    def _is(element: Element, *names: str) -> bool:
        return element.get("S") in names

    def _say_scopes(self, elements: list[Element]) -> None:
        """Set the scope of each heading of a table, column or row; the printer only sets the ids of cells."""
        for element in elements:
            if self._is(element, "/TH"):
                group = self._object(self._object(element["P"])["P"])
                element["A"]["Scope"] = "/Column" if self._is(group, "/THead") else "/Row"

    def _place_captions(self, elements: list[Element]) -> None:
        """A caption beside the only figure of its parent moves into that figure, as its last part."""
        for caption in elements:
            if not self._is(caption, "/Caption"):
                continue
            above = self._object(caption["P"])
            figures = [each for each in self._below(above) if self._is(each, "/Figure")]
            if not self._is(above, "/Table", "/Figure") and len(figures) == 1:
                above["K"].remove(caption.reference)
                self._move(caption, figures[0])

    def _pair_terms(self, elements: list[Element]) -> None:
        """Join a term and its description into one item, whose label is the term."""
        for group in elements:
            if not self._is(group, "/Div") or not self._is(self._object(group["P"]), "/L"):
                continue
            bodies = [body for item in self._kids(group) for body in self._kids(item)]
            group["S"] = "/LI"
            group["K"].clear()
            for body in bodies:
                self._move(body, group)
            if len(bodies) > 1:
                bodies[0]["S"] = "/Lbl"

    def _list_names(self, elements: list[Element]) -> None:
        """The ids by which cells refer to their headings, each with its element, in order."""
        import pydyf  # type: ignore[import-untyped]  # with the printer; it takes time

        named = sorted((each for each in elements if "ID" in each), key=lambda each: each["ID"].data)
        if named:
            pairs = [part for each in named for part in (each["ID"], each.reference)]
            self._root["IDTree"] = pydyf.Dictionary({"Names": pydyf.Array(pairs)})

    def _above(self, element: Element, name: str) -> Element:
        while not self._is(element, name):
            element = self._object(element["P"])
        return element

    def _kids(self, element: Element) -> list[Element]:
        found = [self._object(kid) for kid in element.get("K", []) if isinstance(kid, bytes)]
        return [kid for kid in found if "S" in kid]

    def _below(self, element: Element) -> Iterator[Element]:
        """The elements in an element, in reading order."""
        for kid in self._kids(element):
            yield kid
            yield from self._below(kid)

    def _object(self, reference: bytes) -> Any:
        return self._paper.objects[int(reference.split()[0])]
