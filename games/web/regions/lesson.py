"""The card of a first game."""

from dataclasses import dataclass
from typing import Final

from games.web.lessons import LessonCard
from games.web.table_read import TableRead


@dataclass(frozen=True)
class LessonPart:
    """The lesson's card; None in any other match."""

    match_id: int
    game: str
    is_over: bool
    card: LessonCard | None


reads: Final = ("lesson",)


def lesson_part(read: TableRead) -> LessonPart:
    """The region of the lesson."""
    return LessonPart(read.match.pk, read.match.game, read.match.is_over, read.lesson)
