"""Risk cards: avoided, drawn, paid, and coming back later."""

from django.utils.translation import gettext as _

from games.catalogue.domego.debrief.patterns.play import PATTERNS, Play, is_burden
from games.catalogue.domego.game import GAME
from games.catalogue.domego.names import card_title
from games.catalogue.domego.quantities import cards, cubes, days
from games.catalogue.domego.rules.facilitation import is_brought
from games.ui.patterns import Hit, Logged
from games.ui.role_benchmarks import reach_of

WELL_COVERED = 3
EXTRA_CUBES = 5
PAID_CUBES = 4


@PATTERNS.add("too_many_failures", "risk")
def too_many_failures(play: Play) -> Hit | None:
    """More cards were drawn than the target allows."""
    over = play.over["failures"]
    if over <= 0 or not play.activities:
        return None
    worst = max(play.activities, key=lambda played: played.cards)
    fact = _("%(over)s too many; %(drawn)s in activity %(n)d alone.")
    ask = _("Where would a cube against risk have saved most?")
    numbers = {"over": cards(over), "n": worst.number, "drawn": cards(worst.cards)}
    events = (*play.trace.find("cards_due", turn=worst.number), *play.end)
    return Hit(weight=min(88, 60 + 3 * over), fact=fact % numbers, ask=ask, events=events)


@PATTERNS.add("well_covered", "risk")
def well_covered(play: Play) -> Hit | None:
    """An activity in which many cards were kept in the deck."""
    rows = [(played.slots + played.added - played.cards, played) for played in play.activities]
    avoided, played = max(rows, key=lambda pair: pair[0], default=(0, None))
    if played is None or avoided < WELL_COVERED or not play.story.above_required(played):
        return None
    fact = _("In activity %(n)d the team kept %(avoided)s in the deck, with %(extra)s above what is required.")
    ask = _("How did you agree on who pays for safety?")
    extra = cubes(play.story.above_required(played))
    numbers = {"n": played.number, "avoided": cards(avoided), "extra": extra}
    events = (*play.placed(played.number), *play.trace.find("cards_due", turn=played.number))
    return Hit(weight=32, fact=fact % numbers, ask=ask, events=events)


@PATTERNS.add("uncovered", "risk")
def uncovered(play: Play) -> Hit | None:
    """An activity had three cards or more, and nobody placed cubes against them."""
    bare = [each for each in play.activities if each.slots + each.added >= 3 and not each.fewer_cards]
    if not bare:
        return None
    played = max(bare, key=lambda each: (each.cards, each.card_days))
    effects = (effect for card in played.drawn for effect in card.effects if effect.how == "done")
    more = sum(effect.amount for effect in effects if effect.op == "delay")
    fact = _("In activity %(n)d nobody placed a cube against risk, and all %(drawn)s were drawn: %(days)s more.")
    if more <= 0:
        fact = _("In activity %(n)d nobody placed a cube against risk, and all %(drawn)s were drawn.")
    ask = _("What was said before the risk slots were left open?")
    numbers = {"n": played.number, "drawn": cards(played.cards), "days": days(more)}
    events = (*play.trace.find("cards_due", turn=played.number), *play.balance(played.number))
    return Hit(weight=50, fact=fact % numbers, ask=ask, events=events)


@PATTERNS.add("came_back_later", "risk")
def came_back_later(play: Play) -> Hit | None:
    """A card drawn early hit a later activity."""
    hits = [
        (sum(effect.cubes + effect.k + abs(effect.amount) for effect in taken), played, card, taken)
        for played in play.activities
        for card in played.due
        if (taken := list(filter(is_burden, card.effects)))
    ]
    if not hits:
        return None
    _size, played, card, taken = max(hits, key=lambda each: each[0])
    fact = _("The card \u201c%(card)s\u201d, drawn in activity %(since)d, struck in activity %(n)d.")
    ask = _("Who could have prepared for the card in time?")
    numbers = {"card": card_title(play.story.scenario, card.card), "since": card.since, "n": played.number}
    effects = play.trace.find("effect_applied", turn=played.number, card=card.card)
    events = (*play.trace.find("card_drawn", card=card.card), *effects)
    seats = tuple(dict.fromkeys(effect.seat for effect in taken if effect.seat is not None))
    return Hit(weight=43, fact=fact % numbers, ask=ask, events=events, seats=seats[:1])


