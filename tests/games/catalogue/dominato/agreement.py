"""Do the rules and the oracle agree? `python -m tests.games.catalogue.dominato.agreement [GAMES]` tries many
positions."""

import sys
from itertools import product

from games.catalogue.dominato.bots import BOTS
from games.catalogue.dominato.rules.links import links
from games.catalogue.dominato.rules.moves import Place
from games.catalogue.dominato.rules.places import places
from games.catalogue.dominato.rules.types import Options
from games.engine.choices import expand
from tests.games.catalogue.dominato import oracle
from tests.games.catalogue.dominato.policies import Busy, played
from tests.games.catalogue.dominato.table import RULES, TILES

OPTIONS = {
    "strict": Options(games=1),
    "incidental": Options(games=1, incidental_contacts=True),
    "challenge": Options(games=1, validation="challenge"),
    "incidental challenge": Options(games=1, validation="challenge", incidental_contacts=True),
}


def positions(players, options, seed):
    """The positions of a game in which somebody lays a tile."""
    bot = BOTS["random"] if options.validation == "auto" else Busy
    _, moves, _ = played(players, options, bot, seed)
    return [move.state for move in moves if move.state.phase == "play"]


def by_rules(state):
    """(allowed placements, right placements with their order) by the rules."""
    prompt = next(prompt for prompt in RULES.prompts(state) if prompt.kind == "play")
    moves = [move for move in expand(RULES.choices(state, prompt.seat, prompt.key)) if isinstance(move, Place)]
    right = {
        as_laid(state, Place(link.tile, link.place, link.turned)): link.order
        for link in links(state.deck, state.table, state.hands[state.seat], state.options)
    }
    return sorted(as_laid(state, move) for move in moves), right


def by_oracle(state):
    """The same by the second program."""
    board = [(laid.x, laid.y, laid.way, laid.a, laid.b) for laid in state.table]
    hand = [(TILES[number].a, TILES[number].b) for number in state.hands[state.seat]]
    strict = not state.options.incidental_contacts
    right = oracle.placements(board, hand, strict=strict)
    if state.options.validation == "auto":
        return sorted(right), right
    both = {ends for a, b in hand for ends in ((a, b), (b, a))}
    return sorted((*shape, *ends) for shape in oracle.shapes(board, strict=strict) for ends in both), right


def as_laid(state, move):
    """The laid tile of a move: its place, way and values."""
    place = places(state.table, state.options.incidental_contacts)[move.place]
    tile = TILES[move.tile]
    return (place.x, place.y, place.way, *((tile.b, tile.a) if move.turned else (tile.a, tile.b)))


def main(games):
    compared = differing = 0
    for seed, players, options in product(range(games), (2, 3, 4), OPTIONS.values()):
        for state in positions(players, options, seed):
            compared += 1
            differing += by_rules(state) != by_oracle(state)
    sys.stdout.write(f"{compared} positions compared, {differing} differ\n")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 20)
