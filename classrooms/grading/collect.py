"""Facts of played matches: targets, scores against the same role, decisions. Each function answers {user: facts};
whoever is not in it has nothing to judge there.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from classrooms.grading import bot_scores
from classrooms.grading.points import rank_in
from classrooms.grading.tables import Place, Table, in_languages
from classrooms.models import RoleScores
from classrooms.selectors.participation import OwnMoves, own_moves_in
from games.engine import codec
from games.engine.types import Result
from games.kit import plugins
from games.models import Match, Status
from games.position import scenario_of

Facts = dict[str, Any]
FactsBy = dict[int, Facts]
ENOUGH_TEAMS: Final = 8
"""So many teams of a session can be compared with each other. Fewer are compared with games of bots."""


def joined(old: Facts | None, new: Facts) -> Facts:
    """Facts of one person from two tables. Those that say something win over those that say why not."""
    if old is None or "why" in old:
        return new
    if "why" in new:
        return old
    return {name: [*old[name], *value] if isinstance(value, list) else value for name, value in new.items()}


def by_person(tables: Sequence[Table], facts_of: Callable[[Table, int], Facts]) -> FactsBy:
    """What a finished table says of whoever held one of its seats at the end, or why it says nothing."""
    found: FactsBy = {}
    for table in tables:
        for user in sorted(table.people):
            reason = _why_not(table, user)
            found[user] = joined(found.get(user), {"why": reason} if reason else facts_of(table, user))
    return found


def _why_not(table: Table, user: int) -> str:
    match = table.match
    if match is None:
        return "not_started"
    if user not in table.holders:
        return "left_seat" if any(user in place.ever for place in table.places) else "no_seat"
    if match.status == Status.ABORTED:
        return "aborted"
    return "not_finished" if table.result is None else ""


def _match(table: Table) -> Match:
    if table.match is None:
        raise ValueError("a table without a match has no facts")
    return table.match


def _cited(table: Table) -> Facts:
    return {"match": _match(table).pk, "team": table.team.name}


def project(tables: Sequence[Table]) -> FactsBy:
    """The collective targets of the table, and by how much they were missed."""
    made: dict[int, list[Facts]] = {table.team.pk: _targets(table) for table in tables if table.result is not None}

    def facts_of(table: Table, user: int) -> Facts:
        targets = made[table.team.pk]
        return {"tables": [{**_cited(table), "targets": targets}]} if targets else {"why": "no_targets"}

    return by_person(tables, facts_of)


def _targets(table: Table) -> list[Facts]:
    match = _match(table)
    result = codec.convert(match.result, Result)
    plugin, scenario = plugins.get(match.game), scenario_of(match)
    lines = plugin.target_lines(scenario, result)
    labels = in_languages(lambda: [line.label for line in plugin.target_lines(scenario, result)])
    return [
        {
            "label": label,
            "value": line.value,
            "target": line.target,
            "met": line.met,
            "missed_by": line.missed_by,
        }
        for label, line in zip(labels, lines, strict=True)
    ]


def comparable(tables: Sequence[Table]) -> list[Table]:
    """Finished tables at which somebody sat to the end: bots alone are no team."""
    return [table for table in tables if table.result is not None and table.holders]


def digests(tables: Sequence[Table]) -> dict[int, str]:
    """By match, what stands for the bots' games of it; empty where enough teams can be compared with each other."""
    found = comparable(tables)
    if len(found) >= ENOUGH_TEAMS:
        return {}
    return {_match(table).pk: bot_scores.digest_of(_match(table), len(table.places)) for table in found}


def objectives(tables: Sequence[Table], bots: Mapping[str, RoleScores]) -> FactsBy:
    """The score of each seat that somebody held at the end, and where it stands among the same role: of the session's
    teams where there are enough of them, else of the games that `bots` played.
    """
    made, measured = digests(tables), comparable(tables)
    pool: dict[str, list[int]] = {}
    for table in measured:
        for place in table.places:
            pool.setdefault(place.role, []).append(_score(table, place))

    def facts_of(table: Table, user: int) -> Facts:
        places = [place for place in table.places if user in place.holders]
        if len(measured) >= ENOUGH_TEAMS:
            return {"source": "teams", "seats": [_seat(table, place, pool[place.role]) for place in places]}
        row = bots.get(made[_match(table).pk])
        if row is None:
            return {"why": "bots"}
        seats = [_seat(table, place, row.scores[place.index]) for place in places]
        return {"source": "bots", "bot": row.bot, "rules": row.rules_version, "digest": row.digest, "seats": seats}

    return by_person(tables, facts_of)


def _score(table: Table, place: Place) -> int:
    scores: list[int] = (table.result or {})["scores"]
    return scores[place.index]


def _seat(table: Table, place: Place, scores: Sequence[int]) -> Facts:
    score = _score(table, place)
    below, equal = rank_in(score, scores)
    return {
        **_cited(table),
        "seat": place.index,
        "role": place.words,
        "score": score,
        "below": below,
        "equal": equal,
        "n": len(scores),
    }


def participation(tables: Sequence[Table]) -> FactsBy:
    """Decisions that each seat of somebody owed while they held it, and what became of them; also for those who left
    before the end.
    """
    begun = {_match(table).pk: table for table in tables if table.match is not None and table.match.started_at}
    counts = own_moves_in([_match(table) for table in begun.values()])
    found: FactsBy = {}
    for match_id, rows in counts.items():
        for (index, user), own in sorted(rows.items(), key=lambda row: row[0]):
            if own.owed or own.excused:
                seat = _decisions(begun[match_id], index, user, own)
                found[user] = joined(found.get(user), {"seats": [seat]})
    for table in tables:
        reason = "no_decisions" if table.match is not None and table.match.started_at else "not_started"
        for user in table.people:
            found.setdefault(user, {"why": reason})
    return found


def _decisions(table: Table, index: int, user: int, own: OwnMoves) -> Facts:
    place = table.places[index]
    sharing = len(place.holders) if user in place.holders else 1 + bool(own.by_partner)
    return {
        **_cited(table),
        "seat": index,
        "role": place.words,
        "people": sharing,
        "owed": own.owed,
        "own": own.own_in_time,
        "late": own.late,
        "partner": own.by_partner,
        "bot": own.by_bot,
        "default": own.by_default,
        "instructor": own.by_instructor,
        "excused": own.excused,
    }
