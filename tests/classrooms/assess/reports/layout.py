"""Papers as laid out, without a PDF: the content of each sheet, and its position."""

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from weasyprint import HTML
from weasyprint.formatting_structure import boxes

from classrooms.assess.reports.pdf import STATIC, Draft, StaticFetcher

HEADINGS = {"h1", "h2", "h3"}


class Layout:
    """The laid-out sheets of a draft."""

    def __init__(self, draft: Draft) -> None:
        self._pages = [
            page._page_box
            for page in HTML(string=draft.text, base_url=STATIC, url_fetcher=StaticFetcher()).render().pages
        ]

    def __len__(self) -> int:
        return len(self._pages)

    def filled(self) -> list[float]:
        """The used share of each sheet's height, from 0 to 1."""
        found = []
        for page in self._pages:
            top, height = page.content_box_y(), page.height
            lowest = max((_bottom(box) for box in self._content(page)), default=top)
            found.append((lowest - top) / height)
        return found

    def headings_last(self) -> list[str]:
        """Headings at the bottom of a sheet without text below them."""
        found = []
        for page in self._pages:
            lines = sorted(self._content(page), key=_bottom)
            if lines and lines[-1].element_tag in HEADINGS:
                found.append(_text(lines[-1]))
        return found

    def figures_apart(self) -> list[str]:
        """Figures that are split over two sheets."""
        sheets = defaultdict(set)
        for number, page in enumerate(self._pages):
            for box in page.descendants():
                if box.element_tag == "figure":
                    sheets[box.element].add(number)
        return [str(element.get("class")) for element, on in sheets.items() if len(on) > 1]

    def last_rows(self) -> list[int]:
        """The number of rows on the last sheet of each table that crosses sheets."""
        pieces = defaultdict(list)
        for page in self._pages:
            for box in page.descendants():
                if isinstance(box, boxes.TableBox):
                    groups = [group for group in box.children if not (group.is_header or group.is_footer)]
                    pieces[box.element].append(sum(len(group.children) for group in groups))
        return [rows[-1] for rows in pieces.values() if len(rows) > 1]

    def spaces_above(self, tag: str) -> list[float]:
        """The top margin of each element of this tag, in pixels."""
        found = {}
        for page in self._pages:
            for box in page.descendants():
                if box.element_tag == tag and isinstance(box, boxes.BlockBox):
                    found.setdefault(box.element, box.margin_top)
        return list(found.values())

    def _content(self, page: Any) -> Iterator[Any]:
        """Lines of text and drawings, without those in the margin."""
        for box in page.descendants():
            if isinstance(box, boxes.LineBox | boxes.ReplacedBox) and _in(page, box):
                yield box


def _in(page: Any, box: Any) -> bool:
    return page.content_box_y() <= box.position_y and _bottom(box) <= page.content_box_y() + page.height + 1


def _bottom(box: Any) -> float:
    return float(box.position_y + box.height)


def _text(box: Any) -> str:
    return "".join(each.text for each in box.descendants() if isinstance(each, boxes.TextBox))
