"""The expected end."""

from dataclasses import dataclass
from typing import Final

from django.urls import reverse

from games.ui.expected import Changed, ChoiceEffect, Line
from games.web.table_read import TableRead


@dataclass(frozen=True)
class ExpectedPart:
    """The figures of the expected end, from `playouts` matches; `pending`: they are being worked out. `fresh`: they
    belong to this very position. `effect` is that of the reader's last choice, `changed` its figures, `against` the
    alternative in words. `by_game`: a region of the game shows it.
    """

    by_game: bool
    lines: tuple[Line, ...]
    pending: bool
    playouts: int
    fresh: bool
    effect: ChoiceEffect | None
    changed: tuple[Changed, ...]
    against: str
    explain_url: str
    seat_query: str


reads: Final = ("changed", "expected_lines", "outlook")


def expected_part(read: TableRead) -> ExpectedPart:
    """The region of the expected end."""
    outlook = read.outlook
    found = None if outlook is None else outlook.found
    effect = None if outlook is None else outlook.effect
    return ExpectedPart(
        by_game=read.face.table.draws_expected,
        lines=read.expected_lines,
        pending=outlook is not None and found is None,
        playouts=0 if found is None else found.playouts,
        fresh=outlook is not None and outlook.fresh,
        effect=effect,
        changed=read.changed,
        against="" if effect is None else read.face.table.expected_against(effect.option),
        explain_url=reverse("games:explain", args=[read.match.pk]),
        seat_query=read.seat_query,
    )
