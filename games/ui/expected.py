"""The expected end on a page: figures with a band, the values that are possible at all, and the effect
of one choice.
"""

import msgspec
from django.utils.translation import gettext as _

from games.engine.expected import Expected, Spread, Spreads


class ChoiceEffect(msgspec.Struct, frozen=True, array_like=True):
    """The effect of a seat's last choice. `option` is its key, `before` the digest of the view in which it was made.
    `was` are the values to compare with.
    """

    before: str
    option: str
    was: Spreads
    now: Spreads
    playouts: int


class Outlook(msgspec.Struct, frozen=True):
    """The known expected end for the seat of a scene. `fresh`: it belongs to this very position. Otherwise it belongs
    to the one before and a new one is being computed. `choices`: may options be shown before the decision? `effect`
    is the effect of the last choice.
    """

    found: Expected | None = None
    fresh: bool = False
    choices: bool = False
    effect: ChoiceEffect | None = None

    @property
    def options(self) -> dict[str, dict[str, Spread]]:
        """The options of the open choice; empty if they are unknown or must not be shown."""
        return self.found.options if self.found is not None and self.fresh and self.choices else {}


class Changed(msgspec.Struct, frozen=True):
    """A figure that a choice has changed, before and after."""

    title: str
    was: str
    now: str


def changed_by(figures: tuple["Figure", ...], outlook: Outlook | None) -> tuple[Changed, ...]:
    """The figures that the last choice changed by at least one whole number."""
    effect = None if outlook is None else outlook.effect
    if effect is None:
        return ()
    pairs = [
        (each, effect.was[each.key], effect.now[each.key])
        for each in figures
        if each.key in effect.was and each.key in effect.now
    ]
    return tuple(
        Changed(figure.title, signed(whole(was.mean)), signed(whole(now.mean)))
        for figure, was, now in pairs
        if whole(was.mean) != whole(now.mean)
    )


class Figure(msgspec.Struct, frozen=True):
    """A figure of the end in words; `key` is its name in the game's `values`. `so_far` is its current value; `least`
    and `most` are the bounds that the rules still allow. None means unknown.
    """

    key: str
    title: str
    more: str = ""
    """A longer title for wide screens: the counted thing."""
    target: int | None = None
    low_is_good: bool = False
    so_far: int | None = None
    least: int | None = None
    most: int | None = None
    why: str = ""
    """The key of the explanation of `so_far` (see `ExplainPart`); empty for none."""
    note: str = ""
    """The weight or rule of the figure, in a few words."""


class Gauge(msgspec.Struct, frozen=True):
    """Lengths in percent of the gauge's width: SVG attributes. `over` is the part of the band beyond the target."""

    hard_from: str
    hard_width: str
    band_from: str
    band_width: str
    over_from: str
    over_width: str
    middle: str
    target: str


class Line(msgspec.Struct, frozen=True):
    """A figure with its expected value and band, rounded to whole numbers."""

    figure: Figure
    middle: int
    low: int
    high: int
    gauge: Gauge

    @property
    def middle_words(self) -> str:
        """The expected value with its sign."""
        return signed(self.middle)

    @property
    def band_words(self) -> str:
        """The band of eight of ten playouts."""
        return band_words(self.low, self.high)

    @property
    def possible_words(self) -> str:
        """The values that the rules still allow; empty if they are unknown."""
        least, most = self.figure.least, self.figure.most
        return "" if least is None or most is None else band_words(least, most)

    @property
    def label(self) -> str:
        """The text alternative of the drawing."""
        words = {"title": self.figure.title, "middle": self.middle_words, "band": self.band_words}
        text = _("%(title)s: %(middle)s expected, in 8 of 10 playouts %(band)s.") % words
        if self.possible_words:
            text += " " + _("Possible: %(range)s.") % {"range": self.possible_words}
        if self.figure.target is not None:
            text += " " + _("Target %(target)d.") % {"target": self.figure.target}
        return text


def signed(number: int) -> str:
    """A number with a real minus sign."""
    return str(number).replace("-", "\u2212")


def band_words(low: int, high: int) -> str:
    """`356 to 436`."""
    return _("%(low)s to %(high)s") % {"low": signed(low), "high": signed(high)} if low != high else signed(low)


ROOM = 0.62
"""Space left and right of the band and the target, as a share of the band's width."""
THINNEST = 1.2
"""The least width of a band, in percent of the gauge's width."""


def lines_of(figures: tuple[Figure, ...], outlook: Outlook | None) -> tuple[Line, ...]:
    """The figures with an expected value; empty while none is known."""
    if outlook is None or outlook.found is None:
        return ()
    known = outlook.found.figures
    return tuple(_line(figure, known[figure.key]) for figure in figures if figure.key in known)


def _line(figure: Figure, spread: Spread) -> Line:
    return Line(figure, whole(spread.mean), spread.low, spread.high, gauge_of(figure, spread))


def whole(mean: float) -> int:
    """A mean as a whole number; halves are rounded away from 0."""
    return int(abs(mean) + 0.5) * (1 if mean >= 0 else -1)


def gauge_of(figure: Figure, spread: Spread) -> Gauge:
    """The gauge, centred on the band. The target is always inside; the possible values are cut off at the ends."""
    marks = [spread.low, spread.high, spread.mean, *([figure.target] if figure.target is not None else [])]
    room = max(1.0, ROOM * (spread.high - spread.low))
    start, end = min(marks) - room, max(marks) + room

    def at(value: float) -> float:
        return min(100.0, max(0.0, 100 * (value - start) / (end - start)))

    hard = (figure.least, figure.most) if figure.least is not None and figure.most is not None else (None, None)
    hard_from, hard_to = (at(hard[0]), at(hard[1])) if hard[0] is not None and hard[1] is not None else (0.0, 0.0)
    low, high = at(spread.low), at(spread.high)
    if high - low < THINNEST:
        low, high = low - THINNEST / 2, high + THINNEST / 2
    over = low if figure.target is None else max(low, at(figure.target))
    is_over = figure.low_is_good and figure.target is not None and spread.high > figure.target
    return Gauge(
        hard_from=_percent(hard_from),
        hard_width=_percent(hard_to - hard_from),
        band_from=_percent(low),
        band_width=_percent(high - low),
        over_from=_percent(over),
        over_width=_percent(high - over) if is_over else "0%",
        middle=_percent(at(spread.mean)),
        target="" if figure.target is None else _percent(at(figure.target)),
    )


def _percent(part: float) -> str:
    return f"{max(0.0, part):.2f}%"
