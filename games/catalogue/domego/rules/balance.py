"""Phase 4: the balance of an activity. Booklet, "Bilan"; README decisions 10 and 14."""

from games.catalogue.domego.rules.allocation import cubes_of
from games.catalogue.domego.rules.events import ActivityEnded
from games.catalogue.domego.rules.ledger import Ledger
from games.catalogue.domego.rules.risks import CardBill
from games.catalogue.domego.rules.sheet import Goals


def draw_balance(ledger: Ledger, bill: CardBill) -> None:
    """Raise the three counters. A role that went bankrupt counts as having placed exactly the required cubes."""
    placed = fewer_days = 0
    for part, move in zip(ledger.activity.parts, ledger.placed, strict=True):
        if move is None or ledger.bankrupt[part.role]:
            placed += part.required
        else:
            placed += cubes_of(part, move)
            fewer_days += part.delay[move.delay_tier][1]
    before = Goals(ledger.delay, ledger.cost, ledger.failures)
    days = max(0, ledger.activity.days - fewer_days + bill.days)
    cost = placed + bill.cubes + bill.k
    ledger.delay += days
    ledger.cost += cost
    ledger.failures += bill.cards
    ledger.emit(
        ActivityEnded(
            ledger.activity.days,
            fewer_days,
            bill.days,
            days,
            placed,
            bill.cubes,
            bill.k,
            cost,
            bill.cards,
            before,
            Goals(ledger.delay, ledger.cost, ledger.failures),
            turn=ledger.turn,
        )
    )
