"""The contents of the regions of the table page."""

from typing import Any, Final

from django.utils.translation import gettext as _

from games.catalogue.utboheme import names
from games.catalogue.utboheme.board import PIPS, drawing, lits
from games.catalogue.utboheme.face import commands, hand, orders, trading
from games.catalogue.utboheme.face.deciding import card
from games.catalogue.utboheme.face.forms import form_for
from games.catalogue.utboheme.face.targets import targets
from games.catalogue.utboheme.rules.events import Harvested
from games.catalogue.utboheme.rules.resources import RESOURCES
from games.catalogue.utboheme.rules.view import View
from games.engine.types import Prompt
from games.ui.expected import Figure
from games.ui.faces import Region, Scene, TablePart
from games.ui.seats import player_name

ON_THE_ISLAND = ("found_uv", "found_cc", "roads", "robber", "act")


def context(scene: Scene) -> dict[str, Any]:
    """The island, trade, the viewer's cards, the players, and the viewer's standing orders."""
    view: View = scene.view
    return {
        "island": drawing(view),
        "lits": lits(view.board),
        "targets": targets(view, _placing(scene)),
        "dice": [{"pips": PIPS[die]} for die in view.dice],
        "dice_sum": sum(view.dice),
        "short": {name: names.short_resource(name) for name in RESOURCES},
        "income": _income(scene),
        "trade": trading.region(scene),
        "own_held": hand.held(view, scene.seat) if scene.seat is not None else (),
        "own_cards": hand.card_rows(view),
        "hand_points": names.points(view.own_points) if scene.seat is not None else "",
        "cost_rows": hand.cost_rows(view, scene.seat),
        "player_rows": hand.player_rows(scene),
        "specials": _specials(view),
        "target_points": view.figures.target,
        "hand_limit": view.figures.hand_limit,
        "bank_words": hand.bank_words(view),
        "pile_left": view.pile,
        "orders": orders.region(scene),
        "left_out": () if scene.seat in scene.mine else ("orders",),
    }


def _income(scene: Scene) -> tuple[tuple[str, int], ...]:
    """The seat's income from the dice of this turn, by resource."""
    if scene.seat is None:
        return ()
    found = dict.fromkeys(RESOURCES, 0)
    for told in scene.thread:
        if isinstance(told.event, Harvested):
            found[told.event.resource] += told.event.got[scene.seat]
    return tuple((name, number) for name, number in found.items() if number)


def _specials(view: View) -> tuple[dict[str, str], ...]:
    """The two special cards and their holders."""
    figures = view.figures
    title = _("%(card)s, %(points)s")
    longest = _("nobody yet, %(number)d CC in a row") % {"number": figures.longest_from}
    oldest = _("nobody yet, %(number)d anciens") % {"number": figures.oldest_from}
    if view.longest is not None:
        words = {"player": player_name(view.longest), "number": view.lengths[view.longest]}
        longest = _("%(player)s, %(number)d CC") % words
    if view.oldest is not None:
        words = {"player": player_name(view.oldest), "number": view.anciens[view.oldest]}
        oldest = _("%(player)s, %(number)d anciens") % words
    return (
        {
            "title": title % {"card": _("Longest cursus"), "points": names.points(figures.longest_points)},
            "words": longest,
        },
        {"title": title % {"card": _("Oldest ancien"), "points": names.points(figures.oldest_points)}, "words": oldest},
    )


def _placing(scene: Scene) -> Prompt | None:
    """The open prompt that is answered on the island."""
    return next((prompt for prompt in scene.own_prompts() if prompt.kind in ON_THE_ISLAND), None)


def expected_figures(scene: Scene) -> tuple[Figure, ...]:
    """The seat's points, with the points that win."""
    view: View = scene.view
    return (Figure("points", _("Your points"), target=view.figures.target, so_far=view.own_points),)


TABLE: Final = TablePart(
    regions=(
        Region("island", "utboheme/island.html", "card u-card", "first"),
        Region("hand", "utboheme/hand.html", "card", "board"),
        Region("trade", "utboheme/trade.html", "card", "pair", replayed=False),
        Region("players", "utboheme/players.html", "card", "board"),
        Region("orders", "utboheme/orders.html", "card", "pair", replayed=False),
    ),
    decides_on_drawing=True,
    scripts=("games/view.js", "games/near.js", "utboheme/island.js", "utboheme/cards.js"),
    styles=("utboheme/island.css", "utboheme/cards.css"),
    context=context,
    decision=card,
    form=form_for,
    thread_kinds=trading.THREAD_KINDS,
    command=commands.command,
    expected_figures=expected_figures,
)
