"""The page on which a person names the columns of a class list."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from classrooms.people.access.permissions import CourseAccess
from classrooms.people.class_lists.services.rosters import roster_read
from classrooms.people.class_lists.services.rosters_notes import RosterUnreadable
from classrooms.people.class_lists.services.rosters_pending import (
    PendingList,
    columns_remember,
    named,
    page_of,
    pending_list_in,
    with_first_line_as_headings,
)
from classrooms.people.class_lists.services.rosters_reading import Reading
from classrooms.people.class_lists.views.frame import head


def columns_ask(
    request: HttpRequest,
    access: CourseAccess,
    asked: PendingList,
    *,
    fault: str = "",
    chosen: dict[int, str] | None = None,
) -> HttpResponse:
    """Show the first lines below a choice for each column."""
    context = head(request, access) | page_of(asked, chosen or {})
    context |= {"source": asked.source, "table": asked.signed(access.course), "fault": fault}
    return render(request, "classrooms/class_lists/columns.html", context, status=422 if fault else 200)


def columns_answer(request: HttpRequest, access: CourseAccess) -> HttpResponse:
    """Read the list with the chosen columns, and remember them for the course. Raises RosterUnreadable for an
    expired page.
    """
    asked = pending_list_in(request.POST["table"], access.course)
    chosen = {index: request.POST.get(f"column-{index}", "-") for index in range(len(asked.columns.meanings))}
    if request.POST.get("headings") and not asked.columns.head:
        asked = with_first_line_as_headings(asked)
    try:
        reading = named(asked, list(chosen.values()))
    except RosterUnreadable as refused:
        return columns_ask(request, access, asked, fault=str(refused), chosen=chosen)
    columns_remember(course=access.course, columns=reading.columns)
    return list_show(request, access, reading, asked.source)


def list_show(request: HttpRequest, access: CourseAccess, reading: Reading, source: str) -> HttpResponse:
    """Store the list that was read, and go to its page."""
    made = roster_read(course=access.course, reading=reading, by=request.user, source=source)
    return redirect("classrooms:course-roster-list", access.course.pk, made.pk)
