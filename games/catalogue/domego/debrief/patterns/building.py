"""Patterns of building: snags, ground, interfaces, advance payment, reserves, and design problems left to the works."""

from django.utils.translation import gettext as _

from games.catalogue.domego.debrief.patterns.play import PATTERNS, Play, is_burden
from games.catalogue.domego.names import card_title
from games.catalogue.domego.quantities import cards, cubes, days, k
from games.ui.patterns import Hit
from games.ui.sentences import listed_with_and

FIRST, DESIGN, SITE = 2, range(5, 8), 8
"""The last activity before anything is designed, those of design, and the first one of the works."""
MANY = 3
WORST = 4
BOUGHT_DAYS = 6


@PATTERNS.add("snags_at_handover", "risk")
def snags_at_handover(play: Play) -> Hit | None:
    """Cards were drawn in the last activity of the project."""
    last = len(play.story.scenario.activities)
    played = next((each for each in play.activities if each.number == last and each.cards >= FIRST), None)
    if played is None:
        return None
    fact = _("At practical completion, in activity %(n)d, %(drawn)s were drawn.")
    ask = _("At practical completion defects appeared: which could have been seen on site before?")
    numbers = {"n": last, "drawn": cards(played.cards)}
    events = (*play.trace.find("card_drawn", turn=last), *play.balance(last))
    return Hit(weight=47, fact=fact % numbers, ask=ask, events=events)


@PATTERNS.add("found_in_the_ground", "risk")
def found_in_the_ground(play: Play) -> Hit | None:
    """A card from before the design had its effect during the works."""
    struck = [
        (played, card)
        for played in play.activities
        if played.number >= SITE
        for card in played.due
        if card.since <= FIRST and any(map(is_burden, card.effects))
    ]
    if not struck:
        return None
    played, card = struck[0]
    fact = _("“%(card)s”, from activity %(since)d, was felt during the works, in activity %(n)d.")
    ask = _("What would have shown the problem before the works began?")
    numbers = {"card": card_title(play.story.scenario, card.card), "since": card.since, "n": played.number}
    events = play.trace.find("effect_applied", turn=played.number, card=card.card) or play.balance(played.number)
    return Hit(weight=49, fact=fact % numbers, ask=ask, events=events)


@PATTERNS.add("between_the_trades", "cooperation")
def between_the_trades(play: Play) -> Hit | None:
    """One card took from several roles at once."""
    hits = [
        (seats, played, card)
        for played in play.activities
        for card in played.drawn
        if len(seats := {each.seat for each in card.effects if each.seat is not None and each.how == "done"}) > 1
    ]
    if not hits:
        return None
    seats, played, card = max(hits, key=lambda each: len(each[0]))
    fact = _("In activity %(n)d one card, “%(card)s”, took from %(roles)d roles at once.")
    ask = _("Who had to look after what lies between these roles?")
    numbers = {"n": played.number, "card": card_title(play.story.scenario, card.card), "roles": len(seats)}
    events = (*play.trace.find("card_drawn", card=card.card), *play.balance(played.number))
    return Hit(weight=44, fact=fact % numbers, ask=ask, events=events)


@PATTERNS.add("money_to_come", "money")
def money_to_come(play: Play) -> Hit | None:
    """A role went bankrupt although a part of its price was still to come."""
    for seen in play.story.facts.bankruptcies:
        made = play.story.contract_of(seen.seat)
        later = sum(each.amount for each in made.instalments if each.activity > seen.activity) if made else 0
        if made is None or not later:
            continue
        fact = _("%(The_role)s went bankrupt in activity %(n)d, with %(later)s of its price still to come.")
        ask = _("How could this money have come earlier without making the contract dearer?")
        numbers = {**play.named(role=seen.seat), "n": seen.activity, "later": k(later)}
        events = play.trace.find("bankrupt", turn=seen.activity, seat=seen.seat)
        return Hit(weight=70, fact=fact % numbers, ask=ask, events=events, seats=(seen.seat,))
    return None


@PATTERNS.add("reserve_paid", "risk")
def reserve_paid(play: Play) -> Hit | None:
    """Risk cards took cubes from a role that had them in stock."""
    held = [role for role in play.roles if role.risk_cubes >= MANY and not role.forced]
    if not held:
        return None
    role = max(held, key=lambda each: each.risk_cubes)
    fact = _("%(The_role)s gave %(cubes)s to risk cards, all of them from its stock.")
    ask = _("How was the size of this reserve chosen?")
    numbers = {**play.named(role=role.seat), "cubes": cubes(role.risk_cubes)}
    return Hit(weight=33, fact=fact % numbers, ask=ask, events=play.end, seats=(role.seat,))


