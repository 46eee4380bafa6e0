"""The lobby of a session: its tables, the people present, and its ETag."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from typing import Any, Final

from django.core.cache import cache
from django.utils.translation import get_language

from classrooms.models import Enrolment, Session
from classrooms.people.class_lists.namesakes import tell_apart
from classrooms.play.sessions.queries.tables import TableLine, table_lines
from games.public.models import Match, person_model
from games.public.work import presence

ON_SITE_SECONDS: Final = 3


def place_of(play_session: Session) -> str:
    """The presence channel of people who have the lobby open, with or without a seat."""
    return f"session-{play_session.pk}"


@dataclass(frozen=True)
class Lobby:
    """Everything in the lobby. `here` are ids of signed-in people on any page of the site; None if presence is
    unknown.
    """

    lines: list[TableLine]
    here: frozenset[int] | None
    waiting: list[Any]
    """Students who are here and have no seat."""

    @property
    def seated(self) -> int:
        """People on seats."""
        return len({user.pk for line in self.lines for user in line.people})

    @property
    def seated_here(self) -> int | None:
        """The number of people on seats who are here; None if presence is unknown."""
        if self.here is None:
            return None
        return len({user.pk for line in self.lines for user in line.people if user.pk in self.here})

    @property
    def away(self) -> int:
        """The number of people with a seat who are not here; 0 if presence is unknown."""
        return 0 if self.seated_here is None else self.seated - self.seated_here

    @property
    def away_seats(self) -> int:
        """Seats whose people are all away."""
        here = self.here
        if here is None:
            return 0
        held = [seat.people for line in self.lines for seat in line.seats if seat.people]
        return sum(1 for people in held if not any(user.pk in here for user in people))

    @property
    def away_tables(self) -> int:
        """Tables whose people are all away."""
        here = self.here
        if here is None:
            return 0
        return sum(1 for line in self.lines if line.people and not any(user.pk in here for user in line.people))

    def is_complete(self, line: TableLine) -> bool:
        """Are all people of a table here, at least one? If presence is unknown: have all of them a seat?"""
        here = self.here
        known = here is None or all(user.pk in here for user in line.people)
        return bool(line.people) and not line.unseated and known

    @property
    def empty_tables(self) -> int:
        """Tables without people."""
        return sum(1 for line in self.lines if not line.people)


def lobby_of(play_session: Session, now: datetime) -> Lobby:
    """The lobby in a constant number of queries."""
    lines = table_lines(play_session)
    here = who_is_here(play_session, [line.table.match_id for line in lines if line.table.match_id], now)
    seated = {user.pk for line in lines for user in line.people}
    waiting: list[Any] = []
    if here and here - seated:
        students = Enrolment.objects.filter(
            course=play_session.course_id, role=Enrolment.Role.STUDENT, left_at__isnull=True, user__in=here - seated
        )
        users = person_model().objects.filter(pk__in=students.values("user"))
        waiting = list(users.order_by("display_name", "pk"))
    tell_apart(play_session.course_id, [*(user for line in lines for user in (*line.people, *line.unseated)), *waiting])
    return Lobby(lines, here, waiting)


def who_is_here(play_session: Session, match_ids: list[int], now: datetime) -> frozenset[int] | None:
    """Everybody with the lobby or a table of the session open, and members of the course anywhere on the site; None if
    presence is unknown.
    """
    signs: Mapping[Any, Mapping[int, datetime]] | None = presence.last_seen([place_of(play_session), *match_ids])
    if signs is None:
        return None
    here = {user for people in signs.values() for user, at in people.items() if presence.is_here(at, now)}
    return frozenset(here | _on_site(play_session, now))


def _on_site(play_session: Session, now: datetime) -> frozenset[int]:
    """Members of the course who requested a page of the site just now. Readers of the lobby share one look-up for a few
    seconds.
    """
    name = f"on-site-{play_session.course_id}"
    known: frozenset[int] | None = cache.get(name)
    if known is None:
        members = Enrolment.objects.filter(course=play_session.course_id, left_at__isnull=True)
        seen = presence.last_on_site(members.values_list("user_id", flat=True))
        known = frozenset(user for user, at in seen.items() if abs(now - at) <= presence.ON_SITE_FOR)
        cache.set(name, known, ON_SITE_SECONDS)
    return known


def topics_of(session_id: int) -> list[str]:
    """The topics of live pages of a session (games.platform.work.news): itself and its matches, in one query."""
    matches = Match.objects.filter(session_team__session=session_id).order_by("pk").values_list("pk", flat=True)
    return [f"session-{session_id}", *(f"match-{pk}" for pk in matches)]


def lobby_tag(play_session: Session, user_id: int, now: datetime) -> str:
    """An ETag of one reader's view, in one query."""
    rows = list(
        Match.objects.filter(session_team__session=play_session).order_by("pk").values_list("pk", "revision", "status")
    )
    here = who_is_here(play_session, [row[0] for row in rows], now)
    parts = (
        play_session.revision,
        play_session.status,
        rows,
        sorted(here or ()),
        here is None,
        user_id,
        get_language(),
    )
    return f'"{sha256(repr(parts).encode()).hexdigest()[:32]}"'
