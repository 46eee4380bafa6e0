"""Our strong bot at a table of catanatron.

`PYTHONPATH=CHECKOUT python -m tests.games.catalogue.utboheme.benchmarks._against_catanatron [GAMES [KIND]]` plays 40
games. Each position of catanatron is translated into one of ours. The bot chooses among the listed actions and plays
under catanatron's rules: `phases` "free", `holder_keeps_tie`, no trade between players. The three other players are of
KIND `value` (ValueFunctionPlayer) or `alphabeta` (its best searching one). Seconds are processor time of a decision.
"""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from time import process_time
from typing import Any

from games.catalogue.utboheme.rules import moves as m
from games.catalogue.utboheme.rules.board import Board, Harbour, layout
from games.catalogue.utboheme.rules.choices import parts_of
from games.catalogue.utboheme.rules.ledger import Ledger
from games.catalogue.utboheme.rules.resources import RESOURCES
from games.catalogue.utboheme.rules.setup import set_up
from games.catalogue.utboheme.rules.topology import mask_of
from games.catalogue.utboheme.rules.trails import trail_length
from games.catalogue.utboheme.rules.types import Options, State
from games.engine.draws import FastDraws
from games.engine.registry import load
from games.engine.types import Prompt

GAME = load("utboheme")
SCENARIO = GAME.rules.load_scenario(GAME.scenarios["classic"])
OPTIONS = Options(phases="free", holder_keeps_tie=True, player_trade=False, auto_roll=False)
OURS = {"WOOD": "beer", "BRICK": "food", "SHEEP": "coffee", "WHEAT": "course", "ORE": "sleep", None: None}
CARDS = ("KNIGHT", "ROAD_BUILDING", "YEAR_OF_PLENTY", "MONOPOLY", "VICTORY_POINT")
"""Kinds of development cards, in our order."""
KINDS = {"BUILD_INITIAL_SETTLEMENT": "found_uv", "BUILD_INITIAL_ROAD": "found_cc", "MOVE_ROBBER": "robber"}
STAGES = {"found_uv": "found", "found_cc": "pave"}


def kind_of(told: dict[str, Any]) -> str:
    """The kind of our prompt that matches a prompt of catanatron."""
    if told["prompt"].startswith("DISCARD"):
        return "discard"
    usual = "roads" if told["free"] else "act" if told["seats"][told["me"]]["rolled"] else "roll"
    return KINDS.get(told["prompt"], usual)


