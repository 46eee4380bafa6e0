"""The loss by each person's own decisions, taken from the analysis of their match."""

from collections.abc import Mapping, Sequence
from math import fsum, hypot
from typing import Final

from classrooms import hooks
from classrooms.assess.grading.points import FEWEST_DECISIONS
from classrooms.assess.grading.queries.collect import Facts, FactsBy, by_person, unfinished
from classrooms.assess.grading.queries.shares import Played
from classrooms.assess.grading.queries.tables import PlayedTable
from classrooms.assess.grading.rubric import why_unweighed
from classrooms.hooks import Cost

HUNDREDTHS: Final = 100


def decisions(tables: Sequence[PlayedTable], played: Played) -> FactsBy:
    """By seat of a person: the number `n` of their own decisions with alternatives, and their total loss `lost` with
    its standard `error`. Both are in hundredths of a point of the judged result.
    """
    over = [table.match for table in tables if table.match is not None and table.result is not None]
    weighed = hooks.weighed(over)

    def judged(table: PlayedTable) -> str:
        if table.match is None or table.result is None:
            return unfinished(table)
        why = why_unweighed(table.match.game, table.match.options)
        return why or ("" if table.match.pk in weighed else "not_analysed")

    def facts_of(table: PlayedTable, user: int) -> Facts:
        if table.match is None:
            raise ValueError("a table without a match has no decisions")
        seats = [
            {"match": table.match.pk, "team": table.team.name, "seat": place.index, "role": place.words, **found}
            for place in table.places
            if user in place.ever and (found := _lost(table.match.pk, place.index, user, played, weighed))["n"]
        ]
        return {"seats": seats} if sum(seat["n"] for seat in seats) >= FEWEST_DECISIONS else {"why": "few_decisions"}

    return by_person(tables, played, judged, facts_of)


def _lost(match: int, seat: int, user: int, played: Played, weighed: Mapping[int, Sequence[Cost]]) -> Facts:
    own = set(played.numbers.get((match, seat, user), ()))
    costs = [cost for cost in weighed[match] if cost.seat == seat and cost.number in own]
    return {
        "n": len(costs),
        "lost": round(HUNDREDTHS * fsum(cost.lost for cost in costs)),
        "error": round(HUNDREDTHS * hypot(*(cost.error for cost in costs))),
    }
