"""People at the tables of a session, read once for all lines of the rubric."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, NamedTuple

from django.conf import settings
from django.db.models import BooleanField, Exists, ExpressionWrapper, OuterRef, Q, Subquery
from django.utils import translation

from classrooms.models import Enrolment, SeatPlan, Session, SessionTeam
from classrooms.people.class_lists.namesakes import tell_apart
from classrooms.people.class_lists.queries import by_family_name
from classrooms.play.monitor.queries.participation import only_waited
from games.public.matches import decided_on_paper, results_without_events, scenario_of
from games.public.models import AuthorKind, Match, Move, Seat, SeatHolder, Status
from games.ui import faces

Words = dict[str, str]
"""A text in each language of the site, so that facts can be read in any language without their source."""


class Holding(NamedTuple):
    """Columns of a `SeatHolder`, and whether they moved at the table."""

    user_id: int
    since: datetime
    released_at: datetime | None
    together_with_id: int | None
    seen_number: int | None
    moved: bool


@dataclass(frozen=True)
class PlayedSeat:
    """A seat: its role (`words` are its name), its people at the end, and all its people in this branch after the
    start. People who left it before the end are listed too. `came` are people who moved at the table, or confirmed that
    they had seen its events. `screens` maps people at another person's screen to that person.
    """

    index: int
    role: str
    words: Words
    holders: frozenset[int]
    ever: frozenset[int]
    left: frozenset[int] = frozenset()
    came: frozenset[int] = frozenset()
    screens: Mapping[int, int] = field(default_factory=dict)


@dataclass(frozen=True)
class PlayedTable:
    """A team of a session with its match, None before there is one, and its seats in order. `planned` are the people
    planned for it, by the plan or as members of the course's team. `neutral` is the result without the facilitator's
    events, if there were any that do not count in marks.
    """

    team: SessionTeam
    match: Match | None
    places: tuple[PlayedSeat, ...]
    planned: frozenset[int]
    neutral: Mapping[str, Any] | None = None

    @property
    def holders(self) -> frozenset[int]:
        """People on the seats now, or at the end of the match."""
        return frozenset(user for place in self.places for user in place.holders)

    @property
    def people(self) -> frozenset[int]:
        """All people who are or were planned for the table, or held a seat at it."""
        return self.planned.union(*(place.ever for place in self.places))

    @property
    def result(self) -> Mapping[str, Any] | None:
        """Scores, places and targets of a finished match, as they are marked."""
        if self.neutral is not None:
            return self.neutral
        return self.match.result if self.match is not None and self.match.status == Status.FINISHED else None


def in_languages(words: Callable[[], Sequence[Any]]) -> tuple[Words, ...]:
    """Each of the texts of `words` in each language of the site."""
    found = {}
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            found[language] = [str(text) for text in words()]
    return tuple(dict(zip(found, texts, strict=True)) for texts in zip(*found.values(), strict=True))


def localized(words: Words) -> str:
    """The text in the current language, else in the first."""
    language = (translation.get_language() or "").partition("-")[0]
    return words.get(language) or next(iter(words.values()), "")


def tables_of(play_session: Session) -> list[PlayedTable]:
    """The tables of a session in their order: a number of queries that grows with nothing."""
    rows = _rows_of(play_session)
    planned: defaultdict[int, set[int]] = defaultdict(set)
    for table, user in SeatPlan.objects.filter(session_team__session=play_session).values_list("session_team", "user"):
        planned[table].add(user)
    members = SessionTeam.objects.filter(session=play_session, team__members__isnull=False)
    for table, user in members.values_list("pk", "team__members"):
        planned[table].add(user)
    seats = _seats_of(play_session)
    names: dict[tuple[str, str], tuple[Words, ...]] = {}
    with_events = [row.match_id for row in rows if row.has_events and not play_session.events_count]
    neutral = results_without_events(with_events) if with_events else {}
    tables = [_table(row, frozenset(planned[row.pk]), seats[row.match_id], names) for row in rows]
    return [replace(each, neutral=neutral.get(each.team.match_id or 0)) for each in tables]


def _rows_of(play_session: Session) -> list[Any]:
    """Teams of a session with their matches. A scenario has some 100 kB of text: only the first match's is read in
    full, and of others only the differing parts.
    """
    first = Match.objects.filter(session_team__session=play_session).order_by("pk").values("pk", "scenario")[:1]
    rows = SessionTeam.objects.filter(session=play_session).select_related("match")
    rows = rows.defer("match__state", "match__scenario").order_by("position", "pk")
    brought = Exists(Move.objects.filter(match=OuterRef("match"), author_kind=AuthorKind.BROUGHT))
    found = list(rows.annotate(has_first=Q(match__scenario=Subquery(first.values("scenario"))), has_events=brought))
    texts = dict.fromkeys((row.match_id for row in found), next((each["scenario"] for each in first), ""))
    others = [row.match_id for row in found if row.match_id is not None and not row.has_first]
    texts |= Match.objects.filter(pk__in=others).values_list("pk", "scenario") if others else {}
    for row in found:
        if row.match is not None:
            row.match.scenario = texts[row.match_id]
    return found


def _seats_of(play_session: Session) -> defaultdict[int | None, list[tuple[int, str, list[Holding]]]]:
    """Index, role and holders of each seat, by match. Plain values are used: a class of 300 has as many of each."""
    at_tables = {"match__session_team__session": play_session}
    holders: defaultdict[int, list[Holding]] = defaultdict(list)
    moves = Move.objects.kept().filter(match=OuterRef("seat__match"), author=OuterRef("user"))
    rows = SeatHolder.objects.filter(**{f"seat__{name}": value for name, value in at_tables.items()})
    moved = Q(Exists(moves.filter(author_kind=AuthorKind.PLAYER))) | decided_on_paper()
    rows = rows.annotate(moved=ExpressionWrapper(moved, BooleanField()))
    for seat, *held in rows.order_by("since", "pk").values_list("seat", *Holding._fields):
        holders[seat].append(Holding(*held))
    found: defaultdict[int | None, list[tuple[int, str, list[Holding]]]] = defaultdict(list)
    for match, seat, index, role in (
        Seat.objects.filter(**at_tables).order_by("index").values_list("match", "pk", "index", "role")
    ):
        found[match].append((index, role, holders[seat]))
    return found


def _table(
    row: SessionTeam,
    planned: frozenset[int],
    seats: Sequence[tuple[int, str, list[Holding]]],
    names: dict[tuple[str, str], tuple[Words, ...]],
) -> PlayedTable:
    match = row.match
    if match is None:
        return PlayedTable(row, None, (), planned)
    key = (match.game, match.scenario)
    if key not in names:
        names[key] = _role_words(match)
    places = tuple(_place(index, role, held, match, names[key]) for index, role, held in seats)
    return PlayedTable(row, match, places, planned)


def _role_words(match: Match) -> tuple[Words, ...]:
    face, scenario = faces.get(match.game), scenario_of(match)
    return in_languages(lambda: [role.name for role in face.words.roles(scenario)])


def _place(index: int, role: str, held: Sequence[Holding], match: Match, names: Sequence[Words]) -> PlayedSeat:
    rows = [row for row in held if not only_waited(row, match)]
    at_end = {row.user_id for row in rows if _held_at_end(row, match)}
    words = names[index] if index < len(names) else {}
    left = {row.user_id for row in rows if row.released_at is not None and not _held_at_end(row, match)}
    ever = frozenset(row.user_id for row in rows)
    screens = {row.user_id: row.together_with_id for row in rows if row.together_with_id is not None}
    came = {row.user_id for row in rows if row.moved or row.seen_number is not None}
    came |= {user for user, owner in screens.items() if owner in came}
    return PlayedSeat(index, role, words, frozenset(at_end), ever, frozenset(left), frozenset(came), screens)


def _held_at_end(row: Holding, match: Match) -> bool:
    """Did the person hold the seat at the end? People who left after the end count, people who came after it do
    not.
    """
    if match.ended_at is None:
        return row.released_at is None
    return row.since <= match.ended_at and (row.released_at is None or row.released_at > match.ended_at)


def roster_of(play_session: Session) -> list[Enrolment]:
    """The students of the session's course, by family name. Students who left the course are not graded."""
    rows = Enrolment.objects.filter(
        course=play_session.course_id, role=Enrolment.Role.STUDENT, left_at__isnull=True
    ).select_related("user")
    tell_apart(play_session.course_id, [row.user for row in rows])
    return sorted(rows, key=lambda row: (*by_family_name(row.user), row.user_id))
