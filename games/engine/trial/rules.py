"""The part of a game in trials: what its events mean, how long decisions take, and its own lints."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

import msgspec

from games.engine.ledger import Account
from games.engine.types import Prompt, Seat

USUAL_SECONDS: Final = 30
"""The estimate for a decision of a kind that its game does not name."""


class Took(NamedTuple):
    """A choice that was made at a place of the scenario."""

    place: str
    answer: str


class Happened(NamedTuple):
    """A thing that happened to a seat, by the name of its `Trouble`."""

    name: str
    seat: Seat


class Drawn(NamedTuple):
    """A card that was drawn. `why` is the reason if it changed nothing, empty if it changed something."""

    place: str
    why: str = ""


Note = Took | Happened | Drawn
Notes = Callable[[Sequence[Any]], Iterable[Note]]
"""From all events of a game, in order."""


class Trouble(NamedTuple):
    """A thing that should not happen to good players too often: in `most` percent of the games. `title` heads a table;
    `text` is a sentence with `%(role)s` and `%(share)s`. Both are English, and keys of their translations.
    """

    name: str
    title: str
    text: str
    most: int
    weight: int


def trouble(name: str, title: str, text: str, most: int, weight: int) -> Trouble:
    """A trouble. Catalogues are searched for this name."""
    return Trouble(name, title, text, most, weight)


def heading(text: str) -> str:
    """A text in English. Catalogues are searched for this name."""
    return text


def no_notes(scenario: Any) -> Notes:
    """Notes of a game that has none."""
    return lambda events: ()


def own_round(prompt: Prompt) -> str:
    """The round of a prompt: that of all prompts of its key if it is simultaneous, otherwise its own."""
    return prompt.key if prompt.simultaneous else f"{prompt.key} {prompt.seat}"


def usual_seconds(kinds: Mapping[str, int]) -> Callable[[Prompt], int]:
    """The seconds of a decision, by its kind."""
    return lambda prompt: kinds.get(prompt.kind, USUAL_SECONDS)


class TrialRules(msgspec.Struct, frozen=True):
    """The part of a game in `games.engine.trial`. Everything has a default.

    `seconds` estimates a decision. Decisions of one `round_of` are made at the same time; the longest one counts.
    `place` is the path of the scenario that a prompt belongs to, None if it is not counted. `is_free`: is there
    anything to decide? `notes`: (scenario) -> the notes of a game's events. `counted` are things that happen without
    being troubles. `usual` is the bot that plays as most people do at first, if it is not the one that fills empty
    seats. `account` is drawn as a curve by turn, under the
    English `account_title`.
    `rising`: (name of a target) -> is more better? `certain` is the weight of a target that everybody meets. With
    `unlike` seats, points are compared by role; otherwise the shares of wins. `target_place` and `seat_place` give
    paths for findings. `length` is the path of the scenario's number of turns. `lints`: (scenario, trial) -> the game's
    own findings.
    """

    seconds: Callable[[Prompt], int] = usual_seconds({})
    round_of: Callable[[Prompt], str] = own_round
    place: Callable[[Any, Prompt], str | None] = lambda state, prompt: None
    is_free: Callable[[Any, Prompt], bool] | None = None
    notes: Callable[[Any], Notes] = no_notes
    troubles: tuple[Trouble, ...] = ()
    counted: tuple[str, ...] = ()
    usual: str = ""
    account: Account | None = None
    account_title: str = ""
    rising: Callable[[str], bool] = lambda name: False
    certain: int = 60
    unlike: bool = False
    target_place: Callable[[str], str] = lambda name: f"targets.{name}"
    seat_place: Callable[[int], str] = lambda seat: ""
    length: str = ""
    lints: Callable[[Any, Any], Iterable[Any]] = lambda scenario, trial: ()

    @property
    def things(self) -> tuple[str, ...]:
        """The names of all things that may happen to a seat."""
        return (*(each.name for each in self.troubles), *self.counted)


PLAIN: Final = TrialRules()


def rules_of(game: Any) -> TrialRules:
    """The declared part of a game, or the plain one."""
    found: TrialRules = game.trial or PLAIN
    return found
