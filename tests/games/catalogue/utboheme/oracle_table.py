"""The table of the second program: island, pieces, active seat, points and trails. See `oracle`."""

import json
from math import cos, pi, sin, sqrt

from games.catalogue.utboheme.game import GAME
from games.engine.draws import LabelledDraws

KINDS = ("beer", "sleep", "coffee", "course", "food")
CARDS = ("ancien", "roads", "discovery", "monopoly", "victory")


def spot(x, y):
    return round(y, 3) + 0.0, round(x, 3) + 0.0


class Island:
    """Points and lines of the land hexagons, numbered from the top."""

    def __init__(self, land):
        rings = []
        for q, r in land:
            x, y = 1.5 * q, sqrt(3) * (r + q / 2)
            rings.append([spot(x + cos(pi / 3 * k), y + sin(pi / 3 * k)) for k in range(6)])
        self.points = sorted({point for ring in rings for point in ring})
        lines = {frozenset((ring[k], ring[k - 1])) for ring in rings for k in range(6)}
        middle = lambda line: tuple(round(sum(part) / 2, 2) for part in zip(*line, strict=True))  # noqa: E731
        self.lines = [tuple(sorted(map(self.points.index, line))) for line in sorted(lines, key=middle)]
        self.rings = [sorted(map(self.points.index, ring)) for ring in rings]

    def beside(self, point):
        return [b if a == point else a for a, b in self.lines if point in (a, b)]


