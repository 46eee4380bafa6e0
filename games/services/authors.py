"""Who makes a move."""

from dataclasses import dataclass
from typing import Any

from games.models import AuthorKind


@dataclass(frozen=True)
class Author:
    """`user` is the person behind a player's or an instructor's move, None for bots, deadlines and
    plans: what a plan does is nobody's own move."""

    kind: AuthorKind
    user: Any | None = None


BOT = Author(AuthorKind.BOT)
DEADLINE = Author(AuthorKind.DEADLINE)
PLAN = Author(AuthorKind.PLAN)
SETTLED = Author(AuthorKind.SETTLED)
