"""The explanation of a number: the terms that add up to it."""

from collections.abc import Callable, Iterator
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.catalogue.domego.face import objectives
from games.catalogue.domego.face.purse import own_placement
from games.catalogue.domego.names import card_title, role_name, roles_named
from games.catalogue.domego.quantities import cubes, days, k, signed
from games.catalogue.domego.rules.events import (
    ActivityEnded,
    Allocated,
    Bankrupt,
    Bought,
    BrokenOff,
    EffectApplied,
    InstalmentPaid,
    Paid,
)
from games.catalogue.domego.rules.scenario import Scenario
from games.catalogue.domego.rules.view import View
from games.ui.faces import ExplainPart, Explanation, Scene, Term
from games.ui.seats import seat_of
from games.ui.sentences import phrase

MONEY_KINDS = ("bought", "paid", "instalment_paid", "allocated", "effect_applied", "bankrupt")

POINTS_KINDS = ("activity_ended", "bankrupt", "broken_off", *MONEY_KINDS[:-1])
"""The kinds of events behind points: the last balance for counters, each token's own event, payments for profit."""


def explain_kinds(what: str) -> tuple[str, ...]:
    name, _dash, _seat = what.partition("-")
    kinds = {"money": MONEY_KINDS, "points": POINTS_KINDS}
    counters = ("delay", "cost", "failures")
    return kinds.get(name, ("activity_ended",) if what in counters else ())


def explain(scene: Scene, what: str) -> Explanation | None:
    """`what` is delay, cost, failures, money-SEAT or points-SEAT."""
    counters = {"delay": _delay, "cost": _cost, "failures": _failures}
    if what in counters:
        return counters[what](scene)
    asked = seat_of(what, len(scene.view.firms), "money", "points")
    roles: dict[str, Callable[[Scene, int], Explanation]] = {"money": _money, "points": _points}
    return roles[asked[0]](scene, asked[1]) if asked else None


def _balances(scene: Scene) -> Iterator[tuple[int, ActivityEnded]]:
    """The balances with their indexes in the log."""
    return ((place, event) for place, event in enumerate(scene.record) if isinstance(event, ActivityEnded))


def _change(number: int) -> str:
    return f"+{number}" if number > 0 else signed(number)


def _delay(scene: Scene) -> Explanation:
    text = _("%(base)s at base, %(fewer)s fewer by cubes, cards: %(cards)s.")
    terms = tuple(
        Term(
            phrase(text, base=days(event.base_days), fewer=event.fewer_days, cards=_change(event.card_days)),
            event.days,
            event.turn,
            (place,),
        )
        for place, event in _balances(scene)
    )
    note = _("Each activity takes its base, less what was bought with cubes, more or less by cards, and never under 0.")
    return Explanation(_("Duration"), terms, scene.view.delay, pgettext("unit", "days"), note, "rules#balance")


def _cost(scene: Scene) -> Explanation:
    text = _("%(placed)s placed, %(cubes)s and %(money)s for cards.")
    terms = tuple(
        Term(
            phrase(text, placed=cubes(event.placed), cubes=cubes(event.card_cubes), money=k(event.card_k)),
            event.cost,
            event.turn,
            (place,),
        )
        for place, event in _balances(scene)
    )
    note = _(
        "Cubes placed, cubes given for cards and k paid for cards each count 1. The price of a cube does not count."
    )
    return Explanation(_("Cost"), terms, scene.view.cost, "", note, "rules#balance")


def _failures(scene: Scene) -> Explanation:
    view: View = scene.view
    terms = []
    for place, event in _balances(scene):
        drawn = view.drawn[event.turn - 1] if event.turn <= len(view.drawn) else ()
        titles = ", ".join(card_title(scene.scenario, card) for card in drawn) or pgettext("cards", "none")
        terms.append(Term(phrase(_("Cards drawn: %(titles)s."), titles=titles), event.cards, event.turn, (place,)))
    note = _("Each risk card that is drawn counts as one failure.")
    return Explanation(_("Failures"), tuple(terms), view.failures, pgettext("unit", "cards"), note, "rules#risk")


