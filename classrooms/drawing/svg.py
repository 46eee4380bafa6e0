"""A renderer's SVG made fit for the page and for paper: small, labelled, themed, without style attributes."""

import re
import xml.etree.ElementTree as ET

from classrooms.drawing.look import stand_ins, tokens

NAMESPACE = "http://www.w3.org/2000/svg"
KEPT = frozenset(
    {"d", "x", "y", "x1", "x2", "y1", "y2", "cx", "cy", "r", "width", "height", "points", "transform", "opacity"}
    | {"fill", "fill-opacity", "stroke", "stroke-opacity", "stroke-width", "stroke-dasharray", "stroke-linejoin"}
    | {"stroke-linecap", "stroke-miterlimit", "text-anchor", "font-family", "font-size", "font-weight", "font-style"}
)
_NUMBER = re.compile(r"-?\d+\.\d{2,}")
_LABELS = re.compile(r"<title[^>]*>(.*?)</title>\s*<desc[^>]*>(.*?)</desc>", re.S)
_EMPTY = {"opacity": "1", "fill-opacity": "1", "stroke-opacity": "1"}


def finish(text: str, *, name: str, title: str, alt: str) -> str:
    """The SVG with role, title and description; `name` makes its ids unique on the page. What draws nothing goes."""
    root = ET.fromstring(text)  # noqa: S314  drawn by this process a moment ago
    width, height = root.get("width", "0"), root.get("height", "0")
    for element in root.iter():
        element.tag = element.tag.removeprefix(f"{{{NAMESPACE}}}")
    _prune(root)
    for element in root.iter():
        _clean(element)
    root.attrib.clear()
    root.attrib.update(
        {
            "viewBox": f"0 0 {width} {height}",
            "width": width,
            "height": height,
            "role": "img",
            "aria-labelledby": f"{name}-t {name}-d",
        }
    )
    for index, (tag, words) in enumerate((("title", title), ("desc", alt))):
        label = ET.Element(tag, {"id": f"{name}-{tag[0]}"})
        label.text = words
        root.insert(index, label)
    return ET.tostring(root, encoding="unicode", short_empty_elements=True)


def for_paper(text: str) -> str:
    """The drawing with its description in the title: all that a PDF tells a screen reader of it."""
    return _LABELS.sub(r"<title>\1. \2</title>", text, count=1)


def _prune(parent: ET.Element) -> None:
    for child in list(parent):
        _prune(child)
        nothing = child.tag == "g" and not len(child)
        hidden = child.tag == "path" and child.get("class") in ("background", "foreground") and not _paints(child)
        if nothing or hidden or child.get("display") == "none" or child.tag in ("defs", "style", "script"):
            parent.remove(child)


def _paints(element: ET.Element) -> bool:
    return any(element.get(name, "none") not in ("none", "transparent") for name in ("fill", "stroke"))


def _clean(element: ET.Element) -> None:
    kept = {name: value for name, value in element.attrib.items() if name in KEPT and value != _EMPTY.get(name)}
    kept = {name: _NUMBER.sub(lambda m: f"{float(m[0]):.2f}".rstrip("0").rstrip("."), v) for name, v in kept.items()}
    classes = []
    for name, prefix in (("fill", "cf"), ("stroke", "cs")):
        token = stand_ins().get(kept.get(name, ""))
        if token:
            kept[name] = tokens()[token]
            classes.append(f"{prefix}-{token}")
    if classes:
        kept["class"] = " ".join(classes)
    if kept.get("transform") == "translate(0,0)":
        del kept["transform"]
    element.attrib.clear()
    element.attrib.update(kept)
