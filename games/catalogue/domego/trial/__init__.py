"""Domego's part in trials."""

from typing import Final

from games.catalogue.domego.rules.accounts import MONEY
from games.catalogue.domego.trial.lints import lints
from games.catalogue.domego.trial.notes import is_free, notes, place, round_of, seconds
from games.engine.trial.rules import TrialRules, heading, trouble

BANKRUPT: Final = 20
"""The percentage of good players' games in which a role may go bankrupt."""
FAILED: Final = 50
"""The percentage of good players' games in which a role may fail in a negotiation."""

TRIAL: Final = TrialRules(
    seconds=seconds,
    round_of=round_of,
    place=place,
    is_free=is_free,
    notes=notes,
    troubles=(
        trouble(
            "bankruptcies",
            "Bankruptcies",
            "%(role)s: bankrupt in %(share)s %% of good players' games.",
            BANKRUPT,
            85,
        ),
        trouble(
            "failed",
            "Contracts without agreement",
            "%(role)s: no agreement on a contract in %(share)s %% of good players' games.",
            FAILED,
            55,
        ),
    ),
    account=MONEY,
    account_title=heading("Money by activity, in k"),
    unlike=True,
    seat_place=lambda seat: f"roles[{seat}]",
    length="activities",
    lints=lints,
)
