"""Students' reviews of their team mates. Students never see single reviews; graders read means, and notes without
names.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from classrooms.assess.grading.queries.tables import tables_of
from classrooms.models import GradeBook, PeerReview, Session, SessionStatus, SessionTeam, User
from classrooms.people.class_lists.namesakes import tell_apart
from games.public.base import BadRequest, clock, refusal
from games.public.matches import players, stories_in

KIND: Final = "peer"
"""The kind of rubric line that asks for reviews."""
BEST_REVIEW: Final = 4
FEWEST_REVIEWS: Final = 2
"""The least number of reviews; a single review would reveal its author."""
NOTE_LENGTH: Final = 500
OPEN: Final = (SessionStatus.RUNNING, SessionStatus.PAUSED, SessionStatus.FINISHED)


ReviewsClosed = refusal(
    "reviews_closed",
    _("The peer evaluation is closed: it is open from the start of a session until its grades are published."),
)
"""Reviews are not wanted, not open yet, or closed."""


@dataclass(frozen=True)
class Mate:
    """A team mate with the author's review; None for no review yet."""

    user: Any
    review: PeerReview | None


@dataclass(frozen=True)
class Team:
    """The table whose people the author may review."""

    table: SessionTeam
    mates: tuple[Mate, ...]


def is_open(play_session: Session) -> bool:
    """Are reviews open? They are from the start until grades are published, if the rubric has a line for them."""
    book = GradeBook.objects.filter(session=play_session, lines__kind=KIND).first()
    return (
        not play_session.is_rehearsal and book is not None and book.published_at is None and play_session.status in OPEN
    )


def mates_of(play_session: Session, user: Any) -> Team | None:
    """The people who made moves at the author's table; None for an author without moves."""
    tables = [table for table in tables_of(play_session) if table.match is not None and user.pk in table.people]
    told = stories_in(table.match for table in tables if table.match is not None)
    moved = {table.team.pk: {person.id for person in players(told[table.team.match_id or 0])} for table in tables}
    table = next((table for table in tables if user.pk in moved[table.team.pk]), None)
    if table is None:
        return None
    said = {row.about_id: row for row in PeerReview.objects.filter(session_team=table.team, author=user)}
    mates = _people(moved[table.team.pk] - {user.pk})
    tell_apart(play_session.course_id, mates)
    people = sorted(mates, key=lambda mate: (mate.get_full_name().casefold(), mate.pk))
    return Team(table.team, tuple(Mate(mate, said.get(mate.pk)) for mate in people))


def _people(ids: Collection[int]) -> list[Any]:
    return list(User.objects.filter(pk__in=ids, erased_at__isnull=True))


@transaction.atomic
def peer_reviews_write(
    *,
    play_session: Session,
    author: Any,
    reviews: Mapping[int, tuple[int, str]],
    now: datetime | None = None,
) -> int:
    """Store a person's reviews of team mates, (points, note) by user, replacing earlier ones; returns their number.
    Raises ReviewsClosed, or BadRequest for people who are no team mates and for points out of bounds.
    """
    GradeBook.objects.select_for_update().filter(session=play_session).first()
    team = mates_of(play_session, author)
    if team is None or not is_open(play_session):
        raise ReviewsClosed
    mates = {mate.user.pk for mate in team.mates}
    for about, (points, note) in reviews.items():
        if about not in mates or not 0 <= points <= BEST_REVIEW or len(note) > NOTE_LENGTH:
            raise BadRequest(field="reviews", reason=about)
        PeerReview.objects.update_or_create(
            session_team=team.table,
            author=author,
            about_id=about,
            defaults={"points": points, "note": note.strip(), "created_at": now or clock.now()},
        )
    return len(reviews)


def notes_about(play_session: Session, user_id: int) -> list[str]:
    """Notes for graders, in alphabetical order so that the order does not reveal authors; none for a single
    review.
    """
    rows = PeerReview.objects.filter(session_team__session=play_session, about=user_id).values_list("note", flat=True)
    notes = list(rows)
    return sorted(note for note in notes if note) if len(notes) >= FEWEST_REVIEWS else []
