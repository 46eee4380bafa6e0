"""A student's own grade, as it was published."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from classrooms.grading.distribution import published
from classrooms.grading.mine import my_grade_of, what_counts
from classrooms.models import GradeBook
from classrooms.permissions import Right, SessionAccess
from classrooms.services.peer_reviews import is_open
from classrooms.views.grades import for_grades


@require_safe
@for_grades(Right.PLAY)
def my_grade(request: HttpRequest, access: SessionAccess) -> HttpResponse:
    """The reader's final mark with each line, its weight, points and facts; before publication, only what will count.
    For the students of the course; nobody sees another's.
    """
    play_session = access.play_session
    book = GradeBook.objects.filter(session=play_session).first()
    context: dict[str, Any] = {
        "access": access,
        "mine": my_grade_of(book, request.user) if book is not None else None,
        "lines": what_counts(play_session, book) if book is not None else [],
        "reviews_open": is_open(play_session),
    }
    if context["mine"] is not None and book is not None and book.shows_distribution:
        context["distribution"] = published(book)
    return render(request, "classrooms/grades/my_grade.html", context)
