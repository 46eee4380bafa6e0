"""The table of Domego: its regions, the card that asks, and the forms that answer."""

from typing import Any, Final

from games.catalogue.domego.face import board_region, commands, thens
from games.catalogue.domego.face.counters import counters, expected_figures, facts
from games.catalogue.domego.face.forms import form_for
from games.catalogue.domego.face.own_sheet import around_the_table, own_sheet
from games.catalogue.domego.face.past import RECORD_KINDS
from games.catalogue.domego.face.prompted import card
from games.catalogue.domego.face.talks import THREAD_KINDS
from games.catalogue.domego.rules.view import View
from games.ui.faces import Region, Scene, TablePart


def context(scene: Scene) -> dict[str, Any]:
    """The contents of the regions of the table page."""
    view: View = scene.view
    return {
        "counters": counters(view),
        "facts": facts(view, scene.seat),
        "own": own_sheet(scene.scenario, view, scene.seat, scene.expected) if scene.seat is not None else None,
        "places": around_the_table(scene),
        "over": view.phase == "over",
        "left_out": ("sheet",) if scene.seat is None and view.phase == "over" else (),
    }


TABLE: Final = TablePart(
    regions=(
        Region("counters", "domego/counters.html", "expected", "top"),
        Region("board", "domego/board.html", "card plain", reads=board_region.reads, shows=board_region.shows),
        Region("sheet", "domego/sheet.html", "card", "pair", replayed=False),
        Region("seats", "domego/seats.html", "card", "pair"),
    ),
    scripts=("domego/preview.js",),
    context=context,
    record_kinds=(*RECORD_KINDS, "placed"),
    decision=card,
    form=form_for,
    thread_kinds=THREAD_KINDS,
    command=commands.command,
    draws_expected=True,
    expected_figures=lambda scene: expected_figures(scene.view, scene.seat),
    expected_against=thens.against,
)
