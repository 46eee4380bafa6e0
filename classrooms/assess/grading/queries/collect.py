"""Facts of the people at the tables of a session: the reasons for nothing to judge, and joining several tables."""

from collections.abc import Callable, Sequence

from msgspec import structs

from classrooms.assess.grading.criterion import Facts, FactsBy, Nothing
from classrooms.assess.grading.queries.shares import Played
from classrooms.assess.grading.queries.tables import PlayedTable
from games.public.models import Match, Status


def joined(old: Facts | None, new: Facts) -> Facts:
    """One person's facts from two tables. Facts to judge replace reasons for nothing to judge."""
    if old is None or isinstance(old, Nothing):
        return new
    if isinstance(new, Nothing):
        return old
    rows = {name: value for name, value in structs.asdict(new).items() if isinstance(value, tuple)}
    return structs.replace(new, **{name: (*getattr(old, name), *value) for name, value in rows.items()})


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
            found[user] = joined(found.get(user), Nothing(why) if why else facts_of(table, user))
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


def match_of(table: PlayedTable) -> Match:
    """The match of a table with one. Raises ValueError without a match."""
    if table.match is None:
        raise ValueError("a table without a match has no facts")
    return table.match
