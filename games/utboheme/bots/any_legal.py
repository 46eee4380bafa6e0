"""Any legal move half of the time, so that games still come to an end."""

from typing import Any

from games.engine.choices import pick
from games.engine.draws import Draws
from games.engine.types import Prompt
from games.utboheme.bots.greedy import GreedyBot
from games.utboheme.rules import moves as m

SELDOM = 12
"""It offers a trade or sends a plan in one of so many cases in which it can."""
ASIDE = 60
"""It gives standing orders and speaks out of turn in one of so many cases."""


class AnyLegalBot:
    """Plays any listed move, and every other time what a beginner would. It offers one card for one."""

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
