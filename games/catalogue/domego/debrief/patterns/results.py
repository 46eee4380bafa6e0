"""The end: targets met and missed together, points apart."""

from django.utils.translation import gettext as _

from games.catalogue.domego.debrief.patterns.play import PATTERNS, Play
from games.catalogue.domego.quantities import k, signed
from games.ui.patterns import Hit
from games.ui.sentences import listed_with_and

SCORE_GAP = 8
NEAR_COST = 3
FIRST = 4
"""The number of first activities that a question names."""


@PATTERNS.add("all_met", "result")
def all_met(play: Play) -> Hit | None:
    """Every target was met."""
    if play.missed or not play.story.facts.finished:
        return None
    fact = _("All targets were met.")
    ask = _("Which decision would you tell another team to copy?")
    return Hit(weight=54, fact=fact, ask=ask, events=play.end)


@PATTERNS.add("all_missed", "result")
def all_missed(play: Play) -> Hit | None:
    """Every target was missed."""
    if len(play.missed) < len(play.over):
        return None
    fact = _("Every target was missed.")
    ask = _("Which target would you have given up first?")
    return Hit(weight=82, fact=fact, ask=ask, events=play.end)


@PATTERNS.add("exactly_on_target", "result")
def exactly_on_target(play: Play) -> Hit | None:
    """A counter ended exactly on its target."""
    exact = [name for name, value in play.over.items() if value == 0]
    if not exact:
        return None
    names = {"delay": _("duration"), "cost": _("cost"), "failures": _("failures")}
    fact = _("Exactly on target: %(what)s.") % {"what": listed_with_and([names[name] for name in exact])}
    ask = _("What was said in the last activity about how much was left?")
    last = play.activities[-1].number if play.activities else 0
    return Hit(weight=38, fact=fact, ask=ask, events=(*play.placed(last), *play.end))


@PATTERNS.add("cost_by_little", "result")
def cost_by_little(play: Play) -> Hit | None:
    """The cost target was missed by a few cubes."""
    over = play.over["cost"]
    if not 0 < over <= NEAR_COST:
        return None
    fact = _("%(over)d more than the target for the cost: a handful of cubes decided.") % {"over": over}
    ask = _("What was known of the cost counter when the last cube was placed?")
    last = play.activities[-1].number
    return Hit(weight=71, fact=fact, ask=ask, events=(*play.placed(last), *play.end))


@PATTERNS.add("points_apart", "fairness")
def points_apart(play: Play) -> Hit | None:
    """The best and the worst are far apart."""
    ordered = sorted(play.roles, key=lambda role: -role.points.total)
    best, worst = ordered[0], ordered[-1]
    if best.points.total - worst.points.total < SCORE_GAP:
        return None
    seats = (best.seat, worst.seat)
    numbers = {
        "best": play.name(best.seat),
        "most": signed(best.points.total),
        "worst": play.name(worst.seat),
        "least": signed(worst.points.total),
    }
    fact = _("Points: %(best)s %(most)s, %(worst)s %(least)s.") % numbers
    between = [made for made in play.contracts if {made.payer, made.payee} == set(seats) and made.price is not None]
    if between:
        ask = _("Was %(price)s the right price between these two roles?") % {"price": k(between[0].price or 0)}
        return Hit(weight=55, fact=fact, ask=ask, events=(*play.settled(between[0]), *play.end), seats=seats)
    return Hit(
        weight=51,
        fact=fact,
        ask=_("Did the project need such a difference between two roles?"),
        events=play.end,
        seats=seats,
    )


@PATTERNS.add("winner_of_a_lost_project", "fairness")
def winner_of_a_lost_project(play: Play) -> Hit | None:
    """A role scored well while two targets or more were missed."""
    best = max(play.roles, key=lambda role: role.points.total)
    if len(play.missed) < 2 or best.points.total < SCORE_GAP:
        return None
    fact = _("The project missed %(n)d targets, and %(the_role)s still scored %(points)d.")
    ask = _("What in real contracts rewards such a result?")
    numbers = {"n": len(play.missed), **play.named(role=best.seat), "points": best.points.total}
    return Hit(weight=57, fact=fact % numbers, ask=ask, events=play.end, seats=(best.seat,))


@PATTERNS.add("below_zero", "result")
def below_zero(play: Play) -> Hit | None:
    """A role ended with a negative score."""
    worst = min(play.roles, key=lambda role: role.points.total)
    if worst.points.total >= 0:
        return None
    fact = _("%(The_role)s ended with %(points)s points.")
    ask = _("Which decisions of the table took these points away?")
    numbers = {**play.named(role=worst.seat), "points": signed(worst.points.total)}
    events = (*play.trace.find("bankrupt", "broken_off", seat=worst.seat), *play.end)
    return Hit(weight=67, fact=fact % numbers, ask=ask, events=events, seats=(worst.seat,))


@PATTERNS.add("own_aim_missed", "result")
def own_aim_missed(play: Play) -> Hit | None:
    """A role won no point by any objective."""
    empty = [role for role in play.roles if not any(role.points.objectives)]
    if not empty or len(empty) == len(play.roles):
        return None
    role = empty[0]
    fact = _("%(The_role)s won no point by any of its objectives.")
    ask = _("Until when was this objective within reach?")
    return Hit(weight=49, fact=fact % play.named(role=role.seat), ask=ask, events=play.end, seats=(role.seat,))


@PATTERNS.add("first_four", "transfer")
def first_four(play: Play) -> Hit | None:
    """Shown for each project of more than four activities: things that the players would do differently."""
    if not play.activities or len(play.story.scenario.activities) <= FIRST:
        return None
    fact = _("The cards are known now.")
    ask = _("With the same cards, what would you do differently in the first four activities?")
    return Hit(weight=9, fact=fact, ask=ask, events=play.trace.find("activity_begun")[:1])


@PATTERNS.add("real_site", "transfer")
def real_site(play: Play) -> Hit | None:
    """Always shown: the link between the game and real projects."""
    if not play.activities:
        return None
    low, high = play.story.scenario.prices.special_action, play.story.scenario.prices.any_time
    fact = _("A cube costs %(low)s on one day and %(high)s on any other.") % {"low": k(low), "high": k(high)}
    ask = _("What on a real site plays the part of the special price?")
    return Hit(weight=8, fact=fact, ask=ask, events=play.trace.find("bought")[:3] or play.end)


@PATTERNS.add("helped_most", "transfer")
def helped_most(play: Play) -> Hit | None:
    """Always shown: the actions of others that helped."""
    if not play.activities:
        return None
    extra = max(play.roles, key=play.tiers)
    if not play.tiers(extra):
        return None
    fact = _("Most cubes above what is required were placed by %(the_role)s.") % play.named(role=extra.seat)
    ask = _("Which decision of another role helped you most?")
    places = [play.placed(played.number, extra.seat) for played in play.activities]
    return Hit(weight=10, fact=fact, ask=ask, events=tuple(p for found in places for p in found)[:8])
