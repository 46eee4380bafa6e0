"""The order of activities and phases. README decision 4 for instalments."""

from games.catalogue.domego.rules.allocation import open_allocation, pay_placements
from games.catalogue.domego.rules.balance import draw_balance
from games.catalogue.domego.rules.bankruptcy import go_bankrupt
from games.catalogue.domego.rules.events import ActivityBegun, GameEnded, InstalmentPaid
from games.catalogue.domego.rules.ledger import Ledger
from games.catalogue.domego.rules.negotiation import open_talks
from games.catalogue.domego.rules.risks import run_risks
from games.catalogue.domego.rules.scoring import scores
from games.catalogue.domego.rules.sheet import Contract
from games.engine.draws import Draws


def begin(ledger: Ledger, turn: int) -> None:
    """Reveal an activity: instalments first, then its special actions."""
    ledger.turn, ledger.phase = turn, "special"
    ledger.activity = activity = ledger.sheet.activities[turn - 1]
    ledger.bankrupt = (False,) * len(ledger.firms)
    ledger.placed = ()
    ledger.buyers = activity.buys
    ledger.emit(ActivityBegun(activity.days, activity.slots, ledger.added[turn - 1], turn=turn))
    if ledger.state.options.payments == "staged":
        _pay_instalments(ledger)
    open_talks(ledger)


def advance(ledger: Ledger, draws: Draws) -> None:
    """Continue until a role has a decision to make, or to the end of the match."""
    while True:
        if ledger.phase == "special":
            if ledger.buyers or any(talk.how == "open" for talk in ledger.talks):
                return
            open_allocation(ledger)
        if _someone_is_missing(ledger):
            return
        pay_placements(ledger)
        draw_balance(ledger, run_risks(ledger, draws))
        if ledger.turn == len(ledger.sheet.activities):
            _end(ledger)
            return
        begin(ledger, ledger.turn + 1)


def _someone_is_missing(ledger: Ledger) -> bool:
    for part, move in zip(ledger.activity.parts, ledger.placed, strict=True):
        if move is None and not ledger.bankrupt[part.role]:
            return True
    return False


def _pay_instalments(ledger: Ledger) -> None:
    for contract, price in zip(ledger.sheet.contracts, ledger.prices, strict=True):
        if price is None:
            continue
        for part, (turn, _) in enumerate(contract.instalments, start=1):
            if turn == ledger.turn:
                _pay_instalment(ledger, contract, part, instalment(contract, price, part))


def instalment(contract: Contract, price: int, part: int) -> int:
    """The amount (k) of a part of a staged price: its percentage rounded down; the last part is the rest."""
    shares = [price * percent // 100 for _, percent in contract.instalments[:-1]]
    return shares[part - 1] if part <= len(shares) else price - sum(shares)


def _pay_instalment(ledger: Ledger, contract: Contract, part: int, amount: int) -> None:
    by_bank = ledger.pay(contract.payer, contract.payee, amount)
    parts = len(contract.instalments)
    ledger.emit(InstalmentPaid(contract.payee, part, parts, amount, by_bank, turn=ledger.turn, seat=contract.payer))
    if by_bank:
        go_bankrupt(ledger, contract.payer, "instalment")


def _end(ledger: Ledger) -> None:
    ledger.phase = "over"
    ledger.placed = ()
    money = tuple(firm.money for firm in ledger.firms)
    ended = ledger.close().state
    ledger.emit(GameEnded(money, scores(ended), turn=ledger.turn))
