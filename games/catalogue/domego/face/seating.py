"""Contracts between two roles of one person, which are fixed instead of negotiated. README decision 5."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from games.catalogue.domego.names import roles_named
from games.catalogue.domego.rules.scenario import ContractText, Scenario
from games.catalogue.domego.rules.types import Options


def fixed_for(scenario: Scenario, options: Options, hands: Sequence[frozenset[int]]) -> Mapping[str, Any]:
    """The `fixed_contracts` option with the contracts of which one person holds both sides, in the scenario's order."""
    seats = {role.id: seat for seat, role in enumerate(scenario.roles)}
    pairs = [contract.pair for contract in scenario.standard_contracts if _in_one_hand(contract, seats, hands)]
    wanted = (*options.fixed_contracts, *(pair for pair in pairs if pair not in options.fixed_contracts))
    return {} if wanted == options.fixed_contracts else {"fixed_contracts": list(wanted)}


def notes_on(scenario: Scenario, options: Options) -> tuple[str, ...]:
    """One sentence for each contract that is not negotiated, with its price."""
    seats = {role.id: seat for seat, role in enumerate(scenario.roles)}
    return tuple(
        _("The contract between %(the_payer)s and %(the_payee)s is not negotiated: its price is fixed at %(price)dk.")
        % {
            **roles_named(scenario, payer=seats[contract.payer], payee=seats[contract.payee]),
            "price": (contract.low + contract.high) // 2,
        }
        for contract in scenario.standard_contracts
        if contract.pair in options.fixed_contracts
    )


def _in_one_hand(contract: ContractText, seats: Mapping[str, int], hands: Sequence[frozenset[int]]) -> bool:
    both = {seats[contract.payer], seats[contract.payee]}
    return any(both <= hand for hand in hands)
