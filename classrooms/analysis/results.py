"""What an analysis found, as it is kept: the account of the result, and each decision against what else was open."""

from typing import Any, Final

import msgspec

from games.engine import codec
from games.engine.analysis import (
    Account,
    Forecast,
    Reckoning,
    ResultAccount,
    Stroke,
    Weighed,
    Weighing,
    turning_points,
)
from games.kit.targets import Curve

VERSION: Final = 4
"""Raised when older results can no longer be read or compared."""


class Results(msgspec.Struct, frozen=True):
    """Results of one match: with an account where the table has a common result, with strokes and accounts where it has
    rivals.

    `account`: what was to be expected at the start, what chance brought, what decisions gave away; by the common result
    and by the measures of the game (Domego: delay in days, cost in k, failures). `weighing`: every decision that had
    alternatives; the project is measured by the common result, as the class is marked with `curve`, in hundredths of a
    percent of it; `own` in points of the seat that decided. `strokes`: what chance brought a seat in each of its turns;
    `accounts`: the sums by seat; `forecasts`: who was likely to win, and when. Of rivals `project` is what the seat
    that decides is judged by, in hundredths. Intents are the game's values. `turning` are the move numbers of the
    turning points.
    """

    version: int
    game: str
    seed: str
    curve: Curve
    account: ResultAccount | None
    weighing: Weighing
    turning: tuple[int, ...]
    strokes: tuple[Stroke, ...] = ()
    accounts: tuple[Account, ...] = ()
    forecasts: tuple[Forecast, ...] = ()

    @property
    def turning_points(self) -> tuple[Weighed, ...]:
        """The decisions at which the project turned most, in the order of the match; none within the noise."""
        return tuple(each for each in self.weighing.decisions if each.number in self.turning)


def results_of(game: str, seed: bytes, curve: Curve, account: ResultAccount | None, weighing: Weighing) -> Results:
    """Put the parts of a table with a common result together."""
    return Results(VERSION, game, seed.hex(), curve, account, weighing, _turning(weighing))


def results_of_rivals(game: str, seed: bytes, curve: Curve, found: Reckoning) -> Results:
    """The same of a table of rivals."""
    turning = _turning(found.weighing)
    return Results(
        VERSION, game, seed.hex(), curve, None, found.weighing, turning, found.strokes, found.accounts, found.forecasts
    )


def _turning(weighing: Weighing) -> tuple[int, ...]:
    return tuple(each.number for each in turning_points(weighing))


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
