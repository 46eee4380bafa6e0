"""Names, sentences and results."""

from typing import Any, Final

from django.utils.translation import gettext as _

from games.engine.rounds import Answered
from games.engine.types import Result
from games.ui.faces import Heading, RoleName, Words, WordsPart
from games.ui.seats import lettered
from games.ui.sentences import phrase
from newsvendor.rules import Asked, Scenario, Sold, View


def roles(scenario: Scenario) -> tuple[RoleName, ...]:
    return tuple(lettered(seat) for seat in range(scenario.players))


def heading(scenario: Scenario, view: View) -> Heading:
    days = view.scenario.days
    if view.over:
        return Heading(_("The last day is over"), "", days, days)
    return Heading(_("Day %(day)d of %(days)d") % {"day": view.day, "days": days}, "", view.day, days)


def event(scenario: Scenario, event: Any) -> Words | None:
    match event:
        case Answered():
            return Words(_("Has ordered."), "check")
        case Asked():
            return Words(phrase(_("%(demand)s papers were asked for."), demand=event.demand))
        case Sold():
            text = _("Sold %(sold)s of %(papers)s papers. Profit of the day: %(profit)s.")
            return Words(phrase(text, sold=event.sold, papers=event.papers, profit=event.profit))
    return None


WORDS: Final = WordsPart(
    roles=roles,
    heading=heading,
    turn=lambda scenario, turn: _("Day %(day)d") % {"day": turn},
    decision=lambda scenario, decision: _("How many papers do you order?"),
    event=event,
    score=lambda scenario, result: _score(result),
)


def _score(result: Result) -> str:
    return _("Best profit: %(number)d") % {"number": max(result.scores)}
