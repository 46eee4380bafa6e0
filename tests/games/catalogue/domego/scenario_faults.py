"""The classic scenario with one fault each: the change, the path in the error, and the sentence."""

import json

from tests.games.catalogue.domego.table import CLASSIC_TEXT

RAW = json.loads(CLASSIC_TEXT)

ROLE_FAULTS = [
    (["roles", 2, "id"], "owner", "roles[2].id", "the role `owner` is there already"),
    (["roles", 1, "engaged_by"], "client", "roles[1].engaged_by", "architect: there is no role client"),
    (
        ["roles", 0, "engaged_by"],
        "engineer",
        "roles[0].engaged_by",
        "the role `owner` would be engaged by itself in the end",
    ),
    (["roles", 3, "name"], {"en": " "}, "roles[3].name", "there is no name in any language"),
    (
        ["roles", 1, "objectives", 1],
        {"metric": "profit", "flat_if_target_met": 2},
        "roles[1].objectives[1]",
        "architect: an objective on profit needs one of points_per_k",
    ),
    (
        ["roles", 1, "objectives", 2],
        {"metric": "delay", "flat_if_target_met": 2, "per_unit_under_target": 1},
        "roles[1].objectives[2]",
        "architect: an objective on delay needs one of per_unit_under_target, flat_if_target_met",
    ),
    (
        ["roles", 0, "objectives", 0, "baseline"],
        3,
        "roles[0].objectives[0].baseline",
        "owner: only a profit has a baseline",
    ),
]

CONTRACT_FAULTS = [
    (["standard_contracts", 0, "payer"], "client", "standard_contracts[0]", "there is no role client"),
    (
        ["standard_contracts", 2, "payer"],
        "owner",
        "standard_contracts[2]",
        "the role `owner` does not engage `structure`",
    ),
    (
        ["standard_contracts", 2, "payer"],
        "engineer",
        "standard_contracts[2]",
        "the role `engineer` engages nobody, so it pays nobody",
    ),
    (
        ["standard_contracts", 1],
        RAW["standard_contracts"][0],
        "standard_contracts[1]",
        "owner>architect is listed twice",
    ),
    (
        ["standard_contracts", 0, "low"],
        116,
        "standard_contracts[0].low",
        "owner>architect: 116 is above the upper one, 115",
    ),
    (["activities", 2, "special"], [], "standard_contracts[0]", "owner>architect is negotiated in no activity"),
    (
        ["staged_payments", "owner>fitout"],
        {"5": 100},
        "staged_payments.owner>fitout",
        "there is no contract owner>fitout",
    ),
    (
        ["staged_payments", "owner>inspector", "12"],
        29,
        "staged_payments.owner>inspector",
        "the parts come to 99 percent, not 100",
    ),
    (
        ["staged_payments", "architect>fitout", "13"],
        1,
        "staged_payments.architect>fitout.13",
        "architect>fitout: there is no activity 13",
    ),
    (
        ["staged_payments", "architect>fitout", "4"],
        1,
        "staged_payments.architect>fitout.4",
        "architect>fitout is negotiated in activity 4, so it is paid later than that",
    ),
]

ACTIVITY_FAULTS = [
    (["activities", 3, "number"], 5, "activities[3].number", "this is activity 4, not 5"),
    (["activities", 3, "name"], {}, "activities[3].name", "there is no name in any language"),
    (
        ["activities", 3, "participants", 0, "role"],
        "client",
        "activities[3].participants[0].role",
        "there is no role client",
    ),
    (
        ["activities", 4, "participants", 2, "role"],
        "engineer",
        "activities[4].participants[2].role",
        "the role `engineer` takes part twice",
    ),
    (
        ["activities", 3, "participants", 0, "risk"],
        [[2, 1], [2, 2]],
        "activities[3].participants[0].risk[1]",
        "owner: [2, 2] must be more than [2, 1] in both: tiers are totals",
    ),
    (
        ["activities", 8, "participants", 1, "delay"],
        [[1, 1], [2, 3], [3, 3]],
        "activities[8].participants[1].delay[2]",
        "structure: [3, 3] must be more than [2, 3] in both: tiers are totals",
    ),
    (
        ["activities", 0, "special"],
        ["buy:owner", "negotiate:engineer>fitout"],
        "activities[0].special[1]",
        "the role `engineer` engages nobody, so it pays nobody",
    ),
    (["activities", 0, "special"], ["buy:client"], "activities[0].special[0]", "there is no role client"),
    (["activities", 5, "special"], ["buy:owner"], "activities[5].special[0]", "the role `owner` buys a second time"),
    (
        ["activities", 5, "special"],
        ["negotiate:owner>architect"],
        "activities[5].special[0]",
        "owner>architect is negotiated a second time",
    ),
    (
        ["activities", 5, "special"],
        ["sell:owner"],
        "activities[5].special[0]",
        "sell:owner is neither buy:ROLE nor negotiate:PAYER>PAYEE",
    ),
    (["activities", 0, "risk_slots"], 7, "activities[0].risk_slots", "activity 1 can draw 7 cards, but its deck has 6"),
    (["activities", 1, "risk_slots"], 6, "activities[1].risk_slots", "activity 2 can draw 7 cards, but its deck has 6"),
]

CARD_FAULTS = [
    ({"id": "01-01"}, "risk_cards[7].id", "01-01 is already a card"),
    ({"activity": 13}, "risk_cards[7].activity", "card 02-02: there is no activity 13"),
    ({"title": {"fr": ""}}, "risk_cards[7].title", "card 02-02 has no title in any language"),
    ({"effects": [{"op": "delay"}]}, "risk_cards[7].effects[0]", "card 02-02: delay needs days"),
    ({"effects": [{"op": "risk", "cards": 1}]}, "risk_cards[7].effects[0]", "card 02-02: risk needs activity"),
    (
        {"effects": [{"op": "delay", "days": 2, "role": "owner"}]},
        "risk_cards[7].effects[0].role",
        "card 02-02: delay has no role",
    ),
    ({"effects": [{"op": "delay", "days": 0}]}, "risk_cards[7].effects[0].days", "card 02-02: delay of 0 does nothing"),
    (
        {"effects": [{"op": "resources", "role": "client", "amount": 1}]},
        "risk_cards[7].effects[0].role",
        "card 02-02: there is no role client",
    ),
    (
        {"effects": [{"op": "resources", "role": "owner", "amount": -1}]},
        "risk_cards[7].effects[0].amount",
        "card 02-02: owner cannot be given cubes",
    ),
    (
        {"effects": [{"op": "resources", "role": "owner", "amount": 1, "activity": 1}]},
        "risk_cards[7].effects[0].activity",
        "card 02-02, owner: an effect on activity 1, but the card is drawn in activity 2",
    ),
    (
        {"effects": [{"op": "money", "role": "owner", "amount": -1, "activity": 3}]},
        "risk_cards[7].effects[0].activity",
        "card 02-02, owner: money is paid at once, not in activity 3",
    ),
    (
        {"effects": [{"op": "risk", "cards": 1, "activity": 2}]},
        "risk_cards[7].effects[0].activity",
        "card 02-02: cards are added to a later activity, not to the card's own",
    ),
    (
        {"effects": [{"op": "delay", "days": 1, "activity": 13}]},
        "risk_cards[7].effects[0].activity",
        "card 02-02: there is no activity 13",
    ),
]
