"""The table: profits, and the card that asks."""

from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine.types import Prompt
from games.ui.faces import Scene
from games.ui.pieces import Ask, Column, Field, SeatRow, seats_table, table_part
from games.ui.seats import lettered
from newsvendor.rules import Order


def ordered(row: SeatRow) -> str:
    return _("has ordered") if row.scene.view.done[row.seat] else ""


def terms(scene: Scene, prompt: Prompt) -> str:
    words = {"cost": scene.view.scenario.cost, "price": scene.view.scenario.price, "most": scene.view.scenario.demand}
    text = _("A paper costs %(cost)s and sells at %(price)s. From 0 to %(most)s are asked for, all equally likely.")
    return text % words


TABLE: Final = table_part(
    pieces=(
        seats_table(
            roles=lambda scenario: [lettered(seat) for seat in range(scenario.players)],
            columns=(
                Column(label=gettext_lazy("Today"), cell=ordered, is_number=False),
                Column(
                    label=gettext_lazy("Profit"),
                    cell=lambda row: row.scene.view.profits[row.seat],
                    explains=lambda row: f"profit-{row.seat}",
                ),
            ),
            place="top",
        ),
    ),
    asks={
        "order": Ask(
            move=Order,
            question=lambda scene, prompt: _("How many papers do you order?"),
            note=terms,
            button=gettext_lazy("Send the order"),
            rule="rules#day",
            fields={
                "papers": Field(
                    label=gettext_lazy("Papers"), bounds=lambda scene, prompt: (0, scene.view.scenario.demand)
                )
            },
        )
    },
)
