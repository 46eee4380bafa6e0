"""The explanation of a score: the meals and the hand that add up to it."""

from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.catalogue.dominyam import names
from games.catalogue.dominyam.rules.events import Eaten
from games.catalogue.dominyam.rules.scoring import final_score
from games.ui.faces import ExplainPart, Explanation, Scene, Term
from games.ui.seats import seat_of
from games.ui.sentences import phrase


def explain_kinds(what: str) -> tuple[str, ...]:
    return ("eaten",) if what.startswith("points-") else ()


def explain(scene: Scene, what: str) -> Explanation | None:
    """`what` is points-SEAT."""
    asked = seat_of(what, scene.view.players, "points")
    if asked is None:
        return None
    seat = asked[1]
    score = final_score(scene.view, seat)
    terms = [
        _meal(event, place)
        for place, event in enumerate(scene.record)
        if isinstance(event, Eaten) and event.seat == seat
    ]
    for made in score.hand.combinations:
        words = phrase(_("%(kind)s: %(dominoes)s"), kind=names.kind(made.kind), dominoes=names.dominoes(made.dominoes))
        terms.append(Term(words, made.points))
    if score.hand.others:
        words = phrase(_("Other dominoes: %(dominoes)s"), dominoes=names.dominoes(score.hand.others))
        terms.append(Term(words, score.hand.values))
    if score.uneaten:
        terms.append(Term(_("Dominoes not eaten"), -score.uneaten))
    title = _("Points: %(role)s") % {"role": names.role_names(scene.scenario)[seat].name}
    note = _("The player's score if the match ended here.") if scene.view.ended is None else ""
    return Explanation(title, tuple(terms), score.total, pgettext("unit", "points"), note, "rules#scoring")


def _meal(event: Eaten, place: int) -> Term:
    words = phrase(
        _("Meal of %(first)s and %(second)s: point die %(point)s."),
        first=names.domino(event.dominoes[0]),
        second=names.domino(event.dominoes[1]),
        point=event.point,
    )
    return Term(words, event.point + event.bonus, event.turn, (place,))


EXPLAIN: Final = ExplainPart(number=explain, kinds=explain_kinds)
