"""Results of an analysis as they are stored: the account of the result, and each decision with its alternatives."""

from typing import Any, Final

import msgspec

from games.engine import codec
from games.engine.analysis import (
    Account,
    Forecast,
    Judgement,
    Reckoning,
    ResultAccount,
    Stroke,
    Weighed,
    Weighing,
    turning_points,
)
from games.ui.targets import Curve

VERSION: Final = 5
"""Raised when older results can no longer be read or compared."""


class Results(msgspec.Struct, frozen=True):
    """The results of one match: an account for a common result, strokes and accounts for rivals.

    `account` has the reference at the start and the effects of chance and of decisions. They are given for the common
    result and for the measures of the game (Domego: delay in days, cost in k, failures).

    `weighing` has every decision with alternatives. `project` is in hundredths of a percent of the common result, as
    the class is marked with `curve`. `own` is in points of the deciding seat. For rivals `project` is the judged result
    of the deciding seat, in hundredths.

    `strokes` are the effects of chance on a seat in each of its turns, `accounts` the sums by seat, `forecasts` the
    chances to win by turn. Intents are the game's values. `turning` are the move numbers of the turning points.
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


def results_of(game: str, seed: bytes, curve: Curve, judged: Judgement) -> Results:
    """Results of a table with a common result."""
    weighing = Weighing(0, judged.decisions)
    return Results(VERSION, game, seed.hex(), curve, judged.account, weighing, _turning(weighing))


def results_of_rivals(game: str, seed: bytes, curve: Curve, found: Reckoning) -> Results:
    """Results of a table of rivals."""
    turning = _turning(found.weighing)
    return Results(
        VERSION, game, seed.hex(), curve, None, found.weighing, turning, found.strokes, found.accounts, found.forecasts
    )


def _turning(weighing: Weighing) -> tuple[int, ...]:
    return tuple(each.number for each in turning_points(weighing))


def written(results: Results) -> str:
    """The one JSON text of results."""
    return msgspec.json.encode(results).decode()


def parse_results(text: str, intent_type: Any) -> Results | None:
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
