"""A question in the form between this site and a file."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Final

from django.utils.translation import gettext as _

MOST_QUESTIONS: Final = 2_000
"""The greatest number of questions in one file."""


@dataclass(frozen=True)
class FileQuestion:
    """One question with one right option. `remarks` belong to the options, "" for none. `line` (from 1) and `file` (of
    an archive) give its place.
    """

    text: str
    options: tuple[str, ...]
    right: int
    explanation: str = ""
    name: str = ""
    remarks: tuple[str, ...] = ()
    line: int = field(default=0, compare=False)
    file: str = field(default="", compare=False)

    def remark(self, index: int) -> str:
        """The remark of an option."""
        return self.remarks[index] if index < len(self.remarks) else ""


@dataclass(frozen=True)
class LeftOut:
    """A question that was skipped: its name or the beginning of its text, the reason for people, and its place."""

    name: str
    reason: str
    line: int = 0
    file: str = ""


@dataclass
class ParsedQuestions:
    """The content of a file: the questions that can be taken, and those that cannot."""

    questions: list[FileQuestion] = field(default_factory=list)
    left_out: list[LeftOut] = field(default_factory=list)

    def take(self, name: str, make: Callable[[], FileQuestion], *, line: int, file: str = "") -> None:
        """Add the result of `make`; if it raises Unusable, add its reason. Raises NotQuestions for too many
        questions.
        """
        if len(self.questions) + len(self.left_out) >= MOST_QUESTIONS:
            raise NotQuestions(_("The file has more than 2,000 questions."))
        try:
            self.questions.append(replace(make(), line=line, file=file))
        except Unusable as reason:
            self.left_out.append(LeftOut(name, str(reason), line, file))


class Unusable(ValueError):
    """A question that cannot be taken. Its text is for people."""


class NotQuestions(ValueError):
    """A file that cannot be read as questions. Its text is for people."""
