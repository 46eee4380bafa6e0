"""Preview of a choice: the expected end before and after, as bands on a scale that all options share."""

import json
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from games.engine.expected import Spread, Spreads
from games.ui.expected import Figure, Outlook, signed, whole

WIDTH = 100
THINNEST = 1.6


class Row(msgspec.Struct, frozen=True):
    """A figure before and after. Lengths are units of a drawing 100 wide; `target` is None off the scale."""

    key: str
    title: str
    was: str
    after: str
    was_x: float
    was_width: float
    after_x: float
    after_width: float
    middle: float
    target: float | None


class Then(msgspec.Struct, frozen=True):
    """The table of a choice. `key` is the shown option, empty if it was not computed. `data` lets a script show
    another one. With `between`, numbers between two options are interpolated.
    """

    rows: tuple[Row, ...]
    was_words: str
    after_words: str
    playouts: int
    data: str
    prefix: str
    fields: str
    between: bool = False
    interpolated: bool = False


def then_of(
    figures: Iterable[Figure],
    outlook: Outlook | None,
    *,
    prefix: str,
    base: str | Spreads,
    chosen: str,
    was_words: str,
    after_words: str,
    fields: str,
    between: bool = False,
) -> Then | None:
    """The table for the options under `prefix` (`place/`). `base` is the option, or the values, to compare the choice
    with. `fields` are the form's controls whose values make the option's key. None if nothing may be shown.
    """
    options = {} if outlook is None else {k: v for k, v in outlook.options.items() if k.startswith(prefix)}
    before = options.get(base) if isinstance(base, str) else base
    if outlook is None or outlook.found is None or before is None or not options:
        return None
    after, interpolated = spreads_at(options, prefix, chosen, between=between)
    named = [
        figure for figure in figures if figure.key in before and all(figure.key in each for each in options.values())
    ]
    scales = {figure.key: _scale(figure, [before, *options.values()]) for figure in named}
    rows = tuple(
        _row(figure, before[figure.key], (after or before)[figure.key], scales[figure.key]) for figure in named
    )
    data = {
        "base": {key: _plain(before[key]) for key in scales},
        "scales": scales,
        "options": {k.removeprefix(prefix): {key: _plain(v[key]) for key in scales} for k, v in options.items()},
    }
    return Then(
        rows if after else tuple(msgspec.structs.replace(row, after="\u2013", after_width=0) for row in rows),
        was_words, after_words, outlook.found.option_playouts, json.dumps(data), prefix, fields, between, interpolated,
    )  # fmt: skip


def spreads_at(
    options: Mapping[str, Spreads], prefix: str, chosen: str, *, between: bool
) -> tuple[Spreads | None, bool]:
    """The values of an option, or those between its two neighbours; the second item is true if they
    are interpolated.
    """
    if prefix + chosen in options:
        return options[prefix + chosen], False
    numbers = sorted(int(key.removeprefix(prefix)) for key in options if key.removeprefix(prefix).isdecimal())
    if not between or not chosen.isdecimal() or not numbers or not numbers[0] <= int(chosen) <= numbers[-1]:
        return None, False
    low = max(number for number in numbers if number < int(chosen))
    high = min(number for number in numbers if number > int(chosen))
    share = (int(chosen) - low) / (high - low)
    first, last = options[f"{prefix}{low}"], options[f"{prefix}{high}"]
    return {key: _between(first[key], last[key], share) for key in first}, True


def _between(first: Spread, last: Spread, share: float) -> Spread:
    def at(low: float, high: float) -> float:
        return low + share * (high - low)

    return Spread(at(first.mean, last.mean), round(at(first.low, last.low)), round(at(first.high, last.high)))


def _scale(figure: Figure, all_of: Iterable[Spreads]) -> tuple[float, float]:
    """First and last value of the drawing: it holds all bands, and the target if it is near."""
    bands = [spreads[figure.key] for spreads in all_of]
    low, high = min(each.low for each in bands), max(each.high for each in bands)
    if figure.target is not None and low - (high - low) <= figure.target <= high + (high - low):
        low, high = min(low, figure.target), max(high, figure.target)
    room = max(0.5, 0.06 * (high - low))
    return low - room, high + room


def _row(figure: Figure, was: Spread, after: Spread, scale: tuple[float, float]) -> Row:
    def at(value: float) -> float:
        return round(min(WIDTH, max(0, WIDTH * (value - scale[0]) / (scale[1] - scale[0]))), 1)

    target = figure.target
    return Row(
        figure.key, figure.title, signed(whole(was.mean)), signed(whole(after.mean)),
        at(was.low), max(THINNEST, round(at(was.high) - at(was.low), 1)),
        at(after.low), max(THINNEST, round(at(after.high) - at(after.low), 1)), at(after.mean),
        at(target) if target is not None and scale[0] <= target <= scale[1] else None,
    )  # fmt: skip


def _plain(spread: Spread) -> list[Any]:
    return [spread.mean, spread.low, spread.high]
