"""The dispatch of an answer to its rule."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from games.catalogue.master_builder.rules import auctions, building, happenings, hiring, market, renting, wages
from games.catalogue.master_builder.rules import moves as answers
from games.catalogue.master_builder.rules.moves import MasterBuilderMove
from games.catalogue.master_builder.rules.prompts import find
from games.catalogue.master_builder.rules.table import Table
from games.catalogue.master_builder.rules.turn import advance
from games.catalogue.master_builder.rules.types import State
from games.engine.draws import Draws
from games.engine.errors import IllegalMove
from games.engine.types import Outcome, Seat

Rule = Callable[[Table, Seat, Any], None]

HIRING: Final[Mapping[type, Rule]] = dict.fromkeys((answers.Hire, answers.Look, answers.Fire, answers.Pass), hiring.act)

RULES: Final[Mapping[str, Mapping[type, Rule]]] = {
    "draft": HIRING,
    "hire": HIRING,
    "take": {answers.Take: hiring.take},
    "wish": {answers.Wish: hiring.wish},
    "nominate": {answers.Nominate: market.nominate, answers.Decline: market.decline},
    "bid": {answers.Raise: auctions.raise_bid, answers.Pass: auctions.drop_out},
    "limit": {answers.SetLimit: auctions.set_limit, answers.Pass: auctions.drop_out},
    "buy": {answers.Buy: market.buy},
    "play_event": {answers.PlayEvent: happenings.play},
    "choose": {answers.Choose: happenings.choose},
    "rent": {answers.Offer: renting.offer, answers.Answer: renting.answer, answers.CloseTalks: renting.close},
    "plan": {answers.Build: building.confirm, answers.Propose: building.propose},
    "borrow": {answers.Borrow: wages.borrow},
    "repay": {answers.Repay: wages.repay},
}
"""By kind of prompt: the rule for each kind of answer."""


def apply(state: State, seat: Seat, key: str, move: MasterBuilderMove, draws: Draws) -> Outcome:
    """See `Rules.apply`. Limits and wishes that were set before are played within the same move."""
    kind = find(state, seat, key).kind
    rule = RULES[kind].get(type(move))
    if rule is None:
        raise IllegalMove("wrong_move", kind=kind)
    table = Table(state, draws)
    rule(table, seat, move)
    advance(table)
    return table.close()
