"""Facts of played matches: targets, scores with the benchmarks of their roles, decisions. Each function returns
{user: facts}; a person with nothing to judge is not in it.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from classrooms.assess.grading import bot_scores
from classrooms.assess.grading.points import FULL, has_spread, project_share, role_benchmarks, rounded
from classrooms.assess.grading.queries.shares import Played, SeatShare
from classrooms.assess.grading.queries.tables import PlayedTable, in_languages
from classrooms.models import RoleScores
from classrooms.play.monitor.queries.participation import OwnMoves
from games.engine import codec
from games.engine.types import Result
from games.models import Match, Status
from games.platform.selectors.position import game_of, scenario_of
from games.ui import faces

Facts = dict[str, Any]
FactsBy = dict[int, Facts]


def joined(old: Facts | None, new: Facts) -> Facts:
    """One person's facts from two tables. Facts to judge replace reasons for nothing to judge."""
    if old is None or "why" in old:
        return new
    if "why" in new:
        return old
    return {name: [*old[name], *value] if isinstance(value, list) else value for name, value in new.items()}


def by_person(
    tables: Sequence[PlayedTable],
    played: Played,
    judged: Callable[[PlayedTable], str],
    facts_of: Callable[[PlayedTable, int], Facts],
) -> FactsBy:
    """The facts of each person at a table, or the reason for none. `judged` returns the reason that holds for the
    whole table, empty if it can be judged.
    """
    found: FactsBy = {}
    for table in tables:
        reason = judged(table)
        for user in sorted(table.people):
            why = _why_not(table, played, user, reason)
            found[user] = joined(found.get(user), {"why": why} if why else facts_of(table, user))
    return found


def _why_not(table: PlayedTable, played: Played, user: int, reason: str) -> str:
    """The reason for which a person cannot be judged; empty if they can. Reasons of the match come first: as long
    as it goes on, the person may still come.
    """
    if table.match is None or reason == "not_started":
        return "not_started"
    if not any(user in place.ever for place in table.places):
        return "no_seat"
    if reason:
        return reason
    if not played.has_moved(table, user) and user not in played.present:
        return "absent"
    return "" if played.shares(table, user) else "left_seat"


def unfinished(table: PlayedTable) -> str:
    """The reason for which a match has no result; empty if it has one."""
    if table.match is None or not table.match.started_at:
        return "not_started"
    if table.result is not None:
        return ""
    return "aborted" if table.match.status == Status.ABORTED else "not_finished"


def _match(table: PlayedTable) -> Match:
    if table.match is None:
        raise ValueError("a table without a match has no facts")
    return table.match


def _cited(table: PlayedTable) -> Facts:
    return {"match": _match(table).pk, "team": table.team.name}


def project(tables: Sequence[PlayedTable], played: Played, stands: Mapping[int, Facts]) -> FactsBy:
    """The collective targets of the table, and the percentages by which they were missed. A match without a result
    has the facts in `stands`, if any. A person who held a seat for a part of the match gets the part of its
    decisions that they answered.
    """
    made: dict[int, Facts] = {}
    for table in tables:
        if table.result is not None:
            made[table.team.pk] = {"targets": _targets(table)}
        elif table.match is not None and table.match.pk in stands:
            made[table.team.pk] = stands[table.match.pk]

    def facts_of(table: PlayedTable, user: int) -> Facts:
        reached = made[table.team.pk]
        if not reached["targets"]:
            return {"why": "no_targets"}
        shares = played.shares(table, user)
        part = {} if any(share.whole for share in shares) else {"own": _sum(shares, "own"), "of": _sum(shares, "of")}
        return {"tables": [{**_cited(table), **reached, **part}]}

    return by_person(tables, played, lambda table: "" if table.team.pk in made else unfinished(table), facts_of)


def _sum(shares: Sequence[SeatShare], name: str) -> int:
    return sum(getattr(share, name) for share in shares)


