"""Tables of contracts with their negotiations, of purchases and of bankruptcies."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.catalogue.domego.debrief.story import Story
from games.catalogue.domego.facts.tables import BankruptcySeen, ContractMade
from games.catalogue.domego.names import card_title
from games.catalogue.domego.quantities import cubes, k
from games.ui.nouns import named

Row = dict[str, Any]


def contract_rows(story: Story) -> list[Row]:
    """A line for each contract in the order of the sheets."""
    return [
        {
            "payer": story.names[made.payer],
            "payee": story.names[made.payee],
            "activity": made.activity,
            "standard": _("%(low)d to %(high)d") % {"low": made.low, "high": made.high},
            "price": k(made.price) if made.price is not None else "",
            "inside": made.price is not None and made.low <= made.price <= made.high,
            "against": _against(made),
            "offered": _prices(made, made.payer),
            "asked": _prices(made, made.payee),
            "how": _how(story, made),
        }
        for made in story.facts.contracts
    ]


def _prices(made: ContractMade, seat: int) -> str:
    return ", ".join(str(offer.price) for offer in made.offers if offer.seat == seat) or "\u2013"


def _against(made: ContractMade) -> str:
    """The position of the price: percent of the way from low to high, or the distance outside."""
    if made.price is None:
        return ""
    if made.price > made.high:
        return _("%(amount)s above") % {"amount": k(made.price - made.high)}
    if made.price < made.low:
        return _("%(amount)s below") % {"amount": k(made.low - made.price)}
    span = made.high - made.low
    return _("%(percent)d\xa0%% of the range") % {"percent": round(100 * (made.price - made.low) / span) if span else 0}


def _how(story: Story, made: ContractMade) -> str:
    ended = story.names[made.settled_by].short if made.settled_by is not None else ""
    match made.how:
        case "agreed":
            words = ngettext("agreed after one offer", "agreed after %(n)s offers", len(made.offers))
            return words % {"n": len(made.offers)}
        case "drawn" if made.by == "deadline" or not ended:
            return _("drawn: time was up")
        case "drawn":
            return _("drawn: broken off by %(role)s") % {"role": ended}
        case "fixed":
            return _("fixed")
    return _("open")


def purchase_note(story: Story) -> str:
    """The extra cost of the full price, in total and for the role that paid most."""
    costs = sorted(((story.saving(role), role) for role in story.facts.roles), key=lambda pair: -pair[0])
    total = sum(cost for cost, _role in costs)
    if not total:
        return _("No cube was bought at the full price.")
    most, role = costs[0]
    words = _("Bought in time, the same cubes would have cost %(total)s less, %(most)s of it for %(the_role)s.")
    return words % {"total": k(total), "most": k(most), **named(role=story.names[role.seat])}


def bankruptcy_chains(story: Story) -> list[list[Row]]:
    """Bankruptcies, each followed by those that it caused."""
    chains: list[list[Row]] = []
    for seen in story.facts.bankruptcies:
        link = {"name": story.names[seen.seat], "activity": seen.activity, "words": _bankruptcy(story, seen)}
        if seen.cause == "replacement" and chains:
            chains[-1].append(link)
        else:
            chains.append([link])
    return chains


def _bankruptcy(story: Story, seen: BankruptcySeen) -> str:
    causes = {
        "required": _("Could not place what is required"),
        "contract": _("Could not pay the contract in full"),
        "instalment": _("Could not pay the instalment in full"),
        "card": _("Could not pay what the card \u201c%(card)s\u201d asks"),
        "replacement": _("Could not pay for the new firm in full"),
    }
    card = card_title(story.scenario, seen.card) if seen.card else ""
    why = causes[seen.cause] % {"card": card} if seen.cause == "card" else causes[seen.cause]
    lost = _("It lost %(money)s and %(cubes)s.") % {"money": k(seen.lost_money), "cubes": cubes(seen.lost_stock)}
    if seen.payer is None:
        new = _("The bank gave the new firm %(amount)s.") % {"amount": k(seen.amount)}
    else:
        numbers = {"amount": k(seen.amount), "bank": k(seen.by_bank), **named(payer=story.names[seen.payer])}
        words = _("The new firm got %(amount)s %(from_payer)s.")
        if not seen.amount:
            words = _("Nothing was due to the new firm.")
        elif seen.by_bank == seen.amount:
            words = _("The bank gave the new firm %(amount)s, since %(the_payer)s had nothing left.")
        elif seen.by_bank:
            words = _("The new firm got %(amount)s, %(bank)s of it from the bank, the rest %(from_payer)s.")
        new = words % numbers
    return f"{why}. {lost} {new}"
