"""Patterns of cubes: the time and price of purchases, and the use of the cubes."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.catalogue.domego.debrief.patterns.play import PATTERNS, Play
from games.catalogue.domego.quantities import cards, cubes, days, k
from games.ui.patterns import Hit
from games.ui.sentences import listed_with_and

DEAR_CUBES = 4
LEFT_CUBES = 4
EXTRA_CUBES = 4
FORCED = 2
POOR = 2
UNUSED_COST = 10


@PATTERNS.add("over_cost", "cost")
def over_cost(play: Play) -> Hit | None:
    """The cost ended over its target."""
    over = play.over["cost"]
    if over <= 0 or not play.activities:
        return None
    dearest = max(play.activities, key=lambda played: played.cost - played.required)
    fact = _("Cost ended %(over)d over its target. Activity %(n)d alone cost %(cost)d for %(required)d required.")
    ask = _("Which of these cubes were worth their price?")
    numbers = {"over": over, "n": dearest.number, "cost": dearest.cost, "required": dearest.required}
    events = (*play.placed(dearest.number), *play.balance(dearest.number))
    return Hit(weight=min(92, 60 + over), fact=fact % numbers, ask=ask, events=events)


@PATTERNS.add("cost_to_spare", "cost")
def cost_to_spare(play: Play) -> Hit | None:
    """The cost ended far under its target, while delay or failures missed theirs."""
    spare = -play.over["cost"]
    others = [name for name in play.missed if name != "cost"]
    if spare < UNUSED_COST or not others:
        return None
    fact = _("Cost ended %(spare)d under its target, while the target for %(others)s was missed.")
    ask = _("What could the cubes that nobody placed have bought?")
    numbers = {"spare": spare, "others": listed_with_and([_target(name) for name in others])}
    return Hit(weight=70, fact=fact % numbers, ask=ask, events=play.end)


def _target(name: str) -> str:
    return {"delay": _("the duration"), "cost": _("the cost"), "failures": _("the failures")}[name]


@PATTERNS.add("many_extra_cubes", "cost")
def many_extra_cubes(play: Play) -> Hit | None:
    """An activity had many cubes above those required."""
    played = max(play.activities, key=play.story.above_required, default=None)
    if played is None or play.story.above_required(played) < EXTRA_CUBES:
        return None
    avoided = max(0, played.slots + played.added - played.cards)
    spared = [cards(avoided)] if avoided else []
    fewer = play.story.days_spared(played)
    spared += [days(fewer)] if fewer else []
    fact = _("In activity %(n)d the team placed %(extra)s more than required, which spared %(what)s.")
    ask = _("Where would these cubes have done more?")
    extra = play.story.above_required(played)
    numbers = {"n": played.number, "extra": cubes(extra), "what": listed_with_and(spared) or _("nothing")}
    return Hit(weight=min(60, 30 + extra), fact=fact % numbers, ask=ask, events=play.placed(played.number))


@PATTERNS.add("bought_dear", "cost")
def bought_dear(play: Play) -> Hit | None:
    """A role bought several cubes at the full price."""
    role = max(play.roles, key=play.story.dear)
    number = play.story.dear(role)
    if number < DEAR_CUBES:
        return None
    fact = _("%(The_role)s bought %(cubes)s at the full price, for %(more)s more than at the special one.")
    ask = _("What could be known on the day of the special price?")
    numbers = {**play.named(role=role.seat), "cubes": cubes(number), "more": k(play.story.saving(role))}
    weight = min(68, 38 + 2 * number)
    return Hit(weight=weight, fact=fact % numbers, ask=ask, events=play.dear(role.seat)[:8], seats=(role.seat,))


@PATTERNS.add("bought_none_early", "cost")
def bought_none_early(play: Play) -> Hit | None:
    """A role did not use its one purchase at the special price and paid the full price later."""
    missed = [
        role
        for role in play.roles
        if play.buys_early(role.seat) and not role.bought_low and play.story.dear(role) >= DEAR_CUBES
    ]
    if not missed:
        return None
    role = max(missed, key=play.story.dear)
    fact = _("%(The_role)s bought nothing at the special price and %(cubes)s at the full one.")
    ask = _("What would have made buying on that day possible?")
    numbers = {**play.named(role=role.seat), "cubes": cubes(play.story.dear(role))}
    return Hit(weight=56, fact=fact % numbers, ask=ask, events=play.dear(role.seat)[:8], seats=(role.seat,))


@PATTERNS.add("left_in_store", "cost")
def left_in_store(play: Play) -> Hit | None:
    """Cubes were bought and never used."""
    role = max(play.roles, key=lambda each: each.stock)
    if role.stock < LEFT_CUBES:
        return None
    fact = _("%(The_role)s held %(cubes)s at the end that nobody needs any more.")
    ask = _("Which earlier activity could have used the cubes that are left?")
    numbers = {**play.named(role=role.seat), "cubes": cubes(role.stock)}
    events = (*play.trace.find("bought", seat=role.seat), *play.end)
    return Hit(weight=min(50, 24 + 2 * role.stock), fact=fact % numbers, ask=ask, events=events, seats=(role.seat,))


@PATTERNS.add("forced_to_buy", "risk")
def forced_to_buy(play: Play) -> Hit | None:
    """Risk cards took cubes that a role did not have."""
    role = max(play.roles, key=lambda each: each.forced)
    if role.forced < FORCED:
        return None
    fact = _("Risk cards forced %(the_role)s to buy %(cubes)s at the full price.")
    ask = _("How would you defend the cost of a reserve before the owner?")
    numbers = {**play.named(role=role.seat), "cubes": cubes(role.forced)}
    events = tuple(
        event.place
        for event in play.trace.events
        if event.kind == "effect_applied" and event.seat == role.seat and event.data.get("bought")
    )
    return Hit(weight=42, fact=fact % numbers, ask=ask, events=events, seats=(role.seat,))


@PATTERNS.add("purse_empty", "money")
def purse_empty(play: Play) -> Hit | None:
    """A role had almost no money and cubes during an activity, without a bankruptcy."""
    for played in play.activities[:-1]:
        for row in played.roles:
            if row.money <= POOR and not play.roles[row.seat].bankruptcies:
                left = len(play.activities) - played.number
                fact = ngettext(
                    "After activity %(n)d %(the_role)s held %(money)s, with %(left)d activity to come.",
                    "After activity %(n)d %(the_role)s held %(money)s, with %(left)d activities to come.",
                    left,
                )
                ask = _("When would you tell a partner that your firm has no cash left?")
                numbers = {"n": played.number, **play.named(role=row.seat), "money": k(row.money), "left": left}
                events = (*play.placed(played.number, row.seat), *play.balance(played.number))
                return Hit(weight=46, fact=fact % numbers, ask=ask, events=events, seats=(row.seat,))
    return None


@PATTERNS.add("changed_its_mind", "cooperation")
def changed_its_mind(play: Play) -> Hit | None:
    """A role placed three times or more in one activity."""
    rows = [(played.number, row) for played in play.activities for row in played.roles]
    if not rows:
        return None
    number, row = max(rows, key=lambda pair: pair[1].placements)
    if row.placements < 3:
        return None
    fact = _("In activity %(n)d %(the_role)s changed its placement %(times)d times.")
    ask = _("What was learnt between the first placement and the last one?")
    numbers = {"n": number, **play.named(role=row.seat), "times": row.placements - 1}
    events = play.trace.find("placed", turn=number, seat=row.seat)
    return Hit(weight=26, fact=fact % numbers, ask=ask, events=events, seats=(row.seat,))
