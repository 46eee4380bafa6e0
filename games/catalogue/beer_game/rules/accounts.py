"""The quantities of a stage, and the change of each by each event: cost, stock, backlog and supply line."""

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from games.catalogue.beer_game.rules.types import Begun, CostChanged, Ordered, Terms, Week
from games.catalogue.beer_game.rules.view import StageView, View
from games.catalogue.beer_game.rules.weeks import mail_weeks
from games.engine.ledger import START, Account, Accounts, Holder, Posting, own


def _shown(figure: Callable[[StageView], int]) -> Callable[[View], Mapping[Holder, int]]:
    return lambda view: {seat: figure(stage) for seat, stage in enumerate(view.stages) if stage is not None}


def _stocked(event: Begun, terms: Terms) -> Iterator[Posting]:
    for seat in range(sum(terms.chains)):
        yield Posting(seat, event.stock, START)


def _on_its_way(event: Begun, terms: Terms) -> Iterator[Posting]:
    for seat in range(sum(terms.chains)):
        yield Posting(seat, event.flow * (terms.shipping_delay + mail_weeks(terms, seat)), START)


COST: Final = Account(
    "points",
    _shown(lambda stage: stage.cost),
    {Week: own(lambda week: week.cost), CostChanged: own(lambda changed: changed.amount)},
)
STOCK: Final = Account(
    "stock",
    _shown(lambda stage: stage.stock),
    {Begun: _stocked, Week: own(lambda week: week.received - week.shipped)},
)
BACKLOG: Final = Account(
    "backlog", _shown(lambda stage: stage.backlog), {Week: own(lambda week: week.incoming - week.shipped)}
)
LINE: Final = Account(
    "line",
    _shown(lambda stage: stage.on_order),
    {Begun: _on_its_way, Week: own(lambda week: -week.received), Ordered: own(lambda order: order.amount)},
)
ACCOUNTS: Final = Accounts((COST, STOCK, BACKLOG, LINE), lambda scenario, view, record: view.terms)
