"""Bankruptcy: a role's firm loses everything, and the role that engaged it pays for its replacement. Booklet,
"Faillite". README decisions 2 and 9.
"""

from typing import Literal

from games.catalogue.domego.rules.events import Bankrupt
from games.catalogue.domego.rules.ledger import Ledger, changed
from games.catalogue.domego.rules.types import Firm

Cause = Literal["required", "contract", "instalment", "card", "replacement"]


def go_bankrupt(ledger: Ledger, role: int, cause: Cause) -> None:
    """Replace the firm of a role. A payer that cannot pay in full goes bankrupt too, and so on up the chain."""
    failing: int | None = role
    while failing is not None:
        failing, cause = _replace_firm(ledger, failing, cause), "replacement"


def _replace_firm(ledger: Ledger, role: int, cause: Cause) -> int | None:
    """Carry out one bankruptcy. The result is the payer if it now goes bankrupt as well, else None."""
    old, sheet = ledger.firms[role], ledger.sheet
    payer = sheet.roles[role].engaged_by
    due = sheet.subsidy if payer is None else sheet.roles[role].replacement[ledger.turn - 1]
    ledger.firms[role] = Firm(0, 0, old.bankruptcies + 1, old.failed)
    if payer is None:
        by_bank = due
        ledger.give(role, due)
    else:
        by_bank = ledger.pay(payer, role, due)
    ledger.bankrupt = changed(ledger.bankrupt, role, True)
    ledger.emit(Bankrupt(cause, old.money, old.stock, payer, due, by_bank, turn=ledger.turn, seat=role))
    return payer if payer is not None and by_bank else None
