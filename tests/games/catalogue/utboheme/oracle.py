"""A second program for the same rules, to count lines of play: `python -m tests.games.catalogue.utboheme.oracle NAME
DEPTH`.

It shares only the labelled draws and the scenario file with the rules. Corners of hexagons are points of the plane;
pieces and hands are dictionaries. Default options, no offers between players, no standing orders.
"""

import sys
from copy import deepcopy
from itertools import combinations, product

from tests.games.catalogue.utboheme.oracle_table import CARDS, KINDS, OracleTable

__all__ = ["CARDS", "KINDS", "Oracle"]


class Oracle(OracleTable):
    """The possible lines of play from a scenario's start."""

    def asked(self, state):
        """(seat, list of next states) for each open question."""
        if state["over"]:
            return []
        if state["stage"] == "discard":
            return [(seat, self.discards(state, seat)) for seat in state["owing"]]
        return [(state["seat"], list(getattr(self, f"at_{state['stage']}")(state)))]

    def after(self, state, act, *arguments):
        """The state after an act; the match is over if a player has the points."""
        new = deepcopy(state)
        act(new, *arguments)
        if new["turn"]:
            new["over"] = any(self.points(new, seat) >= self.data["target"] for seat in range(self.players))
        return new

    def at_found(self, state):
        return [self.after(state, self.found, point) for point in self.free_points(state)]

    def at_pave(self, state):
        lines = [n for n, ends in enumerate(self.island.lines) if state["spot"] in ends and n not in state["roads"]]
        return [self.after(state, self.pave_first, line) for line in lines]

    def at_roll(self, state):
        rolled = self.after(state, self.roll)
        return [rolled, *self.card_plays(state), rolled]

    def discards(self, state, seat):
        hand = state["hands"][seat]
        number = sum(hand.values()) // 2

        def give(new, cards):
            for kind, gone in zip(KINDS, cards, strict=True):
                new["hands"][seat][kind] -= gone
            new["owing"].remove(seat)
            if not new["owing"]:
                new["stage"] = "robber"

        parts = product(*(range(hand[kind] + 1) for kind in KINDS))
        return [self.after(state, give, cards) for cards in parts if sum(cards) == number]

    def at_robber(self, state):
        found = []
        for place in range(len(self.hexes)):
            if place != state["robber"]:
                there = {
                    s
                    for pieces in ("houses", "towns")
                    for p, s in state[pieces].items()
                    if p in self.island.rings[place]
                }
                robbed = [s for s in sorted(there) if s != state["seat"] and any(state["hands"][s].values())]
                found += [self.after(state, self.rob, place, victim) for victim in (None, *robbed)]
        planned = self.after(state, self.rob, 0 if state["robber"] else 1, None)
        return [*found, planned]

    def rob(self, new, place, victim):
        new["robber"] = place
        if victim is not None:
            held = [kind for kind in KINDS for _ in range(new["hands"][victim][kind])]
            kind = held[self.below(len(held), f"turn-{new['turn']}/steal/{new['why']}")]
            new["hands"][victim][kind] -= 1
            new["hands"][new["seat"]][kind] += 1
        new["stage"] = new["back"]

    def at_roads(self, state):
        def lay(new, line):
            new["roads"][line] = new["seat"]
            new["free"] -= 1
            self.longest(new)
            if not new["free"] or not self.free_lines(new):
                new["stage"] = new["back"]

        def stop(new):
            new["stage"] = new["back"]

        return [*(self.after(state, lay, n) for n in self.free_lines(state)), *[self.after(state, stop)] * 2]

    def card_plays(self, state):
        seat, held = state["seat"], state["cards"][state["seat"]]
        ready = [kind for kind in CARDS if held[kind] > state["new"][kind]]
        if state["used"]:
            return

        def play(new, kind, act):
            new["cards"][seat][kind] -= 1
            new["used"] = True
            act(new)

        if "ancien" in ready:
            yield self.after(state, play, "ancien", self.show)
        if "roads" in ready and self.free_lines(state):
            yield self.after(state, play, "roads", lambda new: new.update(free=2, back=new["stage"], stage="roads"))
        if "discovery" in ready:
            rich = [kind for kind in KINDS for _ in range(min(2, self.bank(state, kind)))]
            for two in sorted(set(combinations(rich, min(2, len(rich))))) if rich else ():
                yield self.after(state, play, "discovery", lambda new, two=two: self.take(new, two))
        if "monopoly" in ready:
            for kind in KINDS:
                yield self.after(state, play, "monopoly", lambda new, kind=kind: self.take_all(new, kind))

    def show(self, new):
        seat = new["seat"]
        new["shown"][seat] += 1
        other = -1 if new["old"] is None else new["shown"][new["old"]]
        if new["shown"][seat] >= self.data["oldest_from"] and new["shown"][seat] > other:
            new["old"] = seat
        new.update(back=new["stage"], stage="robber", why="ancien")

    def take(self, new, kinds):
        for kind in kinds:
            new["hands"][new["seat"]][kind] += 1

    def take_all(self, new, kind):
        number = sum(hand[kind] for hand in new["hands"])
        for hand in new["hands"]:
            hand[kind] = 0
        new["hands"][new["seat"]][kind] = number

    def at_act(self, state):
        ended = self.after(state, lambda new: self.begin(new, (new["seat"] + 1) % self.players))
        return [ended, *self.builds(state), *self.card_plays(state), *self.trades(state), ended]

    def pays(self, state, what):
        return all(state["hands"][state["seat"]][kind] >= n for kind, n in self.data["costs"][what].items())

    def pay(self, new, what):
        for kind, number in self.data["costs"][what].items():
            new["hands"][new["seat"]][kind] -= number
        new["built"] = True

    def builds(self, state):
        seat, pieces = state["seat"], self.data["pieces"]
        own = [p for p, owner in state["houses"].items() if owner == seat]
        if self.pays(state, "cc"):
            yield from (self.after(state, self.build_road, line) for line in self.free_lines(state))
        if self.pays(state, "uv") and len(own) < pieces["uv"]:
            ends = {p for line, owner in state["roads"].items() if owner == seat for p in self.island.lines[line]}
            yield from (self.after(state, self.build_house, p) for p in self.free_points(state) if p in ends)
        towns = sum(owner == seat for owner in state["towns"].values())
        if self.pays(state, "upgrade") and towns < pieces["upgraded"]:
            yield from (self.after(state, self.build_town, point) for point in own)
        if self.pays(state, "card") and any(state["deck"].values()):
            yield self.after(state, self.buy)

    def build_road(self, new, line):
        self.pay(new, "cc")
        new["roads"][line] = new["seat"]
        self.longest(new)

    def build_house(self, new, point):
        self.pay(new, "uv")
        new["houses"][point] = new["seat"]
        self.longest(new, cut=True)

    def build_town(self, new, point):
        self.pay(new, "upgrade")
        new["towns"][point] = new["houses"].pop(point)

    def buy(self, new):
        self.pay(new, "card")
        left = [kind for kind in CARDS for _ in range(new["deck"][kind])]
        kind = left[self.below(len(left), f"card-{len(left)}")]
        new["deck"][kind] -= 1
        new["cards"][new["seat"]][kind] += 1
        new["new"][kind] += 1

    def trades(self, state):
        if state["built"]:
            return
        seat = state["seat"]
        docks = [
            self.docks[p] for q in ("houses", "towns") for p, s in state[q].items() if s == seat and p in self.docks
        ]
        for give in KINDS:
            rate = min([4, *(dock["rate"] for dock in docks if dock["resource"] in (None, give))])
            for take in KINDS:
                if take != give and state["hands"][seat][give] >= rate and self.bank(state, take):
                    yield self.after(state, self.swap, give, rate, take)

    def swap(self, new, give, rate, take):
        new["hands"][new["seat"]][give] -= rate
        new["hands"][new["seat"]][take] += 1

    def count(self, state, depth):
        """(positions after so many moves, ended ones among them); a finished line counts once."""
        asked = self.asked(state)
        if not asked or depth == 0:
            return 1, int(not asked)
        nodes = ends = 0
        for _, nexts in asked:
            for new in nexts:
                more, over = self.count(new, depth - 1)
                nodes, ends = nodes + more, ends + over
        return nodes, ends


if __name__ == "__main__":
    oracle = Oracle(sys.argv[1])
    for wanted in range(1, int(sys.argv[2]) + 1):
        print("depth {} nodes {} ends {}".format(wanted, *oracle.count(oracle.start(), wanted)), flush=True)  # noqa: T201
