"""A question between this site and a file."""

from collections.abc import Callable
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Written:
    """One question with one right option. `remarks` stand beside the options, "" where there is none."""

    text: str
    options: tuple[str, ...]
    right: int
    explanation: str = ""
    name: str = ""
    remarks: tuple[str, ...] = ()

    def remark(self, index: int) -> str:
        """What stands beside an option."""
        return self.remarks[index] if index < len(self.remarks) else ""


@dataclass
class Read:
    """What a file holds: the questions that can be taken, and of each other one its name or text with the reason."""

    questions: list[Written] = field(default_factory=list)
    left_out: list[tuple[str, str]] = field(default_factory=list)

    def take(self, name: str, make: Callable[[], Written]) -> None:
        """Keep what `make` answers; where it raises Unusable, keep the reason."""
        try:
            self.questions.append(make())
        except Unusable as reason:
            self.left_out.append((name, str(reason)))


class Unusable(ValueError):
    """A question that cannot be taken. Its text is for people."""
