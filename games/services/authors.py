"""Who makes a move."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from games.models import AuthorKind

if TYPE_CHECKING:
    from classrooms.models import User


@dataclass(frozen=True)
class Author:
    """`user` is the person behind a player's or an instructor's move, None for bots and deadlines."""

    kind: AuthorKind
    user: "User | None" = None


BOT = Author(AuthorKind.BOT)
DEADLINE = Author(AuthorKind.DEADLINE)
