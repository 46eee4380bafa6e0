"""Charts in the look of the site. Sizes are pixels of a drawing shown 1:1 or scaled as a whole."""

from functools import singledispatch

from classrooms.drawing.pen import Drawing, Row, boxes, curve, marks, rules, whole, words
from games.kit.debriefs import Bars, Chart, Curve, Lines, Part, Ranges, Series

CURVE = (160, 140)
LINES = (584, 214)
WIDE = 680
BADGE = 16
START_WORD = 24
"""Pixels right of the axis that belong to the word at its start."""


@singledispatch
def drawing_of(chart: Chart) -> Drawing:
    """A chart, drawn."""
    raise TypeError(f"no drawing for {type(chart).__name__}")


def _line(series: Series, scale: "Scale", width: float, tint: str | None = None) -> str:
    places = [(scale.x(turn), scale.y(value)) for turn, value in enumerate(series.values)]
    return curve(places, tint or series.colour, width, series.dash)


class Scale:
    """Turns and values in pixels, the first turn and the value `low` at the bottom left."""

    def __init__(self, turns: int, top: int, width: int, height: int, low: int = 0) -> None:
        self.turns, self.top, self.width, self.height = max(1, turns), max(1, top), width, height
        self.low = low

    def x(self, turn: float) -> float:
        return round(self.width * turn / self.turns, 1)

    def y(self, value: float) -> float:
        return round(self.height * (1 - (value - self.low) / (self.top - self.low)), 1)


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
    scale = Scale(turns, round(max(values) * 1.04), width, height)
    layers = [
        rules([{"x": 0, "y": height, "x2": width, "y2": height}], "ink"),
        words([{"x": -4, "y": height, "text": "0"}], align="right"),
        words([{"x": scale.x(n), "y": height + 12, "text": str(n)} for n in _turn_labels(turns)], align="center"),
    ]
    if chart.target is not None:
        y = scale.y(chart.target)
        layers += [
            rules([{"x": 0, "y": y, "x2": width, "y2": y}], "accent", 1.2),
            marks([{"x": 0, "y": y}], "accent", "flag", 324),
            words([{"x": -4, "y": y, "text": str(chart.target)}], tint="accent-text", align="right"),
        ]
    end = {"x": scale.x(turns), "y": scale.y(last), "text": str(last)}
    layers += [
        _line(chart.plan, scale, 1.3),
        _line(chart.line, scale, 2.2),
        marks([end], chart.line.colour, "circle", 42),
        words([end], size=14, tint="ink", strong=True, align="left", dx=6),
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
    scale = Scale(turns, top, width, height, low)
    ticks = [{"x": 0, "x2": width, "y": scale.y(v), "y2": scale.y(v), "text": v} for v in range(low, top + 1, step)]
    layers = [
        rules([tick for tick in ticks if tick["text"]], "rule"),
        rules([tick for tick in ticks if not tick["text"]], "ink"),
        words([{"x": -6, "y": t["y"], "text": chart.figure(t["text"])} for t in ticks], align="right"),
        words(_turn_names(chart, scale), align="center"),
        words([{"x": 0, "y": height + 13, "text": chart.start}], align="center"),
        *(_line(line, scale, 1.8) for line in chart.lines),
        *_line_ends(chart, scale),
    ]
    return whole(layers, width, height, 34, 62, 10, 24)


def _turn_names(chart: Lines, scale: Scale) -> list[Row]:
    """What stands below the axis, but for what would touch the word at its start."""
    names = chart.turns or tuple(str(number) for number in range(1, scale.turns + 1))
    places = [(scale.x(number), name) for number, name in enumerate(names, start=1)]
    return [{"x": x, "y": scale.height + 13, "text": name} for x, name in places if x >= START_WORD]


def _line_ends(chart: Lines, scale: Scale) -> list[str]:
    """Badge and value of each line at its end, moved apart where lines end close to each other."""
    ends = sorted(chart.lines, key=lambda line: -line.values[-1])
    places = spread([scale.y(line.values[-1]) for line in ends], BADGE, -4, scale.height + 4)
    layers = []
    for line, y in zip(ends, places, strict=True):
        x, fill = scale.width + 20, line.fill or line.colour
        badge = {"x": x, "y": y}
        lead = {"x": scale.width + 1, "y": scale.y(line.values[-1]), "x2": x - 7, "y2": y}
        layers += [
            rules([lead], "rule-strong", 0.8),
            marks([badge], fill, "square", 180),
            words([{**badge, "text": line.letter}], size=9, tint=f"on-{fill}", strong=True, align="center"),
            words(
                [{"x": x + 11, "y": y, "text": chart.figure(line.values[-1])}],
                tint="ink",
                strong=True,
                align="left",
            ),
        ]
    return layers


def spread(wanted: list[float], gap: float, low: float, high: float) -> list[float]:
    """Positions near the wanted ones (ascending) that are at least `gap` apart and end at `high`."""
    placed: list[float] = []
    for position in wanted:
        placed.append(max(position, low, placed[-1] + gap if placed else low))
    for index in reversed(range(len(placed))):
        limit = high if index == len(placed) - 1 else placed[index + 1] - gap
        placed[index] = min(placed[index], limit)
    return placed


@drawing_of.register
def _(chart: Ranges) -> Drawing:
    left, row, width = 176, 44, WIDE - 176 - 30
    top = max(max(each.high, each.value or 0, *each.offers, *each.asked) for each in chart.rows)
    scale = Scale(max(1, top), 1, width, 1)
    layers: list[str] = []
    for index, each in enumerate(chart.rows):
        y = index * row + row / 2 + 3
        low, high = scale.x(each.low), scale.x(each.high)
        layers += [
            rules([{"x": 0, "y": y, "x2": width, "y2": y}], "rule"),
            boxes([{"x": low, "x2": high, "y": y - 6, "y2": y + 6}], "well", stroke="rule-strong"),
            words([{"x": -left + 4, "y": y, "text": each.label}], size=11, tint="ink", align="left"),
            words([{"x": low, "y": y + 14, "text": str(each.low)}], align="center"),
            words([{"x": high, "y": y + 14, "text": str(each.high)}] if high > low else [], align="center"),
            marks([{"x": scale.x(v), "y": y + 9} for v in each.offers], "ink-2", "triangle-up", 34),
            marks([{"x": scale.x(v), "y": y - 9} for v in each.asked], "ink-2", "triangle-down", 34),
        ]
        if each.value is not None:
            tint = "ink" if each.low <= each.value <= each.high else "accent"
            at = {"x": scale.x(each.value), "y": y}
            figure = {"x": at["x"], "y": y - 20, "text": chart.figure(each.value)}
            layers += [
                marks([at], tint, "diamond", 110),
                words([figure], size=11, tint="ink" if tint == "ink" else "accent-text", strong=True, align="center"),
            ]
    return whole(layers, width, row * len(chart.rows), left, 30, 6, 6)


ON = {"ink": "on-ink", "ink-2": "on-ink", "accent": "on-accent", "accent-strong": "on-accent"}


@drawing_of.register
def _(chart: Bars) -> Drawing:
    left, bar, gap, width = 178, 17, 12, WIDE - 178 - 34
    top = max(sum(part.value for part in each.parts) for each in chart.bars)
    scale = Scale(max(1, top), 1, width, 1)
    layers: list[str] = []
    y, group = 0, None
    for each in chart.bars:
        if each.group != group:
            y += gap if group is not None else 0
            group = each.group
            layers.append(words([{"x": -left + 4, "y": y + bar, "text": group}], size=11, tint="ink", align="left"))
        layers.append(words([{"x": -8, "y": y + bar / 2, "text": each.label}], align="right"))
        layers += _bar_parts(each.parts, scale, y, bar)
        y += bar
    layers.append(rules([{"x": 0, "y": -2, "x2": 0, "y2": y + 2}], "ink"))
    return whole(layers, width, y, left, 34, 6, 6)


def _bar_parts(parts: tuple[Part, ...], scale: Scale, y: float, height: int) -> list[str]:
    """The pieces of a bar with their numbers where they fit, and the sum at its end."""
    layers: list[str] = []
    done = 0
    for part in (part for part in parts if part.value):
        x, x2 = scale.x(done), scale.x(done + part.value)
        done += part.value
        box = {"x": x, "x2": x2, "y": y + 1.5, "y2": y + height - 1.5}
        layers.append(boxes([box], part.colour, stroke="rule-strong", width=0.6))
        if x2 - x >= 14:
            middle = {"x": (x + x2) / 2, "y": y + height / 2, "text": str(part.value)}
            layers.append(words([middle], tint=ON.get(part.colour, "ink"), align="center"))
    layers.append(words([{"x": scale.x(done) + 6, "y": y + height / 2, "text": str(done)}], tint="ink", align="left"))
    return layers
