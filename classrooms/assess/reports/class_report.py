"""A class report as the context of its templates, in the current language: teams compared, common patterns, questions
for the plenary. For instructors.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from classrooms.assess.analysis.accounting import lines_of, names_of
from classrooms.assess.analysis.comparison import session_comparison
from classrooms.assess.analysis.document import AnalysisDocument
from classrooms.assess.reports import talking_points
from classrooms.assess.reports.class_game import class_sheet
from classrooms.assess.reports.class_rank import bots_mean, rank_in_site
from classrooms.assess.reports.findings import findings_in
from classrooms.assess.reports.strips import MIDDLE_HALF, Strip, strip_of
from classrooms.models import Session
from classrooms.play.monitor.compare_drawing import curves
from classrooms.play.monitor.queries.compare import Compared, Side, compared, marks_of
from classrooms.play.monitor.queries.events import event_lines
from classrooms.play.questions.queries import polls, predictions, quizzes, surveys
from classrooms.play.sessions.queries.set_up import game_words
from games.engine import registry
from games.engine.analysis import reckons
from games.public.base import conf
from games.public.matches import Person, SeatStory, holdings_in, players, stories_in
from games.public.models import Status
from games.ui import analysis, faces
from games.ui.patterns import TRANSFER, FoundPattern
from games.ui.progress import Gauge

Row = dict[str, Any]

COMMON: Final = 14
"""The greatest number of patterns in the table of common patterns."""
PLENARY: Final = 5
WAITED_FOR: Final = 3
"""The greatest number of roles listed for which a team waited."""


@dataclass(frozen=True)
class Team:
    """A team of the class. Without names, `name` is its number, and no person is named. `members` are authors of moves
    with the numbers of these, `absent` people with a seat and no move.
    """

    side: Side
    name: str
    members: tuple[tuple[Person, tuple[int, ...]], ...]
    absent: tuple[Person, ...]
    is_over: bool
    stopped: str = ""
    """The progress of a match that was ended without a result; empty for other matches."""


def class_document(
    play_session: Session, language: str, *, paper: bool = False, full: bool = False, calls_teams: bool = False
) -> Row:
    """The context of the class report's templates. `full` includes the names of teams and people, `calls_teams` those
    of teams only.
    """
    found = compared(play_session)
    teams = _teams(found, full, calls_teams)
    drawn = curves(found, {team.side.mark: team.name for team in teams})
    over = [team for team in teams if team.is_over]
    stopped = sum(bool(team.stopped) for team in teams)
    common = _common(play_session, teams)
    has_target = any(gauge.target is not None for gauge in found.gauges)
    face = faces.get(play_session.game)
    return {
        "play_session": play_session,
        "face": face,
        "project": game_words(play_session),
        "name": play_session.title,
        "teams": teams,
        "over": over,
        "open_count": play_session.session_teams.count() - len(over) - stopped,
        "stopped_count": stopped,
        "headline": _headline(found, over),
        "gauges": found.gauges,
        "has_target": has_target,
        "result_rows": _result_rows(found, teams),
        "measures": _measures(found, over),
        "measures_key": [
            *([("sw sw-range", _("the middle half of the teams, with the median"))] if len(over) > MIDDLE_HALF else []),
            *([("sw sw-target", _("target"))] if has_target else []),
        ],
        "curves": drawn,
        "curves_key": [
            ("sw sw-line", _("the team")),
            *(_crowded_key() if any(each.is_crowded for each in drawn) else []),
            *([] if found.is_over else [("sw sw-plan", _("the way to the target"))]),
            *([("sw sw-target", _("target"))] if has_target else []),
        ],
        "events": _events(play_session, teams),
        "waits": _waits(found, over, full),
        "prices": _prices(found, over),
        "prices_key": [("sw sw-range", pgettext("span", "usual"))],
        "prices_title": found.sides[0].comparison.ranges_title if found.sides else "",
        "common": _shared(common),
        **_accounts(play_session, teams),
        "rivals": _rivals(play_session, teams, language),
        "plenary": _plenary(common),
        "quiz": _quiz(play_session),
        **({} if paper else _place(play_session)),
        **({} if paper else class_sheet(play_session, {team.side.table.match_id: team.name for team in over}, full)),
        "survey": surveys.results(play_session),
        "polls": polls.answered_in(play_session),
        "predictions": predictions.predicted_in(play_session),
        "full": full,
        "paper": paper,
        "language": language,
    }


def _crowded_key() -> list[tuple[str, str]]:
    return [("sw sw-well", _("from the lowest to the highest team")), ("sw sw-rule", _("the middle half of the teams"))]


def _place(play_session: Session) -> Row:
    """The rank of the class in the site, and the points of bots beside it."""
    rank = rank_in_site(play_session)
    return {"rank": rank, "bots_mean": bots_mean(play_session) if rank is not None else None}


def _events(play_session: Session, teams: Sequence[Team]) -> list[Row]:
    """The events that the facilitator brought, oldest first, with the teams as the report calls them."""
    names = {team.side.table.pk: team.name for team in teams}
    return [
        {"line": line, "teams": [names[table.pk] for table in line.tables if table.pk in names]}
        for line in reversed(event_lines(play_session))
        if line.state == "brought"
    ]


def _teams(found: Compared, full: bool, calls_teams: bool) -> list[Team]:
    matches = [side.table.match for side in found.sides if side.table.match is not None]
    told = stories_in(matches) if full else {}
    return [
        Team(
            side,
            side.table.name if full or calls_teams else _("Team %(n)s") % {"n": side.mark},
            tuple(players(told.get(side.table.match_id or 0, ())).items()),
            _absent(told.get(side.table.match_id or 0, ())),
            side.table.match is not None and side.table.match.status == Status.FINISHED,
            _stopped(side),
        )
        for side in found.sides
    ]


def _absent(told: Sequence[SeatStory]) -> tuple[Person, ...]:
    """People who had a seat and made no move at the whole table."""
    active = players(told)
    return tuple(dict.fromkeys(person for story in told for person in story.idle if person not in active))


def _stopped(side: Side) -> str:
    if side.table.match is None or side.table.match.status != Status.ABORTED:
        return ""
    return _("stopped: %(where)s") % {"where": side.progress.sub or side.progress.title}


def is_met(gauge: Gauge) -> bool:
    """Did the gauge end on the good side of its target?"""
    if gauge.target is None:
        return False
    return gauge.value <= gauge.target if gauge.fewer else gauge.value >= gauge.target


def _headline(found: Compared, over: Sequence[Team]) -> str:
    if not over:
        return _("No team came to the end")
    if not any(gauge.target is not None for gauge in found.gauges):
        return _("%(n)d teams side by side") % {"n": len(over)}
    all_met = sum(all(is_met(g) for g in team.side.progress.gauges if g.target is not None) for team in over)
    if not all_met:
        return _("No team met every target")
    words = ngettext("%(met)d of %(n)d teams met every target", "%(met)d of %(n)d teams met every target", all_met)
    return words % {"met": all_met, "n": len(over)}


def _result_rows(found: Compared, teams: Sequence[Team]) -> list[Row]:
    """A line for each team with its gauges, and its points if the game has points; the best project first."""
    rows = []
    for team in teams:
        gauges = [team.side.gauge(gauge.name) for gauge in found.gauges]
        match = team.side.table.match
        scores = (match.result or {}).get("scores", []) if match is not None else []
        rows.append(
            {
                "team": team,
                "cells": [{"gauge": gauge, "met": gauge is not None and is_met(gauge)} for gauge in gauges],
                "best": max(scores, default=None),
                "least": min(scores, default=None),
                "sum": sum(scores) if scores else None,
            }
        )
    return sorted(rows, key=lambda row: (not row["team"].is_over, row["team"].side.ranked.rank))


def _measures(found: Compared, over: Sequence[Team]) -> list[Row]:
    """Each measure with its distribution, and the best and worst team. Points are the sum of a team's."""
    rows = []
    for gauge in found.gauges:
        values = [(team, told) for team in over if (told := team.side.gauge(gauge.name)) is not None]
        pairs = [(team.name, team.side.mark, told.value) for team, told in values]
        met = sum(is_met(told) for _team, told in values)
        if pairs:
            share = _("%(met)d of %(n)d") % {"met": met, "n": len(pairs)} if gauge.target is not None else ""
            strip = strip_of(gauge.label, gauge.unit, pairs, target=gauge.target, fewer=gauge.fewer)
            rows.append({"strip": strip, "met": share})
    points = [
        (team.name, team.side.mark, sum(team.side.table.match.result["scores"]))
        for team in over
        if team.side.table.match is not None and team.side.table.match.result
    ]
    if points:
        rows.append({"strip": strip_of(_("Points of all roles"), "", points, fewer=False), "met": ""})
    return rows


