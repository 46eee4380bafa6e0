"""The comparison of two choices by better players: whole games by the rules, slower than `playing`.
Fast games ignore denial. A tile that looks costly there may be as good as another if players think ahead. Choices that
stand out in fast games are therefore tested here. The players are strong ones who take the greatest link in one of four
turns. Games of strong players alone are nearly identical, and count as one game.
"""

from collections.abc import Sequence
from typing import Final

from msgspec import UNSET, structs

from games.catalogue.dominato.analysis.meant import Intent, move_of
from games.catalogue.dominato.bots.greedy import GreedyBot
from games.catalogue.dominato.bots.strong import StrongBot
from games.catalogue.dominato.rules.links import may_pass
from games.catalogue.dominato.rules.moves import DominatoMove
from games.catalogue.dominato.rules.prompts import open_prompts
from games.catalogue.dominato.rules.rules import RULES
from games.catalogue.dominato.rules.types import State
from games.engine.draws import Draws, FastDraws
from games.engine.playout import playout
from games.engine.types import Outcome, Prompt


class Unsteady:
    """A strong player who takes the greatest link in one of this many turns."""

    def __init__(self, every: int) -> None:
        self._strong, self._greedy, self._every = StrongBot(RULES), GreedyBot(RULES), every

    def answer(self, state: State, prompt: Prompt, draws: Draws) -> DominatoMove | None:
        """See `Bot`."""
        bot = self._strong if draws.below(self._every, f"{prompt.key}/unsteady") else self._greedy
        return bot.answer(state, prompt, draws)


PLAYER: Final = Unsteady(4)


def plain_game(state: State, hands: Sequence[Sequence[int]]) -> State:
    """The turn with these hands, as the last game of a match without errors and challenges."""
    options = structs.replace(
        state.options,
        validation="auto",
        free_pass=may_pass(state.options),
        say_first=UNSET,
        tries=UNSET,
        bots_err=UNSET,
        bots_overlook=UNSET,
    )
    dealt = tuple(tuple(sorted(hand)) for hand in hands)
    return structs.replace(state, options=options, games=state.game, hands=dealt, window=None, tries=UNSET)


def lead_and_win(here: State, intent: Intent, seed: int) -> tuple[float, float]:
    """The (lead, win) of the playing seat after this choice."""
    seat, players, draws = here.seat, here.players, FastDraws(seed)
    (prompt,) = open_prompts(here)
    move = move_of(here, intent) or RULES.default(here, seat, prompt.key)
    last: State = RULES.apply(here, seat, prompt.key, move, draws).state
    if last.phase != "over":
        last = playout(RULES, Outcome(last), [PLAYER] * players, draws, bot_draws=FastDraws(seed)).state
    score = last.done[-1]
    others = sum(score.points) - score.points[seat]
    return others / (players - 1) - score.points[seat], float(score.winner == seat)
