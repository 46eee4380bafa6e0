"""Days: lost, bought back, left over."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.catalogue.domego.debrief.patterns.play import PATTERNS, Play
from games.catalogue.domego.facts.tables import ActivityPlayed
from games.catalogue.domego.quantities import days
from games.ui.patterns import Hit

SPARE_DAYS = 5
CARD_DAYS = 15
NEAR_DAYS = 3


@PATTERNS.add("ended_late", "time")
def ended_late(play: Play) -> Hit | None:
    """The delay ended over its target."""
    late = play.over["delay"]
    if late <= 0 or not play.activities:
        return None
    worst = max(play.activities, key=lambda played: played.days - played.base_days)
    fact = _("The project ended %(late)s late. Activity %(n)d took %(took)s for %(base)d planned.")
    numbers = {"late": days(late), "n": worst.number, "took": days(worst.days), "base": worst.base_days}
    ask = _("Where could the lost time have been bought back at the lowest price?")
    events = (*play.balance(worst.number), *play.end)
    return Hit(weight=min(95, 62 + late), fact=fact % numbers, ask=ask, events=events)


@PATTERNS.add("late_from_the_start", "time")
def late_from_the_start(play: Play) -> Hit | None:
    """Most of the delay against the plan arose in the first half."""
    half = play.activities[: len(play.activities) // 2]
    lost = [played.days - played.base_days for played in play.activities]
    first = sum(lost[: len(half)])
    if not half or play.over["delay"] <= 0 or first < SPARE_DAYS or 3 * first < 2 * sum(n for n in lost if n > 0):
        return None
    worst = max(half, key=lambda played: played.days - played.base_days)
    fact = _("Of the time lost, %(lost)s were lost by activity %(n)d, before half of the activities were over.")
    ask = _("What would have been a fair price for avoiding this delay?")
    numbers = {"lost": days(first), "n": half[-1].number}
    return Hit(weight=58, fact=fact % numbers, ask=ask, events=play.balance(worst.number))


@PATTERNS.add("late_in_the_end", "time")
def late_in_the_end(play: Play) -> Hit | None:
    """On plan until the last third, late at the end."""
    number = 2 * len(play.activities) // 3
    if number < 1 or play.over["delay"] <= 0:
        return None
    before = play.activities[number - 1]
    if before.after.delay > before.plan.delay:
        return None
    last = max(play.activities[number:], key=lambda played: played.days - played.base_days)
    fact = _(
        "After activity %(n)d the project was on plan; activity %(last)d alone took %(took)s for %(base)d planned."
    )
    ask = _("Which warning was already in the cards drawn before?")
    numbers = {"n": before.number, "last": last.number, "took": days(last.days), "base": last.base_days}
    return Hit(weight=64, fact=fact % numbers, ask=ask, events=(*play.balance(number), *play.balance(last.number)))


@PATTERNS.add("days_left_over", "time")
def days_left_over(play: Play) -> Hit | None:
    """Well under the target, while something else was missed."""
    spare = -play.over["delay"]
    if spare < SPARE_DAYS or not play.activities:
        return None
    dear = max(play.activities, key=play.story.days_spared)
    fewer = play.story.days_spared(dear)
    fact = _("%(spare)s were left over. The most that cubes saved in one activity: %(fewer)s, in activity %(n)d.")
    if not fewer:
        fact = _("%(spare)s were left over. No activity was shortened by cubes.")
    ask = _("Which cubes would you take back?")
    numbers = {"spare": days(spare), "n": dear.number, "fewer": days(fewer)}
    weight = 52 if play.missed else 34
    return Hit(weight=weight, fact=fact % numbers, ask=ask, events=(*play.placed(dear.number), *play.end)[:8])


@PATTERNS.add("no_days_bought", "time")
def no_days_bought(play: Play) -> Hit | None:
    """The project was late, and nobody placed a delay tier. Tiers that a bankruptcy undid count as placed."""
    bought = any(event.kind == "allocated" and event.data.get("fewer_days") for event in play.trace.events)
    if bought or play.over["delay"] <= 0:
        return None
    fact = _("Nobody bought a single day in %(n)d activities, and the project ended %(late)s late.")
    ask = _("Who gains by an early end?")
    numbers = {"n": len(play.activities), "late": days(play.over["delay"])}
    return Hit(weight=66, fact=fact % numbers, ask=ask, events=play.end)


@PATTERNS.add("cards_took_days", "time")
def cards_took_days(play: Play) -> Hit | None:
    """Risk cards made the project longer. Days that other cards saved are not taken off."""
    total = sum(_added(played) for played in play.activities)
    if total < CARD_DAYS:
        return None
    worst = max(play.activities, key=_added)
    fact = _("Risk cards added %(all)s in all, %(most)s of them in activity %(n)d.")
    ask = _("Who carries such risks in a real contract?")
    numbers = {"all": days(total), "most": days(_added(worst)), "n": worst.number}
    cards = play.trace.find("card_drawn", turn=worst.number)
    return Hit(weight=44, fact=fact % numbers, ask=ask, events=(*cards, *play.balance(worst.number)))


def _added(played: ActivityPlayed) -> int:
    """The days that cards added to an activity, including cards drawn in earlier activities."""
    effects = (effect for card in (*played.drawn, *played.due) for effect in card.effects)
    return sum(max(0, effect.amount) for effect in effects if effect.op == "delay" and effect.how == "done")


@PATTERNS.add("late_by_little", "time")
def late_by_little(play: Play) -> Hit | None:
    """The target was missed by a few days that one tier would have given."""
    late = play.over["delay"]
    if not 0 < late <= NEAR_DAYS:
        return None
    fact = ngettext("One day decided the duration target.", "%(n)d days decided the duration target.", late) % {
        "n": late
    }
    ask = _("When could you have known that the duration would be so close to the target?")
    return Hit(weight=74, fact=fact, ask=ask, events=play.end)
