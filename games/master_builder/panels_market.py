"""What the card shows for contracts: nominating, bidding, limits, buying."""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from games.engine.types import Prompt
from games.kit.faces import DecisionForm, Scene
from games.master_builder import cards, names
from games.master_builder.rules.auctions import least_limit
from games.master_builder.rules.scenario import Contract, Skill, rank_of
from games.master_builder.rules.types import Auction, Lot
from games.master_builder.rules.view import View


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


def manpower(contract: Contract) -> str:
    """Workers of each skill for a whole contract: `3 F, 2 T, 4 A`."""
    return ", ".join(
        _("%(number)d %(skill)s") % {"number": number, "skill": names.letter(skill)}
        for skill, number in _asked(contract)
    )


def _asked(contract: Contract) -> list[tuple[Skill, int]]:
    """Workers of each skill for a whole contract, highest skill first."""
    asked = [skill for section in contract.sections for skill in section.needs]
    return [(skill, asked.count(skill)) for skill in sorted(set(asked), key=rank_of, reverse=True)]


def lot_row(view: View, lot: Lot, cash: int, sent: str) -> LotRow:
    """A contract on offer as a choice."""
    contract = view.sheet.contract(lot.contract)
    return LotRow(
        number=contract.number,
        name=cards.contract(view.sheet, contract.number),
        payment=names.k(contract.payment),
        min_bid=contract.min_bid,
        bonus=names.k(view.sheet.unsold_bonus) if lot.waited else "",
        workers=manpower(contract),
        trades=tuple((number, skill.lower(), names.letter(skill)) for skill, number in _asked(contract)),
        too_dear=contract.min_bid > cash,
        checked=sent == str(contract.number),
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
    return {
        "rows": rows,
        "cash": cash,
        "least": least,
        "bid": _sent(bound, "bid"),
        "limit": _sent(bound, "limit"),
        "may_decline": not restricted,
    }


def bid(scene: Scene, prompt: Prompt, bound: DecisionForm | None) -> dict[str, Any]:
    """The auction that runs: the price, the least raise, what the contract asks and pays."""
    return _auction(scene, prompt) | {
        "bid": _sent(bound, "bid") or scene.view.auction.price + 1,
        "limit": _sent(bound, "limit"),
    }


def limit(scene: Scene, prompt: Prompt, bound: DecisionForm | None) -> dict[str, Any]:
    """The own limit, to be set, changed or taken back while somebody else is asked."""
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
    return {"rows": [lot_row(view, lot, cash, _sent(bound, "contract")) for lot in view.lots]}
