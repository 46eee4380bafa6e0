"""The names and texts of the cards of the scenarios, in the reader's language."""

from collections.abc import Callable, Mapping

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.catalogue.master_builder import names
from games.catalogue.master_builder.rules.scenario import Contract, EventCard, Op, Scenario, Section
from games.catalogue.master_builder.rules.types import Sheet

CONTRACTS = {
    "north_wall": lambda: _("North Wall"),
    "east_wall": lambda: _("East Wall"),
    "weavers_house": lambda: _("Weaver's House"),
    "bakers_house": lambda: _("Baker's House"),
    "corner_tower": lambda: _("Corner Tower"),
    "mill_gate": lambda: _("Mill Gate"),
    "south_wall": lambda: _("South Wall"),
    "watch_tower": lambda: _("Watch Tower"),
    "inn_of_the_three_keys": lambda: _("Inn of the Three Keys"),
    "bridge_gate": lambda: _("Bridge Gate"),
    "town_hall": lambda: _("Town Hall"),
    "west_rampart": lambda: _("West Rampart"),
    "dovecote": lambda: _("Dovecote"),
    "mill": lambda: _("Mill"),
    "bell_tower": lambda: _("Bell Tower"),
    "smithy": lambda: _("Smithy"),
}
EVENTS = {
    "town_fair": lambda: _("Town fair"),
    "fire_in_the_lower_town": lambda: _("Fire in the lower town"),
    "better_pay_in_the_next_town": lambda: _("Better pay in the next town"),
    "heat_wave": lambda: _("Heat wave"),
    "tavern_brawl": lambda: _("Tavern brawl"),
    "funeral_of_the_good_bishop": lambda: _("Funeral of the good bishop"),
    "hearing_before_the_provost": lambda: _("Hearing before the provost"),
    "winter_fever": lambda: _("Winter fever"),
    "collapsed_scaffold": lambda: _("Collapsed scaffold"),
    "quarrel_on_the_site": lambda: _("Quarrel on the site"),
    "missing_tools": lambda: _("Missing tools"),
    "guild_demands": lambda: _("Guild demands"),
    "call_to_arms": lambda: _("Call to arms"),
    "the_royal_architects_visit": lambda: _("The royal architect's visit"),
    "banquet_of_the_masters": lambda: _("Banquet of the masters"),
    "lean_harvest": lambda: _("Lean harvest"),
}
BROUGHT = {
    "grant": lambda: _("Grant from the town"),
    "tax": lambda: _("Town tax"),
    "strike": lambda: _("Strike"),
    "wage_rise": lambda: _("Rise of wages"),
}
"""The events that the facilitator brings."""
ECONOMY = {
    "stagnation": lambda: _("Stagnation"),
    "sluggish_trade": lambda: _("Sluggish trade"),
    "cautious_council": lambda: _("Cautious council"),
    "steady_business": lambda: _("Steady business"),
    "good_harvests": lambda: _("Good harvests"),
    "safe_roads": lambda: _("Safe roads"),
    "busy_market": lambda: _("Busy market"),
    "wool_boom": lambda: _("Wool boom"),
    "royal_charter": lambda: _("Royal charter"),
    "golden_year": lambda: _("Golden year"),
    "siege_rumours": lambda: _("Siege rumours"),
}


def card_name(names: Mapping[str, Callable[[], str]], key: str) -> str:
    """The name of a card by its key; that of a custom card is its key as words."""
    return names[key]() if key in names else key.replace("_", " ").capitalize()


def contract(cards: Scenario | Sheet, number: int) -> str:
    """A name such as `Baker's House`."""
    return card_name(CONTRACTS, cards.contracts[number - 1].key)


def section(of: Contract, part: Section) -> str:
    """A name such as `side 1` or `wall 2, core`."""
    return section_of(of.kind, part)


def section_of(kind: str, part: Section) -> str:
    """The name of a section of a building or of a city wall."""
    number = part.id.rpartition("_")[2]
    if kind == "wall":
        words = {"core": _("wall %(wall)d, core"), "face": _("wall %(wall)d, face"), "back": _("wall %(wall)d, back")}
        return words[part.part] % {"wall": part.wall}
    name = {"side": _("side wall"), "gable": _("gable"), "roof": pgettext("part", "roof")}[part.part]
    return f"{name} {number}" if number.isdecimal() else name


def piece(cards: Scenario | Sheet, id_: str) -> str:
    """The full name of a section: `8/gable_1` gives `Watch Tower, gable 1`."""
    number, _slash, wanted = id_.partition("/")
    of = cards.contracts[int(number) - 1]
    part = next(each for each in of.sections if each.id == wanted)
    return _("%(contract)s, %(section)s") % {"contract": contract(cards, of.number), "section": section(of, part)}


def needs(part: Section) -> str:
    """A text such as `F + A`."""
    return " + ".join(names.letter(each) for each in part.needs)


def event(cards: Scenario | Sheet, id_: str) -> str:
    """A name such as `Town fair`, of a card or of an event that the facilitator brings."""
    if id_ in BROUGHT:
        return BROUGHT[id_]()
    key = next(card.key for card in cards.events if card.id == id_)
    return card_name(EVENTS, key)


def event_text(card: EventCard) -> str:
    """The effects of an event, with a sentence for each of its parts."""
    return " ".join(op_text(op) for op in card.ops)


def op_text(op: Op) -> str:
    """The effect of a part of an event on every player."""
    words = {"who": who(op), "count": op.count, "amount": names.k(op.amount)}
    said = {
        "unavailable": _("Away in this round, but paid: %(who)s."),
        "dismiss": _("Each player dismisses %(count)d of: %(who)s."),
        "wage_delta": _("From now on %(amount)s a round more for: %(who)s."),
        "raise_or_leave": _("They want %(amount)s a round more, or they leave: %(who)s."),
        "pay_or_unavailable": _("Away in this round unless paid %(amount)s each at once: %(who)s."),
    }[op.op]
    if op.op == "unavailable" and op.count:
        said = _("Each player names %(count)d to stay away in this round, but paid, of: %(who)s.")
    return said % words


def who(op: Op) -> str:
    """The workers that a part of an event concerns, for example `weak or sensitive apprentices`."""
    people = names.listed([names.skills(each) for each in op.skills]) if op.skills else _("all workers")
    if not op.quirks:
        return people
    return _("%(people)s who are %(quirks)s") % {
        "people": people,
        "quirks": names.either([names.quirk(each) for each in op.quirks]),
    }


def economy(cards: Scenario, id_: str) -> str:
    """A name such as `Wool boom`."""
    key = next(card.key for card in cards.economy if card.id == id_)
    return card_name(ECONOMY, key)
