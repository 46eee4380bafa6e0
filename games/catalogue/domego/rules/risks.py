"""Phase 3: deferred effects, then the cards. Booklet, "Tirage des cartes Risque". README decisions 10 to 13."""

from msgspec import Struct

from games.catalogue.domego.rules.bankruptcy import go_bankrupt
from games.catalogue.domego.rules.events import CardDrawn, CardsDue, EffectApplied, EffectDeferred
from games.catalogue.domego.rules.ledger import Ledger, changed
from games.catalogue.domego.rules.sheet import Card, Effect
from games.catalogue.domego.rules.types import Firm, Waiting
from games.engine.draws import Draws


class CardBill(Struct):
    """The days, cubes, k and cards that the risks of one activity have cost so far."""

    days: int = 0
    cubes: int = 0
    k: int = 0
    cards: int = 0


def run_risks(ledger: Ledger, draws: Draws) -> CardBill:
    """Apply the effects deferred to this activity, then draw and apply its cards."""
    bill = CardBill()
    due = [effect for effect in ledger.waiting if effect.activity == ledger.turn]
    if due:
        ledger.waiting = tuple(effect for effect in ledger.waiting if effect.activity != ledger.turn)
        for effect in due:
            _apply(ledger, bill, effect, effect.card, effect.since)
    _draw_cards(ledger, bill, draws)
    return bill


def _draw_cards(ledger: Ledger, bill: CardBill, draws: Draws) -> None:
    activity, turn = ledger.activity, ledger.turn
    added = ledger.added[turn - 1]
    reduced = sum(
        part.risk[move.risk_tier][1]
        for part, move in zip(activity.parts, ledger.placed, strict=True)
        if move is not None
    )
    count = max(0, activity.slots + added - reduced)
    ledger.emit(CardsDue(activity.slots, added, reduced, count, turn=turn))
    left, ids = list(ledger.state.decks[turn - 1]), []
    for number in range(1, count + 1):
        card = left.pop(draws.below(len(left), f"activity-{turn}/card-{number}"))
        ids.append(card.id)
        ledger.emit(CardDrawn(card.id, number, turn=turn))
        _apply_card(ledger, bill, card)
    bill.cards = count
    ledger.drawn = (*ledger.drawn, tuple(ids))


def _apply_card(ledger: Ledger, bill: CardBill, card: Card) -> None:
    for effect in card.effects:
        if effect.activity == ledger.turn:
            _apply(ledger, bill, effect, card.id, ledger.turn)
            continue
        told = EffectDeferred(card.id, effect.op, effect.amount, effect.activity, turn=ledger.turn, seat=effect.role)
        ledger.emit(told)
        if effect.op == "risk":
            cards = ledger.added[effect.activity - 1] + effect.amount
            ledger.added = changed(ledger.added, effect.activity - 1, cards)
        else:
            later = Waiting(card.id, ledger.turn, effect.op, effect.amount, effect.activity, effect.role)
            ledger.waiting = (*ledger.waiting, later)


def _apply(ledger: Ledger, bill: CardBill, effect: Effect | Waiting, card: str, since: int) -> None:
    """Apply one effect to this activity. `delay` changes the project, the others a role's purse or stock."""
    role, amount, turn = effect.role, effect.amount, ledger.turn
    if role is None:
        bill.days += amount
        ledger.emit(EffectApplied(card, since, effect.op, amount, turn=turn))
    elif ledger.bankrupt[role]:
        ledger.emit(EffectApplied(card, since, effect.op, amount, "void", turn=turn, seat=role))
    elif effect.op == "resources":
        _take_cubes(ledger, bill, effect, card, since, role)
    elif amount + ledger.firms[role].money < 0:
        _fail(ledger, effect, card, since, role)
    else:
        ledger.give(role, amount)
        bill.k += max(0, -amount)
        ledger.emit(EffectApplied(card, since, effect.op, amount, k=-amount, turn=turn, seat=role))


def _take_cubes(ledger: Ledger, bill: CardBill, effect: Effect | Waiting, card: str, since: int, role: int) -> None:
    firm, cubes = ledger.firms[role], effect.amount
    bought = max(0, cubes - firm.stock)
    paid = bought * ledger.sheet.high_price
    if paid > firm.money:
        _fail(ledger, effect, card, since, role)
        return
    ledger.firms[role] = Firm(firm.money - paid, firm.stock + bought - cubes, firm.bankruptcies, firm.failed)
    bill.cubes += cubes
    told = EffectApplied(card, since, effect.op, cubes, "done", cubes, bought, paid, turn=ledger.turn, seat=role)
    ledger.emit(told)


def _fail(ledger: Ledger, effect: Effect | Waiting, card: str, since: int, role: int) -> None:
    """Record a payment that fails, and make the role bankrupt; it counts 0 in the cost (README decision 12)."""
    ledger.emit(EffectApplied(card, since, effect.op, effect.amount, "unpaid", turn=ledger.turn, seat=role))
    go_bankrupt(ledger, role, "card")
