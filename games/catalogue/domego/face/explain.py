"""The explanation of a number: those of the accounts, and the points of a role, which follow from several accounts."""

from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.catalogue.domego.face import objectives
from games.catalogue.domego.face.statements import STATEMENTS
from games.catalogue.domego.names import role_name
from games.catalogue.domego.rules.accounts import BANKRUPTCIES, DELAY, FAILED, MONEY
from games.catalogue.domego.rules.view import View
from games.ui.faces import ExplainPart, Explanation, Scene, Term
from games.ui.ledger import figure_of, kinds_of
from games.ui.sentences import phrase

BEHIND: Final = {"profit": MONEY, "bankruptcies": BANKRUPTCIES, "failed": FAILED}
"""The account behind a line of the score. Behind all other lines is the last balance."""


def explain_kinds(what: str) -> tuple[str, ...]:
    if what.partition("-")[0] == "points":
        return kinds_of(DELAY, *BEHIND.values())
    return STATEMENTS.explain_kinds(what)


def explain(scene: Scene, what: str) -> Explanation | None:
    """`what` is delay, cost, failures, money-SEAT or points-SEAT."""
    name, seat = figure_of(what)
    if name == "points":
        return _points(scene, seat) if seat is not None and seat < len(scene.view.firms) else None
    return STATEMENTS.explain(scene, what)


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
    account = BEHIND.get(about, DELAY)
    entries = account.entries(scene.record, scene.view.sheet, seat if about in BEHIND else None)
    places = tuple({entry.place: None for entry in entries if entry.place is not None})
    return places if about in BEHIND else places[-1:]


EXPLAIN: Final = ExplainPart(number=explain, kinds=explain_kinds)
