"""The regions that the game draws, and the variables of its templates."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.urls import reverse

from games.ui.faces import Heading
from games.web.page import live_url
from games.web.regions import expected
from games.web.table_read import TableRead


@dataclass(frozen=True)
class DrawingPart:
    """The data of all regions of the game; `wide`: the decision takes the whole width of a desktop."""

    heading: Heading
    wide: bool
    marked: tuple[str, ...]
    context: Mapping[str, Any]


reads: Final = ("card", "game_context", "heading", "marked", "scene", "seats", *expected.reads)


def drawing_part(read: TableRead) -> DrawingPart:
    """The regions of the game."""
    return DrawingPart(
        heading=read.heading,
        wide=read.card is not None and read.card.wide,
        marked=read.marked,
        context=game_variables(read),
    )


def game_variables(read: TableRead) -> Mapping[str, Any]:
    """The variables of a game's templates (docs/develop/add-a-game.md): the platform's, and those of its `context` and
    of its decision card.
    """
    pk = read.match.pk
    return {
        "match": read.match,
        "face": read.face,
        "heading": read.heading,
        "scenario_name": read.face.words.scenario(read.scenario),
        "scene": read.scene,
        "seat": read.seat,
        "seat_query": read.seat_query,
        "me": read.me,
        "roles": read.roles,
        "seats": read.seats,
        "card": read.card,
        "expected": expected.expected_part(read),
        "play_url": reverse("games:play", args=[pk]),
        "explain_url": reverse("games:explain", args=[pk]),
        "live_url": live_url(pk, read.seat_query),
        "left_out": (),
        **read.game_context,
        **(read.card.context if read.card is not None else {}),
    }