def _prices(found: Compared, over: Sequence[Team]) -> list[Strip]:
    """The values that each team settled for itself, against the usual range."""
    strips = []
    for first in found.ranges:
        pairs = [
            (team.name, team.side.mark, told.value)
            for team in over
            if (told := team.side.ranged(first.key)) is not None and told.value is not None
        ]
        if pairs:
            unit = found.sides[0].comparison.ranges_unit
            strips.append(strip_of(first.label, unit, pairs, usual=(first.low, first.high), fewer=None))
    return strips


def _waits(found: Compared, over: Sequence[Team], full: bool) -> list[Row]:
    """The roles for which teams that have ended waited longest; if `full`, with the people who had them."""
    ids = [team.side.table.match_id for team in over if team.side.table.match_id is not None] if full else []
    held = holdings_in(ids)
    rows = []
    for team in over:
        seats = held.get(team.side.table.match_id or 0, {})
        for wait in found.waited_for(team.side)[:WAITED_FOR]:
            people = dict.fromkeys(row.user.get_full_name() for row in seats.get(wait.seat, ()))
            rows.append({"team": team, "wait": wait, "people": ", ".join(people)})
    return rows


def _common(play_session: Session, teams: Sequence[Team]) -> list[Row]:
    """Patterns by the number of teams in which they were found, each with the team that shows it best first."""
    by_key: dict[str, list[tuple[Team, FoundPattern]]] = defaultdict(list)
    read_teams = 0
    over = {team.side.table.match: team for team in teams if team.is_over and team.side.table.match is not None}
    found = findings_in(play_session, list(over))
    for match, team in over.items():
        read_teams += match.pk in found
        for each in found.get(match.pk, ()):
            by_key[each.key].append((team, each))
    rows = []
    for key, pairs in by_key.items():
        examples = [_example(*pair) for pair in sorted(pairs, key=lambda pair: -pair[1].hit.weight)]
        theme = pairs[0][1].theme
        rows.append(
            {
                "key": key,
                "theme": theme,
                "theme_name": talking_points.theme_name(theme),
                "count": len(pairs),
                "of": read_teams,
                "teams": [each.name for each, _found in pairs],
                "marks": marks_of([each.side.mark for each, _found in pairs], read_teams),
                "examples": examples,
                **examples[0],
                "listen": talking_points.listen(theme),
                "weight": sum(found.hit.weight for _team, found in pairs),
            }
        )
    return sorted(rows, key=lambda row: (-row["weight"], row["key"]))


