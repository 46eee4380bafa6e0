"""Charts of an analysis: the account of a common result step by step, and luck and chances of rivals turn by turn."""

from bisect import bisect_left
from collections.abc import Sequence
from itertools import accumulate
from textwrap import wrap

import msgspec
from django.utils.translation import gettext as _

from classrooms.assess.analysis.accounting import decimal_figure, difference, names_of, summary_of, sums_of
from classrooms.assess.analysis.results import Results
from classrooms.assess.analysis.words import rounded
from classrooms.drawing.axes import Axis
from classrooms.drawing.charts import WIDE, drawing_of
from classrooms.drawing.look import tokens
from classrooms.drawing.pen import Drawing, boxes, draw_texts, rules, whole
from games.engine.analysis import ResultAccount
from games.engine.analysis.accounts import TENTHS
from games.public.matches import scenario_of
from games.public.models import Match
from games.ui import analysis as game_analysis
from games.ui import faces
from games.ui.debriefs import Chart, Lines, Numbers, Series
from games.ui.faces import RoleName
from games.ui.sentences import pairs

Cells = tuple[tuple[str | int, ...], ...]
BROAD, GAP, LINE = 76, 3, 12
"""Pixels of a column that has a name, beside each column, of a line of its name."""
CHANCE = "rule-strong"
"""The colour of the effect of chance."""
LINE_TOKENS = {"engineer": "engineer-edge", "inspector": "inspector-edge"}
"""Colours for lines of badges whose fill is too light or too dark for a thin line."""
MOST_LINES = 6
MOST_TURNS = 30


class Step(msgspec.Struct, frozen=True):
    """A column of `Steps`, from one figure to another, in tenths; `above` is the text above it."""

    label: str
    start: int
    end: int
    above: str
    colour: str


class Steps(Chart, frozen=True, kw_only=True):
    """A waterfall chart from one figure to another by additions and subtractions. It begins at `ground`, which is
    labelled unless it is 0.
    """

    columns: tuple[Step, ...]
    ground: int


def data_of(match: Match, results: Results) -> tuple[Chart, ...]:
    """The charts' data in the current language."""
    return _of_rivals(match, results) if results.account is None else (_steps(match, results.account),)


def _of_rivals(match: Match, results: Results) -> tuple[Chart, ...]:
    """Each seat's luck so far after each of its turns. It is left out if luck is not measured, or if there are too many
    seats for distinct lines.
    """
    roles = faces.get(match.game).words.roles(scenario_of(match))
    if len(roles) > MOST_LINES or not results.strokes:
        return ()
    turns = _thinned(sorted({each.turn for each in results.strokes}))
    lines = [_so_far(results, seat, turns) for seat in range(len(roles))]
    series = tuple(_line_of(seat, role, (0, *line)) for seat, (role, line) in enumerate(zip(roles, lines, strict=True)))
    rows: Cells = tuple((str(turn), *(line[at] for line in lines)) for at, turn in enumerate(turns))
    ends = pairs((role.name, line[-1] if line else 0) for role, line in zip(roles, lines, strict=True))
    words_of_game = game_analysis.get(match.game)
    told_in = words_of_game.fortune(scenario_of(match))
    return (
        *_winning(roles, results),
        Lines(
            name="luck",
            title=str(words_of_game.luck_so_far) % {"judged": told_in.unit},
            alt=_("Luck above or below its average. At the end: %(ends)s.") % {"ends": ends},
            table=Numbers((str(words_of_game.turn), *(role.name for role in roles)), rows),
            unit="",
            lines=series,
            start=_("start"),
            turns=tuple(str(turn) for turn in turns),
        ),
    )


def _line_of(seat: int, role: RoleName, values: tuple[int, ...]) -> Series:
    """The line of one seat. Badges of some games are in ink alone: then letter and dashes distinguish the lines."""
    dashes = ((), (6, 3), (2, 3), (9, 3, 2, 3))[seat % 4]
    badge = role.colour if role.colour in tokens() else "ink"
    return Series(role.name, values, LINE_TOKENS.get(badge, badge), role.letter, dashes, badge)


def _winning(roles: Sequence[RoleName], results: Results) -> tuple[Chart, ...]:
    """The chart of each seat's chance to win by turn; empty for a game without forecasts."""
    found = results.forecasts
    if not found:
        return ()
    lines = [tuple(rounded(100 * each.chances[seat]) for each in found) for seat in range(len(roles))]
    series = tuple(_line_of(seat, role, lines[seat]) for seat, role in enumerate(roles))
    turns = tuple(str(each.turn) for each in found)
    rows: Cells = tuple((turn, *(line[at] for line in lines)) for at, turn in enumerate(turns))
    ends = pairs((role.name, line[-1]) for role, line in zip(roles, lines, strict=True))
    return (
        Lines(
            name="winning",
            title=_("Chance of winning, in percent, at the start of a turn"),
            alt=_("The likely winner, as matches played on from there by bots have it. The last forecast: %(ends)s.")
            % {"ends": ends},
            table=Numbers((_("Turn"), *(role.name for role in roles)), rows),
            unit="",
            lines=series,
            start=turns[0],
            turns=turns[1:],
        ),
    )


