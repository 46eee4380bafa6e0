"""A scenario of one firm and two activities whose cards can be enumerated by hand, and matches on it."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from games.catalogue.domego.game import GAME
from games.catalogue.domego.rules.rules import RULES
from games.engine.analysis import Match
from games.engine.analysis.played import Fresh
from games.engine.bots import Bot
from games.engine.draws import LabelledDraws, derive
from games.engine.playout import playout
from games.engine.replay import SeedFrom
from games.engine.types import Outcome


def card(activity: int, number: int, *effects: dict[str, Any]) -> dict[str, Any]:
    name = f"{activity}-{number}"
    return {"id": name, "activity": activity, "title": {"en": name}, "effects": list(effects)}


def late(days: int) -> dict[str, Any]:
    return {"op": "delay", "days": days}


def line(required: int, risk: list[list[int]], delay: list[list[int]]) -> list[dict[str, Any]]:
    return [{"role": "owner", "required": required, "risk": risk, "delay": delay}]


def small_site(money: int = 20) -> Any:
    """The scenario: the second activity has five cards, of which two are drawn, fewer by cubes. `money` is in k."""
    text = json.loads(GAME.micro["tiny"])
    owner = {**text["roles"][0], "start_money": money}
    text |= {"scenario": "small-site", "roles": [owner], "standard_contracts": []}
    text |= {"targets": {"cost": 10, "delay": 12, "failures": 2}}
    plan = {"number": 1, "name": {"en": "Plan"}, "base_days": 2, "risk_slots": 0, "special": ["buy:owner"]}
    build = {"number": 2, "name": {"en": "Build"}, "base_days": 6, "risk_slots": 2, "special": []}
    text["activities"] = [
        {**plan, "participants": line(1, [], [[1, 1]])},
        {**build, "participants": line(2, [[1, 1], [3, 2]], [[1, 2], [2, 5]])},
    ]
    cubes = {"op": "resources", "role": "owner", "amount": 2}
    text["risk_cards"] = [card(1, 1), card(2, 1, late(1)), card(2, 2, late(4)), card(2, 3, late(9)), card(2, 4, cubes)]
    text["risk_cards"].append(card(2, 5))
    return RULES.load_scenario(json.dumps(text))


def match_of_bots(scenario: Any, bots: list[Bot], seed: bytes) -> Match:
    """A match that bots played with the luck of `seed`."""
    options, seats = RULES.options_type(), RULES.seat_counts(scenario)[0]
    draws, moves = LabelledDraws(seed), []
    playout(
        RULES,
        RULES.setup(scenario, options, seats, draws),
        bots * (seats if len(bots) == 1 else 1),
        draws,
        bot_draws=Fresh(derive(seed, "bots")),
        on_move=lambda played: moves.append((played.seat, played.key, played.move)),
    )
    return Match(GAME, scenario, options, seats, (SeedFrom(0, seed.hex()),), tuple(moves))


class Told(msgspec.Struct):
    """Draws that follow a script, then return 0. Keeps the number of sides of each draw."""

    script: list[int]
    sides: list[int]

    def below(self, sides: int, label: str) -> int:
        self.sides.append(sides)
        return self.script[len(self.sides) - 1] if len(self.sides) <= len(self.script) else 0


def every_end(state: Any, seats: int, bot: Bot) -> Iterator[tuple[float, Any]]:
    """(probability, last state) for every course of chance from here."""
    script: list[int] = []
    while True:
        draws = Told(script, [])
        last = playout(RULES, Outcome(state), [bot] * seats, draws, bot_draws=Fresh(b"unused")).state
        said = script + [0] * (len(draws.sides) - len(script))
        chance = 1.0
        for sides in draws.sides:
            chance /= sides
        yield chance, last
        while said and said[-1] == draws.sides[len(said) - 1] - 1:
            said.pop()
        if not said:
            return
        script = [*said[:-1], said[-1] + 1]


def expected(state: Any, seats: int, bot: Bot, worth: Callable[[Any], int]) -> float:
    """The exact expected value of a game at its end."""
    return sum(chance * worth(last) for chance, last in every_end(state, seats, bot))