@PATTERNS.add("covered_together", "cooperation")
def covered_together(play: Play) -> Hit | None:
    """Several roles avoided all cards of an activity together; no role could have done so alone."""
    shared = [
        (seats, played)
        for played in play.activities
        if not played.cards
        and len(seats := [row.seat for row in played.roles if row.fewer_cards]) > 1
        and max(row.fewer_cards for row in played.roles) < played.slots + played.added
    ]
    if not shared:
        return None
    seats, played = max(shared, key=lambda each: len(each[0]))
    fact = _("In activity %(n)d no card was drawn: %(roles)d roles had shared the prevention.")
    ask = _("How did you agree who would place which cubes?")
    numbers = {"n": played.number, "roles": len(seats)}
    return Hit(weight=35, fact=fact % numbers, ask=ask, events=play.placed(played.number))


@PATTERNS.add("bare_start", "risk")
def bare_start(play: Play) -> Hit | None:
    """Nothing was placed against risk before the design began."""
    first = [each for each in play.activities if each.number <= FIRST]
    drawn = sum(each.cards for each in first)
    if len(first) < FIRST or any(each.fewer_cards for each in first) or drawn < MANY:
        return None
    fact = _("In activities 1 and 2 no cube was placed against risk, and %(drawn)s were drawn.")
    ask = _("What did the owner know then of what these risks can cost later?")
    events = tuple(place for each in first for place in play.balance(each.number))
    return Hit(weight=46, fact=fact % {"drawn": cards(drawn)}, ask=ask, events=events)


@PATTERNS.add("paper_to_site", "risk")
def paper_to_site(play: Play) -> Hit | None:
    """Several cards of the design had their effects during the works."""
    struck = [
        (played.number, card)
        for played in play.activities
        if played.number >= SITE
        for card in played.due
        if card.since in DESIGN and any(map(is_burden, card.effects))
    ]
    titles = dict.fromkeys(card_title(play.story.scenario, card.card) for _number, card in struck)
    names = [_("“%(title)s”") % {"title": title} for title in titles][:MANY]
    if len(names) < FIRST:
        return None
    fact = _("Cards drawn during the design were paid for on site: %(cards)s.")
    ask = _("At what point of the design could the drawings have been checked?")
    events = tuple(dict.fromkeys(place for number, _card in struck for place in play.balance(number)))
    return Hit(weight=45, fact=fact % {"cards": listed_with_and(names)}, ask=ask, events=events)


@PATTERNS.add("worst_activity", "risk")
def worst_activity(play: Play) -> Hit | None:
    """One activity drew a third of all cards."""
    total = sum(each.cards for each in play.activities)
    played = max(play.activities, key=lambda each: each.cards, default=None)
    if played is None or played.cards < WORST or 3 * played.cards < total:
        return None
    fact = _("Of %(all)s of the whole project, %(own)d were drawn in activity %(n)d.")
    ask = _("What made this activity so exposed?")
    numbers = {"all": cards(total), "own": played.cards, "n": played.number}
    return Hit(weight=39, fact=fact % numbers, ask=ask, events=play.balance(played.number))


@PATTERNS.add("lucky_card", "result")
def lucky_card(play: Play) -> Hit | None:
    """A card saved days."""
    lucky = [
        (-effect.amount, played, card)
        for played in play.activities
        for card in played.drawn
        for effect in card.effects
        if effect.op == "delay" and effect.amount < 0 and effect.how == "done"
    ]
    if not lucky:
        return None
    saved, played, card = max(lucky, key=lambda each: each[0])
    fact = _("The card “%(card)s” saved %(days)s in activity %(n)d.")
    ask = _("What on a real project makes such a card likelier?")
    numbers = {"card": card_title(play.story.scenario, card.card), "days": days(saved), "n": played.number}
    return Hit(weight=27, fact=fact % numbers, ask=ask, events=play.balance(played.number))


@PATTERNS.add("many_forced", "cost")
def many_forced(play: Play) -> Hit | None:
    """Several roles bought at the full price because a card made them."""
    forced = [role for role in play.roles if role.forced]
    if len(forced) < MANY:
        return None
    fact = _("%(roles)d roles had to buy %(cubes)s at the full price, because a card asked for them.")
    ask = _("What would a reserve held in common have cost?")
    numbers = {"roles": len(forced), "cubes": cubes(sum(role.forced for role in forced))}
    return Hit(weight=48, fact=fact % numbers, ask=ask, events=play.end)


@PATTERNS.add("one_bought_the_days", "fairness")
def one_bought_the_days(play: Play) -> Hit | None:
    """Two thirds of the days that were bought came from one role."""
    bought = {role.seat: 0 for role in play.roles}
    for played in play.activities:
        for row in played.roles:
            bought[row.seat] = bought.get(row.seat, 0) + row.fewer_days
    total = sum(bought.values())
    seat = max(bought, key=lambda each: bought[each], default=None)
    if seat is None or total < BOUGHT_DAYS or 3 * bought[seat] < 2 * total:
        return None
    fact = _("Of %(all)s that were bought, %(own)d came %(from_role)s.")
    ask = _("Who else gained by these days?")
    numbers = {"all": days(total), "own": bought[seat], **play.named(role=seat)}
    return Hit(weight=42, fact=fact % numbers, ask=ask, events=play.end, seats=(seat,))
