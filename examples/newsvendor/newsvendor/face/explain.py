"""The terms of the profits on the page."""

from typing import Final

from django.utils.translation import gettext as _

from games.ui.faces import ExplainPart
from games.ui.ledger import Statement, Statements
from games.ui.seats import player_name
from newsvendor.rules import ACCOUNTS, PROFIT

STATEMENTS: Final = Statements(
    ACCOUNTS,
    {
        "profit": Statement(
            account=PROFIT,
            title=lambda scene, seat: _("Profit of %(player)s") % {"player": player_name(seat)},
            words=lambda scene, entry: (
                _("sold %(sold)d of %(papers)d") % {"sold": entry.event.sold, "papers": entry.event.papers}
            ),
            rule="rules#day",
        )
    },
)
EXPLAIN: Final = ExplainPart(number=STATEMENTS.explain, kinds=STATEMENTS.explain_kinds)
