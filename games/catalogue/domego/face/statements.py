"""The accounts of a match in words: counters, purses and stocks."""

from collections.abc import Iterator
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext, pgettext_lazy

from games.catalogue.domego.names import card_title, role_name, roles_named
from games.catalogue.domego.quantities import cubes, days, k, signed
from games.catalogue.domego.rules.accounts import ACCOUNTS, COST, DELAY, FAILURES, MONEY, NEW_FIRM, STOCK
from games.catalogue.domego.rules.events import Allocated, Bankrupt, Bought, EffectApplied
from games.catalogue.domego.rules.view import View, own_placement
from games.engine.ledger import START, Entry, Holder
from games.ui.faces import Scene, Term
from games.ui.ledger import Statement, Statements
from games.ui.sentences import phrase

K: Final = pgettext_lazy("unit", "k")


def _days(scene: Scene, entry: Entry) -> str:
    event = entry.event
    cards = f"+{event.card_days}" if event.card_days > 0 else signed(event.card_days)
    text = _("%(base)s at base, %(fewer)s fewer by cubes, cards: %(cards)s.")
    return phrase(text, base=days(event.base_days), fewer=event.fewer_days, cards=cards)


def _costs(scene: Scene, entry: Entry) -> str:
    event = entry.event
    text = _("%(placed)s placed, %(cubes)s and %(money)s for cards.")
    return phrase(text, placed=cubes(event.placed), cubes=cubes(event.card_cubes), money=k(event.card_k))


def _cards(scene: Scene, entry: Entry) -> str:
    view: View = scene.view
    drawn = view.drawn[entry.turn - 1] if entry.turn <= len(view.drawn) else ()
    titles = ", ".join(card_title(scene.scenario, card) for card in drawn) or pgettext("cards", "none")
    return phrase(_("Cards drawn: %(titles)s."), titles=titles)


def _money(scene: Scene, entry: Entry) -> str:
    event: Any = entry.event
    holder, _amount, reason = entry.posting
    if reason == START:
        return _("Start money")
    match event:
        case Bought():
            return phrase(_("%(cubes)s at the special price."), cubes=cubes(event.quantity))
        case Allocated():
            return phrase(_("%(cubes)s at the full price."), cubes=cubes(event.bought))
        case EffectApplied():
            return phrase(_("Card %(title)s."), title=card_title(scene.scenario, event.card))
        case Bankrupt() if event.seat == holder:
            return _("Money of the new firm.") if reason == NEW_FIRM else _("Lost by bankruptcy.")
        case Bankrupt():
            role = roles_named(scene.scenario, role=event.seat or 0)
            return phrase(_("For the firm that replaces %(the_role)s."), **role)
    if event.seat == holder:
        return phrase(_("Contract, paid %(to_role)s."), **roles_named(scene.scenario, role=event.payee))
    return phrase(_("Contract, received %(from_role)s."), **roles_named(scene.scenario, role=event.seat))


def _placed_now(scene: Scene, seat: Holder) -> Iterator[Term]:
    """The cubes bought for the open placement, which are not paid yet."""
    view: View = scene.view
    move = own_placement(view, seat or 0)
    if move is not None and move.buy:
        words = phrase(_("%(cubes)s bought for the placement of now."), cubes=cubes(move.buy))
        yield Term(words, -move.buy * view.sheet.high_price, view.turn)


STATEMENTS: Final = Statements(
    ACCOUNTS,
    {
        "delay": Statement(
            account=DELAY,
            title=gettext_lazy("Duration"),
            words=_days,
            explained_unit=pgettext_lazy("unit", "days"),
            note=gettext_lazy(
                "Each activity takes its base, less what was bought with cubes, more or less by cards, and never "
                "under 0."
            ),
            rule="rules#balance",
            changed=gettext_lazy("Duration, days"),
        ),
        "cost": Statement(
            account=COST,
            title=gettext_lazy("Cost"),
            words=_costs,
            note=gettext_lazy(
                "Cubes placed, cubes given for cards and k paid for cards each count 1. The price of a cube does "
                "not count."
            ),
            rule="rules#balance",
            changed=gettext_lazy("Cost"),
        ),
        "failures": Statement(
            account=FAILURES,
            title=gettext_lazy("Failures"),
            words=_cards,
            explained_unit=pgettext_lazy("unit", "cards"),
            note=gettext_lazy("Each risk card that is drawn counts as one failure."),
            rule="rules#risk",
            changed=gettext_lazy("Failures"),
        ),
        "money": Statement(
            account=MONEY,
            title=lambda scene, seat: _("Money: %(role)s") % {"role": role_name(scene.scenario, seat or 0)},
            words=_money,
            more=_placed_now,
            total=lambda scene, seat: int(scene.view.firms[seat].money),
            explained_unit=K,
            rule="rules#buy",
            changed=gettext_lazy("Your money"),
            unit=K,
        ),
        "stock": Statement(account=STOCK, changed=gettext_lazy("Your cubes in stock")),
    },
)
