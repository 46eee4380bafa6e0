"""What the home page tells a student of grades: those that were published, and team mates to be evaluated."""

from typing import Any, Final

from django.db.models import Exists, OuterRef, QuerySet

from classrooms.grading.queries.sheet import shown, standing_words
from classrooms.grading.services.peer_reviews import OPEN
from classrooms.models import Enrolment, PeerReview, PublishedGrade, RubricLine, Session, SessionStatus
from games.models import AuthorKind, Match, Move, SeatHolder

LATEST: Final = 3


def published_to(user: Any) -> list[tuple[Session, str]]:
    """The latest published grades of somebody in sessions that are not archived, with the final mark or the word in its
    place, in one query.
    """
    rows = PublishedGrade.objects.filter(user=user, book__session__in=_sessions_of(user)).exclude(
        book__session__status=SessionStatus.ARCHIVED
    )
    found = rows.select_related("book__session").order_by("-published_at", "-pk")[:LATEST]
    return [(row.book.session, shown(row.final) or standing_words(row.state)) for row in found]


def to_evaluate(user: Any) -> list[Session]:
    """Sessions in which somebody and others moved at one table and they said nothing of them yet, in one query."""
    asked = RubricLine.objects.filter(
        book__session=OuterRef("pk"), kind=RubricLine.Kind.PEER, book__published_at__isnull=True
    )
    moves = Move.objects.standing().filter(author_kind=AuthorKind.PLAYER, author__isnull=False)
    theirs = moves.filter(match=OuterRef("seat__match"), seat=OuterRef("seat__index"), author=OuterRef("together_with"))
    beside = SeatHolder.objects.filter(Exists(theirs), together_with__isnull=False)
    own_moves = Exists(moves.filter(match=OuterRef("pk"), author=user))
    own_screen = Exists(beside.filter(seat__match=OuterRef("pk"), user=user))
    mates_moves = Exists(moves.filter(match=OuterRef("pk")).exclude(author=user))
    mates_screen = Exists(beside.filter(seat__match=OuterRef("pk")).exclude(user=user))
    tables = Match.objects.filter(own_moves | own_screen, mates_moves | mates_screen)
    tables = tables.filter(session_team__session=OuterRef("pk"))
    said = PeerReview.objects.filter(session_team__session=OuterRef("pk"), author=user)
    rows = _sessions_of(user).filter(Exists(asked), Exists(tables), ~Exists(said), is_rehearsal=False, status__in=OPEN)
    return list(rows.order_by("-created_at", "-pk"))


def _sessions_of(user: Any) -> QuerySet[Session]:
    mine = Enrolment.objects.filter(
        course=OuterRef("course"), user=user, role=Enrolment.Role.STUDENT, left_at__isnull=True
    )
    return Session.objects.filter(Exists(mine))
