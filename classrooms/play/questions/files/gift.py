"""GIFT, Moodle's plain text form of questions: choices with one right option, and true or false. It is read in the
order of Moodle's importer: escapes, then the name, the first braces, and their content.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation
from typing import Final

from django.utils.translation import gettext as _

from classrooms.play.questions.files.kinds import not_one_right, refuse_kind, true_and_false
from classrooms.play.questions.files.markup import FORMS, PLAIN, as_plain
from classrooms.play.questions.files.parsed_questions import FileQuestion, ParsedQuestions, Unusable

ESCAPED: Final = "~=#{}:"
_INSIDE: Final = {sign: chr(0xFDD0 + number) for number, sign in enumerate(ESCAPED)} | {
    "\n": chr(0xFDD0 + len(ESCAPED))
}
"""Characters for escaped signs while a question is parsed; Unicode reserves them for internal use."""
_ESCAPES: Final = {**{sign: _INSIDE[sign] for sign in ESCAPED}, "n": _INSIDE["\n"], "\\": "\\"}
_RESTORED: Final = {ord(inside): sign for sign, inside in _INSIDE.items()}
_FOREIGN: Final = dict.fromkeys(_RESTORED, "\ufffd")
_TRUE: Final = {"T": True, "TRUE": True, "F": False, "FALSE": False}
GAP: Final = "_____"
MOST_ANSWERS: Final = 50


def write(questions: Iterable[FileQuestion]) -> str:
    """Questions as a GIFT file; remarks and explanations are feedback."""
    return "\n\n".join(_one(question) for question in questions) + "\n"


def _one(question: FileQuestion) -> str:
    lines = []
    for index, option in enumerate(question.options):
        remark = question.remark(index)
        sign = "=" if index == question.right else "~"
        lines.append(f"\t{sign}{_escape(option)}" + (f"#{_escape(remark)}" if remark else ""))
    if question.explanation:
        lines.append(f"\t####{_escape(question.explanation)}")
    title = f"::{_signs(question.name)}::" if question.name else ""
    return "\n".join([f"{title}[{PLAIN}]{_signs(question.text)} {{", *lines, "}"])


def _escape(text: str) -> str:
    """A part of a question; one that begins like a form or a weight says first that it is plain."""
    begin = text.lstrip()
    return (f"[{PLAIN}]" if _form(begin)[0] or begin.startswith("%") else "") + _signs(text)


def _signs(text: str) -> str:
    for sign in ("\\", *ESCAPED):
        text = text.replace(sign, "\\" + sign)
    return _one_kind_of_line(text).replace("\n", "\\n")


def _one_kind_of_line(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


def parse_gift(text: str) -> ParsedQuestions:
    """The questions of a GIFT file. Comments and categories are passed over; other kinds are left out with a reason."""
    found = ParsedQuestions()
    for block in _blocks(_one_kind_of_line(text)):
        whole = "\n".join(block.lines)
        found.take(_title(whole), lambda whole=whole: _read_one(whole), line=block.line)  # type: ignore[misc]
    return found


@dataclass
class _Block:
    """Lines between empty ones, and the number of the first."""

    line: int
    lines: list[str] = field(default_factory=list)


def _blocks(text: str) -> Iterator[_Block]:
    block = _Block(0)
    for number, line in enumerate(text.split("\n"), start=1):
        said = line.strip(" \t\ufeff")
        if not said and block.lines:
            yield block
            block = _Block(0)
        if said and not _is_passed_over(said):
            block.line = block.line or number
            block.lines.append(said)
    if block.lines:
        yield block


def _is_passed_over(line: str) -> bool:
    return line.startswith(("//", "$CATEGORY:"))


def _title(block: str) -> str:
    """The name of a question, else the beginning of its text."""
    name, rest = _name(_protected(block[:600]))
    return (name or _restored(rest.partition("{")[0].strip() or rest))[:60].strip()


def _read_one(block: str) -> FileQuestion:
    name, rest = _name(_protected(block))
    asked, inside = _parted(rest)
    form, text = _form_and_text(asked, "moodle")
    inside, explanation = _explained(inside)
    options = _true_or_false(inside, form) or _options(inside, form)
    right = [index for index, (is_right, _option, _remark) in enumerate(options) if is_right]
    if len(right) != 1:
        raise not_one_right()
    if not text:
        raise Unusable(_("It has no text."))
    return FileQuestion(
        text=text,
        options=tuple(option for _is_right, option, _remark in options),
        right=right[0],
        explanation=_form_and_text(explanation, form)[1],
        name=name,
        remarks=tuple(remark for _is_right, _option, remark in options),
    )


def _protected(text: str) -> str:
    """The text without escapes: an escaped sign becomes a special character, another backslash stays."""
    text = text.translate(_FOREIGN)
    kept, at = [], 0
    while (sign := text.find("\\", at)) >= 0:
        after = text[sign + 1 : sign + 2]
        kept += [text[at:sign], _ESCAPES.get(after, "\\" + after)]
        at = sign + 1 + len(after)
    return "".join(kept) + text[at:]


def _restored(text: str) -> str:
    return text.translate(_RESTORED)


def _name(text: str) -> tuple[str, str]:
    """The name between the first colons, and the rest."""
    if not text.startswith("::"):
        return "", text
    name, sign, rest = text[2:].partition("::")
    return (_restored(name).strip(), rest.strip()) if sign else ("", text[2:])


def _parted(text: str) -> tuple[str, str]:
    """The question and the text in the braces; a sentence that continues after them gets a gap."""
    start, end = text.find("{"), text.find("}")
    if start < 0 and end < 0:
        raise refuse_kind("description")
    if start < 0 or end < start:
        raise Unusable(_("A brace is missing, or an empty line parts the question."))
    before, inside, after = text[:start], text[start + 1 : end], text[end + 1 :]
    return (f"{before}{GAP}{after}" if after else before), inside.strip()


def _form(text: str) -> tuple[str, str]:
    """The form that a text names in brackets at its begin, and the rest; "" and the text where it names none."""
    word, sign, rest = text[1:].partition("]") if text.startswith("[") else ("", "", "")
    return (word, rest) if sign and word in FORMS else ("", text)


def _form_and_text(text: str, usual: str) -> tuple[str, str]:
    """The format and the content of a text. Raises Unusable."""
    form, rest = _form(text.strip())
    return form or usual, as_plain(_restored(rest), form or usual)


def _explained(inside: str) -> tuple[str, str]:
    answers, sign, explanation = inside.rpartition("####")
    return (answers.strip(), explanation) if sign else (inside, "")


def _true_or_false(inside: str, form: str) -> list[tuple[bool, str, str]]:
    """The options of {T} or {F}; remarks on the wrong and the right answer may follow them."""
    said, *remarks = inside.split("#", 2)
    value = _TRUE.get(said.strip().upper())
    if value is None:
        return []
    wrong, right = (*(_form_and_text(remark, form)[1] for remark in remarks), "", "")[:2]
    true, false = true_and_false()
    return [(value, true, right if value else wrong), (not value, false, wrong if value else right)]


def _options(inside: str, form: str) -> list[tuple[bool, str, str]]:
    _refuse_others(inside)
    first, *parts = inside.replace("=", "~=").split("~")
    if first.strip():
        raise Unusable(_("Text stands before its first answer."))
    if len(parts) > MOST_ANSWERS:
        raise Unusable(_("It has too many answers."))
    found = []
    for part in map(str.strip, filter(str.strip, parts)):
        is_right, rest = part.startswith("="), part.removeprefix("=").strip()
        weight, rest = _weight(rest)
        if weight is not None:
            is_right = weight == 100
            if 0 < weight < 100:
                raise not_one_right()
        option, _sign, remark = rest.partition("#")
        found.append((is_right, _form_and_text(option, form)[1], _form_and_text(remark, form)[1]))
    return found


def _refuse_others(inside: str) -> None:
    """Raise Unusable for kinds of questions without choices."""
    if not inside:
        raise refuse_kind("essay")
    if inside.startswith("#"):
        raise refuse_kind("numerical")
    if "~" not in inside:
        raise refuse_kind("matching" if "=" in inside and "->" in inside else "shortanswer")


def _weight(said: str) -> tuple[Decimal | None, str]:
    """The percentage at the begin of an answer, and the rest."""
    number, sign, rest = said[1:].partition("%") if said.startswith("%") else ("", "", "")
    value = percentage(number) if sign else None
    return (None, said) if value is None else (value, rest)


def percentage(said: str) -> Decimal | None:
    """A percentage with a point or a comma; None for anything else."""
    bare = said.strip().replace(",", ".")
    if not bare or len(bare) > 20 or not set(bare) <= set("+-.0123456789"):
        return None
    try:
        return Decimal(bare)
    except InvalidOperation:
        return None
