"""Bots for tests, which reach positions that the shipped bots do not."""

from games.catalogue.dominato.rules.moves import Claim, Close, Pass
from games.engine.choices import pick
from games.engine.draws import FastDraws
from games.engine.playout import playout
from tests.games.catalogue.dominato.table import RULES, SCENARIOS


class Busy:
    """Gives any legal answer, also to optional prompts; passes and closes seldom."""

    def __init__(self, rules):
        self.rules = rules

    def answer(self, state, prompt, draws):
        if prompt.optional and draws.below(4, "wait"):
            return None
        choices = self.rules.choices(state, prompt.seat, prompt.key)
        laying = [choice for choice in choices if not isinstance(choice.move, Pass | Claim | Close)]
        if laying and draws.below(6, "lay"):
            choices = laying
        return pick(choices, draws, "busy")


def played(players, options, bot, seed):
    """A whole game: its states, and its end."""
    start = RULES.setup(SCENARIOS[players], options, players, FastDraws(seed))
    moves = []
    bots = [bot(RULES)] * players
    end = playout(RULES, start, bots, FastDraws(seed), bot_draws=FastDraws(-seed - 1), on_move=moves.append)
    return start, moves, end
