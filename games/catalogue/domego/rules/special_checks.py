"""Checks of contracts, instalments and special actions: roles engage the right roles, and each contract is
agreed once.
"""

from collections.abc import Iterator

from games.catalogue.domego.rules.scenario import RoleText, Scenario
from games.engine.errors import Fault, fault

Roles = dict[str, RoleText]


def _engagement_faults(path: str, payer: str, payee: str, roles: Roles) -> Iterator[Fault]:
    for role in (payer, payee):
        if role not in roles:
            yield fault(path, "there is no role %(role)s", role=role)
            return
    if roles[payee].engaged_by == payer:
        return
    if not any(role.engaged_by == payer for role in roles.values()):
        yield fault(path, "the role `%(payer)s` engages nobody, so it pays nobody", payer=payer)
    else:
        yield fault(path, "the role `%(payer)s` does not engage `%(payee)s`", payer=payer, payee=payee)


def contract_faults(scenario: Scenario, roles: Roles) -> Iterator[Fault]:
    """Each contract is between a role and the one that engages it, listed once, with low up to high, and negotiated
    somewhere.
    """
    seen: set[str] = set()
    named = {action for activity in scenario.activities for action in activity.special}
    for index, contract in enumerate(scenario.standard_contracts):
        path = f"standard_contracts[{index}]"
        yield from _engagement_faults(path, contract.payer, contract.payee, roles)
        if contract.pair in seen:
            yield fault(path, "%(pair)s is listed twice", pair=contract.pair)
        seen.add(contract.pair)
        if contract.low > contract.high:
            yield fault(
                f"{path}.low",
                "%(pair)s: %(low)s is above the upper one, %(high)s",
                pair=contract.pair,
                low=contract.low,
                high=contract.high,
            )
        if f"negotiate:{contract.pair}" not in named:
            yield fault(path, "%(pair)s is negotiated in no activity", pair=contract.pair)


def instalment_faults(scenario: Scenario) -> Iterator[Fault]:
    """Instalments are of known contracts, after their negotiation, and come to the whole price."""
    pairs = {contract.pair for contract in scenario.standard_contracts}
    for pair, parts in scenario.staged_payments.items():
        path = f"staged_payments.{pair}"
        if pair not in pairs:
            yield fault(path, "there is no contract %(pair)s", pair=pair)
            continue
        agreed = min((a.number for a in scenario.activities if f"negotiate:{pair}" in a.special), default=0)
        for turn in parts:
            if turn not in {str(activity.number) for activity in scenario.activities}:
                yield fault(f"{path}.{turn}", "%(pair)s: there is no activity %(turn)s", pair=pair, turn=turn)
            elif int(turn) <= agreed:
                yield fault(
                    f"{path}.{turn}",
                    "%(pair)s is negotiated in activity %(agreed)s, so it is paid later than that",
                    pair=pair,
                    agreed=agreed,
                )
        if sum(parts.values()) != 100:
            yield fault(path, "the parts come to %(sum)s percent, not 100", sum=sum(parts.values()))


def special_faults(scenario: Scenario, index: int, roles: Roles) -> Iterator[Fault]:
    """Every role buys at most once in the game, every contract is negotiated at most once."""
    done = [action for activity in scenario.activities[:index] for action in activity.special]
    pairs = {contract.pair for contract in scenario.standard_contracts}
    for number, action in enumerate(scenario.activities[index].special):
        path = f"activities[{index}].special[{number}]"
        kind, _, who = action.partition(":")
        if kind == "buy":
            if who not in roles:
                yield fault(path, "there is no role %(role)s", role=who)
            elif action in done:
                yield fault(path, "the role `%(role)s` buys a second time", role=who)
        elif kind == "negotiate":
            payer, _, payee = who.partition(">")
            yield from _engagement_faults(path, payer, payee, roles)
            if action in done:
                yield fault(path, "%(pair)s is negotiated a second time", pair=who)
            elif who not in pairs:
                yield fault(path, "%(pair)s has no standard contract", pair=who)
        else:
            yield fault(path, "%(action)s is neither buy:ROLE nor negotiate:PAYER>PAYEE", action=action)
        done.append(action)
