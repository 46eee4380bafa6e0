"""What an analysis found, as it is kept: luck, skill, and each decision against what else was open."""

from typing import Any, Final

import msgspec

from games.engine import codec
from games.engine.analysis import Luck, Skill, Weighed, Weighing, turning_points

VERSION: Final = 1
"""Raised when older results can no longer be read or compared."""


class Results(msgspec.Struct, frozen=True):
    """Results of one match.

    `luck`: the team's own decisions over other draws; `skill`: its median among games of the policy bot on the same
    draws; both by the measures of the game (Domego: delay in days, cost in k, failures). `weighing`: every decision
    that had alternatives; the project is measured in hundredths of a percent of the targets, `own` in points of the
    seat that decided. Intents are the game's values. `turning` are the move numbers of the turning points.
    """

    version: int
    game: str
    seed: str
    luck: Luck
    skill: Skill
    weighing: Weighing
    turning: tuple[int, ...]

    @property
    def turning_points(self) -> tuple[Weighed, ...]:
        """The decisions at which the project turned most, in the order of the match; none within the noise."""
        return tuple(each for each in self.weighing.decisions if each.number in self.turning)


def results_of(game: str, seed: bytes, luck: Luck, skill: Skill, weighing: Weighing) -> Results:
    """Put the parts together."""
    turning = tuple(each.number for each in turning_points(weighing))
    return Results(VERSION, game, seed.hex(), luck, skill, weighing, turning)


def written(results: Results) -> str:
    """The one JSON text of results."""
    return msgspec.json.encode(results).decode()


def read(text: str, intent_type: Any) -> Results | None:
    """Results from their text, with intents as values of `intent_type`; None for a text of an older form."""
    try:
        found = codec.from_json(text, Results)
        if found.version != VERSION:
            return None
        decisions = tuple(_typed(each, intent_type) for each in found.weighing.decisions)
    except msgspec.ValidationError:
        return None
    return msgspec.structs.replace(found, weighing=msgspec.structs.replace(found.weighing, decisions=decisions))


def _typed(each: Weighed, intent_type: Any) -> Weighed:
    options = tuple(
        msgspec.structs.replace(option, intent=codec.convert(option.intent, intent_type)) for option in each.options
    )
    return msgspec.structs.replace(each, options=options)
