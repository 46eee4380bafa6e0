"""A stage's accounts in words, week by week."""

from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from games.catalogue.beer_game import names
from games.catalogue.beer_game.rules.accounts import ACCOUNTS, BACKLOG, COST, LINE, STOCK
from games.catalogue.beer_game.rules.types import Begun, CostChanged, Ordered
from games.engine.ledger import Entry, Holder
from games.ui.faces import ExplainPart, Scene
from games.ui.ledger import Statement, Statements
from games.ui.sentences import phrase

PALLETS: Final = pgettext_lazy("unit", "pallets")


def _role(scene: Scene, seat: Holder) -> dict[str, str]:
    return {"role": names.role_name(scene.view.terms.chains, seat or 0).name}


def _weekly_prices(scene: Scene, seat: Holder) -> str:
    terms = scene.view.terms
    text = _("A pallet in stock costs %(stock)s a week, a pallet owed to the customer %(backlog)s.")
    return phrase(text, stock=terms.stock_cost, backlog=terms.backlog_cost)


def _cost(scene: Scene, entry: Entry) -> str:
    if isinstance(entry.event, CostChanged):
        return names.event_titles()["bonus" if entry.event.amount < 0 else "penalty"]
    return phrase(_("%(stock)s in stock, %(backlog)s owed."), stock=entry.event.stock, backlog=entry.event.backlog)


def _stock(scene: Scene, entry: Entry) -> str:
    event = entry.event
    if isinstance(event, Begun):
        return _("What lay there at the start")
    return phrase(_("%(received)s came in, %(shipped)s left."), received=event.received, shipped=event.shipped)


def _backlog(scene: Scene, entry: Entry) -> str:
    event = entry.event
    return phrase(_("%(incoming)s ordered, %(shipped)s left."), incoming=event.incoming, shipped=event.shipped)


def _line(scene: Scene, entry: Entry) -> str:
    if isinstance(entry.event, Begun):
        return _("What was on its way at the start")
    if isinstance(entry.event, Ordered):
        return _("Ordered")
    return phrase(_("%(received)s came in."), received=entry.event.received)


STATEMENTS: Final = Statements(
    ACCOUNTS,
    {
        "points": Statement(
            account=COST,
            title=lambda scene, seat: _("Cost: %(role)s") % _role(scene, seat),
            words=_cost,
            note=_weekly_prices,
            rule="rules#cost",
            changed=gettext_lazy("Your cost"),
        ),
        "stock": Statement(
            account=STOCK,
            title=lambda scene, seat: _("Stock: %(role)s") % _role(scene, seat),
            words=_stock,
            explained_unit=PALLETS,
            rule="rules#week",
            changed=gettext_lazy("Your stock"),
        ),
        "backlog": Statement(
            account=BACKLOG,
            title=lambda scene, seat: _("Owed to the customer: %(role)s") % _role(scene, seat),
            words=_backlog,
            explained_unit=PALLETS,
            rule="rules#week",
            changed=gettext_lazy("What you owe"),
        ),
        "line": Statement(
            account=LINE,
            title=lambda scene, seat: _("Supply line: %(role)s") % _role(scene, seat),
            words=_line,
            explained_unit=PALLETS,
            rule="rules#delays",
        ),
    },
)

EXPLAIN: Final = ExplainPart(number=STATEMENTS.explain, kinds=STATEMENTS.explain_kinds)
