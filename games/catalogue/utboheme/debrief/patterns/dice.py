"""Patterns of the dice and the foundation: expected income, actual income, and the winner."""

from collections import Counter

from django.utils.translation import gettext as _

from games.catalogue.utboheme import names
from games.catalogue.utboheme.debrief.patterns.play import MOST_CITED, PATTERNS, Numbers, Play
from games.catalogue.utboheme.rules.board import layout
from games.catalogue.utboheme.rules.resources import RESOURCES
from games.ui.patterns import TRANSFER, Hit

NOTABLE = 3000
"""The thousandths of cards of luck from which the pattern is reported."""
SCARCE = 8
"""A resource is scarce if at most one of this many cards was of it; one of five would be fair."""
FEW_CARDS = 20


@PATTERNS.add("most_luck", "risk")
def most_luck(play: Play) -> Hit | None:
    """A player got many more cards than expected, and won or lost."""
    player = max(play.players, key=lambda each: each.luck)
    if player.luck < NOTABLE:
        return None
    if player.place == 1:
        fact = _("%(The_player)s had %(luck)s cards more than expected from the dice, and won.")
        ask = _("How much of the win is luck?")
    else:
        fact = _("%(The_player)s had %(luck)s cards more than expected from the dice, and came %(place)d of %(of)d.")
        ask = _("With so many cards, what was missing for a win?")
    numbers: Numbers = {**play.named(player=player.seat), "luck": names.tenths(player.luck)}
    numbers |= {"place": player.place, "of": len(play.players)}
    came = [event for event in play.events_of("harvested") if event.data["got"][player.seat]]
    rich = sorted(came, key=lambda event: -event.data["got"][player.seat])[: MOST_CITED - 1]
    events = (*sorted(event.place for event in rich), *play.end)
    weight = min(75, 45 + player.luck // 1000)
    return Hit(weight=weight, fact=fact % numbers, ask=ask, events=events, seats=(player.seat,))


@PATTERNS.add("unlucky_won", "risk")
def unlucky_won(play: Play) -> Hit | None:
    """The winner got many fewer cards than expected."""
    player = play.best
    if player.luck > -NOTABLE:
        return None
    fact = _("%(The_player)s had %(luck)s cards fewer than expected from the dice, and won.")
    ask = _("What made up for the dice: the places, the trades, or the order of building?")
    numbers = {**play.named(player=player.seat), "luck": names.tenths(-player.luck)}
    events = (*play.scored(player.seat)[: MOST_CITED - 1], *play.end)
    return Hit(weight=66, fact=fact % numbers, ask=ask, events=events, seats=(player.seat,))


@PATTERNS.add("even_dice", "result")
def even_dice(play: Play) -> Hit | None:
    """Nobody's income was far from the expected one."""
    most = max(abs(player.luck) for player in play.players)
    if most >= NOTABLE or not any(play.facts.throws):
        return None
    fact = _("The dice brought everybody about what was to be expected, to within %(most)s cards.")
    ask = _("With such even dice, what decided the match?")
    events = (*play.scored(play.best.seat)[-3:], *play.end)
    return Hit(weight=40, fact=fact % {"most": names.tenths(most)}, ask=ask, events=events)


@PATTERNS.add("found_again", TRANSFER)
def found_again(play: Play) -> Hit | None:
    """The expected income from the places of the foundation."""
    founded = play.events_of("uv_founded")
    if not founded:
        return None
    at, promised = layout(play.facts.board).dots_at, Counter[int]()
    for event in founded:
        promised[event.seat or 0] += at[event.data["crossing"]]
    ranked = promised.most_common()
    (most, high), (least, low) = ranked[0], ranked[-1]
    if high == low:
        fact = _("The places of the foundation promised everybody %(high)d cards in 36 throws.")
    else:
        fact = _(
            "The places of the foundation promised %(the_most)s %(high)d cards in 36 throws, and %(the_least)s %(low)d."
            " They came %(place)d and %(other)d of %(of)d."
        )
    ask = _("Which crossing would you choose for the foundation next time?")
    numbers: Numbers = {**play.named(most=most, least=least), "high": high, "low": low}
    numbers |= {"place": play.players[most].place, "other": play.players[least].place, "of": len(play.players)}
    return Hit(weight=35, fact=fact % numbers, ask=ask, events=tuple(event.place for event in founded))


@PATTERNS.add("scarce_resource", "cost")
def scarce_resource(play: Play) -> Hit | None:
    """The dice gave little of one resource."""
    sums = [sum(player.by_resource[index] for player in play.players) for index in range(len(RESOURCES))]
    index = sums.index(min(sums))
    if sum(sums) < FEW_CARDS or SCARCE * sums[index] > sum(sums):
        return None
    owner = max(play.players, key=lambda player: player.by_resource[index])
    own = owner.by_resource[index]
    if own:
        fact = _("The dice brought only %(scarce)s among %(all)s; %(the_player)s got %(own)d of them.")
    else:
        fact = _("Among the %(all)s from the dice there was not one of this resource: %(name)s.")
    ask = _("What was a card of this scarce resource worth?")
    numbers: Numbers = {"scarce": names.counted(RESOURCES[index], sums[index]), "all": names.number_of_cards(sum(sums))}
    numbers |= {**play.named(player=owner.seat), "own": own, "name": names.resource(RESOURCES[index])}
    events = play.trace.find("harvested", resource=RESOURCES[index])[:MOST_CITED] or play.end
    seats = (owner.seat,) if own and 2 * own >= sums[index] else ()
    return Hit(weight=48 + 6 * len(seats), fact=fact % numbers, ask=ask, events=events, seats=seats)
