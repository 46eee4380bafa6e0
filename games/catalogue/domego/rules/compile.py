"""The conversion of a checked scenario to the numbers of a state."""

from itertools import accumulate

from games.catalogue.domego.rules.scenario import ActivityText, CardText, EffectText, ObjectiveText, RoleText, Scenario
from games.catalogue.domego.rules.sheet import (
    Activity,
    Card,
    Contract,
    Decks,
    Effect,
    Extremes,
    Goals,
    Objective,
    Part,
    Role,
    Sheet,
    Tiers,
)

_latest: list[tuple[Scenario, Sheet, Decks] | None] = [None]


def compiled(scenario: Scenario) -> tuple[Sheet, Decks]:
    """The sheet and the decks of a scenario. The latest result is cached, as simulations reuse one scenario thousands
    of times.
    """
    kept = _latest[0]
    if kept is None or kept[0] is not scenario:
        kept = _latest[0] = (scenario, compile_sheet(scenario), compile_decks(scenario))
    return kept[1], kept[2]


def compile_sheet(scenario: Scenario) -> Sheet:
    """The sheet of a scenario: all its numbers except the decks."""
    ids = tuple(role.id for role in scenario.roles)
    contracts = _contracts(scenario, ids)
    return Sheet(
        roles=tuple(_role(scenario, role, ids) for role in scenario.roles),
        role_ids=ids,
        activities=tuple(_activity(scenario, activity, ids, contracts) for activity in scenario.activities),
        contracts=contracts,
        goals=Goals(scenario.targets.delay, scenario.targets.cost, scenario.targets.failures),
        low_price=scenario.prices.special_action,
        high_price=scenario.prices.any_time,
        bankruptcy_points=scenario.penalties.bankruptcy,
        failed_points=scenario.penalties.failed_negotiation,
        subsidy=scenario.owner_subsidy,
        minutes_one=scenario.negotiation_minutes.one_payee,
        minutes_several=scenario.negotiation_minutes.several_payees,
    )


def compile_decks(scenario: Scenario) -> Decks:
    """The cards of each activity, in file order."""
    ids = tuple(role.id for role in scenario.roles)
    return tuple(
        tuple(
            Card(card.id, tuple(_effect(effect, card, ids) for effect in card.effects))
            for card in scenario.risk_cards
            if card.activity == activity.number
        )
        for activity in scenario.activities
    )


def _effect(effect: EffectText, card: CardText, ids: tuple[str, ...]) -> Effect:
    amount = {"delay": effect.days, "risk": effect.cards}.get(effect.op, effect.amount)
    role = None if effect.role is None else ids.index(effect.role)
    return Effect(effect.op, amount or 0, effect.activity or card.activity, role)


def _role(scenario: Scenario, role: RoleText, ids: tuple[str, ...]) -> Role:
    required = tuple(
        sum(part.required for part in activity.participants if part.role == role.id) for activity in scenario.activities
    )
    takes_part = tuple(any(part.role == role.id for part in activity.participants) for activity in scenario.activities)
    costs = scenario.replacement
    replacement = tuple(
        costs.per_required_resource * sum(required[number:]) + costs.per_activity * sum(takes_part[number:])
        for number in range(1, len(required) + 1)
    )
    return Role(
        id=role.id,
        start_money=role.start_money,
        engaged_by=None if role.engaged_by is None else ids.index(role.engaged_by),
        objectives=tuple(_objective(objective, role.start_money) for objective in role.objectives),
        required=sum(required),
        replacement=replacement,
    )


def _objective(objective: ObjectiveText, start_money: int) -> Objective:
    if objective.metric == "profit":
        baseline = start_money if objective.baseline is None else objective.baseline
        return Objective("profit", objective.points_per_k or 0, True, baseline)
    if objective.per_unit_under_target is not None:
        return Objective(objective.metric, objective.per_unit_under_target, True)
    return Objective(objective.metric, objective.flat_if_target_met or objective.flat_if_both_targets_met or 0, False)


def _contracts(scenario: Scenario, ids: tuple[str, ...]) -> tuple[Contract, ...]:
    named = [action.removeprefix("negotiate:") for activity in scenario.activities for action in activity.special]
    engaged_by = {role.id: role.engaged_by for role in scenario.roles}
    ordered = sorted(
        scenario.standard_contracts,
        key=lambda contract: (engaged_by[contract.payer] is not None, named.index(contract.pair)),
    )
    return tuple(
        Contract(
            ids.index(contract.payer),
            ids.index(contract.payee),
            contract.low,
            contract.high,
            tuple(sorted((int(turn), part) for turn, part in scenario.staged_payments.get(contract.pair, {}).items())),
        )
        for contract in ordered
    )


def _activity(
    scenario: Scenario, activity: ActivityText, ids: tuple[str, ...], contracts: tuple[Contract, ...]
) -> Activity:
    pairs = [f"{ids[contract.payer]}>{ids[contract.payee]}" for contract in contracts]
    parts = tuple(Part(ids.index(p.role), p.required, _tiers(p.risk), _tiers(p.delay)) for p in activity.participants)
    lines = [part.role for part in parts]
    special = [action.partition(":") for action in activity.special]
    cards = [card for card in scenario.risk_cards if card.activity == activity.number]
    return Activity(
        days=activity.base_days,
        slots=activity.risk_slots,
        parts=parts,
        buys=tuple(ids.index(name) for kind, _, name in special if kind == "buy"),
        talks=tuple(pairs.index(name) for kind, _, name in special if kind == "negotiate"),
        part_of=tuple(lines.index(role) if role in lines else -1 for role in range(len(ids))),
        deck=len(cards),
        extremes=_extremes(cards),
    )


def _tiers(tiers: tuple[tuple[int, int], ...]) -> Tiers:
    return ((0, 0), *tiers)


def _extremes(cards: list[CardText]) -> Extremes:
    effects = [effect for card in cards for effect in card.effects]
    days = [
        sum(effect.days or 0 for effect in card.effects if effect.activity in (None, card.activity)) for card in cards
    ]
    later = [
        [effect.days or 0 for effect in card.effects if effect.activity not in (None, card.activity)] for card in cards
    ]
    risks = [(effect.activity or 0, effect.cards or 0) for effect in effects if effect.op == "risk"]
    return Extremes(
        fewest_days=_lowest(days),
        most_days=_highest(days),
        fewest_later_days=_lowest([sum(number for number in numbers if number < 0) for numbers in later]),
        most_later_days=_highest([sum(number for number in numbers if number > 0) for numbers in later]),
        most_cost=_highest([sum(_cost(effect) for effect in card.effects) for card in cards]),
        most_added=_by_activity([(turn, number) for turn, number in risks if number > 0]),
        most_removed=_by_activity([(turn, number) for turn, number in risks if number < 0]),
    )


def _lowest(numbers: list[int]) -> tuple[int, ...]:
    """The lowest sums of 0, 1, 2 ... of the numbers."""
    return tuple(accumulate(sorted(numbers), initial=0))


def _highest(numbers: list[int]) -> tuple[int, ...]:
    return tuple(accumulate(sorted(numbers, reverse=True), initial=0))


def _cost(effect: EffectText) -> int:
    """The contribution of a paid effect to the cost: cubes and k count alike, money received counts nothing."""
    amount = effect.amount or 0
    return amount if effect.op == "resources" else max(0, -amount)


def _by_activity(risks: list[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    turns = sorted({turn for turn, _ in risks})
    return tuple((turn, sum(number for at, number in risks if at == turn)) for turn in turns)
