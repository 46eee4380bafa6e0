"""Queries on matches: the home lists, the holders of seats, the events. Nothing here writes."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache
from typing import Any

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce

from games.models import NOT_A_LESSON, Decision, Event, Intervention, Match, Message, SeatHolder, Status
from games.models.decisions import pending_of
from games.models.matches import FIRST_GAME, KEPT, OVER
from games.models.people import PERSON_ID
from games.models.prepared import Prepared

TALK_LENGTH = 30
LIST_LENGTH = 30


@dataclass
class HomeLine:
    """A match on a person's home page: the person's open decisions (earliest deadline first), and the other seats
    that it awaits.
    """

    match: Match
    seats: tuple[int, ...]
    pending: list[Decision] = field(default_factory=list)
    awaited: list[Decision] = field(default_factory=list)
    debrief_ready: bool = False
    left_at: datetime | None = None
    """The time at which the person handed the seats over; None for a current holder."""
    stood_in: bool = False
    """Does a bot play for the person until the match is opened?"""

    @property
    def due_at(self) -> datetime | None:
        """When the most urgent answer is due."""
        return min((decision.due_at for decision in self.pending if decision.due_at), default=None)


@dataclass
class Home:
    """The home page's three lists, each at most `LIST_LENGTH` long, and the number of all finished matches. `games`
    are those of matches, without first games, in which the person holds a seat.
    """

    your_turn: list[HomeLine]
    waiting: list[HomeLine]
    finished: list[HomeLine]
    finished_count: int
    games_held: set[str]


def home(user: Any) -> Home:
    """The contents of a person's home page, in a fixed number of queries. If a list is too short, matches with open
    decisions of the person come first. The matches of a course are not listed for its instructors, who have a
    monitor. First games are left out, too.
    """
    held: dict[int, list[int]] = {}
    kept: set[int] = set()
    games: set[str] = set()
    for match_id, index, left, game, scenario_key in _holdings(user.pk):
        held.setdefault(match_id, []).append(index)
        kept |= {match_id} if left is not None else set()
        games |= {game} if left is None and scenario_key != FIRST_GAME else set()
    open_matches, over = _open_of(user.pk), _over_of(user.pk)
    pending = open_decisions(open_matches)
    lines = [_line(match, tuple(held.get(match.pk, ())), pending.get(match.pk, [])) for match in open_matches]
    for line in lines:
        line.stood_in = line.match.pk in kept
    yours = [line for line in lines if line.pending and not line.stood_in]
    yours.sort(key=lambda line: (line.due_at is None, line.due_at, line.match.pk))
    finished = [HomeLine(match, tuple(held.get(match.pk, ()))) for match in over]
    count = len(over) if len(over) < LIST_LENGTH else _own_of(user.pk).filter(status__in=OVER).count()
    return Home(yours, [line for line in lines if line not in yours], finished, count, games)


@Prepared
def _holdings(user_id: int) -> QuerySet[Any, Any]:
    rows = SeatHolder.objects.filter(KEPT, user=user_id).order_by("seat__index")
    match = ("seat__match__game", "seat__match__scenario_key")
    return rows.values_list("seat__match_id", "seat__index", "released_at", *match)


def _own_of(user_id: int) -> QuerySet[Match]:
    held = SeatHolder.objects.filter(KEPT, user=user_id).values("seat__match")
    run = Match.stewards.through.objects.filter(**{PERSON_ID: user_id}).values("match")
    own = Q(pk__in=held) | Q(pk__in=run, supervised=False)
    return Match.objects.filter(own, NOT_A_LESSON).defer("state")


@Prepared
def _open_of(user_id: int) -> QuerySet[Match]:
    rows = _own_of(user_id).exclude(status__in=OVER).annotate(is_pending=Exists(_pending_by(user_id)))
    return rows.order_by("-is_pending", "-created_at", "-pk")[: 2 * LIST_LENGTH]


@Prepared
def _over_of(user_id: int) -> QuerySet[Match]:
    rows = _own_of(user_id).filter(status__in=OVER)
    return rows.order_by(F("ended_at").desc(nulls_last=True), "-pk")[:LIST_LENGTH]


def _pending_by(user_id: int) -> QuerySet[Decision]:
    """The required open decisions of a person in the match of an outer query."""
    holding = SeatHolder.objects.filter(
        user=user_id, released_at__isnull=True, seat__match=OuterRef("match"), seat__index=OuterRef("seat")
    )
    return Decision.objects.filter(
        Exists(holding), match=OuterRef("pk"), closed_at__isnull=True, optional=False, passive=False
    )


def _line(match: Match, seats: tuple[int, ...], decisions: list[Decision]) -> HomeLine:
    active = [d for d in decisions if not d.passive]
    pending = [d for d in active if d.seat in seats] if match.status == Status.RUNNING else []
    return HomeLine(match, seats, pending, [d for d in active if d.seat not in seats])


def matches_of(user: Any) -> QuerySet[Match]:
    """The matches in which a person holds a seat, has a stand-in, or is a steward; without first games."""
    held = SeatHolder.objects.filter(KEPT, user=user).values("seat__match")
    return Match.objects.filter(Q(pk__in=held) | Q(pk__in=user.stewarded_matches.values("pk")), NOT_A_LESSON)


@Prepared
def decisions_open_in(match_id: int) -> QuerySet[Decision]:
    """The required open decisions of a match, earliest deadline first."""
    rows = Decision.objects.filter(match=match_id, closed_at__isnull=True, optional=False)
    return rows.order_by(F("due_at").asc(nulls_last=True), "pk")


def open_decisions(matches: Iterable[Match]) -> dict[int, list[Decision]]:
    """The required open decisions of each match, earliest deadline first, in one query."""
    found: dict[int, list[Decision]] = {}
    for row in _open_among.among([match.pk for match in matches]):
        found.setdefault(row.match_id, []).append(row)
    return found


@Prepared
def _open_among(*match_ids: int) -> QuerySet[Decision]:
    rows = Decision.objects.filter(match__in=match_ids, closed_at__isnull=True, optional=False)
    return rows.order_by(F("due_at").asc(nulls_last=True), "pk")


def holders_of(match: Match) -> dict[int, list[Any]]:
    """The current holders of each seat."""
    rows = SeatHolder.objects.filter(seat__match=match, released_at__isnull=True).select_related("user")
    found: dict[int, list[Any]] = {}
    for index, holder in ((row.seat.index, row) for row in rows.select_related("seat", "user").order_by("since", "pk")):
        found.setdefault(index, []).append(holder.user)
    return found


def holders_in(matches: Iterable[Match]) -> dict[int, dict[int, list[Any]]]:
    """The current holders of seats in several matches, in one query."""
    found: dict[int, dict[int, list[Any]]] = {}
    for row in _holders_among.among([match.pk for match in matches]):
        found.setdefault(row.seat.match_id, {}).setdefault(row.seat.index, []).append(row.user)
    return found


@Prepared
def _holders_among(*match_ids: int) -> QuerySet[SeatHolder]:
    rows = SeatHolder.objects.filter(seat__match__in=match_ids, released_at__isnull=True)
    return rows.select_related("seat", "user").order_by("since", "pk")


def is_closed(match: Match) -> bool:
    """Must a finished match stay closed, so that its players learn no more than during play and read no debrief?

    It is closed until it is revealed, while an unfinished match has the same commitment and so the same cards. Its
    own forks count only if a step back left this match; players of other forks have seen these cards.
    """
    if not match.is_over or match.revealed_at is not None or match.is_lesson:
        return False
    rows = list(Match.objects.filter(commitment=match.commitment).values_list("pk", "parent_id", "status"))
    parents: dict[int, int | None] = {pk: parent for pk, parent, _status in rows}
    unfinished = [pk for pk, _parent, status in rows if status not in OVER]
    own = [pk for pk in unfinished if match.pk in _ancestors(pk, parents)]
    if len(own) < len(unfinished):
        return True
    return bool(own) and match.interventions.filter(kind=Intervention.Kind.STEP_BACK).exists()


def _ancestors(pk: int, parents: dict[int, int | None]) -> list[int]:
    """The matches from which the match was forked, nearest first."""
    found: list[int] = []
    parent = parents.get(pk)
    while parent is not None:
        found.append(parent)
        parent = parents.get(parent)
    return found


@dataclass(frozen=True)
class Branch:
    """A match or one of its ancestors. `upto` is the last move that the match shares with it (None: all)."""

    match_id: int
    upto: int | None
    child_id: int | None


def branches(matches: Iterable[Match]) -> dict[int, list[Branch]]:
    """The branches of each match: itself first, then its ancestors. One query for each generation."""
    found = {match.pk: [Branch(match.pk, None, None)] for match in matches}
    ends = {match.pk: (match.parent_id, match.forked_at) for match in matches if match.parent_id}
    while ends:
        rows = Match.objects.filter(pk__in={parent for parent, _at in ends.values()})
        above = {pk: (parent, at) for pk, parent, at in rows.values_list("pk", "parent_id", "forked_at")}
        for pk, (parent, at) in list(ends.items()):
            last = found[pk][-1]
            upto = at if last.upto is None or at is None else min(last.upto, at)
            found[pk].append(Branch(parent, upto, last.match_id))
            if above.get(parent, (None, None))[0]:
                ends[pk] = above[parent]
            else:
                del ends[pk]
    return found


def events_for(match: Match, seats: Iterable[int]) -> QuerySet[Event]:
    """The events that a person with these seats may know, oldest first. In a finished match they are all events,
    unless it `is_closed`.
    """
    rows = match.events.all()
    if knows_all(match):
        return rows
    return rows.annotate(mine=F("audience").bitand(mask_of(seats))).filter(Q(audience__isnull=True) | Q(mine__gt=0))


def events_until(match: Match, seats: Iterable[int]) -> QuerySet[Event]:
    """The known events up to the moment at which `match` was read. A later move of a bot is left out, so that the
    page is consistent.
    """
    return events_for(match, seats).filter(move__number__lte=match.number)


def knows_all(match: Match) -> bool:
    """May everybody at a match know all of its events?"""
    return match.is_over and not is_closed(match)


def mask_of(seats: Iterable[int]) -> int:
    """The seats as a bit mask, as in `Event.audience`."""
    return sum(1 << seat for seat in set(seats))


def talk(match: Match, seats: Iterable[int] = (), *, steward: bool = False) -> list[Message]:
    """The latest messages that a person with these seats may read, oldest first. A message to one seat is for its
    holders and the stewards.
    """
    held = sorted(set(seats))
    return _talk(None if steward else len(held))(match.pk, *(() if steward else held))[::-1]


@cache
def _talk(seats: int | None) -> Prepared[Message]:
    @Prepared
    def talk(match_id: int, *held: int) -> QuerySet[Message]:
        rows = Message.objects.filter(match=match_id).select_related("author").order_by("-created_at", "-pk")
        if seats is not None:
            rows = rows.filter(Q(to_seat__isnull=True) | Q(to_seat__in=held))
        return rows[:TALK_LENGTH]

    return talk


def seed_is_public(match: Match) -> bool:
    """May the seed be shown? Only if no unfinished match has the same seed, since its cards are still to come there.
    The seed of a first game is no secret.
    """
    if match.is_lesson:
        return match.is_over
    return match.is_over and not Match.objects.filter(commitment=match.commitment).exclude(status__in=OVER).exists()


def revision_for(match_id: int, user_id: int) -> int | None:
    """The revision of a match for a person who may see it, in one query; None for strangers."""
    return _visible(match_id, user_id).values_list("revision", flat=True).first()


def news_for(match_id: int, user_id: int) -> tuple[int, int, int] | None:
    """The revision of a match, the number of matches with the person's turn, and the stamp of the moves seen
    (`recaps.Holding.stamp`). One query; None for strangers.
    """
    return _news.first(match_id, user_id)


@Prepared
def _news(match_id: int, user_id: int) -> QuerySet[Any, Any]:
    count = pending_of(user_id).order_by().values("match__status").annotate(number=Count("match", distinct=True))
    held = SeatHolder.objects.filter(seat__match=OuterRef("pk"), user=user_id, released_at__isnull=True)
    stamp = held.order_by().values("user").annotate(stamp=Sum(F("seen_number") + 1)).values("stamp")
    rows = _visible(match_id, user_id).annotate(
        pending=Coalesce(Subquery(count.values("number")), 0), seen=Coalesce(Subquery(stamp), 0)
    )
    return rows.values_list("revision", "pending", "seen")


def _visible(match_id: int, user_id: int) -> QuerySet[Match]:
    holds = SeatHolder.objects.filter(seat__match=OuterRef("pk"), user=user_id, released_at__isnull=True)
    runs = Match.stewards.through.objects.filter(match_id=OuterRef("pk"), **{PERSON_ID: user_id})
    looks_on = Match.observers.through.objects.filter(match_id=OuterRef("pk"), **{PERSON_ID: user_id})
    may_see = Exists(holds) | Exists(runs) | Exists(looks_on)
    return Match.objects.filter(may_see, pk=match_id)


def inbox_count(user_id: int) -> int:
    """The number of matches in which it is the person's turn, as in `home`."""
    return len(_matches_pending(user_id))


@Prepared
def _matches_pending(user_id: int) -> QuerySet[Any, Any]:
    return pending_of(user_id).order_by().values_list("match").distinct()