def _thinned(turns: list[int]) -> list[int]:
    """At most as many turns as are legible on an axis, the last one among them."""
    every = -(-len(turns) // MOST_TURNS) or 1
    return turns[::-1][::every][::-1]


def _so_far(results: Results, seat: int, turns: list[int]) -> list[int]:
    """Running sums up to each of these turns, rounded to whole points."""
    gains = dict.fromkeys(turns, 0.0)
    for each in results.strokes:
        if each.seat == seat:
            gains[turns[bisect_left(turns, each.turn)]] += each.gain.value / 100
    return [round(total) for total in accumulate(gains.values())]


def _steps(match: Match, account: ResultAccount) -> Steps:
    """The steps: reference, chance, decisions turn by turn, the rest, and the result reached."""
    words_of_game = game_analysis.get(match.game)
    names, sums = names_of(words_of_game), sums_of(account)
    turns = dict.fromkeys(sorted({each.turn for each in account.entries}), 0)
    for each in account.entries:
        if each.kind == "decision":
            turns[each.turn] += each.project
    turn_word = str(words_of_game.turn)
    steps = [
        (names["luck"], CHANCE, sums["luck"][0], ""),
        *((str(turn), "", points, f"{turn_word} {turn}") for turn, points in turns.items()),
        *((names[kind], "", sums[kind][0], "") for kind in ("means", "brought", "rest") if kind in sums),
    ]
    now, columns = account.reference[0], [_whole(_("Reference"), account.reference[0])]
    for label, colour, points, _title in steps:
        after = now + points
        tint = colour or ("accent" if points < 0 else "ink-2")
        columns.append(Step(label, now, after, difference(points), tint))
        now = after
    columns.append(_whole(names["reached"], account.reached[0]))
    rows: Cells = (
        (names["reference"], decimal_figure(account.reference[0])),
        *((title or label, difference(points)) for label, _colour, points, title in steps),
        (names["reached"], decimal_figure(account.reached[0])),
    )
    return Steps(
        name="account",
        title=_("From the reference to the result, in points"),
        alt=summary_of(account, words_of_game),
        unit="",
        table=Numbers((_("Part"), _("Points")), rows),
        columns=tuple(columns),
        ground=_ground_of(columns),
    )


def _ground_of(columns: Sequence[Step]) -> int:
    """The level at which the columns begin, in tenths and a multiple of ten. Levels common to all columns are cut
    off, except as much as the columns differ by.
    """
    levels = [each.end for each in columns]
    low, high = min(levels), max(levels)
    return max(0, (2 * low - high) // (10 * TENTHS) * 10 * TENTHS)


def _whole(label: str, figure: int) -> Step:
    return Step(label, 0, figure, decimal_figure(figure), "well")


@drawing_of.register
def _steps_drawn(chart: Steps) -> Drawing:
    """Narrow columns for turns, broad ones for named parts."""
    height, x = 220, 0.0
    layers: list[str] = []
    axis = Axis(chart.ground, max(max(each.start, each.end) for each in chart.columns))
    broad = sum(not each.label.isdecimal() for each in chart.columns)
    narrow = min(BROAD, (WIDE - 24 - BROAD * broad) / max(1, len(chart.columns) - broad))
    for at, each in enumerate(chart.columns):
        width = narrow if each.label.isdecimal() else BROAD
        left, right, middle = x + GAP, x + width - GAP, x + width / 2
        top, bottom = sorted(axis.at(max(level, chart.ground), height, 0) for level in (each.start, each.end))
        lines = [
            {"x": middle, "y": height + 14 + LINE * n, "text": part} for n, part in enumerate(wrap(each.label, 13))
        ]
        layers += [
            boxes([{"x": left, "x2": right, "y": top, "y2": max(bottom, top + 1)}], each.colour, stroke="rule-strong"),
            draw_texts([{"x": middle, "y": top - 9, "text": each.above}], size=11, tint="ink", align="center"),
            draw_texts(lines, align="center"),
        ]
        if at:
            level = axis.at(chart.columns[at - 1].end, height, 0)
            layers.append(rules([{"x": x - GAP, "x2": left, "y": level, "y2": level}], "rule-strong"))
        x += width
    layers.append(rules([{"x": 0, "x2": x, "y": height, "y2": height}], "ink"))
    if chart.ground:
        layers.append(draw_texts([{"x": -4, "y": height, "text": chart.ground // TENTHS}], align="right"))
    return whole(layers, round(x), height, 20, 4, 20, 8 + LINE * 3)
