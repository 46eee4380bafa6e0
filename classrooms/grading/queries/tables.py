"""Who sat where in a session, read once for everything that is graded."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple

from django.conf import settings
from django.db.models import Q, Subquery
from django.utils import translation

from classrooms.models import Enrolment, SeatPlan, Session, SessionTeam
from classrooms.people.queries import by_family_name
from classrooms.people.telling_apart import tell_apart
from games.kit import faces
from games.models import Match, Seat, SeatHolder, Status
from games.selectors.position import scenario_of

Words = dict[str, str]
"""A text in each language of the site, so that facts can be read in any without what they came from."""


class Holding(NamedTuple):
    """Columns of a `SeatHolder`."""

    user_id: int
    since: datetime
    released_at: datetime | None
    together_with_id: int | None


@dataclass(frozen=True)
class PlayedSeat:
    """A seat: its role (`words` are its name), who acts for it at the end, who ever did in this branch once the match
    had begun, and who left it before the end, to come back or not. `screens` is, of
    those who play at somebody else's screen, whose.
    """

    index: int
    role: str
    words: Words
    holders: frozenset[int]
    ever: frozenset[int]
    left: frozenset[int] = frozenset()
    screens: Mapping[int, int] = field(default_factory=dict)


@dataclass(frozen=True)
class PlayedTable:
    """A team of a session with its match, None while there is none, and its seats in order. `planned` are the people
    who were to sit there, by plan or as members of the course's team.
    """

    team: SessionTeam
    match: Match | None
    places: tuple[PlayedSeat, ...]
    planned: frozenset[int]

    @property
    def holders(self) -> frozenset[int]:
        """Who acts for a seat now, or did when the match ended."""
        return frozenset(user for place in self.places for user in place.holders)

    @property
    def people(self) -> frozenset[int]:
        """Everybody who belongs or belonged to the table."""
        return self.planned.union(*(place.ever for place in self.places))

    @property
    def result(self) -> dict[str, Any] | None:
        """Scores, places and targets of a finished match."""
        return self.match.result if self.match is not None and self.match.status == Status.FINISHED else None


def in_languages(words: Callable[[], Sequence[Any]]) -> tuple[Words, ...]:
    """Each of the texts of `words` in each language of the site."""
    found = {}
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            found[language] = [str(text) for text in words()]
    return tuple(dict(zip(found, texts, strict=True)) for texts in zip(*found.values(), strict=True))


def said(words: Words) -> str:
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
    return [_table(row, frozenset(planned[row.pk]), seats[row.match_id], names) for row in rows]


def _rows_of(play_session: Session) -> list[Any]:
    """Its teams with their matches. A scenario's text is of some 100 kB: that of the first match is read once, of the
    others only what differs from it.
    """
    first = Match.objects.filter(session_team__session=play_session).order_by("pk").values("pk", "scenario")[:1]
    rows = SessionTeam.objects.filter(session=play_session).select_related("match")
    rows = rows.defer("match__state", "match__scenario").order_by("position", "pk")
    found = list(rows.annotate(has_first=Q(match__scenario=Subquery(first.values("scenario")))))
    texts = dict.fromkeys((row.match_id for row in found), next((each["scenario"] for each in first), ""))
    others = [row.match_id for row in found if row.match_id is not None and not row.has_first]
    texts |= Match.objects.filter(pk__in=others).values_list("pk", "scenario") if others else {}
    for row in found:
        if row.match is not None:
            row.match.scenario = texts[row.match_id]
    return found


def _seats_of(play_session: Session) -> defaultdict[int | None, list[tuple[int, str, list[Holding]]]]:
    """Index, role and holders of each seat, by match. As plain values: a class of 300 has as many of each."""
    at_tables = {"match__session_team__session": play_session}
    holders: defaultdict[int, list[Holding]] = defaultdict(list)
    rows = SeatHolder.objects.filter(**{f"seat__{name}": value for name, value in at_tables.items()})
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
    return in_languages(lambda: [role.name for role in face.roles(scenario)])


def _place(index: int, role: str, held: Sequence[Holding], match: Match, names: Sequence[Words]) -> PlayedSeat:
    rows = [row for row in held if not _only_waited(row, match)]
    at_end = {row.user_id for row in rows if _held_at_end(row, match)}
    words = names[index] if index < len(names) else {}
    left = {row.user_id for row in rows if row.released_at is not None and not _held_at_end(row, match)}
    ever = frozenset(row.user_id for row in rows)
    screens = {row.user_id: row.together_with_id for row in rows if row.together_with_id is not None}
    return PlayedSeat(index, role, words, frozenset(at_end), ever, frozenset(left), screens)


def _only_waited(row: Holding, match: Match) -> bool:
    """Left again before the match began? A fork with moves begins late, with the holders from before it."""
    if match.started_at is None or match.forked_at:
        return False
    return row.released_at is not None and row.released_at <= match.started_at


def _held_at_end(row: Holding, match: Match) -> bool:
    """Somebody who left after the end held the seat at the end; somebody who sat down after it did not."""
    if match.ended_at is None:
        return row.released_at is None
    return row.since <= match.ended_at and (row.released_at is None or row.released_at > match.ended_at)


def roster_of(play_session: Session) -> list[Enrolment]:
    """The students of the session's course, by family name. Those who left are not graded."""
    rows = Enrolment.objects.filter(
        course=play_session.course_id, role=Enrolment.Role.STUDENT, left_at__isnull=True
    ).select_related("user")
    tell_apart(play_session.course_id, [row.user for row in rows])
    return sorted(rows, key=lambda row: (*by_family_name(row.user), row.user_id))
