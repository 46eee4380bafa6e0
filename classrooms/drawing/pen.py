"""SVG drawing in the site's colours: words, lines, boxes and marks at pixel positions. Each element has the light
colour, for paper, and a class (`cf-ink`: fill, `cs-ink`: stroke). Browsers use the class to show the theme's
token, so no style attribute is needed. The text alternative of a drawing is its `aria-label`. A title would
cover the caption beside the drawing under a pointer.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from math import sqrt
from typing import Any, Final

from django.utils.safestring import SafeString

from classrooms.drawing.look import NARROW, SANS, tokens

Row = Mapping[str, Any]
ANCHORS: Final = {"left": "start", "center": "middle", "right": "end"}
MIDDLE: Final = 0.3
"""The distance of the baseline below the middle of a line of words, in units of the font size."""
FLAG: Final = "M0,0V-9H9L6.48,-6.03L9,-3H1.53Z"
TALL: Final = sqrt(3) / 2
HALO: Final = 4
"""Pixels of background around words that lie on lines."""
_LABEL: Final = re.compile(r'<svg [^>]*aria-label="([^"]*)"[^>]*>')


@dataclass(frozen=True)
class Drawing:
    """The drawn SVG, with its size in pixels."""

    width: int
    height: int
    body: str


def number(value: float) -> str:
    """A number with at most two decimals."""
    return f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)


def paint(fill: str = "", stroke: str = "") -> str:
    """The attributes of two tokens. Raises KeyError for one that does not exist."""
    said = [f'fill="{tokens()[fill]}"' if fill else 'fill="none"']
    if stroke:
        said.append(f'stroke="{tokens()[stroke]}"')
    names = [f"{kind}-{token}" for kind, token in (("cf", fill), ("cs", stroke)) if token]
    return " ".join([*said, f'class="{" ".join(names)}"'])


def draw_texts(
    rows: Iterable[Row],
    *,
    size: float = 10,
    tint: str = "ink-2",
    strong: bool = False,
    align: str = "left",
    dx: int = 0,
    ground: str = "",
) -> str:
    """`text` of each row at its x, y, which is the middle of the line's height; where a `ground` is named, with a halo
    of it.
    """
    font = f'font-family="{SANS if strong else NARROW}" font-size="{size}" font-weight="{600 if strong else 500}"'
    halo = f' stroke-width="{HALO}" paint-order="stroke"' if ground else ""
    look = f'{font} text-anchor="{ANCHORS[align]}" {paint(tint, ground)}{halo}'
    return "".join(
        f'<text x="{number(row["x"] + dx)}" y="{number(row["y"] + MIDDLE * size)}" {look}>'
        f"{escape(_written(row['text']))}</text>"
        for row in rows
    )


def _written(text: str | float) -> str:
    return text if isinstance(text, str) else str(text).replace("-", "\u2212")


def rules(rows: Iterable[Row], tint: str, width: float = 1) -> str:
    """Straight lines from x, y to x2, y2."""
    look = f'stroke-width="{number(width)}" {paint(stroke=tint)}'
    return "".join(
        f'<line x1="{number(row["x"])}" y1="{number(row["y"])}" '
        f'x2="{number(row["x2"])}" y2="{number(row["y2"])}" {look}/>'
        for row in rows
    )


def boxes(rows: Iterable[Row], tint: str, stroke: str = "", width: float = 1) -> str:
    """Rectangles from x, y to x2, y2."""
    edge = f' stroke-width="{number(width)}"' if stroke else ""
    return "".join(
        f'<rect x="{number(row["x"])}" y="{number(row["y"])}" width="{number(row["x2"] - row["x"])}" '
        f'height="{number(row["y2"] - row["y"])}" {paint(tint, stroke)}{edge}/>'
        for row in rows
    )


def curve(
    places: Sequence[tuple[float, float]], tint: str, width: float, dash: Sequence[float] = (), share: float = 1
) -> str:
    """A line through all places; `share` of it is ink."""
    way = "L".join(f"{number(x)},{number(y)}" for x, y in places)
    faint = f' stroke-opacity="{number(share)}"' if share < 1 else ""
    look = f'stroke-width="{number(width)}" stroke-linejoin="round"{faint}{_broken(dash)} {paint(stroke=tint)}'
    return f'<path d="M{way}" {look}/>'


def area(corners: Sequence[tuple[float, float]], tint: str) -> str:
    """A filled area with these corners."""
    return f'<path d="M{"L".join(f"{number(x)},{number(y)}" for x, y in corners)}Z" {paint(tint)}/>'


def _broken(dash: Sequence[float]) -> str:
    return f' stroke-dasharray="{",".join(map(number, dash))}"' if dash else ""


def marks(
    rows: Iterable[Row],
    tint: str,
    shape: str,
    size: float,
    *,
    stroke: str = "",
    width: float = 1,
    dash: Sequence[float] = (),
) -> str:
    """A shape at each x, y; `size` is the area of the square around it in pixels. `tooltip` of a row is shown under a
    pointer.
    """
    look = paint(tint, stroke) + (f' stroke-width="{number(width)}"' if stroke else "") + _broken(dash)
    return "".join(
        _with_title(row.get("tooltip"), _mark(row["x"], row["y"], shape, sqrt(size) / 2, look)) for row in rows
    )


def _with_title(words: str | None, mark: str) -> str:
    return f"<g><title>{escape(words)}</title>{mark}</g>" if words else mark


def _mark(x: float, y: float, shape: str, half: float, look: str) -> str:
    if shape == "circle":
        return f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(half)}" {look}/>'
    if shape == "flag":
        return f'<path transform="translate({number(x)},{number(y)})" d="{FLAG}" {look}/>'
    tall = half * TALL
    corners = {
        "square": ((-half, -half), (half, -half), (half, half), (-half, half)),
        "diamond": ((-half, 0), (0, -half), (half, 0), (0, half)),
        "triangle-up": ((0, -tall), (-half, tall), (half, tall)),
        "triangle-down": ((0, tall), (-half, -tall), (half, -tall)),
    }[shape]
    around = " ".join(f"{number(x + right)},{number(y + down)}" for right, down in corners)
    return f'<polygon points="{around}" {look}/>'


def whole(parts: Iterable[str], width: int, height: int, left: int, right: int, top: int, bottom: int) -> Drawing:
    """Parts in one drawing whose origin is inside the margins, so that drawings side by side have one geometry."""
    body = f'<g transform="translate({left},{top})">{"".join(parts)}</g>'
    return Drawing(width + left + right, height + top + bottom, body)


def svg(drawing: Drawing, alt: str, css: str = "") -> SafeString:
    """An image for a page, with the text alternative `alt`, which must not repeat the caption."""
    size = f'viewBox="0 0 {drawing.width} {drawing.height}" width="{drawing.width}" height="{drawing.height}"'
    named = f' class="{css}"' if css else ""
    return SafeString(f'<svg{named} {size} role="img" aria-label="{escape(alt)}">{drawing.body}</svg>')


def for_paper(text: str) -> SafeString:
    """A page whose drawings have their text alternative in a title too, which is all that a PDF gives to screen
    readers.
    """
    return SafeString(_LABEL.sub(lambda found: f"{found[0]}<title>{' '.join(found[1].split())}</title>", text))
