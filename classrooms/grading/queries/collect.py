"""Facts of played matches: targets, scores against the same role, decisions. Each function answers {user: facts};
whoever is not in it has nothing to judge there.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from classrooms.cockpit.queries.participation import OwnMoves
from classrooms.grading import bot_scores
from classrooms.grading.points import rank_in
from classrooms.grading.queries.shares import Played, SeatShare
from classrooms.grading.queries.tables import PlayedSeat, PlayedTable, in_languages
from classrooms.models import RoleScores
from games.engine import codec
from games.engine.types import Result
from games.kit import faces
from games.models import Match, Status
from games.selectors.position import scenario_of

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


def by_person(
    tables: Sequence[PlayedTable],
    played: Played,
    judged: Callable[[PlayedTable], str],
    facts_of: Callable[[PlayedTable, int], Facts],
) -> FactsBy:
    """What a table says of whoever held one of its seats, or why it says nothing. `judged` is why nobody at a table can
    be judged on this, empty where they can.
    """
    found: FactsBy = {}
    for table in tables:
        reason = judged(table)
        for user in sorted(table.people):
            why = _why_not(table, played, user, reason)
            found[user] = joined(found.get(user), {"why": why} if why else facts_of(table, user))
    return found


def _why_not(table: PlayedTable, played: Played, user: int, reason: str) -> str:
    """What is true of the match comes before what is true of the person: as long as it goes on, they may still come."""
    if table.match is None or reason == "not_started":
        return "not_started"
    if not any(user in place.ever for place in table.places):
        return "no_seat"
    if reason:
        return reason
    if not played.shares(table, user):
        return "left_seat"
    return "" if played.has_moved(table, user) or user in played.present else "absent"


def unfinished(table: PlayedTable) -> str:
    """Why a match has no result, empty where it has."""
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
    """The collective targets of the table, and by how much they were missed; of a match without a result those of
    `stands`, where it is there. Who held a seat for a part of the match has the part of its decisions that they
    answered.
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
    lines = face.target_lines(scenario, result)
    labels = in_languages(lambda: [line.label for line in face.target_lines(scenario, result)])
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


def comparable(tables: Sequence[PlayedTable]) -> list[PlayedTable]:
    """Finished tables at which somebody ever sat: bots alone are no team."""
    return [table for table in tables if table.result is not None and any(place.ever for place in table.places)]


def digests(tables: Sequence[PlayedTable]) -> dict[int, str]:
    """By match, what stands for the bots' games of it; empty where enough teams can be compared with each other."""
    found = comparable(tables)
    if len(found) >= ENOUGH_TEAMS:
        return {}
    return {_match(table).pk: bot_scores.digest_of(_match(table), len(table.places)) for table in found}


def objectives(tables: Sequence[PlayedTable], played: Played, bots: Mapping[str, RoleScores]) -> FactsBy:
    """The score of each seat that somebody held, and where it stands among the same role: of the session's teams where
    there are enough of them, else of the games that `bots` played. Each seat has the part of its decisions that the
    person answered: what a bot or the clock earned is nobody's.
    """
    made, measured = digests(tables), comparable(tables)
    pool: dict[str, list[int]] = {}
    by_bots: dict[str, int] = {}
    for table in measured:
        for place in table.places:
            pool.setdefault(place.role, []).append(_score(table, place))
            by_bots[place.role] = by_bots.get(place.role, 0) + played.is_bots(table, place)

    def facts_of(table: PlayedTable, user: int) -> Facts:
        shares = played.shares(table, user)
        if len(measured) >= ENOUGH_TEAMS:
            seats = [
                {**_seat(table, share, pool[share.place.role]), "bots": by_bots[share.place.role]} for share in shares
            ]
            return {"source": "teams", "seats": seats}
        row = bots.get(made.get(_match(table).pk, ""))
        if row is None:
            return {"why": "bots"}
        seats = [_seat(table, share, row.scores[share.place.index]) for share in shares]
        return {"source": "bots", "bot": row.bot, "rules": row.rules_version, "digest": row.digest, "seats": seats}

    return by_person(tables, played, unfinished, facts_of)


def _score(table: PlayedTable, place: PlayedSeat) -> int:
    scores: list[int] = (table.result or {})["scores"]
    return scores[place.index]


def _seat(table: PlayedTable, share: SeatShare, scores: Sequence[int]) -> Facts:
    score = _score(table, share.place)
    below, equal = rank_in(score, scores)
    part = {"own": share.own, "of": share.of, "people": share.people} if share.of else {}
    return {
        **_cited(table),
        "seat": share.place.index,
        "role": share.place.words,
        "score": score,
        "below": below,
        "equal": equal,
        "n": len(scores),
        **part,
    }


def participation(tables: Sequence[PlayedTable], played: Played) -> FactsBy:
    """Decisions that each seat of somebody owed while they held it, and what became of them; also for those who left
    before the end. Who made no move at all has nothing to judge.
    """
    begun = {_match(table).pk: table for table in tables if table.match is not None and table.match.started_at}
    found: FactsBy = {}
    for match_id, rows in played.counts.items():
        for (index, user), own in sorted(rows.items(), key=lambda row: row[0]):
            if own.owed or own.excused:
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
        "owed": own.owed,
        "own": own.own_in_time,
        "late": own.late,
        "partner": own.by_partner,
        "bot": own.by_bot,
        "default": own.by_default,
        "instructor": own.by_instructor,
        **({"plan": own.by_plan} if own.by_plan else {}),
        "excused": own.excused,
    }
