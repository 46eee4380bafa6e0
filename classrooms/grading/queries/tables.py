"""Who sat where in a session, read once for everything that is graded."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.conf import settings
from django.db.models import Prefetch
from django.utils import translation

from classrooms.models import Enrolment, Session, SessionTeam, User
from classrooms.people.queries import by_family_name
from games.kit import faces
from games.models import Match, Seat, SeatHolder, Status
from games.selectors.position import scenario_of

Words = dict[str, str]
"""A text in each language of the site, so that facts can be read in any without what they came from."""


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
    holders = Prefetch("holders", SeatHolder.objects.order_by("since", "pk"))
    seats = Prefetch("match__seats", Seat.objects.order_by("index").prefetch_related(holders))
    rows = SessionTeam.objects.filter(session=play_session).select_related("match").defer("match__state")
    members = Prefetch("team__members", User.objects.only("pk"))
    rows = rows.order_by("position", "pk").prefetch_related(seats, "seat_plans", members)
    names: dict[tuple[str, str], tuple[Words, ...]] = {}
    return [_table(row, names) for row in rows]


def _table(row: SessionTeam, names: dict[tuple[str, str], tuple[Words, ...]]) -> PlayedTable:
    planned = {plan.user_id for plan in row.seat_plans.all()}
    if row.team is not None:
        planned |= {user.pk for user in row.team.members.all()}
    match = row.match
    if match is None:
        return PlayedTable(row, None, (), frozenset(planned))
    key = (match.game, match.scenario)
    if key not in names:
        names[key] = _role_words(match)
    places = tuple(_place(seat, match, names[key]) for seat in match.seats.all())
    return PlayedTable(row, match, places, frozenset(planned))


def _role_words(match: Match) -> tuple[Words, ...]:
    face, scenario = faces.get(match.game), scenario_of(match)
    return in_languages(lambda: [role.name for role in face.roles(scenario)])


def _place(seat: Seat, match: Match, names: Sequence[Words]) -> PlayedSeat:
    rows = [row for row in seat.holders.all() if not _only_waited(row, match)]
    at_end = {row.user_id for row in rows if _held_at_end(row, match)}
    words = names[seat.index] if seat.index < len(names) else {}
    left = {row.user_id for row in rows if row.released_at is not None and not _held_at_end(row, match)}
    ever = frozenset(row.user_id for row in rows)
    screens = {row.user_id: row.together_with_id for row in rows if row.together_with_id is not None}
    return PlayedSeat(seat.index, seat.role, words, frozenset(at_end), ever, frozenset(left), screens)


def _only_waited(row: SeatHolder, match: Match) -> bool:
    """Left again before the match began? A fork begins late, with the holders from before it."""
    if match.started_at is None or match.parent_id is not None:
        return False
    return row.released_at is not None and row.released_at <= match.started_at


def _held_at_end(row: SeatHolder, match: Match) -> bool:
    """Somebody who left after the end held the seat at the end; somebody who sat down after it did not."""
    if match.ended_at is None:
        return row.released_at is None
    return row.since <= match.ended_at and (row.released_at is None or row.released_at > match.ended_at)


def roster_of(play_session: Session) -> list[Enrolment]:
    """The students of the session's course, by family name. Those who left are not graded."""
    rows = Enrolment.objects.filter(
        course=play_session.course_id, role=Enrolment.Role.STUDENT, left_at__isnull=True
    ).select_related("user")
    return sorted(rows, key=lambda row: (*by_family_name(row.user), row.user_id))
