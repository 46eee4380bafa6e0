"""The quantities of a match, and the change of each by each event: points, dominoes eaten and left."""

from typing import Final

from games.catalogue.dominyam.rules.dominoes import bits_of
from games.catalogue.dominyam.rules.events import Dealt, Eaten, PointsBrought
from games.catalogue.dominyam.rules.scoring import hand_bits
from games.engine.ledger import START, Account, Accounts, Posting, common, own

MEALS: Final = Account(
    "points",
    lambda view: dict(enumerate(view.points)),
    {Eaten: own(lambda meal: meal.point + meal.bonus), PointsBrought: own(lambda given: given.amount)},
)
HANDS: Final = Account(
    "hand",
    lambda view: {seat: hand_bits(view, seat) for seat in range(view.players)},
    {Eaten: own(lambda meal: bits_of(meal.dominoes))},
)
"""The dominoes that a player has eaten: the sum of their bits."""
LEFT: Final = Account(
    "left",
    lambda view: {None: len(view.left)},
    {
        Dealt: lambda dealt, terms: (Posting(None, len(dealt.places), START),),
        Eaten: common(lambda meal: -len(meal.places)),
    },
)
ACCOUNTS: Final = Accounts((MEALS, HANDS, LEFT))
