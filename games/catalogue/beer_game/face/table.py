"""The table of the beer game: its regions, the card that asks, and the forms that answer."""

from typing import Final

from games.catalogue.beer_game.face import board, commands, forms
from games.ui.faces import Region, TablePart

TABLE: Final = TablePart(
    regions=(
        Region("chain", "beer_game/chain.html", "card", "top"),
        Region("stage", "beer_game/stage.html", "card", "pair"),
        Region("sheet", "beer_game/sheet.html", "card", "pair"),
    ),
    styles=("beer_game/chain.css",),
    context=board.context,
    decision=board.card,
    form=forms.form_for,
    command=commands.command,
)
