"""Predictions of a class: the effect of the first risk card of an activity on the duration."""

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

from django.utils.translation import gettext as _

from games.catalogue.domego.names import activity_name
from games.catalogue.domego.rules.events import ActivityEnded, CardDrawn
from games.catalogue.domego.rules.scenario import CardText, Scenario
from games.ui.faces import Scene
from games.ui.learning import NOTHING, Predictable

PREDICTION_KINDS: Final = ("card_drawn", "activity_ended")
LATE: Final = 4
"""With more days than these, a card is very late."""


def predictables(scene: Scene) -> tuple[Predictable, ...]:
    """The first card of the present activity. The weights are the cards of its deck, of which none is drawn yet. No
    placement counts, for it may be hidden: perhaps no card is drawn.
    """
    scenario, view = scene.scenario, scene.view
    if view.phase == "over":
        return ()
    turn = view.turn
    cards = [card for card in scenario.risk_cards if card.activity == turn]
    if not cards or view.sheet.activities[turn - 1].slots + view.added[turn - 1] <= 0:
        return ()
    counts = Counter(_option(card, turn) for card in cards)
    question = _("What does the first risk card of “%(activity)s” do to the duration?")
    options = (_("more than 4 days late"), _("1 to 4 days late"), _("no change"), _("days saved"))
    odds = tuple(counts[option] for option in range(len(options)))
    return (Predictable(f"card-{turn}", question % {"activity": activity_name(scenario, turn)}, options, odds),)


def predicted(scenario: Scenario, key: str, events: Sequence[Any]) -> int | None:
    """The option of the first card that was drawn in the activity; NOTHING if it ended without a card."""
    turn = int(key.rpartition("-")[2])
    for event in events:
        if isinstance(event, CardDrawn) and (event.turn, event.number) == (turn, 1):
            card = next(each for each in scenario.risk_cards if each.id == event.card)
            return _option(card, turn)
        if isinstance(event, ActivityEnded) and event.turn == turn:
            return NOTHING
    return None


def _option(card: CardText, turn: int) -> int:
    """The option by the days that a card adds to its own activity."""
    days = sum(each.days or 0 for each in card.effects if each.op == "delay" and each.activity in (None, turn))
    if days > LATE:
        return 0
    return 1 if days > 0 else 2 if days == 0 else 3
