"""Moodle XML: questions of the kinds multichoice (one right answer) and truefalse."""

import re
import xml.etree.ElementTree as ET  # noqa: S405  # read only after _parsed has refused declarations of entities
from collections.abc import Iterable
from html import unescape
from typing import Final

from django.utils.translation import gettext as _

from classrooms.questions.files.written import Read, Unusable, Written

_TAG: Final = re.compile(r"<[^>]*>")


class NotMoodle(ValueError):
    """The file is no Moodle XML. Its text is for people."""


def write(questions: Iterable[Written]) -> bytes:
    """Questions as a Moodle XML file; remarks and explanations are feedback."""
    quiz = ET.Element("quiz")
    for number, question in enumerate(questions, start=1):
        one = ET.SubElement(quiz, "question", type="multichoice")
        _text(ET.SubElement(one, "name"), question.name or f"{number}")
        _text(ET.SubElement(one, "questiontext", format="plain_text"), question.text)
        _text(ET.SubElement(one, "generalfeedback", format="plain_text"), question.explanation)
        for name, value in (("defaultgrade", "1"), ("single", "true"), ("shuffleanswers", "true")):
            ET.SubElement(one, name).text = value
        ET.SubElement(one, "answernumbering").text = "none"
        for index, option in enumerate(question.options):
            fraction = "100" if index == question.right else "0"
            answer = ET.SubElement(one, "answer", fraction=fraction, format="plain_text")
            ET.SubElement(answer, "text").text = option
            _text(ET.SubElement(answer, "feedback", format="plain_text"), question.remark(index))
    ET.indent(quiz)
    written: bytes = ET.tostring(quiz, encoding="utf-8", xml_declaration=True)
    return written


def _text(parent: ET.Element, said: str) -> None:
    ET.SubElement(parent, "text").text = said


def read(data: bytes) -> Read:
    """The questions of a file. Raises NotMoodle for anything else; other kinds are left out with a reason."""
    found = Read()
    for one in _parsed(data).iter("question"):
        kind = one.get("type", "")
        if kind != "category":
            name = _said(one.find("name")) or _said(one.find("questiontext"))
            found.take(name[:60], lambda one=one, kind=kind: _read_one(one, kind))  # type: ignore[misc]
    return found


def _parsed(data: bytes) -> ET.Element:
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise NotMoodle(_("The file is not written in UTF-8.")) from None
    if "<!DOCTYPE" in text or "<!ENTITY" in text:
        raise NotMoodle(_("The file declares entities, which Moodle never does."))
    try:
        root = ET.fromstring(text)  # noqa: S314  # no entity can be declared in it
    except ET.ParseError:
        raise NotMoodle(_("The file is no XML.")) from None
    if root.tag != "quiz":
        raise NotMoodle(_("The file is no Moodle XML."))
    return root


def _said(element: ET.Element | None) -> str:
    """The text of an element, without the marks of HTML unless it says that it is plain."""
    if element is None:
        return ""
    text = element.findtext("text") or ""
    if element.get("format", "html") in ("plain_text", "markdown"):
        return text.strip()
    return unescape(_TAG.sub("", text)).strip()


def _read_one(one: ET.Element, kind: str) -> Written:
    if kind not in ("multichoice", "truefalse"):
        raise Unusable(_("It is of the kind %(kind)s.") % {"kind": kind})
    answers = one.findall("answer")
    right = [index for index, answer in enumerate(answers) if float(answer.get("fraction") or 0) == 100]
    partly = [answer for answer in answers if 0 < float(answer.get("fraction") or 0) < 100]
    if len(right) != 1 or partly:
        raise Unusable(_("It needs exactly one right answer among its choices."))
    return Written(
        text=_said(one.find("questiontext")),
        options=tuple(_said(answer) for answer in answers),
        right=right[0],
        explanation=_said(one.find("generalfeedback")),
        name=_said(one.find("name")),
        remarks=tuple(_said(answer.find("feedback")) for answer in answers),
    )
