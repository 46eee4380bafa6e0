"""The beer game's user interface: pages, forms and texts."""

from django.utils.translation import gettext_lazy

from games.catalogue.beer_game.face import forms
from games.catalogue.beer_game.game import GAME
from games.ui.faces import Face
from games.ui.role_benchmarks import reach_of

FACE = Face(
    game=GAME,
    title=gettext_lazy("Beer game"),
    summary=gettext_lazy(
        "The classical supply chain, told with cement: retailer, wholesaler, distributor and factory order week by "
        "week, deliveries take their time, and nobody sees the others' stocks."
    ),
    cover="beer_game/cover.svg",
    length=gettext_lazy("half an hour to one and a half hours"),
    teaches=gettext_lazy("why orders swing more than demand, and what sharing information changes"),
    advice="aims#preparation",
    units_note=gettext_lazy("Quantities are pallets of cement."),
    bots={
        "random": gettext_lazy("random: orders anything"),
        "naive": gettext_lazy("naive: fills the shelf, forgets what is on its way"),
        "strong": gettext_lazy("strong: counts the supply line"),
    },
    options_form=forms.BeerOptionsForm,
    turn_count=lambda scenario: scenario.weeks,
    reach=lambda scenario: reach_of(GAME, scenario),
)
