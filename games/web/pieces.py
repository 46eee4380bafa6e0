"""The gallery of pieces, for developers: each piece as a page draws it, with the declaration behind it. Only a site in
development has this page (`DEBUG`).
"""

from collections.abc import Callable
from dataclasses import dataclass
from inspect import getdoc, getsource, signature
from types import SimpleNamespace
from typing import Any, Final, Literal

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template import engines
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.engine.types import Move, Prompt
from games.ui.faces import Scene
from games.ui.pieces import Ask, Column, Field, Gauges, Option, Piece, Table, seats_table
from games.ui.pieces.asking import asked_of
from games.ui.progress import Gauge
from games.ui.seats import lettered

SEATS: Final = 3
SCENE: Final = Scene(None, None, 0, names={0: "Ada", 1: "Léo", 2: "Yuki"}, mine=(0,))
POINTS: Final = (12, -3, None)


class Order(Move, frozen=True):
    """A move with a field of each kind."""

    amount: int
    to: int
    extras: tuple[int, ...]
    speed: Literal["1", "2"]
    sure: bool
    note: str


def table() -> Table:
    return Table(
        id="sample-table",
        title=_("Offers"),
        head=_("Player"),
        heading=lambda row: row[0],
        columns=(Column(label=_("Price"), unit="k", cell=lambda row: row[1]),),
        rows=lambda scene: [("A", 12), ("B", 9)],
    )


def seats() -> Table:
    return seats_table(
        id="sample-seats",
        roles=lambda scenario: [lettered(seat) for seat in range(SEATS)],
        columns=(Column(label=_("Points"), cell=lambda row: POINTS[row.seat]),),
    )


def gauges() -> Gauges:
    return Gauges(
        id="sample-gauges",
        title=_("Points"),
        gauges=lambda scene: (
            Gauge(name="cost", label=_("Cost"), unit="k", value=118, target=128),
            Gauge(name="points", label=_("Points"), value=7, fewer=False),
        ),
    )


def question() -> Ask:
    return Ask(
        move=Order,
        question=lambda scene, prompt: _("Offer"),
        button=_("Offer"),
        fields={
            "amount": Field(label=_("Price"), unit="k", bounds=lambda scene, prompt: (1, 40), first=lambda *now: 12),
            "to": Field(
                label=_("Player"),
                options=lambda scene, prompt: [
                    Option(seat, lettered(seat).name, SCENE.names[seat]) for seat in range(SEATS)
                ],
            ),
            "extras": Field(
                label=_("Cards"), options=lambda scene, prompt: [Option(1, "1"), Option(2, "2"), Option(3, "3")]
            ),
            "speed": Field(label=_("Now")),
            "sure": Field(label=_("Accept")),
            "note": Field(label=_("Message"), hint=lambda scene, prompt: _("Nothing yet.")),
        },
    )


PIECES: Final[tuple[tuple[Callable[[], Piece], Any], ...]] = ((table, Table), (seats, seats_table), (gauges, Gauges))


@dataclass(frozen=True)
class Shown:
    """A piece on the gallery: its name, what it does, how it is declared, an example, and the example as drawn."""

    name: str
    words: str
    declared: str
    example: str
    drawn: SafeString


@require_safe
def gallery(request: HttpRequest) -> HttpResponse:
    """All pieces. Access: all visitors of a site in development."""
    shown = [_piece(make, kind, request) for make, kind in PIECES]
    return render(request, "games/pieces.html", {"shown": [*shown, _card(request)], "field": str(signature(Field))})


def _piece(make: Callable[[], Piece], kind: Any, request: HttpRequest) -> Shown:
    piece = make()
    context = {"region": piece.region, "pieces": {piece.id: piece.data(SCENE)}, "explain_url": ""}
    return _shown(make, kind, piece.region.template, context, request)


def _card(request: HttpRequest) -> Shown:
    prompt = Prompt("sample", 0, "offer", simultaneous=True)
    context = {
        "it": [asked_of(question(), SCENE, prompt, None)],
        "play_url": "#",
        "me": lettered(0),
        "seat": 0,
        "match": SimpleNamespace(game="", number=0),
    }
    return _shown(question, Ask, "games/pieces/decision.html", context, request)


def _shown(make: Callable[[], Any], kind: Any, template: str, context: dict[str, Any], request: HttpRequest) -> Shown:
    drawn = engines["fragments"].get_template(template).render(context, request)
    return Shown(kind.__name__, getdoc(kind) or "", str(signature(kind)), getsource(make), mark_safe(drawn))
