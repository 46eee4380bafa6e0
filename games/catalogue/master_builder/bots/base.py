"""The common part of the bots that think: they use their seat's view, and leave some answers to the deadline's
default.
"""

from typing import Any

from games.catalogue.master_builder.rules.crews import Count, count_of
from games.catalogue.master_builder.rules.moves import Hire, MasterBuilderMove
from games.catalogue.master_builder.rules.scenario import SKILLS, Contract, rank_of
from games.catalogue.master_builder.rules.sites import all_of
from games.catalogue.master_builder.rules.view import FirmView, View
from games.engine.draws import Draws
from games.engine.rules import Rules
from games.engine.types import Prompt, Seat


class Seen:
    """A view for one seat, with values that bots often need."""

    def __init__(self, view: View, seat: Seat) -> None:
        self.view, self.seat, self.sheet = view, seat, view.sheet
        self.firm: FirmView = view.firms[seat]
        self.rounds = view.last_round - view.round + 1
        """The rounds of construction left, including this one."""

    @property
    def crew(self) -> Count:
        """All workers of the seat by rank, including those who are unavailable."""
        return count_of([each.worker for each in self.firm.crew])

    @property
    def open_sites(self) -> list[tuple[Contract, int]]:
        """Pairs (contract, mask of the missing sections) of the seat's unfinished contracts."""
        pairs = [(self.sheet.contract(site.contract), site.standing) for site in self.firm.sites]
        return [
            (contract, all_of(contract) & ~standing) for contract, standing in pairs if standing != all_of(contract)
        ]

    def hires(self) -> list[tuple[Hire, str, int]]:
        """Tuples (move, worker, wage) of the workers on the stacks whose wages fit into the limit."""
        found = []
        for skill, stack in zip(SKILLS, self.view.stacks, strict=True):
            if stack.top is not None:
                wage = self.sheet.worker(stack.top).wage
                if self.firm.wages + wage <= self.sheet.wage_limit:
                    found.append((Hire(skill), stack.top, wage))
        return found

    def has(self, rank: int) -> int:
        """The number of workers of exactly this rank."""
        return sum(rank_of(each.worker) == rank for each in self.firm.crew)


class ThinkingBot:
    """Base class of the bots that think. `think` answers one kind of prompt; None plays the default of a passed
    deadline. Optional prompts get no answer: no bot repays early, leaves wishes, or sets limits beyond its bids.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def answer(self, state: Any, prompt: Prompt, draws: Draws) -> Any | None:
        """See `Bot.answer`. Only the seat's view of the state is used."""
        if prompt.optional or prompt.passive:
            return None
        move = self.think(Seen(self.rules.view(state, prompt.seat), prompt.seat), prompt)
        return self.rules.default(state, prompt.seat, prompt.key) if move is None else move

    def think(self, seen: Seen, prompt: Prompt) -> MasterBuilderMove | None:
        """The move for a prompt."""
        raise NotImplementedError
