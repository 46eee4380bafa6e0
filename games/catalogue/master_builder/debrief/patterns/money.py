"""Patterns of money: wages compared with income, contracts with a loss, and the cost of credit."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.catalogue.master_builder.debrief.patterns.play import PATTERNS, Play
from games.catalogue.master_builder.names import k
from games.ui.patterns import Hit

CREDIT = 5
"""The total cost of loans in k from which the pattern is reported."""


@PATTERNS.add("wages_over_income", "money")
def wages_over_income(play: Play) -> Hit | None:
    """A player's wages were higher than the income from its buildings, also without a rise that the facilitator
    brought.
    """
    over = {each.seat: each.wages - play.raised(each.seat) - each.income - each.unfinished for each in play.seats}
    seat = max(over, key=over.__getitem__, default=None)
    if seat is None or over[seat] <= 0 or not play.facts.ended:
        return None
    player = play.seats[seat]
    dear = sorted(play.rounds(seat), key=lambda each: -each.wages)[:3]
    fact = _("%(The_player)s paid %(wages)s of wages in all; the buildings brought %(brought)s.")
    ask = _("In which round was the crew too large for the contracts?")
    words = {**play.named(player=seat), "wages": k(player.wages), "brought": k(player.income + player.unfinished)}
    events = (*play.wages(seat, *sorted(each.round for each in dear)), *play.end)
    weight = min(72, 46 + over[seat] // 2)
    return Hit(weight=weight, fact=fact % words, ask=ask, events=events, seats=(seat,))


@PATTERNS.add("contract_lost_money", "cost")
def contract_lost_money(play: Play) -> Hit | None:
    """A contract cost its owner more than its income."""
    made = play.worst
    if made is None or made.gain >= 0 or not play.facts.ended:
        return None
    fact = _(
        "%(contract)s cost %(the_player)s %(loss)s in all: %(price)s for the contract and %(labour)s for those who "
        "worked on it, against %(brought)s."
    )
    ask = _("When could the loss on this contract have been seen coming?")
    words = {
        "contract": play.contract(made),
        **play.named(player=made.seat),
        "loss": k(-made.gain),
        "price": k(made.price),
        "labour": k(made.labour),
        "brought": k(made.brought + made.bonus),
    }
    weight = min(74, 44 - made.gain)
    events = (*play.sale(made), *play.close(made))
    return Hit(weight=weight, fact=fact % words, ask=ask, events=events, seats=(made.seat,))


@PATTERNS.add("credit_cost", "money")
def credit_cost(play: Play) -> Hit | None:
    """Loans cost money. The pattern names one player only if all loans are that player's."""
    loans = play.facts.loans
    cost = sum(each.interest for each in loans)
    if cost < CREDIT:
        return None
    fact = ngettext(
        "%(n)d loan brought %(cash)s and cost %(cost)s on top.",
        "%(n)d loans brought %(cash)s together and cost %(cost)s on top.",
        len(loans),
    )
    ask = _("Which loan brought more than its cost?")
    words = {"n": len(loans), "cash": k(sum(each.cash for each in loans)), "cost": k(cost)}
    seats = play.only(each.seat for each in loans)
    weight = min(64, 32 + cost // 2)
    return Hit(weight=weight, fact=fact % words, ask=ask, events=play.trace.find("borrowed", "repaid"), seats=seats)
