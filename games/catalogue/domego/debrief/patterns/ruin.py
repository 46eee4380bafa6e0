"""Bankruptcies: the first one, chains, and those that come twice."""

from collections import Counter

from django.utils.translation import gettext as _

from games.catalogue.domego.debrief.patterns.play import PATTERNS, Play
from games.catalogue.domego.facts.tables import BankruptcySeen
from games.catalogue.domego.quantities import cubes, k
from games.ui.patterns import Hit


def _places(play: Play, seen: BankruptcySeen) -> tuple[int, ...]:
    return play.trace.find("bankrupt", turn=seen.activity, seat=seen.seat)


@PATTERNS.add("went_bankrupt", "ruin")
def went_bankrupt(play: Play) -> Hit | None:
    """A role went bankrupt."""
    if not play.story.facts.bankruptcies:
        return None
    seen = play.story.facts.bankruptcies[0]
    fact = _("%(The_role)s went bankrupt in activity %(n)d, with %(money)s and %(cubes)s in hand.")
    ask = _("From when on could the bankruptcy be seen coming?")
    numbers = {**play.named(role=seen.seat), "n": seen.activity}
    numbers |= {"money": k(seen.lost_money), "cubes": cubes(seen.lost_stock)}
    return Hit(weight=90, fact=fact % numbers, ask=ask, events=_places(play, seen), seats=(seen.seat,))


@PATTERNS.add("fell_like_dominoes", "ruin")
def fell_like_dominoes(play: Play) -> Hit | None:
    """A bankruptcy caused another one."""
    chained = [seen for seen in play.story.facts.bankruptcies if seen.cause == "replacement"]
    if not chained:
        return None
    seen = chained[0]
    fact = _("%(The_role)s could not pay for the firm that replaced its partner, and fell with it in activity %(n)d.")
    ask = _("What could have kept the damage with one firm?")
    events = tuple(
        place
        for each in play.story.facts.bankruptcies
        if each.activity == seen.activity
        for place in _places(play, each)
    )
    numbers = {**play.named(role=seen.seat), "n": seen.activity}
    return Hit(weight=86, fact=fact % numbers, ask=ask, events=tuple(dict.fromkeys(events)), seats=(seen.seat,))


@PATTERNS.add("bankrupt_again", "ruin")
def bankrupt_again(play: Play) -> Hit | None:
    """The same role went bankrupt twice or more."""
    times = Counter(seen.seat for seen in play.story.facts.bankruptcies)
    seat, number = max(times.items(), key=lambda item: (item[1], -item[0]), default=(0, 0))
    if number < 2:
        return None
    fact = _("%(The_role)s went bankrupt %(times)d times.")
    ask = _("What did the new firm inherit?")
    numbers = {**play.named(role=seat), "times": number}
    return Hit(weight=78, fact=fact % numbers, ask=ask, events=play.trace.find("bankrupt", seat=seat), seats=(seat,))


@PATTERNS.add("missing_cubes", "ruin")
def missing_cubes(play: Play) -> Hit | None:
    """A role went bankrupt for lack of required cubes, although it had its one purchase at the special price before."""
    for seen in play.story.facts.bankruptcies:
        role = play.roles[seen.seat]
        if seen.cause != "required" or not play.buys_early(seen.seat) or role.bought_low >= role.required:
            continue
        fact = _(
            "%(The_role)s could not place what is required in activity %(n)d; it had bought %(cubes)s at the special "
            "price."
        )
        ask = _("On which sheet does the number of required cubes stand?")
        numbers = {**play.named(role=seen.seat), "n": seen.activity, "cubes": cubes(role.bought_low)}
        events = (*play.trace.find("bought", seat=seen.seat), *_places(play, seen))
        return Hit(weight=80, fact=fact % numbers, ask=ask, events=events, seats=(seen.seat,))
    return None


@PATTERNS.add("felled_by_a_card", "ruin")
def felled_by_a_card(play: Play) -> Hit | None:
    """A risk card caused the bankruptcy of a role."""
    felled = [seen for seen in play.story.facts.bankruptcies if seen.card]
    if not felled:
        return None
    seen = felled[0]
    fact = _("One risk card in activity %(n)d was enough to ruin %(the_role)s.")
    ask = _("What could this firm still bear before the card came?")
    cards = play.trace.find("effect_applied", turn=seen.activity, seat=seen.seat, how="unpaid")
    numbers = {**play.named(role=seen.seat), "n": seen.activity}
    events = (*cards, *_places(play, seen))
    return Hit(weight=76, fact=fact % numbers, ask=ask, events=events, seats=(seen.seat,))
