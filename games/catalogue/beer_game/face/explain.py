"""The explanation of a stage's numbers, week by week: its cost, stock, backlog and supply line."""

from collections.abc import Iterator
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.catalogue.beer_game import names
from games.catalogue.beer_game.rules.types import Begun, Ordered, Week
from games.catalogue.beer_game.rules.view import StageView, View
from games.catalogue.beer_game.rules.weeks import mail_weeks
from games.ui.faces import ExplainPart, Explanation, Scene, Term
from games.ui.seats import seat_of
from games.ui.sentences import phrase

KINDS: Final = {
    "points": ("week",),
    "stock": ("begun", "week"),
    "backlog": ("week",),
    "line": ("begun", "week", "ordered"),
}
RULES: Final = {"points": "rules#cost", "stock": "rules#week", "backlog": "rules#week", "line": "rules#delays"}


def explain_kinds(what: str) -> tuple[str, ...]:
    """The kinds of events that explain a number. `what` is NUMBER-SEAT, with NUMBER points (the cost), stock, backlog
    or line.
    """
    return KINDS.get(what.partition("-")[0], ())


def explain(scene: Scene, what: str) -> Explanation | None:
    """The explanation from the log, for the reader's own stages and for open ones."""
    view: View = scene.view
    asked = seat_of(what, len(view.stages), *KINDS)
    if asked is None:
        return None
    name, seat = asked
    terms, stage = tuple(_terms(scene, name, seat)), view.stages[seat]
    if stage is None and not any(term.turn for term in terms):
        return None  # the reader does not hold this seat
    role = names.role_name(view.terms.chains, seat).name
    titles = {
        "points": _("Cost: %(role)s"),
        "stock": _("Stock: %(role)s"),
        "backlog": _("Owed to the customer: %(role)s"),
        "line": _("Supply line: %(role)s"),
    }
    return Explanation(
        title=titles[name] % {"role": role},
        terms=terms,
        total=sum(term.amount for term in terms) if stage is None else _total(name, stage),
        unit="" if name == "points" else pgettext("unit", "pallets"),
        note=_note(name, view),
        rule=RULES[name],
    )


def _total(name: str, stage: StageView) -> int:
    totals = {"points": stage.cost, "stock": stage.stock, "backlog": stage.backlog, "line": stage.on_order}
    return totals[name]


def _note(name: str, view: View) -> str:
    if name != "points":
        return ""
    text = _("A pallet in stock costs %(stock)s a week, a pallet owed to the customer %(backlog)s.")
    return phrase(text, stock=view.terms.stock_cost, backlog=view.terms.backlog_cost)


def _terms(scene: Scene, name: str, seat: int) -> Iterator[Term]:
    for place, event in enumerate(scene.record):
        if isinstance(event, Begun) and name == "stock":
            yield Term(_("What lay there at the start"), event.stock, 0, (place,))
        elif isinstance(event, Begun) and name == "line":
            steps = scene.view.terms.shipping_delay + mail_weeks(scene.view.terms, seat)
            yield Term(_("What was on its way at the start"), event.flow * steps, 0, (place,))
        elif isinstance(event, Ordered) and event.seat == seat:
            yield Term(_("Ordered"), event.amount, event.turn, (place,))
        elif isinstance(event, Week) and event.seat == seat:
            yield _week(name, event, place)


def _week(name: str, event: Week, place: int) -> Term:
    numbers = {each: getattr(event, each) for each in ("received", "incoming", "shipped", "stock", "backlog")}
    words, amount = {
        "points": (_("%(stock)s in stock, %(backlog)s owed."), event.cost),
        "stock": (_("%(received)s came in, %(shipped)s left."), event.received - event.shipped),
        "backlog": (_("%(incoming)s ordered, %(shipped)s left."), event.incoming - event.shipped),
        "line": (_("%(received)s came in."), -event.received),
    }[name]
    return Term(
        phrase(words, **{key: value for key, value in numbers.items() if f"%({key})" in words}),
        amount,
        event.turn,
        (place,),
    )


EXPLAIN: Final = ExplainPart(number=explain, kinds=explain_kinds)
