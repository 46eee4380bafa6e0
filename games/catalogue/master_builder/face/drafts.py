"""The words of a draft of a scenario, whose JSON data may have faults."""

from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec
from django.utils.translation import gettext as _

from games.catalogue.master_builder import cards, names
from games.catalogue.master_builder.rules.scenario import Contract, EconomyCard, EventCard, Op, Section, Worker
from games.engine.codec import convert

KEYED: Final[Mapping[str, Mapping[str, Callable[[], str]]]] = {
    "contracts": cards.CONTRACTS,
    "events": cards.EVENTS,
    "economy": cards.ECONOMY,
}
"""The lists whose cards are named by a key, with the known names."""


def item_name(data: Any, name: str, item: Any) -> str:
    """The name of a card, a worker or a section as at the table; empty for one that cannot be read."""
    if not isinstance(item, dict):
        return ""
    if name in KEYED:
        key = item.get("key")
        return cards.card_name(KEYED[name], key) if isinstance(key, str) and key else ""
    try:
        match name:
            case "workers":
                return names.worker_name(convert(item, Worker))
            case "sections":
                section = convert(item, Section)
                kind = "wall" if section.part in ("core", "face", "back") else "building"
                return cards.section_of(kind, section)
            case "ops":
                return cards.op_text(convert(item, Op))
            case _:
                return ""
    except (LookupError, TypeError, ValueError, msgspec.ValidationError):
        return ""


def item_words(data: Any, section: str, item: Any) -> str:
    """An item of a list in a few words; empty for one that cannot be read."""
    try:
        match section:
            case "contracts":
                return _contract(convert(item, Contract))
            case "workers":
                return _worker(convert(item, Worker))
            case "events":
                return cards.event_text(convert(item, EventCard))
            case "economy":
                two, three, four = convert(item, EconomyCard).reveal
                words = _("new contracts: %(two)d with 2 players, %(three)d with 3, %(four)d with 4")
                return words % {"two": two, "three": three, "four": four}
            case _:
                return ""
    except (LookupError, TypeError, ValueError, msgspec.ValidationError):
        return ""


def _contract(contract: Contract) -> str:
    words = _("%(payment)s, minimum bid %(bid)s, %(sections)s: %(needs)s")
    return words % {
        "payment": names.k(contract.payment),
        "bid": names.k(contract.min_bid),
        "sections": names.section_count(len(contract.sections)),
        "needs": ", ".join(map(cards.needs, contract.sections)),
    }


def _worker(worker: Worker) -> str:
    wage = _("wage %(wage)s") % {"wage": names.k(worker.wage)}
    return ", ".join(filter(None, (names.skill(worker.skill), wage, names.quirks(worker.quirks))))
