"""Untrusted XML as a tree whose elements have line numbers. Declarations, external entities and entity expansion are
refused.
"""

import xml.etree.ElementTree as ET  # noqa: S405  # builds elements; the parser below refuses declarations
from typing import Any, Final
from xml.parsers import expat  # noqa: S407  # the same

MOST_DEPTH: Final = 100
MOST_NODES: Final = 200_000


class Node(ET.Element):
    """An element. `tag` and the names of attributes have no prefix; `line` counts from 1."""

    line: int = 0


class NotXml(ValueError):
    """Bytes that are no such XML: `what` is "form" (with the `line`), "declares", "deep", "large" or "encoding"."""

    def __init__(self, what: str, line: int = 0) -> None:
        super().__init__(what)
        self.what, self.line = what, line


class _Builder:
    """The handlers that expat calls while it reads."""

    def __init__(self) -> None:
        self.tree = ET.TreeBuilder(element_factory=Node)
        self.depth = self.count = 0
        self.reader = expat.ParserCreate()
        self.reader.buffer_text = True
        self.reader.StartElementHandler = self.start
        self.reader.EndElementHandler = self.end
        self.reader.CharacterDataHandler = self.tree.data
        self.reader.StartDoctypeDeclHandler = self.declared
        self.reader.SkippedEntityHandler = self.skipped

    def start(self, tag: str, given: dict[str, str]) -> None:
        self.depth += 1
        if self.depth > MOST_DEPTH:
            raise NotXml("deep")
        self.count += 1
        if self.count > MOST_NODES:
            raise NotXml("large")
        node: Any = self.tree.start(_local(tag), {_local(name): value for name, value in given.items()})
        node.line = self.reader.CurrentLineNumber

    def end(self, tag: str) -> None:
        self.depth -= 1
        self.tree.end(_local(tag))

    def declared(self, _name: str, _system: str | None, _public: str | None, has_declarations: int) -> None:
        if has_declarations:
            raise NotXml("declares")

    def skipped(self, _name: str, _is_parameter: bool) -> None:
        raise NotXml("declares")


def _local(name: str) -> str:
    return name.rpartition(":")[2]


def parsed(data: bytes) -> Node:
    """The root of a document, in the encoding that it names. Raises NotXml."""
    building = _Builder()
    try:
        building.reader.Parse(data, True)
    except expat.ExpatError as fault:
        raise NotXml("form", fault.lineno) from None
    except (LookupError, UnicodeError):
        raise NotXml("encoding") from None
    except ValueError as fault:
        raise (fault if isinstance(fault, NotXml) else NotXml("encoding")) from None
    root: Any = building.tree.close()
    return root


def without_forbidden(text: str) -> str:
    """The text without the characters that no XML may hold."""
    return "".join(sign for sign in text if sign in "\t\n\r" or sign >= " " and not _is_forbidden(ord(sign)))


def _is_forbidden(code: int) -> bool:
    return 0xD800 <= code <= 0xDFFF or code in (0xFFFE, 0xFFFF)
