"""GIFT, Moodle's plain text form of questions: choices with one right option, and true or false."""

import re
from collections.abc import Iterable
from html import unescape
from typing import Final

from django.utils.translation import gettext as _

from classrooms.questions.files.written import Read, Unusable, Written

_ESCAPED: Final = re.compile(r"[\\~=#{}:]")
_PARTS: Final = re.compile(r"^\s*(?:::((?:\\.|[^\\])*?)::)?\s*(?:\[(\w+)\])?((?:\\.|[^\\{])*)\{(.*)\}(.*)$", re.DOTALL)
_OPTION: Final = re.compile(r"([~=])((?:\\.|[^\\~=])*)", re.DOTALL)
_WEIGHT: Final = re.compile(r"^\s*%(-?\d+(?:\.\d+)?)%")
_TAG: Final = re.compile(r"<[^>]*>")
_TRUE: Final = {"T": True, "TRUE": True, "F": False, "FALSE": False}


def write(questions: Iterable[Written]) -> str:
    """Questions as a GIFT file; remarks and explanations are feedback."""
    return "\n\n".join(_one(question) for question in questions) + "\n"


def _one(question: Written) -> str:
    lines = []
    for index, option in enumerate(question.options):
        remark = question.remark(index)
        sign = "=" if index == question.right else "~"
        lines.append(f"\t{sign}{_escape(option)}" + (f"#{_escape(remark)}" if remark else ""))
    if question.explanation:
        lines.append(f"\t####{_escape(question.explanation)}")
    title = f"::{_escape(question.name)}::" if question.name else ""
    return "\n".join([f"{title}[plain]{_escape(question.text)} {{", *lines, "}"])


def _escape(text: str) -> str:
    return _ESCAPED.sub(lambda sign: "\\" + sign.group(), text).replace("\r\n", "\n").replace("\n", "\\n")


def _plain(text: str, is_html: bool = False) -> str:
    said = re.sub(r"\\(.)", lambda sign: "\n" if sign.group(1) == "n" else sign.group(1), text, flags=re.DOTALL)
    return (unescape(_TAG.sub("", said)) if is_html else said).strip()


def read(text: str) -> Read:
    """The questions of a GIFT file. Comments and categories are passed over; other kinds are left out with a reason."""
    found = Read()
    kept = [line for line in text.splitlines() if not re.match(r"\s*(//|\$CATEGORY)", line)]
    for block in re.split(r"\n[ \t]*\n", "\n".join(kept)):
        if block.strip():
            found.take(_plain(block)[:60], lambda block=block: _read_one(block))  # type: ignore[misc]
    return found


def _read_one(block: str) -> Written:
    parts = _PARTS.match(block)
    if parts is None or parts.group(5).strip():
        raise Unusable(_("It is not a choice with its answers in braces at the end."))
    name, form, asked, inside, _rest = parts.groups()
    is_html = form not in ("plain", "markdown")
    answers, _sign, explanation = inside.partition("####")
    options = _true_or_false(answers) or _options(answers, is_html)
    right = [index for index, (is_right, _option, _remark) in enumerate(options) if is_right]
    if len(right) != 1:
        raise Unusable(_("It needs exactly one right answer among its choices."))
    return Written(
        text=_plain(asked, is_html),
        options=tuple(option for _is_right, option, _remark in options),
        right=right[0],
        explanation=_plain(explanation, is_html),
        name=_plain(name or ""),
        remarks=tuple(remark for _is_right, _option, remark in options),
    )


def _true_or_false(answers: str) -> list[tuple[bool, str, str]]:
    value = _TRUE.get(answers.partition("#")[0].strip().upper())
    return [] if value is None else [(value, str(_("True")), ""), (not value, str(_("False")), "")]


def _options(answers: str, is_html: bool) -> list[tuple[bool, str, str]]:
    found = []
    for sign, said in _OPTION.findall(answers):
        weight = _WEIGHT.match(said)
        option, *remark = re.split(r"(?<!\\)#", said[weight.end() :] if weight else said, maxsplit=1)
        if "->" in option:
            raise Unusable(_("It asks to match pairs."))
        is_right = sign == "=" if weight is None else float(weight.group(1)) == 100
        if weight and 0 < float(weight.group(1)) < 100:
            raise Unusable(_("It needs exactly one right answer among its choices."))
        found.append((is_right, _plain(option, is_html), _plain("".join(remark), is_html)))
    if len(found) < 2:
        raise Unusable(_("It is not a choice between answers."))
    return found
