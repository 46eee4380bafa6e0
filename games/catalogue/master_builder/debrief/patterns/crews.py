"""Patterns of crews: wages without work, workers above the required rank, and workers fired soon after hiring."""

from collections import defaultdict

from django.utils.translation import gettext as _

from games.catalogue.master_builder.debrief.patterns.play import PATTERNS, Play
from games.catalogue.master_builder.names import k
from games.catalogue.master_builder.rules.scenario import rank_of
from games.ui.patterns import Hit, Logged

IDLE = 8
"""The k paid to idle workers from which the pattern is reported."""
WASTED = 6
SOON = 3


@PATTERNS.add("idle_paid", "cost")
def idle_paid(play: Play) -> Hit | None:
    """A player paid much to available workers who built nothing."""
    player = max(play.seats, key=lambda each: each.idle_wages, default=None)
    if player is None or player.idle_wages < IDLE:
        return None
    own = sorted((each for each in play.rounds(player.seat) if each.idle_wages), key=lambda each: -each.idle_wages)[:3]
    fact = _("%(The_player)s paid %(wages)s to workers without work, %(most)s of it in round %(round)d.")
    ask = _("When could workers without work have been fired?")
    words = {
        **play.named(player=player.seat),
        "wages": k(player.idle_wages),
        "most": k(own[0].idle_wages),
        "round": own[0].round,
    }
    kinds = ("idle", "wages_paid")
    events = tuple(place for each in own for place in play.trace.find(*kinds, turn=each.round, seat=player.seat))
    weight = min(72, 34 + player.idle_wages)
    return Hit(weight=weight, fact=fact % words, ask=ask, events=events, seats=(player.seat,))


@PATTERNS.add("skill_wasted", "cost")
def skill_wasted(play: Play) -> Hit | None:
    """Most places of a player were filled by workers above the required rank."""
    works: dict[int, list[Logged]] = defaultdict(list)
    for event in play.trace.events:
        if event.kind == "work":
            works[event.seat or 0].append(event)
    above = {seat: sum(_above(play, event) for event in done) for seat, done in works.items()}
    places = {seat: sum(len(event.data["workers"]) for event in done) for seat, done in works.items()}
    much = [seat for seat in works if above[seat] >= WASTED and 2 * above[seat] > places[seat]]
    if not much:
        return None
    seat = max(much, key=lambda each: above[each] / places[each])
    fact = _("On %(above)d of the %(all)d places that %(the_player)s filled stood somebody above the rank asked for.")
    ask = _("What would a crew with the right ranks have cost?")
    words = {"above": above[seat], "all": places[seat], **play.named(player=seat)}
    worst = sorted(works[seat], key=lambda event: (-_above(play, event), event.place))[:4]
    events = tuple(sorted(event.place for event in worst))
    weight = min(54, 26 + above[seat])
    return Hit(weight=weight, fact=fact % words, ask=ask, events=events, seats=(seat,))


def _above(play: Play, work: Logged) -> int:
    """The number of a section's builders above the required rank."""
    sections = play.scenario.contracts[work.data["contract"] - 1].sections
    needs = next(section.needs for section in sections if section.id == work.data["section"])
    asked, sent = sorted(map(rank_of, needs)), sorted(map(rank_of, work.data["workers"]))
    return sum(own > need for own, need in zip(sent, asked, strict=True))


@PATTERNS.add("fired_soon", "process")
def fired_soon(play: Play) -> Hit | None:
    """A player fired several workers in the round in which it had hired them, or in the next one."""
    hired: dict[tuple[int | None, str], Logged] = {}
    pairs: dict[int, list[tuple[Logged, Logged]]] = defaultdict(list)
    for event in play.trace.events:
        if event.kind == "hired":
            hired[event.seat, event.data["worker"]] = event
        elif event.kind == "left" and event.data["why"] == "fired":
            since = hired.get((event.seat, event.data["worker"]))
            if since is not None and event.turn - since.turn <= 1:
                pairs[event.seat or 0].append((since, event))
    seat = max(pairs, key=lambda each: len(pairs[each]), default=None)
    if seat is None or len(pairs[seat]) < SOON:
        return None
    fact = _("%(The_player)s hired %(hired)d workers and fired %(fired)d of them no later than one round after.")
    ask = _("What does a change of workers cost besides wages?")
    words = {**play.named(player=seat), "hired": play.seats[seat].hired, "fired": len(pairs[seat])}
    events = tuple(sorted(each.place for pair in pairs[seat][:3] for each in pair))
    weight = min(46, 28 + 2 * len(pairs[seat]))
    return Hit(weight=weight, fact=fact % words, ask=ask, events=events, seats=(seat,))
