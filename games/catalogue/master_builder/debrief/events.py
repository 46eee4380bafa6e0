"""The effects of events on each player."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.catalogue.master_builder import cards, names
from games.catalogue.master_builder.facts import Facts
from games.catalogue.master_builder.facts.tables import HarmFacts
from games.catalogue.master_builder.rules.scenario import Scenario
from games.ui.faces import RoleName


@dataclass(frozen=True)
class HarmRow:
    """The effect of an event on a player, with its cost in k."""

    round: int
    event: str
    role: RoleName
    words: str
    cost: str


@dataclass(frozen=True)
class HarmSum:
    """The effects of all events on a player: workers kept away or gone, and the money."""

    role: RoleName
    down: int
    gone: int
    cost: str
    sections: int


def cost_of(line: HarmFacts) -> int:
    """The cost in k: wages of workers kept away, raises so far, and payments at once, less money received."""
    return line.down_wages + line.extra_wages + line.paid - line.received


def harm_rows(scenario: Scenario, facts: Facts, roles: Sequence[RoleName]) -> list[HarmRow]:
    """The rows of effects, by round."""
    order = sorted(facts.harm, key=lambda each: (each.round, each.number, each.seat))
    return [
        HarmRow(
            each.round,
            _name(scenario, each),
            roles[each.seat],
            _describe_harm(each),
            names.k(cost_of(each)),
        )
        for each in order
    ]


def _name(scenario: Scenario, line: HarmFacts) -> str:
    name = cards.event(scenario, line.event)
    return _("%(event)s, brought by the facilitator") % {"event": name} if line.brought else name


def _describe_harm(line: HarmFacts) -> str:
    parts = [
        (line.down, _("%(number)d away") % {"number": line.down}),
        (line.dismissed, _("%(number)d dismissed") % {"number": line.dismissed}),
        (line.left, _("%(number)d left for want of a raise") % {"number": line.left}),
        (line.raised, _("wages up by %(amount)s a round") % {"amount": names.k(line.raised)}),
        (line.paid, _("%(amount)s paid at once") % {"amount": names.k(line.paid)}),
        (line.received, _("%(amount)s received at once") % {"amount": names.k(line.received)}),
    ]
    return ", ".join(words for number, words in parts if number)


def harm_sums(facts: Facts, roles: Sequence[RoleName]) -> list[HarmSum]:
    """The sums by seat. `sections` are those that the best plans lost because workers were kept away."""
    found = []
    for player in facts.seats:
        own = [each for each in facts.harm if each.seat == player.seat]
        lost = [each.without_events - each.possible for each in facts.rounds if each.seat == player.seat]
        found.append(
            HarmSum(
                roles[player.seat],
                sum(each.down for each in own),
                sum(each.dismissed + each.left for each in own),
                names.k(sum(cost_of(each) for each in own)),
                sum(lost),
            )
        )
    return found
