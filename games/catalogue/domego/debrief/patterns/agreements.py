"""Patterns of contracts: prices compared with their range, failed or fast negotiations, and the use of the price."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.catalogue.domego.debrief.patterns.play import PATTERNS, Play
from games.catalogue.domego.facts.tables import ContractMade
from games.catalogue.domego.quantities import k
from games.ui.patterns import Hit

MANY_OFFERS = 6
KEPT = 40
"""The percentage of its contract income that a role still holds at the end with a good margin."""


def _numbers(play: Play, made: ContractMade) -> dict[str, str | int]:
    return {
        **play.named(payer=made.payer, payee=made.payee),
        "price": k(made.price or 0),
        "low": made.low,
        "high": made.high,
    }


def _agreed(play: Play) -> Iterator[tuple[ContractMade, int]]:
    """Agreed contracts with their prices."""
    return ((made, made.price) for made in play.contracts if made.how == "agreed" and made.price is not None)


@PATTERNS.add("price_above", "agreement")
def price_above(play: Play) -> Hit | None:
    """A price above the standard range was agreed."""
    above = [(made, price - made.high) for made, price in _agreed(play) if price > made.high]
    if not above:
        return None
    made, more = max(above, key=lambda pair: pair[1])
    fact = _("%(The_payee)s got %(price)s, while contracts of this kind go from %(low)d to %(high)d.")
    ask = _("Who in the end paid for this price?")
    events, seats = play.talk(made), (made.payer, made.payee)
    return Hit(weight=min(66, 46 + more), fact=fact % _numbers(play, made), ask=ask, events=events, seats=seats)


@PATTERNS.add("price_below", "agreement")
def price_below(play: Play) -> Hit | None:
    """A price below the standard range was agreed."""
    below = [(made, made.low - price) for made, price in _agreed(play) if price < made.low]
    if not below:
        return None
    made, less = max(below, key=lambda pair: pair[1])
    fact = _("%(The_payee)s agreed to %(price)s, while contracts of this kind go from %(low)d to %(high)d.")
    ask = _("What did this price leave to do the work with?")
    events, seats = play.talk(made), (made.payee, made.payer)
    return Hit(weight=min(66, 46 + less), fact=fact % _numbers(play, made), ask=ask, events=events, seats=seats)


@PATTERNS.add("talk_failed", "agreement")
def talk_failed(play: Play) -> Hit | None:
    """A negotiation failed and a contract was drawn."""
    failed = [made for made in play.contracts if made.how == "drawn"]
    if not failed:
        return None
    made = failed[0]
    points = play.story.scenario.penalties.failed_negotiation
    fact = ngettext(
        "%(The_payer)s and %(the_payee)s found no price, and each lost %(points)d point.",
        "%(The_payer)s and %(the_payee)s found no price, and each lost %(points)d points.",
        points,
    )
    ask = _("What would one more offer have been worth?")
    numbers, seats = {**_numbers(play, made), "points": points}, (made.payer, made.payee)
    weight = 60 + 4 * min(5, len(failed) - 1)
    return Hit(weight=weight, fact=fact % numbers, ask=ask, events=play.talk(made), seats=seats)


@PATTERNS.add("refused_better", "agreement")
def refused_better(play: Play) -> Hit | None:
    """A role broke off a negotiation and drew a worse price than the other side's last offer. A passed deadline does
    not count.
    """
    for made in play.contracts:
        if made.how != "drawn" or made.settled_by is None or made.price is None or made.by == "deadline":
            continue
        other = made.payee if made.settled_by == made.payer else made.payer
        offers = [offer.price for offer in made.offers if offer.seat == other]
        if not offers:
            continue
        worse = made.price - offers[-1] if made.settled_by == made.payer else offers[-1] - made.price
        if worse > 0:
            fact = _("%(The_role)s refused %(offer)s and was given %(price)s at random, %(worse)s worse.")
            ask = _("What was the draw worth on average?")
            numbers = {**play.named(role=made.settled_by), "offer": k(offers[-1]), "worse": k(worse)}
            words = fact % {**_numbers(play, made), **numbers}
            return Hit(weight=62, fact=words, ask=ask, events=play.talk(made), seats=(made.settled_by,))
    return None


@PATTERNS.add("first_offer_taken", "agreement")
def first_offer_taken(play: Play) -> Hit | None:
    """A contract was agreed on the first price that was named."""
    quick = [(made, price) for made, price in _agreed(play) if len(made.offers) == 1]
    if not quick:
        return None
    made, price = max(quick, key=lambda pair: pair[1])
    fact = _("%(The_payer)s and %(the_payee)s agreed on the first price, %(price)s; usual are %(low)d to %(high)d.")
    ask = _("What did each side know of the other's need?")
    weight = 36 if not made.low <= price <= made.high else 28
    events, seats = play.talk(made), (made.payer, made.payee)
    return Hit(weight=weight, fact=fact % _numbers(play, made), ask=ask, events=events, seats=seats)


@PATTERNS.add("long_talk", "agreement")
def long_talk(play: Play) -> Hit | None:
    """Many offers for one contract."""
    made = max(play.contracts, key=lambda each: len(each.offers), default=None)
    if made is None or len(made.offers) < MANY_OFFERS:
        return None
    fact = _("%(The_payer)s and %(the_payee)s named %(n)d prices before it was settled.")
    ask = _("Which of these offers moved something?")
    numbers = {**_numbers(play, made), "n": len(made.offers)}
    seats = (made.payer, made.payee)
    return Hit(weight=30, fact=fact % numbers, ask=ask, events=play.talk(made)[:12], seats=seats)


@PATTERNS.add("one_side_gave_way", "agreement")
def one_side_gave_way(play: Play) -> Hit | None:
    """The agreed price is close to the first price of one side."""
    for made, price in _agreed(play):
        first = {seat: [o.price for o in made.offers if o.seat == seat][:1] for seat in (made.payer, made.payee)}
        if not first[made.payer] or not first[made.payee]:
            continue
        bid, wanted = first[made.payer][0], first[made.payee][0]
        gap = wanted - bid
        if gap < 5 or not (10 * (price - bid) >= 9 * gap or 10 * (wanted - price) >= 9 * gap):
            continue
        gave = made.payer if 2 * (price - bid) > gap else made.payee
        fact = _("The first prices were %(bid)s and %(wanted)s, the contract %(price)s: %(the_role)s gave way.")
        ask = _("What strength did the other side have?")
        numbers = {**_numbers(play, made), "bid": k(bid), "wanted": k(wanted), **play.named(role=gave)}
        return Hit(weight=40, fact=fact % numbers, ask=ask, events=play.talk(made)[:12], seats=(gave,))
    return None


@PATTERNS.add("bank_stepped_in", "money")
def bank_stepped_in(play: Play) -> Hit | None:
    """The bank paid a part of a contract."""
    helped = [made for made in play.contracts if made.by_bank]
    if not helped:
        return None
    made = max(helped, key=lambda each: each.by_bank)
    fact = _("The bank paid %(bank)s of the %(price)s that %(the_payer)s owed %(to_payee)s.")
    ask = _("What protects a firm from a client without money?")
    numbers = {**_numbers(play, made), "bank": k(made.by_bank)}
    events = play.trace.find("paid", "instalment_paid", seat=made.payer, payee=made.payee)
    seats = (made.payer, made.payee)
    return Hit(weight=64, fact=fact % numbers, ask=ask, events=events, seats=seats)


@PATTERNS.add("thin_price", "money")
def thin_price(play: Play) -> Hit | None:
    """A role that worked for a price in the lower third went bankrupt."""
    for seen in play.story.facts.bankruptcies:
        made = play.story.contract_of(seen.seat)
        if made is None or made.price is None or 3 * (made.price - made.low) > made.high - made.low:
            continue
        fact = _(
            "%(The_payee)s went bankrupt in activity %(n)d; its contract was %(price)s, usual are %(low)d to %(high)d."
        )
        ask = _("What did this price become for the project?")
        numbers = {**_numbers(play, made), "n": seen.activity}
        events = (*play.settled(made), *play.trace.find("bankrupt", turn=seen.activity, seat=seen.seat))
        return Hit(weight=72, fact=fact % numbers, ask=ask, events=events, seats=(made.payee, made.payer))
    return None


@PATTERNS.add("good_margin", "fairness")
def good_margin(play: Play) -> Hit | None:
    """A role kept much of its contract income, while the project missed a target."""
    kept = [
        role
        for role in play.roles
        if role.contract_received
        and not role.contract_paid
        and 100 * (role.money - role.start_money) >= KEPT * role.contract_received
    ]
    if not kept or not play.missed:
        return None
    role = max(kept, key=lambda each: each.money - each.start_money)
    fact = _("%(The_role)s was paid %(paid)s and ended %(gain)s up; the project missed a target.")
    ask = _("How could a contract tie the margin to the result of the project?")
    numbers = {
        **play.named(role=role.seat),
        "paid": k(role.contract_received),
        "gain": k(role.money - role.start_money),
    }
    events = (*play.trace.find("paid", "instalment_paid", payee=role.seat), *play.end)
    return Hit(weight=48, fact=fact % numbers, ask=ask, events=events, seats=(role.seat,))


@PATTERNS.add("payer_kept_money", "fairness")
def payer_kept_money(play: Play) -> Hit | None:
    """The role that pays first kept a third of its money, while the project missed a target."""
    rich = [
        role
        for role in play.roles
        if role.contract_paid and not role.contract_received and 3 * role.money >= role.start_money
    ]
    if not rich or not play.missed:
        return None
    role = max(rich, key=lambda each: each.money)
    fact = _("%(The_role)s kept %(money)s of its %(start)s, and the project missed a target.")
    ask = _("What could this money have done for the project, and where?")
    numbers = {**play.named(role=role.seat), "money": k(role.money), "start": k(role.start_money)}
    events = (*play.trace.find("paid", seat=role.seat), *play.end)
    return Hit(weight=45, fact=fact % numbers, ask=ask, events=events, seats=(role.seat,))
