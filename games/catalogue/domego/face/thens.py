"""The change of the expected end by each choice, as the cards show it."""

from django.utils.translation import gettext as _

from games.catalogue.domego.face.counters import expected_figures
from games.catalogue.domego.quantities import cubes
from games.catalogue.domego.rules.moves import Allocate
from games.catalogue.domego.rules.sheet import Part
from games.catalogue.domego.rules.view import View
from games.ui.choice_preview import Then, then_of
from games.ui.faces import Scene


def of_placing(scene: Scene, seat: int, part: Part, move: Allocate) -> Then | None:
    """The change compared with placing only the required cubes."""
    view: View = scene.view
    return then_of(
        expected_figures(view, seat),
        scene.expected,
        prefix="place/",
        base="place/0/0",
        chosen=f"{move.risk_tier}/{move.delay_tier}",
        was_words=cubes(part.required),
        after_words=_("this choice"),
        fields="risk_tier delay_tier",
    )


def of_buying(scene: Scene, seat: int, quantity: int) -> Then | None:
    """The change compared with buying no cubes."""
    view: View = scene.view
    return then_of(
        expected_figures(view, seat),
        scene.expected,
        prefix="buy/",
        base="buy/0",
        chosen=str(quantity),
        was_words=cubes(0),
        after_words=_("this choice"),
        fields="quantity",
        between=True,
    )


def of_price(scene: Scene, seat: int, contract: int, price: int | None) -> Then | None:
    """The change of a price that both sides agree to, compared with the price that bots would agree on."""
    view: View = scene.view
    if scene.expected is None or scene.expected.found is None:
        return None
    return then_of(
        expected_figures(view, seat),
        scene.expected,
        prefix=f"talk/{contract}/",
        base=scene.expected.found.figures,
        chosen="" if price is None else str(price),
        was_words=_("now"),
        after_words=_("at this price"),
        fields="price",
        between=True,
    )


def against(option: str) -> str:
    """The option with which an option is compared, in words."""
    words = {
        "place": _("against placing only what is required"),
        "buy": _("against buying no cubes"),
        "talk": _("against the price that bots would agree on"),
    }
    return words[option.partition("/")[0]]