def _example(team: Team, found: FoundPattern) -> Row:
    """One team's example of a pattern."""
    return {"example": team.name, "fact": found.hit.fact, "ask": found.hit.ask}


def _accounts(play_session: Session, teams: Sequence[Team]) -> Row:
    """Accounts of analysed teams, and the teams whose analysis is still expected. Empty for a game with rivals."""
    if reckons(registry.get(play_session.game).analysis):
        return {"account_rows": [], "account_missing": []}
    names, words = {team.side.table.match_id: team for team in teams}, analysis.get(play_session.game)
    found = [team for team in session_comparison(play_session) if team.match.pk in names]
    told = [
        (names[team.match.pk], {line["key"]: line for line in lines_of(team.results.account, words)})
        for team in found
        if team.results is not None and team.results.account is not None
    ]
    heads = [(key, name) for key, name in names_of(words).items() if any(key in lines for _team, lines in told)]
    rows = [
        {"team": team, "cells": [lines[key]["points"] if key in lines else "" for key, _name in heads]}
        for team, lines in told
    ]
    by_itself = conf.AUTO_ANALYSIS and not play_session.is_rehearsal
    return {
        "account_rows": rows,
        "account_heads": [name for _key, name in heads],
        "account_missing": [names[team.match.pk] for team in found if not team.results] if rows or by_itself else [],
    }


def _rivals(play_session: Session, teams: Sequence[Team], language: str) -> list[Row]:
    """Luck and loss by decisions of each player, at analysed tables of rivals."""
    if not reckons(registry.get(play_session.game).analysis):
        return []
    names = {team.side.table.match_id: team for team in teams}
    rows = []
    for table in session_comparison(play_session):
        if table.results is not None and table.match.pk in names:
            told = AnalysisDocument(table.match, table.results, language).context()
            rows.append(
                {
                    "team": names[table.match.pk],
                    "accounts": told["accounts"],
                    "has_luck": told["has_luck"],
                    "mistakes_word": told["mistakes_word"],
                    "unit": told["judged"].unit,
                    "luck_unit": told["fortune"].unit,
                }
            )
    return rows


def _shared(common: Sequence[Row]) -> list[Row]:
    """Patterns that at least two teams had in common; in a class of one team, all its patterns."""
    found = [row for row in common if row["theme"] != TRANSFER and row["count"] >= min(2, row["of"])]
    return found[:COMMON]


def _plenary(common: Sequence[Row]) -> list[Row]:
    """Questions for the plenary: the most common one of each theme, then one about transfer to practice. Examples come
    from as many teams as possible, so that no single team is exposed.
    """
    chosen: list[Row] = []
    for row in common:
        if row["theme"] != TRANSFER and row["theme"] not in {each["theme"] for each in chosen}:
            chosen.append(row)
    transfer = [row for row in common if row["theme"] == TRANSFER][:1]
    return _from_different_teams([*chosen[: PLENARY - len(transfer)], *transfer])


def _from_different_teams(rows: Sequence[Row]) -> list[Row]:
    """Each question with an example of the least used team; among these, the best example."""
    used: Counter[str] = Counter()
    told = []
    for row in rows:
        example = min(row["examples"], key=lambda each: used[each["example"]])
        used[example["example"]] += 1
        told.append(row | example)
    return told


def _quiz(play_session: Session) -> list[Row]:
    """Each question with its share of right answers, and the most chosen wrong answer."""
    if not play_session.questions.exists():
        return []
    rows = []
    for result in quizzes.results(play_session).questions:
        words = result.asked.words
        wrong = [(count, index) for index, count in enumerate(result.chosen) if index != words.right and count]
        most = max(wrong, default=None)
        rows.append(
            {
                "text": words.text,
                "given": result.tally.given,
                "right": result.tally.right,
                "percent": result.tally.percent,
                "wrong": words.options[most[1]] if most else "",
                "wrong_count": most[0] if most else 0,
            }
        )
    return rows
