"""The class's debrief as slides for the room: each has one statement and one drawing, then come questions and polls.
All type is legible from the last row (classrooms.drawing.slides): a long slide continues on the next one.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from statistics import mean
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from classrooms.assess.analysis.accounting import decimal_figure, difference, sums_of
from classrooms.assess.analysis.comparison import ComparedTeam, session_comparison
from classrooms.assess.analysis.document import HUNDREDTHS
from classrooms.assess.reports.class_report import Team, class_document
from classrooms.drawing import slides as drawn
from classrooms.drawing.pen import Drawing, svg
from classrooms.models import Session
from games.engine.analysis.accounts import TENTHS
from games.public.matches import scenario_of
from games.ui import analysis
from games.ui.sentences import listed, pairs

Row = dict[str, Any]
COLUMNS: Final = 3
"""Measures beside each other on a slide."""
MINUS: Final = "\u2212"
QUESTIONS: Final = 8
"""Questions of the quiz that are shown, the hardest ones."""


def slides_document(play_session: Session, language: str, *, paper: bool = False) -> Row:
    """The context of the slides' template: teams by their names, and no person."""
    shown = class_document(play_session, language, paper=paper, calls_teams=True)
    found = {team.match.pk: team for team in session_comparison(play_session)}
    analysed = [(team, found[pk]) for team in shown["over"] if (pk := team.side.table.match_id) in found]
    words = analysis.get(play_session.game)
    charts = [
        *_results(shown),
        *_accounts(analysed, words),
        *_ranges(shown),
        *_turns(analysed, words),
        *_knowledge(shown),
    ]
    questions = [{"kind": "question", "title": row["ask"], "row": row} for row in shown["plenary"]]
    return {**shown, "slides": [*charts, *questions, *_polls(shown)]}


def _slide(title: str, drawing: Drawing, alt: str, lead: str = "") -> Row:
    return {"kind": "chart", "title": title, "lead": lead, "svg": svg(drawing, alt)}


def _slides(
    title: str,
    parts: Sequence[Sequence[drawn.SlideRow]],
    draw: Callable[[Sequence[drawn.SlideRow]], Drawing],
    lead: str = "",
) -> list[Row]:
    """A slide for each part of the rows, all under one statement."""
    return [_slide(title, draw(part), _alt_text(part), lead) for part in parts if part]


def _alt_text(rows: Iterable[drawn.SlideRow]) -> str:
    """The text alternative of the drawing: each name with the text at its end."""
    return f"{pairs((row.name, row.end) for row in rows)}."


def _results(shown: Row) -> list[Row]:
    rows, gauges = shown["result_rows"], shown["gauges"][:COLUMNS]
    ended = [row for row in rows if row["team"].is_over]
    if not ended:
        return [{"kind": "title", "title": shown["headline"]}]
    heads = [f"{gauge.label} ({gauge.target})" if gauge.target is not None else gauge.label for gauge in gauges]
    if len(heads) < COLUMNS and any(row["sum"] is not None for row in ended):
        heads.append(_("Points of all roles"))
    cells = {row["team"].name: _figures(row, len(gauges), len(heads)) for row in ended}
    lines = [drawn.SlideRow(name, (), listed(_in_words(heads, each))) for name, each in cells.items()]
    lead = _("The line on a bar is the target.") if shown["has_target"] else ""
    return _slides(
        shown["headline"],
        drawn.sheets(lines, head=drawn.lines_of_heads(heads)),
        lambda part: drawn.figures(heads, [(row.name, cells[row.name]) for row in part]),
        lead,
    )


def _figures(row: Row, gauges: int, heads: int) -> list[drawn.Figure | None]:
    """The figures of a team: its gauges, then its points if there is space."""
    told_of = [
        cell["gauge"]
        and drawn.Figure(
            cell["gauge"].value, cell["gauge"].target, cell["met"] if cell["gauge"].target is not None else None
        )
        for cell in row["cells"][:gauges]
    ]
    points = [drawn.Figure(row["sum"]) if row["sum"] is not None else None] if heads > gauges else []
    return [*told_of, *points]


def _in_words(heads: Sequence[str], cells: Sequence[drawn.Figure | None]) -> list[str]:
    return [f"{head} {cell.value}" for head, cell in zip(heads, cells, strict=True) if cell is not None]


def _accounts(analysed: Sequence[tuple[Team, ComparedTeam]], words: analysis.AnalysisWords) -> list[Row]:
    """The account of each team's result; nothing for games without a common result."""
    rows = []
    for team, found in analysed:
        if found.results is not None and found.results.account is not None:
            account = found.results.account
            sums = {kind: total[0] for kind, total in sums_of(account).items()}
            luck, lost = sums.pop("luck"), sums.pop("decision")
            values = (account.reference[0], luck, lost, sum(sums.values()), account.reached[0])
            rows.append(drawn.SlideRow(team.name, values, _sum(values)))
    if not rows:
        return []
    brought, given = (difference(round(mean(row.values[at] for row in rows))) for at in (1, 2))
    title = _("On average: %(chance)s %(luck)s, decisions %(lost)s points")
    key = [_("reference"), str(words.chance), _("decisions"), pgettext("part of an account", "other"), _("result")]
    return _slides(
        title % {"chance": words.chance, "luck": brought, "lost": given},
        drawn.sheets(rows, head=2, least=2),
        lambda part: drawn.accounts(key, part),
    )