class OracleTable:
    """The table of a scenario; positions are dictionaries that are changed in place."""

    def __init__(self, name, seed=b"conformance"):
        self.data = json.loads((GAME.scenarios | GAME.micro)[name])
        self.island, self.seed = Island(self.data["land"]), seed
        self.players = self.data["players"][1]

    def below(self, sides, label):
        return LabelledDraws(self.seed).below(sides, label)

    def lay(self):
        data = self.data
        hexes = [kind["resource"] for kind in data["terrain"] for _ in range(kind["hexagons"])]
        harbours, spiral = list(data["harbour_kinds"]), data["spirals"][0]
        if data["shuffled"]:
            pool = list(hexes)
            hexes = [pool.pop(self.below(len(pool), f"board/hexagon-{k}")) for k in range(len(hexes))]
            pool = list(harbours)
            harbours = [pool.pop(self.below(len(pool), f"board/harbour-{k}")) for k in range(len(harbours))]
            spiral = data["spirals"][self.below(len(data["spirals"]), "board/corner")]
        tokens, numbers = list(data["tokens"]), {}
        for place in spiral:
            if hexes[place]:
                numbers[place] = tokens.pop(0)
        self.hexes, self.numbers, self.docks = hexes, numbers, {}
        for place, kind in zip(data["harbours"], harbours, strict=True):
            q, r = place["sea"]
            x, y = 1.5 * q, sqrt(3) * (r + q / 2)
            sea = {spot(x + cos(pi / 3 * k), y + sin(pi / 3 * k)) for k in range(6)}
            for point in self.island.rings[place["land"]]:
                if self.island.points[point] in sea:
                    self.docks[point] = kind

    def start(self):
        data, n = self.data, self.players
        self.lay()
        left, number = list(range(n)), 0
        while len(left) > 1:
            number += 1
            dice = {s: self.below(6, f"start/throw-{number}/seat-{s}") for s in left}
            left = [s for s in left if dice[s] == max(dice.values())]
        deck = {kind: data["cards"][kind] for kind in CARDS}
        first = left[0]
        order = [(first + k) % n for k in range(n)]
        state = {
            "order": [*order, *reversed(order)], "first": first, "turn": 0, "seat": first, "stage": "found",
            "houses": {}, "towns": {}, "roads": {}, "hands": [dict.fromkeys(KINDS, 0) for _ in range(n)],
            "cards": [dict.fromkeys(CARDS, 0) for _ in range(n)], "new": dict.fromkeys(CARDS, 0), "deck": deck,
            "shown": [0] * n, "robber": self.hexes.index(None), "long": None, "old": None, "used": False,
            "built": False, "free": 0, "back": "", "owing": [], "why": "", "spot": None, "over": False,
        }  # fmt: skip
        if data.get("foundation"):
            for k, seat in enumerate(list(state["order"])):
                line = data["foundation"][seat][2 * (k >= n) :]
                self.found(state, line[0])
                self.pave_first(state, line[1])
        return state

    def bank(self, state, kind):
        return self.data["bank"] - sum(hand[kind] for hand in state["hands"])

    def found(self, state, point):
        state["seat"] = seat = state["order"].pop(0)
        state["houses"][point], state["spot"], state["stage"] = seat, point, "pave"
        if len(state["order"]) < self.players:
            for ring, kind in zip(self.island.rings, self.hexes, strict=True):
                if point in ring and kind:
                    state["hands"][seat][kind] += 1

    def pave_first(self, state, line):
        state["roads"][line] = state["seat"]
        self.longest(state)
        if state["order"]:
            state["seat"], state["stage"] = state["order"][0], "found"
        else:
            self.begin(state, state["first"])

    def begin(self, state, seat):
        state.update(seat=seat, stage="roll", used=False, built=False, new=dict.fromkeys(CARDS, 0))
        state["turn"] += 1
        if not any(state["cards"][seat].values()):
            self.roll(state)

    def roll(self, state):
        turn = state["turn"]
        total = 2 + self.below(6, f"turn-{turn}/die-1") + self.below(6, f"turn-{turn}/die-2")
        if total == 7:
            state["owing"] = [s for s, h in enumerate(state["hands"]) if sum(h.values()) > self.data["hand_limit"]]
            state["why"], state["back"] = "seven", "act"
            state["stage"] = "discard" if state["owing"] else "robber"
            return
        due = {}
        for place, number in self.numbers.items():
            if number == total and place != state["robber"]:
                for seat, where in ((s, p) for p, s in state["houses"].items()):
                    if where in self.island.rings[place]:
                        due[self.hexes[place], seat] = due.get((self.hexes[place], seat), 0) + 1
                for seat, where in ((s, p) for p, s in state["towns"].items()):
                    if where in self.island.rings[place]:
                        due[self.hexes[place], seat] = due.get((self.hexes[place], seat), 0) + 2
        for kind in KINDS:
            wanted = {seat: number for (what, seat), number in due.items() if what == kind}
            left = self.bank(state, kind)
            if sum(wanted.values()) > left:
                wanted = dict.fromkeys(wanted, left) if len(wanted) == 1 else {}
            for seat, number in wanted.items():
                state["hands"][seat][kind] += number
        state["stage"] = "act"

    def longest(self, state, cut=False):
        lengths = [self.trail(state, seat) for seat in range(self.players)]
        best, before = max(lengths), state["long"]
        champions = [s for s, length in enumerate(lengths) if length == best >= self.data["longest_from"]]
        if before is None or lengths[before] < best or (cut and lengths[before] < state["held"]):
            state["long"] = champions[0] if len(champions) == 1 else None
        state["held"] = lengths[state["long"]] if state["long"] is not None else 0

    def trail(self, state, seat):
        own = [self.island.lines[line] for line, owner in state["roads"].items() if owner == seat]
        closed = {p for p, owner in self.pieces(state) if owner != seat}

        def walk(here, left):
            best = 0
            for line in left:
                if here in line:
                    there = line[0] if line[1] == here else line[1]
                    rest = [other for other in left if other != line]
                    best = max(best, 1 + (0 if there in closed else walk(there, rest)))
            return best

        return max((walk(point, own) for line in own for point in line), default=0)

    def points(self, state, seat):
        worth = self.data["points"]
        found = worth["uv"] * sum(owner == seat for owner in state["houses"].values())
        found += worth["upgraded"] * sum(owner == seat for owner in state["towns"].values())
        found += worth["longest"] * (state["long"] == seat) + worth["oldest"] * (state["old"] == seat)
        return found + worth["victory"] * state["cards"][seat]["victory"]

    def pieces(self, state):
        return [*state["houses"].items(), *state["towns"].items()]

    def free_points(self, state):
        pieces = {**state["houses"], **state["towns"]}
        near = {p for piece in pieces for p in (piece, *self.island.beside(piece))}
        return [point for point in range(len(self.island.points)) if point not in near]

    def free_lines(self, state):
        seat, found = state["seat"], []
        pieces = {**state["houses"], **state["towns"]}
        own = {p for line, owner in state["roads"].items() if owner == seat for p in self.island.lines[line]}
        joins = {p for p, owner in pieces.items() if owner == seat} | {p for p in own if pieces.get(p, seat) == seat}
        for line, ends in enumerate(self.island.lines):
            if line not in state["roads"] and set(ends) & joins:
                found.append(line)
        owned = sum(owner == seat for owner in state["roads"].values())
        return found if owned < self.data["pieces"]["cc"] else []
