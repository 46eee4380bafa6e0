"""Charts of a game in the look of the site, drawn for page and paper. Sizes are pixels of a drawing shown 1:1 or
scaled as a whole.
"""

from dataclasses import dataclass
from functools import singledispatch
from itertools import accumulate, groupby, pairwise
from textwrap import wrap

from django.utils.safestring import SafeString

from classrooms.drawing.axes import Axis, apart
from classrooms.drawing.pen import Drawing, Row, boxes, curve, draw_texts, marks, rules, svg, whole
from games.ui.debriefs import Bar, Bars, Chart, Curve, Lines, Ranges, Series

CURVE = (160, 140)
LINES = (584, 214)
WIDE = 680
BADGE = 16
START_WORD = 24
"""Pixels right of the axis for the word at its start."""
BAR = 17
BESIDE = 50
"""Pixels left of the axis for the label of a bar, beside the name of its group."""
LETTER, LINE = 4.8, 13
"""Width and height of a letter of a row's name."""


def draw(chart: Chart) -> SafeString:
    """The chart as SVG."""
    return svg(drawing_of(chart), chart.alt)


@singledispatch
def drawing_of(chart: Chart) -> Drawing:
    """A chart, drawn."""
    raise TypeError(f"no drawing for {type(chart).__name__}")


@dataclass(frozen=True)
class Field:
    """A place for lines: turns from left to right, values upwards."""

    turns: Axis
    values: Axis
    width: int
    height: int

    def x(self, turn: float) -> float:
        return self.turns.at(turn, 0, self.width)

    def y(self, value: float) -> float:
        return self.values.at(value, self.height, 0)

    def line(self, series: Series, width: float) -> str:
        places = [(self.x(turn), self.y(value)) for turn, value in enumerate(series.values)]
        return curve(places, series.colour, width, series.dash)


