"""A player's accounts in words: the payments that add up to money and score, and the changes on cards of news."""

from collections.abc import Iterator
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from games.catalogue.master_builder import cards, names
from games.catalogue.master_builder.face.finances import finances_of
from games.catalogue.master_builder.rules import events
from games.catalogue.master_builder.rules.accounts import ACCOUNTS, DECK, MONEY, SECTIONS, WAGES
from games.engine.ledger import Entry, Holder
from games.ui.faces import ExplainPart, Scene, Term
from games.ui.ledger import Statement, Statements
from games.ui.recap import Change
from games.ui.sentences import phrase
from games.ui.stretches import Stretch

K: Final = pgettext_lazy("unit", "k")


def _player(seat: Holder) -> dict[str, str]:
    return {"player": names.player_name(seat or 0)}


def _payment(scene: Scene, entry: Entry) -> str:
    event: Any = entry.event
    match event:
        case events.MatchBegun():
            return _("At the start")
        case events.Rented():
            return phrase(_("Rent for %(worker)s"), worker=names.worker(scene.scenario, event.worker))
        case events.StackPaid():
            return _("A look through a stack")
        case events.Won():
            return phrase(_("Bid for %(contract)s"), contract=cards.contract(scene.scenario, event.contract))
        case events.PaidOff():
            return _("Paid so that workers came")
        case events.MoneyBrought():
            return phrase(_("%(event)s, brought by the facilitator"), event=cards.event(scene.scenario, event.event))
        case events.Finished():
            return phrase(_("%(contract)s finished"), contract=cards.contract(scene.scenario, event.contract))
        case events.Borrowed():
            return _("Loan")
        case events.Repaid():
            return _("Loan repaid")
    return _("Wages")


def _at_the_end(scene: Scene, seat: Holder) -> Iterator[Term]:
    """The payments of the bank for unfinished buildings, and the cost of open loans."""
    now = finances_of(scene.view, seat or 0)
    for site in now.unfinished:
        if site.brings:
            words = {"contract": cards.contract(scene.scenario, site.contract), "missing": site.missing}
            yield Term(phrase(_("Unfinished: %(contract)s, %(missing)s missing"), **words), site.brings)
    for loan, number, cost in now.loans:
        text = _("Open small loans: %(number)s") if loan == "small" else _("Open large loans: %(number)s")
        yield Term(phrase(text, number=number), -cost)


def _money_changed(scene: Scene, seat: Holder) -> str:
    return _("Your money") if seat == scene.seat else _("Money: %(player)s") % _player(seat)


def _wages_changed(scene: Scene, seat: Holder) -> str:
    return _("Your wages") if seat == scene.seat else _("Wages: %(player)s") % _player(seat)


STATEMENTS: Final = Statements(
    ACCOUNTS,
    {
        "money": Statement(
            account=MONEY,
            title=lambda scene, seat: _("Money: %(player)s") % _player(seat),
            words=_payment,
            explained_unit=K,
            rule="rules",
            changed=_money_changed,
            unit=K,
        ),
        "points": Statement(
            account=MONEY,
            title=lambda scene, seat: _("Score: %(player)s") % _player(seat),
            words=_payment,
            more=_at_the_end,
            total=lambda scene, seat: finances_of(scene.view, seat or 0).score,
            explained_unit=K,
            note=lambda scene, seat: (
                "" if scene.view.phase == "over" else _("The player's score if the match ended here.")
            ),
            rule="rules#scoring",
        ),
        "wages": Statement(account=WAGES, changed=_wages_changed, unit=K),
        "deck": Statement(account=DECK, changed=gettext_lazy("Contracts in the deck")),
    },
)


def changes(scene: Scene, run: Stretch) -> Iterator[Change]:
    """The changes of money, wages, buildings and the deck."""
    yield from STATEMENTS.changes(scene, run, "money")
    yield from STATEMENTS.changes(scene, run, "wages")
    for key in run.after:
        before, after = run.before[key], run.after[key]
        if key[0] == SECTIONS.key and before != after:
            label = _("%(contract)s, sections") % {"contract": cards.contract(scene.scenario, key[1] or 0)}
            yield Change(label, before.bit_count(), after.bit_count())
    yield from STATEMENTS.changes(scene, run, "deck")


EXPLAIN: Final = ExplainPart(number=STATEMENTS.explain, kinds=STATEMENTS.explain_kinds)
