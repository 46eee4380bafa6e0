"""The author of a move."""

from dataclasses import dataclass
from typing import Any

from games.models import AuthorKind


@dataclass(frozen=True)
class Author:
    """The author's kind and person. `user` is the person behind a player's or an instructor's move, and the one who
    entered a move from paper. It is None for bots, deadlines and plans: a plan's move is nobody's own."""

    kind: AuthorKind
    user: Any | None = None


BOT = Author(AuthorKind.BOT)
"""The author of moves that a bot makes in a seat of its own."""
DEADLINE = Author(AuthorKind.DEADLINE)
PLAN = Author(AuthorKind.PLAN)
SETTLED = Author(AuthorKind.SETTLED)