def _targets(table: PlayedTable) -> list[Facts]:
    match = _match(table)
    result = codec.convert(match.result, Result)
    face, scenario = faces.get(match.game), scenario_of(match)
    lines = face.words.targets(scenario, result)
    labels = in_languages(lambda: [line.label for line in face.words.targets(scenario, result)])
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


def digests(tables: Sequence[PlayedTable]) -> dict[int, str]:
    """The digest of the bots' games, by match with a result. Nobody is judged at a table of bots alone."""
    return {
        _match(table).pk: bot_scores.digest_of(_match(table), len(table.places))
        for table in tables
        if table.result is not None and any(place.ever for place in table.places)
    }


def objectives(
    tables: Sequence[PlayedTable], played: Played, bots: Mapping[str, RoleScores], params: Mapping[str, Any]
) -> FactsBy:
    """The score of each seat that a person held, with the benchmarks of its role in the games that `bots` played. The
    points of the match for the project result, by the `params` of that line, are included. Each seat has the part of
    its decisions that the person answered: decisions of bots and defaults count for nobody.
    """
    made = digests(tables)

    def facts_of(table: PlayedTable, user: int) -> Facts:
        row = bots.get(made[_match(table).pk])
        if row is None:
            return {"why": "bots"}
        capped = _capped(table, params)
        found = [_seat(table, share, row) | capped for share in played.shares(table, user)]
        seats = [each for each in found if has_spread(each)]
        if found and not seats:
            return {"why": "no_spread"}
        return {"bot": row.bot, "rules": row.rules_version, "digest": row.digest, "seats": seats}

    return by_person(tables, played, unfinished, facts_of)


def _capped(table: PlayedTable, params: Mapping[str, Any]) -> Facts:
    """The points of a match for the project result; None for a game without one."""
    share = project_share(params, {"tables": [{"targets": _targets(table)}]})
    return {} if share is None else {"project": rounded(share * FULL)}


def _seat(table: PlayedTable, share: SeatShare, row: RoleScores) -> Facts:
    place, low_is_good = share.place, game_of(_match(table)).low_is_good
    part = {"own": share.own, "of": share.of, "people": share.people} if share.of else {}
    return {
        **_cited(table),
        "seat": place.index,
        "role": place.words,
        "score": (table.result or {})["scores"][place.index],
        **role_benchmarks(row.scores[place.index], low_is_good=low_is_good),
        **({"low_is_good": True} if low_is_good else {}),
        "n": len(row.scores[place.index]),
        **part,
    }


def participation(tables: Sequence[PlayedTable], played: Played) -> FactsBy:
    """The decisions of each seat of a person from start to end of the match, with their counts; late and early
    leavers included. A person without any move has nothing to judge.
    """
    begun = {_match(table).pk: table for table in tables if table.match is not None and table.match.started_at}
    found: FactsBy = {}
    for match_id, rows in played.counts.items():
        for (index, user), own in sorted(rows.items(), key=lambda row: row[0]):
            if own.required or own.excused or own.spared:
                moves = played.numbers.get((match_id, index, user), ())
                people = played.people(match_id, begun[match_id].places[index], user)
                seat = {**_decisions(begun[match_id], index, own, people), "moves": list(moves)}
                found[user] = joined(found.get(user), {"seats": [seat]})
    moved = {user for users in played.movers.values() for user in users} | played.present
    for user in found.keys() - moved:
        found[user] = {"why": "absent"}
    for table in tables:
        reason = "no_decisions" if table.match is not None and table.match.started_at else "not_started"
        for user in table.people:
            found.setdefault(user, {"why": reason})
    return found


def _decisions(table: PlayedTable, index: int, own: OwnMoves, people: int) -> Facts:
    place = table.places[index]
    return {
        **_cited(table),
        "seat": index,
        "role": place.words,
        "people": people,
        "owed": own.required,
        "own": own.own_in_time,
        "late": own.late,
        "partner": own.by_partner,
        "bot": own.by_bot,
        "default": own.by_default,
        "instructor": own.by_instructor,
        **{name: n for name, n in (("plan", own.by_plan), ("before", own.before), ("after", own.after)) if n},
        "excused": own.excused + own.spared,
    }
