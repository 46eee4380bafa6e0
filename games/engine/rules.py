"""The interface that every game implements. All of it is pure: no clock, no I/O, no chance but `draws`."""

from typing import Any, Protocol

from games.engine.draws import Draws
from games.engine.types import Choice, Outcome, Prompt, Result, Seat


class Rules(Protocol):
    """The rules of one game. `Any` stands for the game's own Value, Move and Event types, which the attributes name."""

    key: str
    version: int
    """A number that grows when the same moves would lead to another state than before."""
    state_type: Any
    move_type: Any
    event_type: Any
    options_type: Any

    def load_scenario(self, text: bytes | str) -> Any:
        """Read and check a scenario file. Raises ScenarioError with all faults."""
        ...

    def seat_counts(self, scenario: Any) -> range:
        """Numbers of seats that this scenario can be played with."""
        ...

    def setup(self, scenario: Any, options: Any, seats: int, draws: Draws) -> Outcome:
        """The first state, and the events before the first move. Raises BadOptions or ScenarioError."""
        ...

    def prompts(self, state: Any) -> tuple[Prompt, ...]:
        """All required and possible answers, in the order in which passed deadlines are handled. Empty: the match is
        over.
        """
        ...

    def choices(self, state: Any, seat: Seat, key: str) -> tuple[Choice, ...]:
        """All legal answers to an open prompt. Raises IllegalMove("prompt_closed") for any other key."""
        ...

    def apply(self, state: Any, seat: Seat, key: str, move: Any, draws: Draws) -> Outcome:
        """Play a move. Legality is checked here and only here: an illegal move raises IllegalMove and changes
        nothing.
        """
        ...

    def default(self, state: Any, seat: Seat, key: str) -> Any:
        """The move that a passed deadline plays. Always legal."""
        ...

    def view(self, state: Any, seat: Seat | None) -> Any:
        """The view of a seat, built up field by field. None is an observer, who sees public things only."""
        ...

    def result(self, state: Any) -> Result | None:
        """Scores, ranks and targets; None until the match is over."""
        ...