def _points(scene: Scene, seat: int) -> Explanation:
    view: View = scene.view
    terms = tuple(
        Term(
            phrase(_("%(name)s (%(why)s)"), name=line.name, why=line.why),
            line.points,
            places=_points_places(scene, seat, line.about),
        )
        for line in objectives.lines(view, seat)
    )
    title = _("Points: %(role)s") % {"role": role_name(scene.scenario, seat)}
    note = _("The role's score if the project ended here.") if view.phase != "over" else ""
    return Explanation(title, terms, objectives.total(view, seat), pgettext("unit", "points"), note, "rules#scoring")


def _points_places(scene: Scene, seat: int, about: str) -> tuple[int, ...]:
    """The events that decide a line of the score. `about` is a metric, or the reason for a token."""
    if about == "profit":
        moved = (list(_money_terms(scene.scenario, event, seat)) for event in scene.record)
        return tuple(place for place, terms in enumerate(moved) if terms)
    if about == "bankruptcies":
        found = [isinstance(event, Bankrupt) and event.seat == seat for event in scene.record]
    elif about == "failed":
        found = [isinstance(event, BrokenOff) and seat in (event.payer, event.payee) for event in scene.record]
    else:
        return tuple(place for place, _event in _balances(scene))[-1:]
    return tuple(place for place, is_it in enumerate(found) if is_it)


def _money(scene: Scene, seat: int) -> Explanation:
    view: View = scene.view
    terms = [Term(_("Start money"), view.sheet.roles[seat].start_money)]
    for place, event in enumerate(scene.record):
        told = _money_terms(scene.scenario, event, seat)
        terms += [Term(words, amount, event.turn, (place,)) for words, amount in told]
    move = own_placement(view, seat)
    if move is not None and move.buy:
        words = phrase(_("%(cubes)s bought for the placement of now."), cubes=cubes(move.buy))
        terms.append(Term(words, -move.buy * view.sheet.high_price, view.turn))
    title = _("Money: %(role)s") % {"role": role_name(scene.scenario, seat)}
    return Explanation(title, tuple(terms), view.firms[seat].money, pgettext("unit", "k"), "", "rules#buy")


def _money_terms(scenario: Scenario, event: Any, seat: int) -> Iterator[tuple[str, int]]:
    """The changes that an event makes to a purse."""
    match event:
        case Bought() if event.seat == seat and event.paid:
            yield phrase(_("%(cubes)s at the special price."), cubes=cubes(event.quantity)), -event.paid
        case Allocated() if event.seat == seat and event.paid:
            yield phrase(_("%(cubes)s at the full price."), cubes=cubes(event.bought)), -event.paid
        case EffectApplied() if event.seat == seat and (event.paid or event.k):
            yield phrase(_("Card %(title)s."), title=card_title(scenario, event.card)), -event.paid - event.k
        case Paid() | InstalmentPaid() if event.seat == seat:
            payee = roles_named(scenario, role=event.payee)
            yield phrase(_("Contract, paid %(to_role)s."), **payee), event.by_bank - event.amount
        case Paid() | InstalmentPaid() if event.payee == seat and event.seat is not None:
            yield phrase(_("Contract, received %(from_role)s."), **roles_named(scenario, role=event.seat)), event.amount
        case Bankrupt() if event.seat == seat:
            yield _("Lost by bankruptcy."), -event.lost_money
            yield _("Money of the new firm."), event.amount
        case Bankrupt() if event.payer == seat and event.seat is not None:
            role = roles_named(scenario, role=event.seat)
            yield phrase(_("For the firm that replaces %(the_role)s."), **role), event.by_bank - event.amount


EXPLAIN: Final = ExplainPart(number=explain, kinds=explain_kinds)
