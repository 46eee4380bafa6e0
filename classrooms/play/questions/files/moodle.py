"""Moodle XML: questions of the kinds multichoice (one right answer) and truefalse."""

import xml.etree.ElementTree as ET  # noqa: S405  # writes; classrooms.files.xml_trees reads
from collections.abc import Iterable
from decimal import Decimal
from typing import Any, Final

from django.utils.translation import gettext as _

from classrooms.files.xml_trees import Node, without_forbidden
from classrooms.play.questions.files.gift import MOST_ANSWERS, percentage
from classrooms.play.questions.files.kinds import not_one_right, refuse_kind, true_and_false
from classrooms.play.questions.files.markup import as_plain, of_nodes
from classrooms.play.questions.files.parsed_questions import FileQuestion, ParsedQuestions, Unusable

_FORMS: Final = {"plain_text": "plain", "markdown": "markdown", "moodle_auto_format": "moodle"}


def write(questions: Iterable[FileQuestion]) -> bytes:
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
            _text(answer, option)
            _text(ET.SubElement(answer, "feedback", format="plain_text"), question.remark(index))
    ET.indent(quiz)
    written: bytes = ET.tostring(quiz, encoding="utf-8", xml_declaration=True)
    return written


def _text(parent: ET.Element, said: str) -> None:
    ET.SubElement(parent, "text").text = without_forbidden(said)


def parse_moodle(root: Node, file: str = "") -> ParsedQuestions:
    """The questions below an element quiz; other kinds are left out with a reason."""
    found = ParsedQuestions()
    for one in _questions(root):
        found.take(_title(one), lambda one=one: _read_one(one), line=one.line, file=file)  # type: ignore[misc]
    return found


def _questions(root: Node) -> Iterable[Any]:
    return [one for one in root.iter("question") if one.get("type") != "category"]


def _title(one: Node) -> str:
    for name in ("name", "questiontext"):
        said = " ".join((one.findtext(f"{name}/text") or "").split())
        if said:
            return said[:60]
    return ""


def _text_of(element: Any, usual: str = "html") -> str:
    """The text of an element in its form. Raises Unusable where plain text cannot hold it."""
    if element is None:
        return ""
    text: Any = element.find("text")
    if text is not None and len(text):
        return of_nodes(text)
    said = (element.text if text is None else text.text) or ""
    plain = as_plain(said, _form(element, usual))
    if "@@PLUGINFILE@@" in said:
        raise Unusable(_("It has a file to download."))
    return plain


def _form(element: Any, usual: str) -> str:
    given = element.get("format") if element is not None else None
    return usual if given is None else _FORMS.get(given, "html")


def _read_one(one: Node) -> FileQuestion:
    kind = one.get("type", "")
    if kind not in ("multichoice", "truefalse"):
        raise refuse_kind(kind)
    asked = one.find("questiontext")
    form, text = _form(asked, "html"), _text_of(asked)
    if (one.findtext("image_base64") or one.findtext("image") or "").strip():
        raise Unusable(_("It has a picture."))
    if not text:
        raise Unusable(_("It has no text."))
    answers = one.findall("answer")
    if len(answers) > MOST_ANSWERS:
        raise Unusable(_("It has too many answers."))
    options = [_text_of(answer, form) for answer in answers]
    return FileQuestion(
        text=text,
        options=tuple(map(_true_or_false, options) if kind == "truefalse" else options),
        right=_right(answers),
        explanation=_text_of(one.find("generalfeedback"), form),
        name=(one.findtext("name/text") or "").strip(),
        remarks=tuple(_text_of(answer.find("feedback"), form) for answer in answers),
    )


def _true_or_false(said: str) -> str:
    """The options of a true-false question. Moodle writes these words in English in every language."""
    return dict(zip(("true", "false"), true_and_false(), strict=True)).get(said.casefold(), said)


def _right(answers: Iterable[Any]) -> int:
    """The index of the only answer with full points; no other answer may have any."""
    points = [_points(answer.get("fraction") or "0") for answer in answers]
    if sum(each > 0 for each in points) != 1 or 100 not in points:
        raise not_one_right()
    return points.index(Decimal(100))


def _points(said: str) -> Decimal:
    found = percentage(said)
    if found is None:
        raise Unusable(_("“%(said)s” is no share of the points.") % {"said": said[:20]})
    return found
