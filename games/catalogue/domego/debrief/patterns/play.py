"""The input of the patterns of Domego: the tables with the names of the scenario, and the log."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from games.catalogue.domego.debrief.patterns.prompts import PROMPTS
from games.catalogue.domego.debrief.story import Story
from games.catalogue.domego.facts.tables import ActivityPlayed, CardEffect, ContractMade, RoleResult
from games.ui.nouns import named
from games.ui.patterns import Collection, Trace

PATTERNS: Final = Collection(PROMPTS)


@dataclass(frozen=True)
class Play:
    """A match with its tables and its log. Events are found by kind, activity and seat."""

    story: Story
    trace: Trace

    def name(self, seat: int) -> str:
        """A role's name."""
        return self.story.names[seat].name

    def named(self, **seats: int) -> dict[str, Any]:
        """The parameters of a text that contains these roles."""
        return named(**{key: self.story.names[seat] for key, seat in seats.items()})

    @property
    def activities(self) -> tuple[ActivityPlayed, ...]:
        """The activities that have ended."""
        return self.story.facts.activities

    @property
    def roles(self) -> tuple[RoleResult, ...]:
        """The results of the roles, by seat."""
        return self.story.facts.roles

    @property
    def contracts(self) -> tuple[ContractMade, ...]:
        """The contracts in the order of the sheets."""
        return self.story.facts.contracts

    @cached_property
    def over(self) -> dict[str, int]:
        """The distance of each counter above its target at the end; negative if under it."""
        return {name: -self.story.spare(name) for name in self.story.targets}

    @property
    def missed(self) -> list[str]:
        """Targets that were missed."""
        return [name for name, value in self.over.items() if value > 0]

    @property
    def end(self) -> tuple[int, ...]:
        """The index of the end event, or of the last balance of an unfinished match."""
        return self.trace.find("game_ended") or self.trace.find("activity_ended")[-1:]

    def balance(self, activity: int) -> tuple[int, ...]:
        """The index of an activity's balance."""
        return self.trace.find("activity_ended", turn=activity)

    def placed(self, activity: int, seat: int | None = None) -> tuple[int, ...]:
        """The indexes of payments for a placement."""
        return self.trace.find("allocated", turn=activity, seat=seat)

    def dear(self, seat: int) -> tuple[int, ...]:
        """The indexes of a role's purchases at the full price, voluntary or forced."""
        return tuple(
            event.place
            for event in self.trace.events
            if event.seat == seat and event.kind in ("allocated", "effect_applied") and event.data.get("bought")
        )

    def talk(self, made: ContractMade) -> tuple[int, ...]:
        """The indexes of the offers and of the end of a negotiation."""
        kinds = ("offered", "agreed", "broken_off", "contract_drawn", "contract_fixed")
        return self.trace.find(*kinds, payer=made.payer, payee=made.payee)

    def settled(self, made: ContractMade) -> tuple[int, ...]:
        """The indexes at which a price was settled."""
        return self.trace.find("agreed", "broken_off", "contract_drawn", payer=made.payer, payee=made.payee)

    def tiers(self, role: RoleResult) -> int:
        """The cubes that a role placed above those required."""
        return max(0, role.placed - role.required)

    def buys_early(self, seat: int) -> bool:
        """True if the role has an activity in which it may buy at the special price."""
        scenario = self.story.scenario
        action = f"buy:{scenario.roles[seat].id}"
        return any(action in activity.special for activity in scenario.activities)


def is_burden(effect: CardEffect) -> bool:
    """True if the effect took cubes, money or days."""
    days_more = effect.amount > 0 and effect.op == "delay"
    return effect.how == "done" and (days_more or effect.cubes > 0 or effect.k > 0)
