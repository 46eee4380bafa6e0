"""A student's own grade, as it was published."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from classrooms.assess.grading.queries.distribution import published
from classrooms.assess.grading.queries.mark_queries import queries_of
from classrooms.assess.grading.queries.mine import my_grade_of, what_counts
from classrooms.assess.grading.services.peer_reviews import is_open
from classrooms.assess.grading.views.grades import for_grades
from classrooms.models import GradeBook
from classrooms.people.access.permissions import Right, SessionAccess


@require_safe
@for_grades(Right.PLAY)
def my_grade(request: HttpRequest, access: SessionAccess) -> HttpResponse:
    """The reader's final mark with each line, its weight, points and facts; before publication, only the rubric. For
    the students of the course; nobody sees another's.
    """
    return my_grade_page(request, access)


def my_grade_page(request: HttpRequest, access: SessionAccess, *, refused: str = "", text: str = "") -> HttpResponse:
    """The page, with a refused query and its text."""
    play_session = access.play_session
    book = GradeBook.objects.filter(session=play_session).first()
    context: dict[str, Any] = {
        "access": access,
        "book": book,
        "mine": my_grade_of(book, request.user) if book is not None else None,
        "lines": what_counts(play_session, book) if book is not None else [],
        "queries": queries_of(play_session, request.user),
        "refused": refused,
        "text": text,
        "reviews_open": is_open(play_session),
    }
    told = context["mine"].published.published_at if context["mine"] is not None else None
    context["may_ask"] = told is not None and not any(
        query.is_open for query in context["queries"] if query.about == told
    )
    if context["mine"] is not None and book is not None and book.shows_distribution:
        context["distribution"] = published(book)
    return render(request, "classrooms/grading/my_grade.html", context)
