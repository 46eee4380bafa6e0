"""The names of stages, chains and scenarios, in the reader's language."""

from typing import Final

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.catalogue.beer_game.rules.chains import chain_of, seats_of
from games.catalogue.beer_game.rules.scenario import Scenario
from games.engine.facilitation import Brought
from games.ui import seats
from games.ui.faces import RoleName

STAGES: Final = {
    2: ("retailer", "factory"),
    3: ("retailer", "wholesaler", "factory"),
    4: ("retailer", "wholesaler", "distributor", "factory"),
}
"""The names of the stages, by length of the chain, from the building sites up."""
COLOURS: Final = dict(zip(STAGES[4], seats.COLOURS, strict=False))
"""The colour of each stage, independent of the chain's length. The order is that of seats in every game."""


def stage_id(chains: tuple[int, ...], seat: int) -> str:
    """The id of a seat's stage, for example `wholesaler`."""
    chain = chain_of(chains, seat)
    return STAGES[chains[chain]][seat - seats_of(chains, chain)[0]]


def stage_name(stage: str) -> str:
    """The name of a stage by its id."""
    return {
        "retailer": _("Retailer"),
        "wholesaler": _("Wholesaler"),
        "distributor": _("Distributor"),
        "factory": _("Factory"),
    }[stage]


def stage_letter(stage: str) -> str:
    """The letter on a stage's badge."""
    return {
        "retailer": pgettext("badge", "R"),
        "wholesaler": pgettext("badge", "W"),
        "distributor": pgettext("badge", "D"),
        "factory": pgettext("badge", "F"),
    }[stage]


def stage_purpose(stage: str) -> str:
    """The task of a stage, in a sentence."""
    return {
        "retailer": _("You sell pallets to the building sites and order new ones from your supplier."),
        "wholesaler": _("You deliver to the retailer and order from your supplier."),
        "distributor": _("You deliver to the wholesaler and order from the factory."),
        "factory": _("You deliver to your customer in the chain and decide how many pallets are made."),
    }[stage]


def chain_name(chain: int) -> str:
    """A name such as `Chain 1`."""
    return _("Chain %(number)d") % {"number": chain + 1}


def role_names(scenario: Scenario) -> tuple[RoleName, ...]:
    """The names of the seats; with two chains each has the number of its chain."""
    return tuple(role_name(scenario.chains, seat) for seat in range(scenario.seats))


def role_name(chains: tuple[int, ...], seat: int) -> RoleName:
    """The stage's name and badge as a seat."""
    stage, number = stage_id(chains, seat), chain_of(chains, seat) + 1
    name, letter = stage_name(stage), stage_letter(stage)
    if len(chains) == 1:
        return RoleName(stage, name, name, letter, COLOURS[stage], "", stage_purpose(stage), "rules", "chain")
    full = _("%(stage)s, chain %(number)d") % {"stage": name, "number": number}
    short, badge = f"{name} {number}", f"{letter}{number}"
    return RoleName(f"{stage}_{number}", full, short, badge, COLOURS[stage], "", stage_purpose(stage), "rules", "chain")


def above_name(chains: tuple[int, ...], seat: int) -> str:
    """The stage that gets a seat's orders, within a sentence."""
    stage = stage_id(chains, seat)
    if stage == "factory":
        return _("the production plan")
    return stage_name(stage_id(chains, seat + 1))


def below_name(chains: tuple[int, ...], seat: int) -> str:
    """The customer of a seat, within a sentence."""
    if stage_id(chains, seat) == "retailer":
        return _("the building sites")
    return stage_name(stage_id(chains, seat - 1))


def event_titles() -> dict[str, str]:
    """The names of the facilitator's events, by key."""
    return {
        "surge": _("Surge of demand"),
        "strike": _("Transport strike"),
        "bonus": _("Bonus by hand"),
        "penalty": _("Penalty by hand"),
    }


def effect(chains: tuple[int, ...], brought: Brought) -> str:
    """The effect of an event of the facilitator in a sentence."""
    amount = brought.amount
    if brought.event == "surge":
        text = ngettext(
            "The building sites ask for %(amount)d pallet more in the next week.",
            "The building sites ask for %(amount)d pallets more in the next week.",
            amount,
        )
        return text % {"amount": amount}
    if brought.event == "strike":
        if amount == 1:
            return _("No delivery between stages arrives in the next week. It arrives one week later.")
        text = _("No delivery between stages arrives in the next %(amount)d weeks. All arrive in the week after.")
        return text % {"amount": amount}
    text = _("The cost of one stage, %(role)s, rises by %(amount)d.")
    if brought.event == "bonus":
        text = _("The cost of one stage, %(role)s, falls by %(amount)d.")
    return text % {"role": role_name(chains, brought.seat or 0).name, "amount": amount}


def event_text(chains: tuple[int, ...], brought: Brought) -> str:
    """An event of the facilitator with its name and its effect."""
    return f"{event_titles()[brought.event]}. {effect(chains, brought)}"


def bold(text: object) -> SafeString:
    """Bold text as safe HTML."""
    return format_html("<b>{}</b>", text)
