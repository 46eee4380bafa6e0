"""News of grades on a student's home page: published marks, and team mates to evaluate."""

from typing import Any, Final

from django.db.models import Exists, OuterRef, Q, QuerySet

from classrooms.assess.grading.queries.mark_table import localized_mark, mark_state_words
from classrooms.assess.grading.queries.mine import awaited_in
from classrooms.assess.grading.services.peer_reviews import KIND, OPEN
from classrooms.models import Enrolment, PeerReview, PublishedGrade, RubricLine, Session, SessionStatus
from games.public.matches import decided_on_paper
from games.public.models import AuthorKind, Match, Move, Prepared, SeatHolder

LATEST: Final = 3
_ASKED: Final = Exists(
    RubricLine.objects.filter(book__session=OuterRef("pk"), kind=KIND, book__published_at__isnull=True)
)


def published_to(user: Any) -> list[tuple[Session, str, bool]]:
    """The latest published grades of a person in sessions that are not archived, in one query. Each has the final mark
    or the word in its place, and whether all of it was judged.
    """
    return [
        (row.book.session, localized_mark(row.final) or mark_state_words(row.state), not awaited_in(row.content))
        for row in _published(user.pk)
    ]


@Prepared
def _published(user_id: int) -> QuerySet[PublishedGrade]:
    rows = PublishedGrade.objects.filter(user=user_id, book__session__in=_sessions_of(user_id)).exclude(
        book__session__status=SessionStatus.ARCHIVED
    )
    return rows.select_related("book__session").order_by("-published_at", "-pk")[:LATEST]


def to_evaluate(user: Any) -> list[Session]:
    """Sessions in which the person and others moved at one table, and the person has not reviewed them. One query, and
    a long second one if one of their sessions has reviews.
    """
    return _unevaluated(user.pk) if _asking(user.pk) else []


@Prepared
def _asking(user_id: int) -> QuerySet[Any, Any]:
    rows = _sessions_of(user_id).filter(_ASKED, is_rehearsal=False, status__in=OPEN)
    return rows.values_list("pk")[:1]


@Prepared
def _unevaluated(user_id: int) -> QuerySet[Session]:
    moves = Move.objects.kept().filter(author_kind=AuthorKind.PLAYER, author__isnull=False)
    theirs = moves.filter(match=OuterRef("seat__match"), seat=OuterRef("seat__index"), author=OuterRef("together_with"))
    beside = SeatHolder.objects.filter(Q(Exists(theirs), together_with__isnull=False) | decided_on_paper())
    own_moves = Exists(moves.filter(match=OuterRef("pk"), author=user_id))
    own_screen = Exists(beside.filter(seat__match=OuterRef("pk"), user=user_id))
    mates_moves = Exists(moves.filter(match=OuterRef("pk")).exclude(author=user_id))
    mates_screen = Exists(beside.filter(seat__match=OuterRef("pk")).exclude(user=user_id))
    tables = Match.objects.filter(own_moves | own_screen, mates_moves | mates_screen)
    tables = tables.filter(session_team__session=OuterRef("pk"))
    said = PeerReview.objects.filter(session_team__session=OuterRef("pk"), author=user_id)
    rows = _sessions_of(user_id).filter(_ASKED, Exists(tables), ~Exists(said), is_rehearsal=False, status__in=OPEN)
    return rows.order_by("-created_at", "-pk")


def _sessions_of(user_id: int) -> QuerySet[Session]:
    mine = Enrolment.objects.filter(
        course=OuterRef("course"), user=user_id, role=Enrolment.Role.STUDENT, left_at__isnull=True
    )
    return Session.objects.filter(Exists(mine))
