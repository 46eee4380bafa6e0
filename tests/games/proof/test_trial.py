"""The shipped scenarios of all games are not accused by their trials; broken ones are."""

import json

import pytest

from games.engine.registry import load
from games.engine.trial import FLAGGED, findings, tried
from tests.every_game import GAMES

NUMBERS = {"utboheme": 8, "dominato": 40, "dominyam": 30, "master_builder": 80, "beer_game": 200}
"""Games by how long they take; those of a game that is not named here."""
FEW = 20
SHIPPED = [(game, key) for game in GAMES for key in load(game).scenarios]


def heavy(game, scenario, games):
    found = findings(game, scenario, tried(game, scenario, range(games)))
    return {(each.key, each.place) for each in found if each.weight >= FLAGGED}


@pytest.mark.parametrize(("name", "key"), SHIPPED)
def test_a_shipped_scenario_is_not_accused(name, key):
    game = load(name)

    assert heavy(game, game.shipped(key), NUMBERS.get(name, FEW)) == set()


def _payments(raw):
    for contract in raw["contracts"]:
        contract["payment"] = 1


def _no_quirks(raw):
    for worker in raw["workers"]:
        worker["quirks"] = []
    raw["events"] = [each for each in raw["events"] if all(op.get("quirks") for op in each["ops"])]


BROKEN = {
    "cost that nobody reaches": (
        "beer_game", "classic", 70, lambda raw: raw.update(par_cost=1), "target_impossible", "par_cost",
    ),
    "factory that makes too little": (
        "beer_game", "classic", 1, lambda raw: raw.update(capacity=2), "capacity_short", "capacity",
    ),
    "sites that order nothing": (
        "beer_game", "classic", 1, lambda raw: raw["demand"].update(pattern=[0]), "demand_none", "demand.pattern",
    ),
    "demand that never changes": (
        "beer_game", "classic", 1, lambda raw: raw["demand"].update(pattern=[4]), "demand_flat", "demand.pattern",
    ),
    "contracts that pay nothing": (
        "master_builder", "classic_2", 1, _payments, "contract_poor", "contracts[0].payment",
    ),
    "events for nobody": ("master_builder", "classic_2", 60, _no_quirks, "events_dead", "events[0]"),
    "match that is over at once": (
        "utboheme", "two", 10, lambda raw: raw.update(target=3), "too_short", "target",
    ),
    "no development cards": (
        "utboheme", "two", 40,
        lambda raw: raw.update(cards=dict.fromkeys(raw["cards"], 0)), "card_unbought", "costs.card",
    ),
    "upgrade that nobody can pay": (
        "utboheme", "two", 40,
        lambda raw: raw["costs"].update(upgrade={"course": 19, "sleep": 19}), "upgrade_unbought", "costs.upgrade",
    ),
}  # fmt: skip
"""Game, scenario, number of games, change, key and place of the finding."""


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_scenario_is_named_by_the_finding_made_for_it(name):
    key, scenario, games, change, found, place = BROKEN[name]
    game = load(key)
    raw = json.loads(game.scenarios[scenario])
    change(raw)

    assert (found, place) in heavy(game, game.rules.load_scenario(json.dumps(raw)), games)
