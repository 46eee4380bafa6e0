"""Games of catanatron's players against a player at the other end of a pipe.

`python -m tests.games.catalogue.utboheme.benchmarks._catanatron_players GAMES [value|alphabeta]` writes a line of JSON
for each island, question and result, and reads the number of an action as the answer. `value` is ValueFunctionPlayer;
`alphabeta` is the player that searches two moves deep. PyPI's catanatron (3.2.1) has neither, so PYTHONPATH must lead
to a checkout of a later version. This program runs by itself (GPL); nothing of the site imports it.
"""

import json
import sys
from time import process_time

from catanatron.game import Game
from catanatron.models.enums import CITY, DEVELOPMENT_CARDS, RESOURCES, SETTLEMENT
from catanatron.models.map import LandTile, Port
from catanatron.models.player import Color, Player
from catanatron.players.minimax import AlphaBetaPlayer
from catanatron.players.value import ValueFunctionPlayer


def say(what, **fields):
    print(json.dumps({"what": what, **fields}), flush=True)


class Remote(Player):
    """A player whose answers come from the other end of the pipe."""

    def decide(self, game, playable_actions):
        if len(playable_actions) == 1:
            return playable_actions[0]
        state = game.state
        colors = list(state.colors)
        own = state.buildings_by_color[self.color][SETTLEMENT]
        say(
            "ask",
            me=colors.index(self.color),
            turn=state.num_turns,
            prompt=state.current_prompt.name,
            free=state.free_roads_available if state.is_road_building else 0,
            robber=list(state.board.robber_coordinate),
            pieces=[[node, colors.index(color), kind == CITY] for node, (color, kind) in state.board.buildings.items()],
            roads=[[*edge, colors.index(color)] for edge, color in state.board.roads.items() if edge[0] < edge[1]],
            bank=list(state.resource_freqdeck),
            pile=len(state.development_listdeck),
            last=own[-1] if own else None,
            seats=[seat(state.player_state, f"P{index}_") for index in range(len(colors))],
            actions=[[action.action_type.name, plain(action.value, colors)] for action in playable_actions],
        )
        return playable_actions[int(sys.stdin.readline())]


def seat(player_state, prefix):
    cards = {kind: player_state[f"{prefix}{kind}_IN_HAND"] for kind in DEVELOPMENT_CARDS}
    return {
        "hand": [player_state[f"{prefix}{resource}_IN_HAND"] for resource in RESOURCES],
        "cards": cards,
        "ready": {kind: bool(player_state.get(f"{prefix}{kind}_OWNED_AT_START", True)) for kind in cards},
        "knights": player_state[f"{prefix}PLAYED_KNIGHT"],
        "rolled": player_state[f"{prefix}HAS_ROLLED"],
        "played": player_state[f"{prefix}HAS_PLAYED_DEVELOPMENT_CARD_IN_TURN"],
        "road": player_state[f"{prefix}HAS_ROAD"],
        "army": player_state[f"{prefix}HAS_ARMY"],
        "length": player_state[f"{prefix}LONGEST_ROAD_LENGTH"],
    }


def plain(value, colors):
    if isinstance(value, Color):
        return colors.index(value)
    if isinstance(value, list | tuple):
        return [plain(each, colors) for each in value]
    return value


class Timed:
    """A player that counts the time of its decisions; decisions with one legal action are left out."""

    seconds, decisions = 0.0, 0

    def decide(self, game, playable_actions):
        began = process_time()
        chosen = super().decide(game, playable_actions)
        if len(playable_actions) > 1:
            Timed.seconds, Timed.decisions = Timed.seconds + process_time() - began, Timed.decisions + 1
        return chosen


class Value(Timed, ValueFunctionPlayer):
    pass


class AlphaBeta(Timed, AlphaBetaPlayer):
    pass


PLAYERS = {"value": Value, "alphabeta": AlphaBeta}


def main(games, kind="value"):
    for number in range(games):
        me = list(Color)[number % 4]
        players = [Remote(color) if color == me else PLAYERS[kind](color) for color in Color]
        game = Game(players, seed=number + 1)
        tiles = game.state.board.map.tiles
        say(
            "island",
            resources=list(RESOURCES),
            cards=list(DEVELOPMENT_CARDS),
            land=[[*where, t.resource, t.number] for where, t in tiles.items() if isinstance(t, LandTile)],
            nodes=[[*where, list(tile.nodes.values())] for where, tile in tiles.items()],
            ports=[[t.resource, sorted(n for n in t.nodes.values() if n in harbours(game, t.resource))]
                   for t in tiles.values() if isinstance(t, Port)],
        )  # fmt: skip
        winner = game.play()
        told = [points(game, color) for color in game.state.colors]
        say("end", won=winner == me, points=told, seconds=Timed.seconds, decisions=Timed.decisions)


def harbours(game, resource):
    return game.state.board.map.port_nodes[resource]


def points(game, color):
    index = game.state.color_to_index[color]
    return game.state.player_state[f"P{index}_ACTUAL_VICTORY_POINTS"]


if __name__ == "__main__":
    main(int(sys.argv[1]), *sys.argv[2:])
