"""What the home page tells a student of grades: those that were published, and team mates to be evaluated."""

from typing import Any, Final

from django.db.models import Exists, OuterRef, QuerySet

from classrooms.grading.sheet import shown
from classrooms.models import Enrolment, PeerReview, PublishedGrade, RubricLine, Session, SessionStatus
from classrooms.services.peer_reviews import OPEN
from games.models import SeatHolder

LATEST: Final = 3


def published_to(user: Any) -> list[tuple[Session, str]]:
    """The latest published grades of somebody in sessions that are not archived, with the final mark as it is written,
    in one query.
    """
    rows = PublishedGrade.objects.filter(user=user, book__session__in=_sessions_of(user)).exclude(
        book__session__status=SessionStatus.ARCHIVED
    )
    found = rows.select_related("book__session").order_by("-published_at", "-pk")[:LATEST]
    return [(row.book.session, shown(row.final)) for row in found]


def to_evaluate(user: Any) -> list[Session]:
    """Sessions in which somebody sits with others and has not said anything of them yet, in one query."""
    asked = RubricLine.objects.filter(
        book__session=OuterRef("pk"), kind=RubricLine.Kind.PEER, book__published_at__isnull=True
    )
    held = SeatHolder.objects.filter(released_at__isnull=True, seat__match__session_team__session=OuterRef("pk"))
    mates = SeatHolder.objects.filter(released_at__isnull=True, seat__match=OuterRef("seat__match")).exclude(user=user)
    said = PeerReview.objects.filter(session_team__session=OuterRef("pk"), author=user)
    rows = _sessions_of(user).filter(
        Exists(asked), Exists(held.filter(Exists(mates), user=user)), ~Exists(said), is_rehearsal=False, status__in=OPEN
    )
    return list(rows.order_by("-created_at", "-pk"))


def _sessions_of(user: Any) -> QuerySet[Session]:
    mine = Enrolment.objects.filter(
        course=OuterRef("course"), user=user, role=Enrolment.Role.STUDENT, left_at__isnull=True
    )
    return Session.objects.filter(Exists(mine))
