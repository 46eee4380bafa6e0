"""Changes of the classic project that break it, each with the finding of a trial that must name it."""

import json
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from tests.games.catalogue.domego.table import CLASSIC_TEXT


class Broken(NamedTuple):
    """A change, the key and the place of its finding, and the number of games that the finding needs."""

    change: Callable[[Any], None]
    key: str
    place: str
    games: int = 200


def text_of(broken: Broken) -> str:
    """The classic project with this change."""
    raw = json.loads(CLASSIC_TEXT)
    broken.change(raw)
    return json.dumps(raw)


def _target(name: str, value: int) -> Callable[[Any], None]:
    return lambda raw: raw["targets"].update({name: value})


def _range(index: int, low: int, high: int) -> Callable[[Any], None]:
    return lambda raw: raw["standard_contracts"][index].update(low=low, high=high)


def _money(seat: int, money: int) -> Callable[[Any], None]:
    return lambda raw: raw["roles"][seat].update(start_money=money)


def _several(*changes: Callable[[Any], None]) -> Callable[[Any], None]:
    def change(raw: Any) -> None:
        for each in changes:
            each(raw)

    return change


def _tiers(turn: int, line: int, kind: str, tiers: list[list[int]]) -> Callable[[Any], None]:
    return lambda raw: raw["activities"][turn - 1]["participants"][line].update({kind: tiers})


def _lines(raw: Any) -> Iterator[Any]:
    yield from (line for activity in raw["activities"] for line in activity["participants"])


def _all_tiers(risk: list[list[int]], delay: list[list[int]]) -> Callable[[Any], None]:
    """Lines that have tiers get these ones."""

    def change(raw: Any) -> None:
        for line in _lines(raw):
            line.update(risk=risk if line["risk"] else [], delay=delay if line["delay"] else [])

    return change


def _without_tiers(turn: int) -> Callable[[Any], None]:
    def change(raw: Any) -> None:
        for line in raw["activities"][turn - 1]["participants"]:
            line.update(risk=[], delay=[])

    return change


def _effects(turn: int, effects: list[dict[str, Any]]) -> Callable[[Any], None]:
    def change(raw: Any) -> None:
        for card in raw["risk_cards"]:
            if card["activity"] == turn:
                card["effects"] = effects

    return change


def _slots(turn: int, slots: int) -> Callable[[Any], None]:
    return lambda raw: raw["activities"][turn - 1].update(risk_slots=slots)


def _nobody_in(turn: int) -> Callable[[Any], None]:
    return lambda raw: raw["activities"][turn - 1].update(participants=[])


def _nowhere(role: str) -> Callable[[Any], None]:
    def change(raw: Any) -> None:
        for activity in raw["activities"]:
            activity["participants"] = [line for line in activity["participants"] if line["role"] != role]

    return change


def shortened(raw: Any, last: int) -> None:
    """Keep the activities up to `last`, with their cards and effects."""
    raw["activities"] = raw["activities"][:last]
    raw["risk_cards"] = [card for card in raw["risk_cards"] if card["activity"] <= last]
    for card in raw["risk_cards"]:
        card["effects"] = [each for each in card["effects"] if each.get("activity", 1) <= last]
    raw["staged_payments"] = {}


BROKEN = {
    "cost target of 60": Broken(_target("cost", 60), "target_impossible", "targets.cost", 70),
    "duration target of 150 days": Broken(_target("delay", 150), "target_impossible", "targets.delay", 70),
    "no failure allowed": Broken(_target("failures", 0), "target_hardly", "targets.cost", 100),
    "cost target of 400": Broken(_target("cost", 400), "target_certain", "targets.cost"),
    "duration target of 900 days": Broken(_target("delay", 900), "target_certain", "targets.delay"),
    "more failures allowed than cards": Broken(_target("failures", 60), "target_certain", "targets.failures"),
    "three targets that exclude each other": Broken(
        _several(_target("delay", 352), _target("cost", 128), _target("failures", 13)), "targets_together", "targets"
    ),
    "no money for the inspector": Broken(_several(_money(3, 0), _range(1, 0, 2)), "bankruptcies", "roles[3]", 30),
    "price range under the required cubes": Broken(
        _several(_money(3, 0), _range(1, 1, 5)), "contract_starves", "standard_contracts[1]", 1
    ),
    "owner without money": Broken(_money(0, 60), "contracts_unpayable", "standard_contracts[0]", 1),
    "contract that makes anybody rich": Broken(
        _several(_money(0, 900), _money(1, 600), _range(2, 250, 300)), "contract_enriches", "standard_contracts[2]", 1
    ),
    "one price only": Broken(_range(4, 15, 15), "contract_fixed", "standard_contracts[4]", 1),
    "architect that pays more than it gets": Broken(
        _several(_money(1, 0), _range(0, 5, 10), _range(2, 50, 90)), "bankruptcies", "roles[1]", 30
    ),
    "cards that spare nothing": Broken(
        _several(_slots(2, 0), _effects(1, [{"op": "risk", "activity": 2, "cards": -1}])), "cards_dead", "risk_cards[0]"
    ),
    "cards whose days cancel out": Broken(
        _effects(12, [{"op": "delay", "days": 5}, {"op": "delay", "days": -5}]), "cards_dead", "risk_cards[71]"
    ),
    "deck without effects": Broken(_effects(11, []), "deck_blank", "activities[10]", 1),
    "tier dearer than it helps": Broken(
        _tiers(10, 1, "delay", [[9, 1]]), "tier_dear", "activities[9].participants[1].delay[0]"
    ),
    "tier that nobody can refuse": Broken(
        _tiers(11, 1, "delay", [[1, 40]]), "tier_cheap", "activities[10].participants[1].delay[0]"
    ),
    "all tiers too dear": Broken(
        _several(_all_tiers([], [[12, 1]]), _target("delay", 450), _target("failures", 44)),
        "tiers_never",
        "activities[1].participants[0].delay[0]",
    ),
    "all tiers too cheap": Broken(
        _several(_all_tiers([[1, 9]], [[1, 9]]), _target("delay", 205), _target("failures", 0)),
        "tiers_always",
        "activities[0].participants[0].risk[0]",
    ),
    "good play without use": Broken(
        _several(_all_tiers([], []), _target("delay", 437), _target("cost", 120), _target("failures", 44)),
        "skill_pays_nothing",
        "targets",
        400,
    ),
    "nothing to decide": Broken(_without_tiers(6), "nothing_decided", "activities[5].participants", 90),
    "nobody takes part": Broken(_nobody_in(8), "activity_empty", "activities[7].participants", 1),
    "early purchase without use": Broken(lambda raw: raw["prices"].update(any_time=1), "early_price", "prices", 1),
    "owner far above all": Broken(_money(0, 600), "far_above", "roles[0]", 30),
    "role without an aim": Broken(
        lambda raw: raw["roles"][2].update(objectives=[]), "role_aimless", "roles[2].objectives", 1
    ),
    "role without work": Broken(_nowhere("engineer"), "role_idle", "roles[2]", 1),
    "a third of its length": Broken(lambda raw: shortened(raw, 4), "length", "activities", 5),
    "negotiations of an hour": Broken(
        lambda raw: raw["negotiation_minutes"].update(one_payee=60, several_payees=60), "length", "activities", 5
    ),
}
"""The shipped project with one change each."""
