"""Checks of a scenario beyond its format. Each check yields every fault that it finds."""

from collections.abc import Iterator, Sequence

from games.catalogue.domego.rules.card_checks import card_faults, deck_faults
from games.catalogue.domego.rules.scenario import ActivityText, ObjectiveText, RoleText, Scenario, Words
from games.catalogue.domego.rules.special_checks import contract_faults, instalment_faults, special_faults
from games.engine.errors import Fault, fault


def faults(scenario: Scenario) -> Iterator[Fault]:
    """All faults. Faults that cause others come first: names of roles, who engages whom, activities, cards."""
    roles = {role.id: role for role in scenario.roles}
    for index, role in enumerate(scenario.roles):
        if any(role.id == other.id for other in scenario.roles[:index]):
            yield fault(f"roles[{index}].id", "the role `%(role)s` is there already", role=role.id)
    for index, role in enumerate(scenario.roles):
        yield from _role_faults(f"roles[{index}]", role, roles)
    yield from contract_faults(scenario, roles)
    for index, activity in enumerate(scenario.activities):
        yield from _activity_faults(f"activities[{index}]", activity, index + 1, roles)
        yield from special_faults(scenario, index, roles)
    yield from instalment_faults(scenario)
    yield from card_faults(scenario, roles)
    yield from deck_faults(scenario)


def _role_faults(path: str, role: RoleText, roles: dict[str, RoleText]) -> Iterator[Fault]:
    yield from _unnamed(f"{path}.name", role.name)
    if role.engaged_by is not None and role.engaged_by not in roles:
        yield fault(f"{path}.engaged_by", "%(role)s: there is no role %(other)s", role=role.id, other=role.engaged_by)
    elif _engages_itself(role, roles):
        yield fault(f"{path}.engaged_by", "the role `%(role)s` would be engaged by itself in the end", role=role.id)
    for index, objective in enumerate(role.objectives):
        yield from _objective_faults(f"{path}.objectives[{index}]", role, objective)


def _unnamed(path: str, words: Words) -> Iterator[Fault]:
    if not (words.en.strip() or words.fr.strip()):
        yield fault(path, "there is no name in any language")


def _engages_itself(role: RoleText, roles: dict[str, RoleText]) -> bool:
    above, seen = role.engaged_by, set()
    while above in roles and above not in seen:
        if above == role.id:
            return True
        seen.add(above)
        above = roles[above].engaged_by
    return False


WAYS = {
    "profit": ("points_per_k",),
    "delay_and_cost": ("flat_if_both_targets_met",),
    "delay": ("per_unit_under_target", "flat_if_target_met"),
    "cost": ("per_unit_under_target", "flat_if_target_met"),
    "failures": ("per_unit_under_target", "flat_if_target_met"),
}
"""The ways to get points, by metric."""


def _objective_faults(path: str, role: RoleText, objective: ObjectiveText) -> Iterator[Fault]:
    every_way = ("per_unit_under_target", "flat_if_target_met", "flat_if_both_targets_met", "points_per_k")
    ways, given = WAYS[objective.metric], [way for way in every_way if getattr(objective, way) is not None]
    if len(given) != 1 or given[0] not in ways:
        yield fault(
            path,
            "%(role)s: an objective on %(metric)s needs one of %(ways)s",
            role=role.id,
            metric=objective.metric,
            ways=", ".join(ways),
        )
    if objective.baseline is not None and objective.metric != "profit":
        yield fault(f"{path}.baseline", "%(role)s: only a profit has a baseline", role=role.id)


def _activity_faults(path: str, activity: ActivityText, number: int, roles: dict[str, RoleText]) -> Iterator[Fault]:
    if activity.number != number:
        yield fault(
            f"{path}.number", "this is activity %(number)s, not %(given)s", number=number, given=activity.number
        )
    yield from _unnamed(f"{path}.name", activity.name)
    seen: set[str] = set()
    for line, part in enumerate(activity.participants):
        where = f"{path}.participants[{line}]"
        if part.role not in roles:
            yield fault(f"{where}.role", "there is no role %(role)s", role=part.role)
        elif part.role in seen:
            yield fault(f"{where}.role", "the role `%(role)s` takes part twice", role=part.role)
        seen.add(part.role)
        yield from _tier_faults(f"{where}.risk", part.role, part.risk)
        yield from _tier_faults(f"{where}.delay", part.role, part.delay)


def _tier_faults(path: str, role: str, tiers: Sequence[tuple[int, int]]) -> Iterator[Fault]:
    for number, ((cubes, gain), (more_cubes, more_gain)) in enumerate(zip(tiers, tiers[1:], strict=False), start=1):
        if more_cubes <= cubes or more_gain <= gain:
            more, less = f"{more_cubes}, {more_gain}", f"{cubes}, {gain}"
            yield fault(
                f"{path}[{number}]",
                "%(role)s: [%(more)s] must be more than [%(less)s] in both: tiers are totals",
                role=role,
                more=more,
                less=less,
            )