def _sum(tenths: Sequence[int]) -> str:
    """A sum such as `98.3 − 6.1 − 40.5 + 6.2 = 57.9`, without zero terms."""
    first, *steps, last = tenths
    signed = (f"{MINUS if step < 0 else '+'}\xa0{decimal_figure(abs(step))}" for step in steps if step)
    return f"{' '.join([decimal_figure(first), *signed])} =\xa0{decimal_figure(last)}"


def _ranges(shown: Row) -> list[Row]:
    """Agreements of the teams beside the usual range; teams outside are named."""
    usual: dict[str, tuple[int, int]] = {}
    rows, out, count = [], 0, 0
    for strip in shown["prices"]:
        low, high = usual[strip.label] = strip.usual
        outside = [f"{team} {value}" for team, value in strip.pairs if not low <= value <= high]
        out, count = out + len(outside), count + len(strip.pairs)
        end = ", ".join([f"{low}\u2013{high}", *outside])
        rows.append(drawn.SlideRow(strip.label, tuple(value for _team, value in strip.pairs), end))
    if not rows:
        return []
    title = _("%(what)s: %(out)d of %(n)d outside the usual range")
    return _slides(
        title % {"what": shown["prices_title"], "out": out, "n": count},
        drawn.sheets(rows, drawn.THING, drawn.NARROW),
        lambda part: drawn.ranges([(row, usual[row.name]) for row in part]),
        _("Band: the usual range. Each sign is a team."),
    )


def _turns(analysed: Sequence[tuple[Team, ComparedTeam]], words: analysis.AnalysisWords) -> list[Row]:
    """The loss by decisions, turn by turn."""
    lost = {team.name: _lost(found) for team, found in analysed if found.results is not None}
    if not any(any(turns.values()) for turns in lost.values()):
        return []
    known = sorted({turn for each in lost.values() for turn in each})
    turns = range(known[0], known[-1] + 1)
    worst = {name: max(turns, key=lambda turn: (each.get(turn, 0.0), -turn)) for name, each in lost.items()}
    rows = [
        drawn.SlideRow(
            name, tuple(each.get(turn, 0.0) for turn in turns), difference(-round(each.get(worst[name], 0.0)))
        )
        for name, each in lost.items()
    ]
    losing = Counter(turn for name, turn in worst.items() if lost[name].get(turn))
    often, _times = max(losing.items(), key=lambda pair: (pair[1], -pair[0]))
    unit = _unit(analysed[0][1], words)
    title = _("Decisions gave away most in: %(turn)s %(n)d") % {"turn": str(words.turn).lower(), "n": often}
    return _slides(
        title,
        drawn.sheets(rows, head=2),
        lambda part: drawn.turns([str(turn) for turn in turns], part),
        _("Each bar is a turn. The number is the dearest one, in %(unit)s.") % {"unit": unit},
    )


def _unit(found: ComparedTeam, words: analysis.AnalysisWords) -> str:
    """The measure by which decisions of a game are judged."""
    if found.results is not None and found.results.account is not None:
        return str(words.scored)
    judged = words.judged(scenario_of(found.match))
    return judged.unit or judged.title


def _lost(found: ComparedTeam) -> dict[int, float]:
    """The loss by decisions by turn, in tenths."""
    results, turns = found.results, Counter[int]()
    if results is None:
        return {}
    if results.account is not None:
        for entry in results.account.entries:
            if entry.kind == "decision":
                turns[entry.turn] += -entry.project
    else:
        for each in results.weighing.decisions:
            turns[each.turn] += round(each.lost * TENTHS / HUNDREDTHS)
    return {turn: float(max(0, value)) for turn, value in turns.items()}


def _knowledge(shown: Row) -> list[Row]:
    known = sorted((row for row in shown["quiz"] if row["percent"] is not None), key=lambda row: row["percent"])
    rows = [drawn.SlideRow(row["text"], (row["percent"],), f"{row['percent']}\xa0%") for row in known[:QUESTIONS]]
    parts = drawn.sheets(rows, drawn.ANSWER, drawn.NARROW)
    return _slides(
        _("What the class knew"), parts, lambda part: drawn.bars(part, 100), _("Right answers, the hardest first")
    )


def _polls(shown: Row) -> list[Row]:
    found = []
    for result in shown["polls"]:
        rows = [drawn.SlideRow(bar.text, (bar.count,), str(bar.count)) for bar in result.bars]
        found.append(_slide(result.poll.said, drawn.bars(rows, result.total), _alt_text(rows)))
    return found
