"""The aim of a seat, and the reason for the end of a match, each in a sentence."""

from typing import Final

from django.utils.translation import gettext as _

from games.catalogue.beer_game.names import role_name
from games.catalogue.beer_game.rules.chains import chain_of, seats_of
from games.catalogue.beer_game.rules.types import CostChanged, Ordered, Week
from games.catalogue.beer_game.rules.view import View
from games.engine.types import Result
from games.ui.expected import signed
from games.ui.faces import Scene
from games.ui.nouns import named
from games.ui.sentences import phrase, sentences

ENDING_KINDS: Final = ("week", "ordered", "cost_changed")


def aim(scene: Scene) -> str:
    """The parts of the cost in a sentence."""
    terms = scene.view.terms
    words = {"stock": terms.stock_cost, "owed": terms.backlog_cost, "weeks": terms.weeks}
    return _(
        "A low cost over %(weeks)d weeks, for you and your chain: a pallet in stock costs %(stock)d a week, one owed "
        "%(owed)d."
    ) % words  # fmt: skip


def ending(scene: Scene, result: Result) -> str:
    """The parts of the cost of a chain, and the stage whose orders varied most; empty unless all stages are open."""
    view: View = scene.view
    chain = seats_of(view.terms.chains, chain_of(view.terms.chains, scene.seat or 0))
    weeks = [event for event in scene.record if isinstance(event, Week) and event.seat in chain]
    stock = sum(event.stock for event in weeks) * view.terms.stock_cost
    owed = sum(event.backlog for event in weeks) * view.terms.backlog_cost
    by_hand = sum(event.amount for event in scene.record if isinstance(event, CostChanged) and event.seat in chain)
    if stock + owed + by_hand != sum(result.scores[seat] for seat in chain):
        return ""
    orders: dict[int, list[int]] = {seat: [] for seat in chain}
    for event in scene.record:
        if isinstance(event, Ordered) and event.seat in orders:
            orders[event.seat].append(event.amount)
    asked = [event.incoming for event in weeks if event.seat == chain[0]]
    cost = phrase(_("Pallets owed cost %(owed)s, pallets in stock %(stock)s."), owed=owed, stock=stock)
    if by_hand:
        cost = sentences(cost, phrase(_("Changed by the facilitator: %(by_hand)s."), by_hand=signed(by_hand)))
    swings = {seat: max(orders[seat]) - min(orders[seat]) for seat in chain}
    widest = [seat for seat in chain if swings[seat] == max(swings.values())]
    if len(widest) > 1:
        return cost
    least, most = min(orders[widest[0]]), max(orders[widest[0]])
    words = {"least": least, "most": most, "low": min(asked), "high": max(asked)}
    swung = _(
        "Orders swung most at %(the_role)s: from %(least)s to %(most)s, where the sites asked for %(low)s to %(high)s."
    )
    return sentences(cost, phrase(swung, **words, **named(role=role_name(view.terms.chains, widest[0]))))