class Mirror:
    """One island of catanatron, and its positions translated into ours."""

    def __init__(self, told: dict[str, Any]) -> None:
        land = {(x, z): (OURS[resource], number or 0) for x, _y, z, resource, number in told["land"]}
        around: dict[int, set[tuple[int, int]]] = {}
        for x, _y, z, nodes in told["nodes"]:
            for node in nodes:
                around.setdefault(node, set()).add((x, z))
        self.resources, self.cards = [OURS[each] for each in told["resources"]], told["cards"]
        bare = Board(SCENARIO.land, tuple(land[h][0] for h in SCENARIO.land), (0,) * 19, ())
        corners = layout(bare).shape.corners
        self.crossing = {node: corners.index(frozenset(hexes)) for node, hexes in around.items() if hexes & set(land)}
        harbours = tuple(
            Harbour((0, 0), tuple(self.crossing[n] for n in nodes), 3 if kind is None else 2, OURS[kind])
            for kind, nodes in told["ports"]
        )
        tokens = tuple(land[hexagon][1] for hexagon in SCENARIO.land)
        self.board = Board(SCENARIO.land, bare.resources, tokens, harbours)
        self.layout = layout(self.board)
        self.path = {frozenset(ends): path for path, ends in enumerate(self.layout.ends)}

    def hand(self, counts: list[int]) -> tuple[int, ...]:
        held = dict(zip(self.resources, counts, strict=True))
        return tuple(held[resource] for resource in RESOURCES)

    def state(self, told: dict[str, Any]) -> tuple[State, str]:
        """The translated position, and the kind of the prompt."""
        seats, kind = told["seats"], kind_of(told)
        bare = set_up(SCENARIO, OPTIONS, len(seats), FastDraws(0)).state
        fields = {name: getattr(bare, name) for name in bare.__struct_fields__}
        fields |= self._table(told) | self._hands(told) | self._turn(told, kind)
        ledger = Ledger(State(**fields))
        fields["lengths"] = tuple(
            trail_length(self.layout, ledger.cc[s], ledger.foreign(s)) for s in range(len(seats))
        )  # fmt: skip
        return State(**fields), kind

    def _table(self, told: dict[str, Any]) -> dict[str, Any]:
        seats = range(len(told["seats"]))
        cc: list[list[int]] = [[] for _ in seats]
        for one, other, seat in told["roads"]:
            cc[seat].append(self.path[frozenset((self.crossing[one], self.crossing[other]))])

        def pieces(city: bool) -> tuple[int, ...]:
            return tuple(mask_of(self.crossing[n] for n, owner, kind in told["pieces"] if (owner, kind) == (seat, city))
                         for seat in seats)  # fmt: skip

        return {
            "board": self.board,
            "robber": SCENARIO.land.index((told["robber"][0], told["robber"][2])),
            "cc": tuple(map(mask_of, cc)),
            "uv": pieces(False),
            "upgraded": pieces(True),
        }

    def _hands(self, told: dict[str, Any]) -> dict[str, Any]:
        seats, own = told["seats"], told["seats"][told["me"]]
        bought = tuple(0 if own["ready"][name] or name == CARDS[-1] else own["cards"][name] for name in CARDS)
        return {
            "hands": tuple(self.hand(each["hand"]) for each in seats),
            "bank": self.hand(told["bank"]),
            "cards": tuple(tuple(each["cards"][name] for name in CARDS) for each in seats),
            "bought": bought,
            "pile": (told["pile"], 0, 0, 0, 0),
            "anciens": tuple(each["knights"] for each in seats),
            "longest": next((seat for seat, each in enumerate(seats) if each["road"]), None),
            "oldest": next((seat for seat, each in enumerate(seats) if each["army"]), None),
        }

    def _turn(self, told: dict[str, Any], kind: str) -> dict[str, Any]:
        me = told["me"]
        founding = kind in STAGES
        return {
            "turn": 0 if founding else told["turn"] + 1,
            "seat": me,
            "step": 1,
            "stage": STAGES.get(kind, kind),
            "back": {"roads": "act", "robber": "discard"}.get(kind, kind),
            "founded": len(told["pieces"]),
            "spot": self.crossing[told["last"]] if kind == "found_cc" else -1,
            "played": told["seats"][me]["played"],
            "free_cc": told["free"],
            "dice": (4, 4) if kind == "act" else (),
            "owing": (me,) if kind == "discard" else (),
        }

    def move(self, action: list[Any]) -> Any:
        """Translate an action of catanatron into a move of ours; a discard names a single card there."""
        name, value = action
        match name:
            case "ROLL":
                return m.Roll()
            case "END_TURN":
                return m.EndTurn()
            case "BUY_DEVELOPMENT_CARD":
                return m.BuyCard()
            case "PLAY_KNIGHT_CARD":
                return m.PlayAncien()
            case "PLAY_ROAD_BUILDING":
                return m.PlayRoads()
            case "PLAY_MONOPOLY":
                return m.PlayMonopoly(OURS[value])
            case "PLAY_YEAR_OF_PLENTY":
                taken = [OURS[each] for each in value]
                return m.PlayDiscovery(**{resource: taken.count(resource) for resource in set(taken)})
            case "BUILD_ROAD":
                return m.BuildCc(self.path[frozenset(self.crossing[node] for node in value)])
            case "BUILD_SETTLEMENT":
                return m.BuildUv(self.crossing[value])
            case "BUILD_CITY":
                return m.UpgradeUv(self.crossing[value])
            case "MOVE_ROBBER":
                return m.MoveRobber(SCENARIO.land.index((value[0][0], value[0][2])), value[1])
            case "MARITIME_TRADE":
                return m.BankTrade(OURS[value[0]], OURS[value[4]])
        return (name, value)

    def answer(self, bot: Any, told: dict[str, Any]) -> int:
        """The number of the action that the bot takes."""
        state, kind = self.state(told)
        actions = [self.move(action) for action in told["actions"]]
        view = GAME.rules.view(state, told["me"])
        prompt = Prompt(f"mirror/{kind}", told["me"], kind)
        if kind == "discard":
            plans = [m.Discard(*cards) for cards in parts_of(view.hand, max(1, sum(view.hand) // 2))]
            chosen = m.cards_of(bot.choose(view, prompt, plans, FastDraws(1)))
            gone = {resource for resource, number in zip(RESOURCES, chosen, strict=True) if number}
            wanted = {("DISCARD_RESOURCE", name) for name, ours in OURS.items() if ours in gone}
            return next(index for index, action in enumerate(actions) if action in wanted)
        chosen = bot.choose(view, prompt, actions, FastDraws(1))
        return actions.index(chosen) if chosen in actions else actions.index(m.EndTurn())


def results(games: int, kind: str = "value") -> Iterator[dict[str, Any]]:
    """Play the games; yield the result of each one, with `ours` (seconds, decisions) of all games so far.

    Raises RuntimeError where catanatron's player is not installed.
    """
    command = [sys.executable, "-m", "tests.games.catalogue.utboheme.benchmarks._catanatron_players", str(games), kind]
    bot, mirror, seconds, decisions = GAME.bot("strong"), None, 0.0, 0
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=os.environ) as program:
        for line in program.stdout:
            told = json.loads(line)
            if told["what"] == "island":
                mirror = Mirror(told)
            elif told["what"] == "end":
                yield told | {"ours": (seconds, decisions)}
            else:
                began = process_time()
                answer = mirror.answer(bot, told)
                seconds, decisions = seconds + process_time() - began, decisions + 1
                program.stdin.write(f"{answer}\n")
                program.stdin.flush()
    if program.returncode:
        raise RuntimeError(f"catanatron's player {kind} cannot be run")


if __name__ == "__main__":
    wins = played = 0
    for result in results(int(sys.argv[1]) if len(sys.argv) > 1 else 40, *sys.argv[2:]):
        wins, played = wins + result["won"], played + 1
        ours, theirs = (
            1000 * time / (number or 1) for time, number in (result["ours"], (result["seconds"], result["decisions"]))
        )
        took = f"a decision {ours:.1f} ms, of theirs {theirs:.1f} ms"
        print(f"{played}: {wins} won, points {result['points']}; {took}", flush=True)
