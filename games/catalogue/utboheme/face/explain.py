"""The explanation of a seat's points: the pieces and cards that add up to them."""

from typing import Any, Final

import msgspec
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.catalogue.utboheme import names
from games.catalogue.utboheme.rules import events
from games.catalogue.utboheme.rules.view import View
from games.ui.faces import ExplainPart, Explanation, Scene, Term
from games.ui.seats import player_name, seat_of
from games.ui.sentences import phrase

KINDS = ("uv_founded", "uv_built", "uv_upgraded", "longest_moved", "oldest_moved")


def explain_kinds(what: str) -> tuple[str, ...]:
    return KINDS if what.startswith("points-") else ()


def explain(scene: Scene, what: str) -> Explanation | None:
    """`what` is points-SEAT. Hidden cards are shown to their owner, and to all at the end."""
    view: View = scene.view
    asked = seat_of(what, len(view.points), "points")
    if asked is None:
        return None
    seat = asked[1]
    terms = [
        msgspec.structs.replace(term, places=(place,))
        for place, event in enumerate(scene.record)
        for term in terms_of(view, event, seat)
    ]
    total = view.own_points if seat == view.viewer else view.points[seat]
    hidden = total - sum(term.amount for term in terms)
    if hidden:
        terms.append(Term(_("Victory points among the development cards"), hidden))
    over = view.stage == "over"
    note = "" if over or seat == view.viewer else _("Development cards that are still hidden do not count here.")
    title = _("Points: %(player)s") % {"player": player_name(seat)}
    return Explanation(title, tuple(terms), total, pgettext("unit", "points"), note, "rules#build")


def terms_of(view: View, event: Any, seat: int) -> list[Term]:
    """The terms that an event adds to a seat's points, or subtracts from them."""
    figures = view.figures
    match event:
        case events.UvFounded() | events.UvBuilt() if event.seat == seat:
            where = names.around_crossing(view.board, event.crossing)
            words = phrase(_("UV on crossing %(place)s"), place=where)
            return [Term(words, figures.uv_points, event.turn)]
        case events.UvUpgraded() if event.seat == seat:
            where = names.around_crossing(view.board, event.crossing)
            words = phrase(_("UV** on crossing %(place)s, instead of the UV"), place=where)
            return [Term(words, figures.upgraded_points - figures.uv_points, event.turn)]
        case events.LongestMoved():
            return _moved(event, seat, _("Longest cursus"), figures.longest_points)
        case events.OldestMoved():
            return _moved(event, seat, _("Oldest ancien"), figures.oldest_points)
    return []


def _moved(event: events.LongestMoved | events.OldestMoved, seat: int, words: str, points: int) -> list[Term]:
    if event.seat == event.before:
        return []
    if event.seat == seat:
        return [Term(words, points, event.turn)]
    if event.before == seat:
        return [Term(_("%(card)s lost") % {"card": words}, -points, event.turn)]
    return []


EXPLAIN: Final = ExplainPart(number=explain, kinds=explain_kinds)
