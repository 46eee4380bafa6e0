"""What bots that think have in common: they see what their seat sees, and leave some answers to the deadline's."""

from typing import Any

from games.engine.draws import Draws
from games.engine.rules import Rules
from games.engine.types import Prompt, Seat
from games.master_builder.rules.crews import Count, count_of
from games.master_builder.rules.moves import Hire, MasterBuilderMove
from games.master_builder.rules.scenario import SKILLS, Contract, rank_of
from games.master_builder.rules.sites import all_of
from games.master_builder.rules.view import FirmView, View


class Seen:
    """A view with what bots often ask of it, for one seat."""

    def __init__(self, view: View, seat: Seat) -> None:
        self.view, self.seat, self.sheet = view, seat, view.sheet
        self.firm: FirmView = view.firms[seat]
        self.rounds = view.last_round - view.round + 1
        """Rounds of construction left, this one included."""

    @property
    def crew(self) -> Count:
        """All workers of the seat by rank, also those who are face down."""
        return count_of([each.worker for each in self.firm.crew])

    @property
    def open_sites(self) -> list[tuple[Contract, int]]:
        """(contract, mask of the missing sections) of what the seat has not finished."""
        pairs = [(self.sheet.contract(site.contract), site.standing) for site in self.firm.sites]
        return [
            (contract, all_of(contract) & ~standing) for contract, standing in pairs if standing != all_of(contract)
        ]

    def hires(self) -> list[tuple[Hire, str, int]]:
        """(move, worker, wage) of the workers on the stacks who fit into the wage limit."""
        found = []
        for skill, stack in zip(SKILLS, self.view.stacks, strict=True):
            if stack.top is not None:
                wage = self.sheet.worker(stack.top).wage
                if self.firm.wages + wage <= self.sheet.wage_limit:
                    found.append((Hire(skill), stack.top, wage))
        return found

    def has(self, rank: int) -> int:
        """How many workers of just this rank there are."""
        return sum(rank_of(each.worker) == rank for each in self.firm.crew)


class ThinkingBot:
    """Base of the bots that think. `think` answers one kind of prompt; None plays what a passed deadline would.

    Prompts that may stay unanswered are left alone: no bot repays early, leaves wishes or limits beyond its bids.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def answer(self, state: Any, prompt: Prompt, draws: Draws) -> Any | None:
        """See `Bot.answer`. Of the state only the seat's view is looked at."""
        if prompt.optional or prompt.passive:
            return None
        move = self.think(Seen(self.rules.view(state, prompt.seat), prompt.seat), prompt)
        return self.rules.default(state, prompt.seat, prompt.key) if move is None else move

    def think(self, seen: Seen, prompt: Prompt) -> MasterBuilderMove | None:
        """The move for a prompt."""
        raise NotImplementedError
