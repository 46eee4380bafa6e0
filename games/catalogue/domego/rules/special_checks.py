"""Checks of contracts, instalments and special actions: roles engage the right roles, and each contract is
agreed once.
"""

from collections.abc import Iterator

from games.catalogue.domego.rules.scenario import RoleText, Scenario

Fault = tuple[str, str]
Roles = dict[str, RoleText]


def _engagement_faults(path: str, payer: str, payee: str, roles: Roles) -> Iterator[Fault]:
    for role in (payer, payee):
        if role not in roles:
            yield path, f"there is no role {role}"
            return
    if roles[payee].engaged_by == payer:
        return
    if not any(role.engaged_by == payer for role in roles.values()):
        yield path, f"{payer} engages nobody, so it pays nobody"
    else:
        yield path, f"{payer} does not engage {payee}"


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
            yield path, f"{contract.pair} is listed twice"
        seen.add(contract.pair)
        if contract.low > contract.high:
            yield f"{path}.low", f"{contract.pair}: {contract.low} is above the high price, {contract.high}"
        if f"negotiate:{contract.pair}" not in named:
            yield path, f"{contract.pair} is negotiated in no activity"


def instalment_faults(scenario: Scenario) -> Iterator[Fault]:
    """Instalments are of known contracts, after their negotiation, and come to the whole price."""
    pairs = {contract.pair for contract in scenario.standard_contracts}
    for pair, parts in scenario.staged_payments.items():
        path = f"staged_payments.{pair}"
        if pair not in pairs:
            yield path, f"there is no contract {pair}"
            continue
        agreed = min((a.number for a in scenario.activities if f"negotiate:{pair}" in a.special), default=0)
        for turn in parts:
            if turn not in {str(activity.number) for activity in scenario.activities}:
                yield f"{path}.{turn}", f"{pair}: there is no activity {turn}"
            elif int(turn) <= agreed:
                yield f"{path}.{turn}", f"{pair} is negotiated in activity {agreed}, so it is paid later than that"
        if sum(parts.values()) != 100:
            yield path, f"{pair}: the parts come to {sum(parts.values())} percent, not 100"


def special_faults(scenario: Scenario, index: int, roles: Roles) -> Iterator[Fault]:
    """Every role buys at most once in the game, every contract is negotiated at most once."""
    done = [action for activity in scenario.activities[:index] for action in activity.special]
    pairs = {contract.pair for contract in scenario.standard_contracts}
    for number, action in enumerate(scenario.activities[index].special):
        path = f"activities[{index}].special[{number}]"
        kind, _, who = action.partition(":")
        if kind == "buy":
            if who not in roles:
                yield path, f"there is no role {who}"
            elif action in done:
                yield path, f"{who} buys a second time"
        elif kind == "negotiate":
            payer, _, payee = who.partition(">")
            yield from _engagement_faults(path, payer, payee, roles)
            if action in done:
                yield path, f"{who} is negotiated a second time"
            elif who not in pairs:
                yield path, f"{who} has no standard contract"
        else:
            yield path, f"{action} is neither buy:ROLE nor negotiate:PAYER>PAYEE"
        done.append(action)