def _adds_cards(event: Logged) -> bool:
    """Does a risk card change the number of cards of a later activity? An event of the facilitator is no card."""
    return event.kind == "effect_deferred" and event.data.get("op") == "risk" and not is_brought(event.data["card"])


@PATTERNS.add("risk_breeds_risk", "risk")
def risk_breeds_risk(play: Play) -> Hit | None:
    """Cards added cards to later activities."""
    added = [event for event in play.trace.events if _adds_cards(event)]
    more = [event for event in added if event.data.get("amount", 0) > 0]
    if not more:
        return None
    total = sum(event.data["amount"] for event in more)
    fact = _("Cards drawn early put %(n)s more on top of later activities.")
    ask = _("Where is such a chain of causes cheapest to cut?")
    events = tuple(event.place for event in more)
    return Hit(weight=37, fact=fact % {"n": cards(total)}, ask=ask, events=events[:8])


@PATTERNS.add("one_paid_for_risks", "fairness")
def one_paid_for_risks(play: Play) -> Hit | None:
    """One role paid half of the cost of risks."""
    total = sum(role.risk_cubes for role in play.roles)
    role = max(play.roles, key=lambda each: each.risk_cubes)
    if total < PAID_CUBES or 2 * role.risk_cubes < total or len(play.roles) < 3:
        return None
    fact = _("Of %(all)s that risk cards took, %(own)d came %(from_role)s.")
    ask = _("How would you share these risks in a contract?")
    numbers = {"all": cubes(total), "own": role.risk_cubes, **play.named(role=role.seat)}
    events = tuple(
        event.place
        for event in play.trace.events
        if event.kind == "effect_applied" and event.seat == role.seat and event.data.get("cubes")
    )
    return Hit(weight=41, fact=fact % numbers, ask=ask, events=events[:8], seats=(role.seat,))


@PATTERNS.add("did_the_least", "cooperation")
def did_the_least(play: Play) -> Hit | None:
    """A role never placed more than required, while others did."""
    total = sum(play.tiers(role) for role in play.roles)
    idle = [role for role in play.roles if role.placed and not play.tiers(role)]
    if total < EXTRA_CUBES or not idle:
        return None
    role = max(idle, key=lambda each: (each.points.total, -each.seat))
    fact = _("%(The_role)s never placed a cube above what is required; the others placed %(extra)s.")
    ask = _("What would have made a cube worth placing for this role?")
    numbers = {**play.named(role=role.seat), "extra": cubes(total)}
    places = [play.placed(played.number, role.seat) for played in play.activities]
    events = tuple(place for found in places for place in found)
    return Hit(weight=47, fact=fact % numbers, ask=ask, events=events[:8], seats=(role.seat,))


@PATTERNS.add("carried_the_others", "cooperation")
def carried_the_others(play: Play) -> Hit | None:
    """A role placed half of all extra cubes and ended below its usual points."""
    total = sum(play.tiers(role) for role in play.roles)
    role = max(play.roles, key=play.tiers)
    reach = reach_of(GAME, play.story.scenario)
    if reach is None or total < EXTRA_CUBES or 2 * play.tiers(role) < total:
        return None
    low, high = reach.usual(role.seat)
    if role.points.total >= low:
        return None
    fact = _(
        "Of %(all)s above what is required, %(the_role)s placed %(own)d. Its points at the end: %(points)d; "
        "usual in this role are %(low)d to %(high)d."
    )
    ask = _("How can one agree on such help beforehand?")
    numbers = {
        **play.named(role=role.seat),
        "own": play.tiers(role),
        "all": cubes(total),
        "points": role.points.total,
        "low": low,
        "high": high,
    }
    places = [
        play.placed(played.number, row.seat)
        for played in play.activities
        for row in played.roles
        if row.seat == role.seat and row.placed > row.required
    ]
    events = tuple(place for found in places for place in found)
    return Hit(weight=53, fact=fact % numbers, ask=ask, events=events[:8], seats=(role.seat,))
