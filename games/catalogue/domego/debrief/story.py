"""The facts of a match with the names of its scenario, used by all parts of the debrief."""

from dataclasses import dataclass
from functools import cached_property

from django.utils.translation import gettext_lazy

from games.catalogue.domego.facts.tables import ActivityPlayed, ContractMade, Facts, RoleResult
from games.catalogue.domego.game import GAME
from games.catalogue.domego.names import activity_name, role_names
from games.catalogue.domego.rules.scenario import Scenario
from games.catalogue.domego.rules.sheet import Goals
from games.engine.types import Target
from games.ui.faces import RoleName
from games.ui.role_benchmarks import RoleBenchmarks, reach_of

NUMBER_WORDS = (
    gettext_lazy("no"),
    gettext_lazy("one"),
    gettext_lazy("two"),
    gettext_lazy("three"),
    gettext_lazy("four"),
    gettext_lazy("five"),
    gettext_lazy("six"),
    gettext_lazy("seven"),
    gettext_lazy("eight"),
    gettext_lazy("nine"),
    gettext_lazy("ten"),
    gettext_lazy("eleven"),
    gettext_lazy("twelve"),
    gettext_lazy("thirteen"),
    gettext_lazy("fourteen"),
    gettext_lazy("fifteen"),
    gettext_lazy("sixteen"),
    gettext_lazy("seventeen"),
    gettext_lazy("eighteen"),
    gettext_lazy("nineteen"),
    gettext_lazy("twenty"),
)


def spelled(number: int) -> str:
    """A number as a headline writes it: in words up to twenty."""
    return str(NUMBER_WORDS[number]) if 0 <= number < len(NUMBER_WORDS) else str(number)


@dataclass(frozen=True)
class Story:
    """Facts and names."""

    scenario: Scenario
    facts: Facts

    @cached_property
    def names(self) -> tuple[RoleName, ...]:
        """The names of the roles, by seat."""
        return role_names(self.scenario)

    @cached_property
    def targets(self) -> dict[str, Target]:
        """The targets by name: delay, cost, failures."""
        return {target.name: target for target in self.facts.targets}

    @cached_property
    def plan(self) -> tuple[Goals, ...]:
        """The sums of base days, required cubes and slots after each activity, from 0."""
        slots, planned = 0, [Goals(0, 0, 0)]
        for activity in self.facts.activities:
            slots += activity.slots
            planned.append(Goals(activity.plan.delay, activity.plan.cost, slots))
        return tuple(planned)

    @cached_property
    def reached(self) -> tuple[Goals, ...]:
        """The counters after each activity, from 0."""
        return (Goals(0, 0, 0), *(activity.after for activity in self.facts.activities))

    def spare(self, name: str) -> int:
        """The distance of a counter under its target at the end; negative if over it."""
        return self.targets[name].target - self.targets[name].value

    def activity(self, number: int) -> str:
        """The name of an activity."""
        return activity_name(self.scenario, number)

    def money(self, seat: int) -> tuple[int, ...]:
        """A purse at the start and after each activity."""
        start = self.facts.roles[seat].start_money
        return (start, *(activity.roles[seat].money for activity in self.facts.activities))

    def contract_of(self, payee: int) -> ContractMade | None:
        """The contract by which a role is paid."""
        return next((made for made in self.facts.contracts if made.payee == payee), None)

    @property
    def reach(self) -> RoleBenchmarks | None:
        """The results of bots in each role of a shipped scenario."""
        return reach_of(GAME, self.scenario)

    def dear(self, role: RoleResult) -> int:
        """The cubes that a role bought at the full price, voluntarily or forced."""
        return role.bought_high + role.forced

    def saving(self, role: RoleResult) -> int:
        """The k that the special price would have saved."""
        return self.dear(role) * (self.scenario.prices.any_time - self.scenario.prices.special_action)

    def days_spared(self, played: ActivityPlayed) -> int:
        """The days by which cubes shortened an activity; a duration does not go below 0."""
        return max(0, played.base_days + played.card_days) - played.days

    def above_required(self, activity: ActivityPlayed) -> int:
        """The cubes that a role placed above those required."""
        return max(0, activity.placed - activity.required)
