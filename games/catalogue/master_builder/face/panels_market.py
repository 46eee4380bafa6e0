"""The contents of the card for contracts: nominating, bidding, limits, buying."""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from games.catalogue.master_builder import cards, names
from games.catalogue.master_builder.rules.auctions import least_limit
from games.catalogue.master_builder.rules.scenario import Contract, Skill, rank_of
from games.catalogue.master_builder.rules.types import Auction, Lot
from games.catalogue.master_builder.rules.view import View
from games.engine.types import Prompt
from games.ui.faces import DecisionForm, Scene


@dataclass(frozen=True)
class LotRow:
    """A contract on offer."""

    number: int
    name: str
    payment: str
    min_bid: int
    bonus: str
    workers: str
    trades: tuple[tuple[int, str, str], ...]
    """(number, class, letter) by skill."""
    too_dear: bool
    checked: bool
    buy_words: str
    bid_words: str
    """The button's text for buying the contract, or for nominating it; `{bid}` is then replaced by the bid."""


def manpower(contract: Contract) -> str:
    """The workers of each skill for a whole contract: `3 F, 2 T, 4 A`."""
    return ", ".join(
        _("%(number)d %(skill)s") % {"number": number, "skill": names.letter(skill)}
        for skill, number in _workers_needed(contract)
    )


def _workers_needed(contract: Contract) -> list[tuple[Skill, int]]:
    """Workers of each skill for a whole contract, highest skill first."""
    asked = [skill for section in contract.sections for skill in section.needs]
    return [(skill, asked.count(skill)) for skill in sorted(set(asked), key=rank_of, reverse=True)]


def lot_row(view: View, lot: Lot, cash: int, sent: str) -> LotRow:
    """A contract on offer as a choice."""
    contract = view.sheet.contract(lot.contract)
    said = {"contract": cards.contract(view.sheet, contract.number), "least": names.k(contract.min_bid)}
    return LotRow(
        number=contract.number,
        name=cards.contract(view.sheet, contract.number),
        payment=names.k(contract.payment),
        min_bid=contract.min_bid,
        bonus=names.k(view.sheet.unsold_bonus) if lot.waited else "",
        workers=manpower(contract),
        trades=tuple((number, skill.lower(), names.letter(skill)) for skill, number in _workers_needed(contract)),
        too_dear=contract.min_bid > cash,
        checked=sent == str(contract.number),
        buy_words=_("Buy %(contract)s for %(least)s") % said,
        bid_words=_("Put up %(contract)s at {bid}k") % said,
    )


def _sent(bound: DecisionForm | None, name: str) -> str:
    return str(bound.data.get(name, "")) if bound is not None else ""


def nominate(scene: Scene, prompt: Prompt, bound: DecisionForm | None) -> dict[str, Any]:
    """The contracts on offer, an opening bid and a limit."""
    view: View = scene.view
    cash = view.firms[prompt.seat].cash
    rows = [lot_row(view, lot, cash, _sent(bound, "contract")) for lot in view.lots]
    least = min(row.min_bid for row in rows)
    restricted = view.round == 1 and any(len(firm.sites) > 1 for firm in view.firms)
    sent = next((row for row in rows if row.checked), None)
    opening = _sent(bound, "bid") or (sent.min_bid if sent else "")
    return {
        "rows": rows,
        "says": sent.bid_words.replace("{bid}", str(opening)) if sent else "",
        "cash": cash,
        "least": least,
        "bid": _sent(bound, "bid"),
        "limit": _sent(bound, "limit"),
        "may_decline": not restricted,
    }


def bid(scene: Scene, prompt: Prompt, bound: DecisionForm | None) -> dict[str, Any]:
    """The current auction: the price, the least raise, and the contract's requirements and payment."""
    amount = _sent(bound, "bid") or str(scene.view.auction.price + 1)
    words = _("Bid {bid}k")
    return _auction(scene, prompt) | {
        "bid": amount,
        "bid_words": words,
        "says": words.replace("{bid}", amount),
        "limit": _sent(bound, "limit"),
    }


def limit(scene: Scene, prompt: Prompt, bound: DecisionForm | None) -> dict[str, Any]:
    """The seat's own limit, which can be set, changed or withdrawn during another player's turn."""
    view: View = scene.view
    own = view.auction.limit if view.auction is not None else 0
    return _auction(scene, prompt) | {
        "own": own,
        "own_words": names.k(own),
        "value": _sent(bound, "limit") or own or "",
    }


def _auction(scene: Scene, prompt: Prompt) -> dict[str, Any]:
    view: View = scene.view
    auction = view.auction
    if auction is None:
        return {}
    seat, cash = prompt.seat, view.firms[prompt.seat].cash
    lot = next(each for each in view.lots if each.contract == auction.contract)
    known = Auction(auction.contract, auction.leader, auction.price, auction.still, auction.asked, ())
    leads = auction.leader == seat
    return {
        "title": _("Leave a limit"),
        "lot": lot_row(view, lot, cash, ""),
        "contract": cards.contract(view.sheet, auction.contract),
        "price": names.k(auction.price),
        "leader": names.players_named(player=auction.leader),
        "leads": leads,
        "asked": names.players_named(player=auction.asked),
        "still": [names.player_name(each) for each in auction.still if each != seat],
        "least": auction.price + 1,
        "least_limit": least_limit(known, seat),
        "cash": cash,
        "cash_words": names.k(cash),
    }


def buy(scene: Scene, prompt: Prompt, bound: DecisionForm | None) -> dict[str, Any]:
    """The contracts on offer, at their minimum bids."""
    view: View = scene.view
    cash = view.firms[prompt.seat].cash
    rows = [lot_row(view, lot, cash, _sent(bound, "contract")) for lot in view.lots]
    return {"rows": rows, "says": next((row.buy_words for row in rows if row.checked), "")}
