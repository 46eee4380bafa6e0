"""Patterns of events: their cost, and players affected alone."""

from collections import defaultdict

from django.utils.translation import gettext as _

from games.catalogue.master_builder import cards
from games.catalogue.master_builder.debrief.events import cost_of
from games.catalogue.master_builder.debrief.patterns.play import PATTERNS, Play
from games.catalogue.master_builder.facts.tables import HarmFacts
from games.catalogue.master_builder.names import k, worker_count
from games.ui.patterns import Hit

HARM = 5
"""The k that an event costs a player from which the pattern is reported."""
ALONE = 2


@PATTERNS.add("event_struck", "risk")
def event_struck(play: Play) -> Hit | None:
    """An event card cost a player much."""
    harm = max(play.cards_harm, key=cost_of, default=None)
    if harm is None or cost_of(harm) < HARM:
        return None
    fact = _("%(event)s in round %(round)d cost %(the_player)s %(cost)s.")
    ask = _("Which crew would have borne this event better?")
    words = {**_harm_params(play, harm), "cost": k(cost_of(harm))}
    weight = min(62, 34 + 2 * cost_of(harm))
    return Hit(weight=weight, fact=fact % words, ask=ask, events=play.struck(harm), seats=(harm.seat,))


def _harm_params(play: Play, harm: HarmFacts) -> dict[str, str | int]:
    event = cards.event(play.scenario, harm.event)
    return {"event": event, "round": harm.round, **play.named(player=harm.seat)}


@PATTERNS.add("hit_alone", "risk")
def hit_alone(play: Play) -> Hit | None:
    """An event card kept workers of one player away and of nobody else."""
    touched: dict[tuple[int, int], list[HarmFacts]] = defaultdict(list)
    for harm in play.cards_harm:
        if harm.down:
            touched[harm.round, harm.number].append(harm)
    alone = [rows[0] for rows in touched.values() if len(rows) == 1 and rows[0].down >= ALONE]
    if not alone:
        return None
    harm = max(alone, key=lambda each: each.down)
    fact = _("%(event)s in round %(round)d kept %(workers)s %(of_player)s away, and nobody of the others.")
    ask = _("What protected the other players from this event?")
    words = {**_harm_params(play, harm), "workers": worker_count(harm.down)}
    weight = min(56, 32 + 5 * harm.down)
    return Hit(weight=weight, fact=fact % words, ask=ask, events=play.struck(harm), seats=(harm.seat,))
