"""A bot that plays a random legal move half of the time, so that games still end."""

from typing import Any

from games.catalogue.utboheme.bots.greedy import GreedyBot
from games.catalogue.utboheme.rules import moves as m
from games.engine.choices import pick
from games.engine.draws import Draws
from games.engine.types import Prompt

SELDOM = 12
"""The bot offers a trade or submits a plan in one of this many cases."""
ASIDE = 60
"""The bot gives standing orders and makes offers out of turn in one of this many cases."""


class AnyLegalBot:
    """Plays a random listed move, and every other time a beginner's move. It offers one card for one."""

    def __init__(self, rules: Any) -> None:
        self.rules, self.beginner = rules, GreedyBot(rules)

    def answer(self, state: Any, prompt: Prompt, draws: Draws) -> Any | None:
        label = f"any/{prompt.key}/{prompt.seat}"
        if prompt.optional and draws.below(ASIDE, f"{label}/aside"):
            return None
        if not prompt.optional and draws.below(2, f"{label}/beginner"):
            return self.beginner.answer(state, prompt, draws)
        choices = self.rules.choices(state, prompt.seat, prompt.key)
        common = tuple(choice for choice in choices if not isinstance(choice.move, m.Offer | m.Plan))
        if common and draws.below(SELDOM, f"{label}/common"):
            return pick(common, draws, label)
        chosen = choices[draws.below(len(choices), f"{label}/which")]
        return chosen.move if isinstance(chosen.move, m.Offer) else pick((chosen,), draws, label)
