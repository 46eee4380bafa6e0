"""Charts of an analysis: the spread of luck, and the places of the team and of bots."""

from bisect import bisect_left
from collections.abc import Sequence
from itertools import accumulate

import msgspec
from django.utils.translation import gettext as _

from classrooms.analysis.results import Results
from classrooms.analysis.words import bot_word, names_of_measures, rounded
from classrooms.drawing.axes import Axis, apart
from classrooms.drawing.charts import WIDE, drawing_of
from classrooms.drawing.look import tokens
from classrooms.drawing.pen import Drawing, boxes, marks, rules, whole, words
from games.engine.analysis import Luck, Skill
from games.kit import analysis as kit
from games.kit import faces
from games.kit.debriefs import Chart, Lines, Numbers, Series
from games.kit.faces import RoleName
from games.kit.sentences import pairs
from games.models import Match
from games.selectors.position import scenario_of

Cells = tuple[tuple[str | int, ...], ...]
LEFT, RIGHT, ROW = 104, 40, 62
WORD = 62
"""Pixels that the name of a bot needs."""
LINE_TOKENS = {"engineer": "engineer-edge", "inspector": "inspector-edge"}
"""Badges whose fill is too light or too dark for a thin line."""
MOST_LINES = 6
MOST_TURNS = 30


class Box(msgspec.Struct, frozen=True):
    """A row of `Boxes`: least, 5, 25, 50, 75, 95 percent and most of other draws, and what really came."""

    label: str
    unit: str
    marks: tuple[int, ...]
    real: int


class Boxes(Chart, frozen=True, kw_only=True):
    """Spreads, each on a scale of its own."""

    rows: tuple[Box, ...]


class Line(msgspec.Struct, frozen=True):
    """A row of `Places`: where the team is from 0 to 100, and where others are."""

    label: str
    team: float
    others: tuple[tuple[str, float], ...]


class Places(Chart, frozen=True, kw_only=True):
    """Places from 0 (worst) to 100 (best) on a common scale."""

    team: str
    middle: str
    """What stands at 50."""
    rows: tuple[Line, ...]


def data_of(match: Match, results: Results) -> tuple[Chart, ...]:
    """The charts' data in the current language."""
    if results.luck is None or results.skill is None:
        return _of_rivals(match, results)
    return _luck(match, results.luck, results), _skill(match, results.skill, results)


def _of_rivals(match: Match, results: Results) -> tuple[Chart, ...]:
    """Each seat's luck so far after each of its turns; left out where luck is not measured, and for more
    seats than lines can be told apart.
    """
    roles = faces.get(match.game).roles(scenario_of(match))
    if len(roles) > MOST_LINES or not results.strokes:
        return ()
    turns = _thinned(sorted({each.turn for each in results.strokes}))
    lines = [_so_far(results, seat, turns) for seat in range(len(roles))]
    series = tuple(_line_of(seat, role, (0, *line)) for seat, (role, line) in enumerate(zip(roles, lines, strict=True)))
    rows: Cells = tuple((str(turn), *(line[at] for line in lines)) for at, turn in enumerate(turns))
    ends = pairs((role.name, line[-1] if line else 0) for role, line in zip(roles, lines, strict=True))
    words_of_game = kit.get(match.game)
    told_in = words_of_game.fortune(scenario_of(match))
    return (
        *_winning(roles, results),
        Lines(
            name="luck",
            title=str(words_of_game.luck_so_far) % {"judged": told_in.unit},
            alt=_("What chance brought above or below its average. At the end: %(ends)s.") % {"ends": ends},
            table=Numbers((str(words_of_game.turn), *(role.name for role in roles)), rows),
            unit="",
            lines=series,
            start=_("start"),
            turns=tuple(str(turn) for turn in turns),
        ),
    )


def _line_of(seat: int, role: RoleName, values: tuple[int, ...]) -> Series:
    """Badges of some games are in ink alone: then the letter and the dashes tell lines apart."""
    dashes = ((), (6, 3), (2, 3), (9, 3, 2, 3))[seat % 4]
    badge = role.colour if role.colour in tokens() else "ink"
    return Series(role.name, values, LINE_TOKENS.get(badge, badge), role.letter, dashes, badge)


def _winning(roles: Sequence[RoleName], results: Results) -> tuple[Chart, ...]:
    """Who was likely to win, turn by turn; none for a game without forecasts."""
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
            alt=_(
                "Who was likely to win, as matches played on from there by bots have it. The last forecast: %(ends)s."
            )
            % {"ends": ends},
            table=Numbers((_("Turn"), *(role.name for role in roles)), rows),
            unit="",
            lines=series,
            start=turns[0],
            turns=turns[1:],
        ),
    )


