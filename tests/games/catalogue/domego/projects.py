"""Made-up Domego projects of any size: `project(roles, activities, seed)` is the text of a scenario that loads."""

import json
import random
from typing import Any

LONG = "Assainissement provisoire et raccordements définitifs du chantier"
WORDS = ("Survey", "Design", "Earthworks", "Foundations", "Structure", "Roof", "Façades", "Handover", LONG)
COLOURS = ("blue", "green", "yellow", "black", "red", "purple", "", "orange")


def project(roles: int, activities: int, seed: int) -> str:
    """A scenario with these numbers of roles and activities; everything else follows from the seed."""
    chance = random.Random(seed)  # noqa: S311 - a test's own chance
    ids = [f"role-{number}" for number in range(roles)]
    payers = [None, *(chance.choice([None, *ids[:number]]) for number in range(1, roles))]
    special: list[list[str]] = [[] for _ in range(activities)]
    contracts, staged = _contracts(chance, ids, payers, special)
    for role in ids:
        if chance.random() < 0.7:
            chance.choice(special).append(f"buy:{role}")
    sheets = [_sheet(chance, number, ids, special[number - 1]) for number in range(1, activities + 1)]
    cards = [card for number in range(1, activities + 1) for card in _deck(chance, number, ids, activities)]
    for sheet in sheets:
        sheet["risk_slots"] = _slots(chance, sheet["number"], cards)
    made = {
        "scenario": "made",
        "format": 1,
        "name": {"en": f"Project {seed}", "fr": f"Projet {seed}"},
        "targets": {"delay": chance.randint(0, 900), "cost": chance.randint(0, 400), "failures": chance.randint(0, 60)},
        "prices": {"special_action": 1, "any_time": chance.randint(1, 4)},
        "penalties": {"bankruptcy": 10, "failed_negotiation": 5},
        "owner_subsidy": chance.choice([0, 20]),
        "replacement": {"per_required_resource": 2, "per_activity": 1},
        "negotiation_minutes": {"one_payee": 3, "several_payees": 6},
        "roles": [_role(chance, role, payer) for role, payer in zip(ids, payers, strict=True)],
        "standard_contracts": contracts,
        "activities": sheets,
        "risk_cards": cards,
        "staged_payments": staged,
    }
    return json.dumps(made)


def _contracts(chance: random.Random, ids: list[str], payers: list[str | None], special: list[list[str]]) -> Any:
    contracts, staged = [], {}
    for payee, payer in zip(ids, payers, strict=True):
        if payer is None or chance.random() < 0.2:
            continue
        low, turn = chance.randint(0, 60), chance.randint(1, len(special) - 1)
        contracts.append({"payer": payer, "payee": payee, "low": low, "high": low + chance.randint(0, 60)})
        special[turn - 1].append(f"negotiate:{payer}>{payee}")
        first = chance.randint(1, 99)
        later = sorted(chance.sample(range(turn + 1, len(special) + 1), min(2, len(special) - turn)))
        parts = [first, 100 - first] if len(later) == 2 else [100]
        staged[f"{payer}>{payee}"] = {str(at): part for at, part in zip(later, parts, strict=True)}
    return contracts, staged


def _role(chance: random.Random, role: str, payer: str | None) -> dict[str, Any]:
    name = f"{chance.choice(['Client', 'Firm', 'Bureau of timber and earth'])} {role[5:]}"
    ways: list[dict[str, Any]] = [
        {"metric": "profit", "points_per_k": 1},
        {"metric": "profit", "points_per_k": 2, "baseline": 15},
        {"metric": "delay", "per_unit_under_target": 1},
        {"metric": "cost", "flat_if_target_met": 4},
        {"metric": "failures", "per_unit_under_target": 2},
        {"metric": "delay_and_cost", "flat_if_both_targets_met": 5},
    ]
    return {
        "id": role,
        "name": {"en": name, "fr": name},
        "start_money": chance.randint(0, 160),
        "engaged_by": payer,
        "objectives": chance.sample(ways, chance.randint(0, 4)),
        "colour": chance.choice(COLOURS),
        "purpose": {"en": f"You build {name}.", "fr": f"Vous construisez {name}."} if chance.random() < 0.6 else {},
        "gender": chance.choice(["", "m", "f"]),
    }


def _sheet(chance: random.Random, number: int, ids: list[str], special: list[str]) -> dict[str, Any]:
    taking_part = ids if chance.random() < 0.1 else chance.sample(ids, chance.randint(0, min(5, len(ids))))
    return {
        "number": number,
        "name": {"en": chance.choice(WORDS), "fr": chance.choice(WORDS)},
        "base_days": chance.randint(0, 60),
        "participants": [
            {"role": role, "required": chance.randint(0, 7), "risk": _tiers(chance), "delay": _tiers(chance)}
            for role in taking_part
        ],
        "special": special,
    }


def _tiers(chance: random.Random) -> list[list[int]]:
    tiers, cubes, gain = [], 0, 0
    for _ in range(chance.randint(0, 3)):
        cubes, gain = cubes + chance.randint(1, 3), gain + chance.randint(1, 3)
        tiers.append([cubes, gain])
    return tiers


def _deck(chance: random.Random, number: int, ids: list[str], activities: int) -> list[dict[str, Any]]:
    return [
        {
            "id": f"{number:02}-{card:02}",
            "activity": number,
            "title": {"en": f"Card {card}", "fr": f"Carte {card}"},
            "text": {"en": "It rains.", "fr": "Il pleut."},
            "effects": [_effect(chance, number, ids, activities) for _ in range(chance.randint(0, 3))],
        }
        for card in range(1, chance.randint(0, 8) + 1)
    ]


def _effect(chance: random.Random, number: int, ids: list[str], activities: int) -> dict[str, Any]:
    later = {"activity": chance.randint(number, activities)} if chance.random() < 0.3 else {}
    kinds: list[dict[str, Any]] = [
        {"op": "resources", "role": chance.choice(ids), "amount": chance.randint(1, 4), **later},
        {"op": "money", "role": chance.choice(ids), "amount": chance.choice([-9, -2, 3])},
        {"op": "delay", "days": chance.choice([-4, 1, 10]), **later},
    ]
    if number < activities:
        cards = chance.choice([-1, 1])
        kinds.append({"op": "risk", "cards": cards, "activity": chance.randint(number + 1, activities)})
    return chance.choice(kinds)


def _slots(chance: random.Random, number: int, cards: list[dict[str, Any]]) -> int:
    """As many slots as the deck allows, after all cards that others add to it. Effects that would overfill it go."""
    deck = sum(card["activity"] == number for card in cards)
    adding = [
        (card, effect)
        for card in cards
        for effect in card["effects"]
        if effect["op"] == "risk" and effect["activity"] == number and effect["cards"] > 0
    ]
    for card, effect in adding[deck:]:
        card["effects"].remove(effect)
    return chance.randint(0, deck - min(deck, len(adding)))
