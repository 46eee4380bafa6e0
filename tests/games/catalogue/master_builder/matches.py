"""Whole seeded matches, played once for all tests."""

from functools import cache

from games.catalogue.master_builder.facts import facts
from games.catalogue.master_builder.game import GAME
from games.catalogue.master_builder.rules.rules import RULES
from games.catalogue.master_builder.rules.types import Options
from games.engine.codec import read_options
from games.engine.draws import FastDraws, LabelledDraws
from games.engine.playout import playout
from games.engine.record import Record
from tests.games.catalogue.master_builder.table import CLASSIC

VARIANTS = {"plain": Options(), **{name: read_options(text, Options) for name, text in GAME.variants.items()}}


@cache
def played(players, variant="plain", seed=0, bots=("random",)):
    """(start, moves, end) of a match; the bots sit in turn."""
    moves = []
    draws = LabelledDraws(b"matches" + bytes([seed]))
    start = RULES.setup(CLASSIC, VARIANTS[variant], players, draws)
    seats = [GAME.bot(bots[seat % len(bots)]) for seat in range(players)]
    end = playout(RULES, start, seats, draws, bot_draws=FastDraws(seed), on_move=moves.append)
    return start, tuple(moves), end


def states(*args, **kwargs):
    start, moves, _ = played(*args, **kwargs)
    return (start.state, *(move.state for move in moves))


def records(*args, **kwargs):
    """The records of a match as they are stored."""
    start, moves, _ = played(*args, **kwargs)
    found = [Record(0, None, "", "rules", "2025-10-21T09:00:00Z", start.events)]
    return found + [
        Record(number, move.seat, move.key, "bot", "2025-10-21T09:00:00Z", move.events)
        for number, move in enumerate(moves, start=1)
    ]


def folded(players, variant="plain", seed=0, bots=("random",), many=None):
    """The debrief's facts of the first so many moves."""
    return facts(CLASSIC, VARIANTS[variant], records(players, variant, seed, bots)[:many])