def _thinned(turns: list[int]) -> list[int]:
    """Not more turns than can be told apart on an axis, the last one among them."""
    every = -(-len(turns) // MOST_TURNS) or 1
    return turns[::-1][::every][::-1]


def _so_far(results: Results, seat: int, turns: list[int]) -> list[int]:
    """Up to each of these turns, rounded to whole points."""
    gains = dict.fromkeys(turns, 0.0)
    for each in results.strokes:
        if each.seat == seat:
            gains[turns[bisect_left(turns, each.turn)]] += each.gain.value / 100
    return [round(total) for total in accumulate(gains.values())]


def _luck(match: Match, luck: Luck, results: Results) -> Boxes:
    named = names_of_measures(match, results)
    rows = tuple(
        Box(name.title, name.unit, each.quantiles, each.real) for name, each in zip(named, luck.measures, strict=True)
    )
    head = (
        _("Measure"), _("This match"), _("Least"), _("5\xa0%"), _("25\xa0%"), _("Median"), _("75\xa0%"), _("95\xa0%"),
        _("Most"),
    )  # fmt: skip
    table: Cells = tuple((row.label, row.real, *row.marks) for row in rows)
    alt = " ".join(
        _("%(measure)s: %(real)d here; in the middle of all draws %(middle)d, half of them from %(low)d to %(high)d.")
        % {"measure": row.label, "real": row.real, "middle": row.marks[3], "low": row.marks[2], "high": row.marks[4]}
        for row in rows
    )
    title = _("The same decisions under other draws")
    legend = (
        ("sign sign-price", _("this match")),
        ("sw sw-range", _("half of all draws, with their middle")),
        ("sw sw-line", _("nine draws in ten")),
    )
    return Boxes(name="luck", title=title, alt=alt, unit="", table=Numbers(head, table), rows=rows, legend=legend)


def _skill(match: Match, skill: Skill, results: Results) -> Places:
    named, rows = names_of_measures(match, results), []
    for name, standings in zip(named, skill.measures.values(), strict=True):
        team, *others = standings
        placed = tuple((bot_word(each.who), each.place.percent) for each in others)
        rows.append(Line(name.title, team.place.percent, placed))
    bots = [word for word, _place in rows[0].others] if rows else []
    table: Cells = tuple(
        (row.label, rounded(row.team), *(rounded(place) for _who, place in row.others)) for row in rows
    )
    alt = _("Places from 0, worst, to 100, best.") + " " + pairs((row.label, rounded(row.team)) for row in rows) + "."
    title = _("Place among the matches of expert bots")
    head = (_("Measure"), _("Team"), *bots)
    middle = _("50: %(bot)s") % {"bot": bot_word(skill.policy)}
    return Places(
        name="skill",
        title=title,
        alt=alt,
        unit="",
        table=Numbers(head, table),
        team=_("Team"),
        middle=middle,
        rows=tuple(rows),
    )


@drawing_of.register
def _boxes_drawn(chart: Boxes) -> Drawing:
    width, layers = WIDE - LEFT - RIGHT, []
    for index, each in enumerate(chart.rows):
        y = index * ROW + ROW / 2
        values = (*each.marks, each.real)
        axis = Axis(min(values), max(values))
        real, *at = (axis.at(value, 0, width) for value in (each.real, *each.marks))
        layers += [
            words([{"x": -LEFT + 4, "y": y - 7, "text": each.label}], size=11, tint="ink", strong=True, align="left"),
            words([{"x": -LEFT + 4, "y": y + 8, "text": each.unit}], align="left"),
            rules([{"x": at[0], "y": y, "x2": at[6], "y2": y}], "rule-strong"),
            rules([{"x": at[1], "y": y, "x2": at[5], "y2": y}], "ink", 1.6),
            boxes([{"x": at[2], "x2": at[4], "y": y - 8, "y2": y + 8}], "well", stroke="rule-strong"),
            rules([{"x": at[3], "y": y - 8, "x2": at[3], "y2": y + 8}], "ink", 2),
            marks([{"x": real, "y": y}], "ink", "diamond", 120),
            words(
                [{"x": real, "y": y - 19, "text": str(each.real)}],
                size=12,
                tint="ink",
                strong=True,
                align="center",
            ),
            *_ticks(each, at, y),
        ]
    return whole(layers, width, ROW * len(chart.rows), LEFT, RIGHT, 8, 6)


def _ticks(each: Box, at: list[float], y: float) -> list[str]:
    """The figures below a box: least, middle and most, without two that touch."""
    shown = [n for n in (0, 6) if abs(at[n] - at[3]) > 26]
    return [words([{"x": at[n], "y": y + 18, "text": str(each.marks[n])} for n in (*shown, 3)], align="center")]


@drawing_of.register
def _places_drawn(chart: Places) -> Drawing:
    width, layers = WIDE - LEFT - RIGHT, []

    def x(place: float) -> float:
        return Axis(0, 100).at(place, 0, width)

    for index, each in enumerate(chart.rows):
        y = index * ROW + ROW / 2
        ordered = sorted(each.others, key=lambda other: other[1])
        spots = apart([x(place) for _who, place in ordered], WORD, 0, width)
        team = {"x": x(each.team), "y": y}
        layers += [
            words([{"x": -LEFT + 4, "y": y, "text": each.label}], size=11, tint="ink", strong=True, align="left"),
            rules([{"x": 0, "y": y, "x2": width, "y2": y}], "rule-strong"),
            rules([{"x": x(n), "x2": x(n), "y": y - 4, "y2": y + 4} for n in (0, 50, 100)], "rule-strong"),
            marks([{"x": x(place), "y": y} for _who, place in ordered], "ink-2", "circle", 40),
            rules(
                [
                    {"x": x(place), "x2": spot, "y": y + 5, "y2": y + 11}
                    for (_who, place), spot in zip(ordered, spots, strict=True)
                ],
                "rule-strong",
                0.8,
            ),
            words(
                [{"x": spot, "y": y + 18, "text": who} for (who, _p), spot in zip(ordered, spots, strict=True)],
                align="center",
            ),
            marks([team], "ink", "diamond", 130),
            words(
                [{**team, "y": y - 17, "text": f"{chart.team} {rounded(each.team)}"}],
                size=12,
                tint="ink",
                strong=True,
                align="center",
            ),
        ]
    scale_words = (("0", 0), (chart.middle, 50), ("100", 100))
    ends = [{"x": x(place), "y": -2, "text": text} for text, place in scale_words]
    return whole([*layers, words(ends, align="center")], width, ROW * len(chart.rows), LEFT, RIGHT, 10, 6)