def _turn_labels(turns: int) -> list[int]:
    """1, 4, 7, 10 and the last, without two that touch."""
    step = max(1, -(-turns // 4))
    labels = [turn for turn in range(1, turns + 1, step) if turns - turn >= step / 2]
    return [*labels, turns]


@drawing_of.register
def _(chart: Curve) -> Drawing:
    width, height = CURVE
    values = (*chart.line.values, *chart.plan.values, chart.target or 0)
    turns, last = len(chart.line.values) - 1, chart.line.values[-1]
    field = Field(Axis(0, turns), Axis(min(0, *values), round(max(values) * 1.04)), width, height)
    base = {"x": 0, "y": field.y(0), "x2": width, "y2": field.y(0), "text": "0"}
    layers = [
        rules([base], "ink"),
        draw_texts([{**base, "x": -4}], align="right"),
        draw_texts([{"x": field.x(n), "y": height + 12, "text": n} for n in _turn_labels(turns)], align="center"),
    ]
    if chart.target is not None:
        y = field.y(chart.target)
        layers += [
            rules([{"x": 0, "y": y, "x2": width, "y2": y}], "accent", 1.2),
            marks([{"x": 0, "y": y}], "accent", "flag", 324),
            draw_texts([{"x": -4, "y": y, "text": chart.target}], tint="accent-text", align="right"),
        ]
    end = {"x": field.x(turns), "y": field.y(last), "text": last}
    layers += [
        field.line(chart.plan, 1.3),
        field.line(chart.line, 2.2),
        marks([end], chart.line.colour, "circle", 42),
        draw_texts([end], size=14, tint="ink", strong=True, align="left", dx=6),
    ]
    return whole(layers, width, height, 26, 32, 14, 20)


@drawing_of.register
def _(chart: Lines) -> Drawing:
    width, height = LINES
    turns = len(chart.lines[0].values) - 1
    top = max(max(line.values) for line in chart.lines)
    low = min(0, *(min(line.values) for line in chart.lines))
    step = next(s for s in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 10**9) if (top - low) / s <= 4)
    top, low = max(top, step), low // step * step
    field = Field(Axis(0, turns), Axis(low, top), width, height)
    ticks = [{"x": 0, "x2": width, "y": field.y(v), "y2": field.y(v), "text": v} for v in range(low, top + 1, step)]
    layers = [
        rules([tick for tick in ticks if tick["text"]], "rule"),
        rules([tick for tick in ticks if not tick["text"]], "ink"),
        draw_texts([{"x": -6, "y": t["y"], "text": chart.figure(t["text"])} for t in ticks], align="right"),
        draw_texts(_turn_names(chart, field), align="center"),
        draw_texts([{"x": 0, "y": height + 13, "text": chart.start}], align="center"),
        *(field.line(line, 1.8) for line in chart.lines),
        *_line_ends(chart, field),
    ]
    return whole(layers, width, height, 34, 62, 10, 24)


def _turn_names(chart: Lines, field: Field) -> list[Row]:
    """The names of turns below the axis, except names that would touch the word at its start."""
    names = chart.turns or tuple(str(number) for number in range(1, len(chart.lines[0].values)))
    places = [(field.x(number), name) for number, name in enumerate(names, start=1)]
    return [{"x": x, "y": field.height + 13, "text": name} for x, name in places if x >= START_WORD]


def _line_ends(chart: Lines, field: Field) -> list[str]:
    """Badge and value of each line at its end, moved apart where lines end close to each other."""
    ends = sorted(chart.lines, key=lambda line: -line.values[-1])
    places = apart([field.y(line.values[-1]) for line in ends], BADGE, -4, field.height + 4)
    layers = []
    for line, y in zip(ends, places, strict=True):
        x, fill = field.width + 20, line.fill or line.colour
        badge = {"x": x, "y": y}
        lead = {"x": field.width + 1, "y": field.y(line.values[-1]), "x2": x - 7, "y2": y}
        layers += [
            rules([lead], "rule-strong", 0.8),
            marks([badge], fill, "square", 180),
            draw_texts([{**badge, "text": line.letter}], size=9, tint=f"on-{fill}", strong=True, align="center"),
            draw_texts(
                [{"x": x + 11, "y": y, "text": chart.figure(line.values[-1])}],
                tint="ink",
                strong=True,
                align="left",
            ),
        ]
    return layers


@drawing_of.register
def _(chart: Ranges) -> Drawing:
    left, row, width = 176, 50, WIDE - 176 - 30
    top = max(max(each.high, each.value or 0, *each.offers, *each.asked) for each in chart.rows)
    layers: list[str] = []

    def x(value: int) -> float:
        return Axis(0, top).at(value, 0, width)

    for index, each in enumerate(chart.rows):
        y = index * row + row / 2 + 3
        low, high = x(each.low), x(each.high)
        layers += [
            rules([{"x": 0, "y": y, "x2": width, "y2": y}], "rule"),
            boxes([{"x": low, "x2": high, "y": y - 6, "y2": y + 6}], "well", stroke="rule-strong"),
            _named(each.label, 4 - left, y, left - 8),
            draw_texts([{"x": low, "y": y + 14, "text": each.low}], align="center"),
            draw_texts([{"x": high, "y": y + 14, "text": each.high}] if high > low else [], align="center"),
            marks([{"x": x(v), "y": y + 9} for v in each.offers], "ink-2", "triangle-up", 34),
            marks([{"x": x(v), "y": y - 9} for v in each.asked], "ink-2", "triangle-down", 34),
        ]
        if each.value is not None:
            tint = "ink" if each.low <= each.value <= each.high else "accent"
            at = {"x": x(each.value), "y": y}
            figure = {"x": at["x"], "y": y - 20, "text": chart.figure(each.value)}
            layers += [
                marks([at], tint, "diamond", 110),
                draw_texts(
                    [figure], size=11, tint="ink" if tint == "ink" else "accent-text", strong=True, align="center"
                ),
            ]
    return whole(layers, width, row * len(chart.rows), left, 30, 6, 6)


def _named(name: str, x: float, y: float, width: float) -> str:
    """The name of a row, in as many lines around y as its width needs."""
    lines = wrap(name, int(width / LETTER), break_long_words=False)
    top = y - LINE * (len(lines) - 1) / 2
    return draw_texts(
        [{"x": x, "y": top + LINE * at, "text": text} for at, text in enumerate(lines)], size=11, tint="ink"
    )


ON = {"ink": "on-ink", "ink-2": "on-ink", "accent": "on-accent", "accent-strong": "on-accent"}


@drawing_of.register
def _(chart: Bars) -> Drawing:
    left, width, gap = 178, WIDE - 178 - 34, 12
    axis = Axis(0, max(sum(part.value for part in each.parts) for each in chart.bars))
    layers: list[str] = []
    y = 0
    for name, group in groupby(chart.bars, key=lambda bar: bar.group):
        bars = list(group)
        y += gap if name and y else 0
        middle = y + BAR * len(bars) / 2
        layers.append(_named(name, 4 - left, middle, left - BESIDE))
        for each in bars:
            layers.append(draw_texts([{"x": -8, "y": y + BAR / 2, "text": each.label}], align="right"))
            layers += _bar(chart, each, [axis.at(done, 0, width) for done in _sums(each)], y)
            y += BAR
    layers.append(rules([{"x": 0, "y": -2, "x2": 0, "y2": y + 2}], "ink"))
    return whole(layers, width, y, left, 34, 6, 6)


def _sums(bar: Bar) -> list[int]:
    """The beginning of each piece of a bar, and its end."""
    return list(accumulate((part.value for part in bar.parts), initial=0))


def _bar(chart: Bars, bar: Bar, places: list[float], y: int) -> list[str]:
    """The pieces of a bar with their sum at its end, and where there are several with their numbers where they fit."""
    layers = []
    several = sum(part.value > 0 for part in bar.parts) > 1
    for part, (x, x2) in zip(bar.parts, pairwise(places), strict=True):
        if part.value:
            box = {"x": x, "x2": x2, "y": y + 1.5, "y2": y + BAR - 1.5}
            layers.append(boxes([box], part.colour, stroke="rule-strong", width=0.6))
        if several and x2 - x >= 14:
            middle = {"x": (x + x2) / 2, "y": y + BAR / 2, "text": part.value}
            layers.append(draw_texts([middle], tint=ON.get(part.colour, "ink"), align="center"))
    total = {"x": places[-1] + 6, "y": y + BAR / 2, "text": chart.figure(_sums(bar)[-1])}
    return [*layers, draw_texts([total], tint="ink")]
