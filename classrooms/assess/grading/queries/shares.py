"""Shares of seats: the part of a seat's decisions that a person answered themselves."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from django.db.models import Count, Exists, OuterRef

from classrooms.assess.grading.queries.tables import PlayedSeat, PlayedTable
from classrooms.play.monitor.queries.participation import OwnMoves, own_answers_in
from games.public.matches import stories_in
from games.public.models import Decision, Match, Move

NONE = OwnMoves()


@dataclass(frozen=True)
class SeatShare:
    """`own` answers of a person out of the `of` decisions of a seat, in the whole match. `people`
    share its answers. `whole` says that the person held it for all of them; decisions taken away by interventions are
    then left out.
    """

    place: PlayedSeat
    own: int
    of: int
    people: int
    whole: bool


@dataclass(frozen=True)
class Played:
    """The answers of people at the tables of a session. `counts` are by match, seat and user. `totals` are the
    answered decisions of each seat. `movers` are people who made any move, by match. `present` are people of
    whom staff recorded that they took part, with or without moves.
    """

    counts: Mapping[int, Mapping[tuple[int, int], OwnMoves]] = field(default_factory=dict)
    totals: Mapping[tuple[int, int], int] = field(default_factory=dict)
    movers: Mapping[int, frozenset[int]] = field(default_factory=dict)
    present: frozenset[int] = frozenset()
    numbers: Mapping[tuple[int, int, int], tuple[int, ...]] = field(default_factory=dict)
    """Numbers of a person's own moves, by match, seat and user."""

    def shares(self, table: PlayedTable, user: int) -> list[SeatShare]:
        """The person's share of each seat that they ever held at a table. A seat without decisions, or without any
        while they held it, belongs to its last holder.
        """
        return [
            share
            for place in table.places
            if user in place.ever and (share := self._share(table, place, user)) is not None
        ]

    def missed(self, table: PlayedTable, user: int) -> list[SeatShare]:
        """Seats that a person held earlier, and whose decisions others answered."""
        key = table.match.pk if table.match is not None else 0
        return [
            SeatShare(place, 0, total, 1, False)
            for place in table.places
            if user in place.ever and user not in place.holders and (total := self.totals.get((key, place.index), 0))
        ]

    def _share(self, table: PlayedTable, place: PlayedSeat, user: int) -> SeatShare | None:
        key = table.match.pk if table.match is not None else 0
        own, total = self.counts.get(key, {}).get((place.index, user), NONE), self.totals.get((key, place.index), 0)
        people = self.people(key, place, user)
        if user not in place.holders and not (total and own.held):
            return None
        if not total:
            return SeatShare(place, 0, 0, people, True)
        whole = own.held >= total
        of = total - own.excused if whole else total
        return SeatShare(place, own.own_in_time + own.late, max(0, of), people, whole)

    def people(self, match: int, place: PlayedSeat, user: int) -> int:
        """The number of people who share the answers of a seat, the person included. People without moves are not
        counted, and people at one screen count as one.
        """
        own = self.counts.get(match, {}).get((place.index, user), NONE)
        if user not in place.holders:
            return 1 + bool(own.by_partner)
        active = {each for each in place.holders if each == user or (match, place.index, each) in self.numbers}
        screens = {place.screens.get(each, each) for each in active}
        return max(len(screens), 1 + bool(own.by_partner and user not in place.screens))

    def has_moved(self, table: PlayedTable, user: int) -> bool:
        """Did the person make any move at the table, or was there none to make?"""
        if table.match is None:
            return False
        asked = any(self.totals.get((table.match.pk, place.index)) for place in table.places if user in place.ever)
        return user in self.movers.get(table.match.pk, ()) or not asked


def played_at(tables: Sequence[PlayedTable], present: frozenset[int] = frozenset()) -> Played:
    """The answers at these tables, in a constant number of queries."""
    begun = [table.match for table in tables if table.match is not None and table.match.started_at]
    numbers = {
        (match_id, story.seat, person.id): own
        for match_id, told in stories_in(begun).items()
        for story in told
        for person, own in story.own.items()
    }
    movers: dict[int, set[int]] = {}
    for match_id, _seat, user in numbers:
        movers.setdefault(match_id, set()).add(user)
    made = {match_id: frozenset(users) for match_id, users in movers.items()}
    return Played(own_answers_in(begun), _totals(begun), made, present, numbers)


def _totals(matches: Sequence[Match]) -> dict[tuple[int, int], int]:
    """The number of mandatory decisions that were answered, by match and seat. Decisions settled by other seats
    first are not counted.
    """
    answers = Move.objects.kept().filter(
        match=OuterRef("match"), seat=OuterRef("seat"), key=OuterRef("key"), number__gt=0
    )
    rows = Decision.objects.filter(
        Exists(answers), match__in=matches, required=True, closed_at__isnull=False, closed_by__isnull=False
    )
    counts = rows.order_by().values("match", "seat").annotate(n=Count("pk"))
    return {(row["match"], row["seat"]): row["n"] for row in counts}
