"""The people of a course: list, class lists with preview and undo, personal links."""

from typing import Any, Final

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from classrooms.files.spreadsheets import csv_response
from classrooms.models import Enrolment, RosterImport
from classrooms.people.access.guards import UPLOAD_LIMIT, for_members
from classrooms.people.access.permissions import CourseAccess, Right
from classrooms.people.class_lists.forms import RosterForm, StudentForm
from classrooms.people.class_lists.queries import lists_taken, matches_query, people_of
from classrooms.people.class_lists.services.rosters import (
    lines_of,
    notes_of,
    roster_apply,
    roster_discard,
    roster_read,
    roster_undo,
)
from classrooms.people.class_lists.services.rosters_notes import RosterUnreadable
from classrooms.people.class_lists.services.rosters_pending import PendingList
from classrooms.people.class_lists.services.rosters_reading import Reading, Row, read_file, read_text
from classrooms.people.class_lists.services.staff import LastInstructor, staff_remove
from classrooms.people.class_lists.twins import twins_of
from classrooms.people.class_lists.views.columns import columns_answer, columns_ask, list_show
from classrooms.people.class_lists.views.frame import head
from games.public.base import full_url, view_options

PER_PAGE: Final = 150
"""The greatest number of students on a page."""


@require_safe
@for_members(Right.LOOK)
def people(request: HttpRequest, access: CourseAccess) -> HttpResponse:
    """Staff, students (those that match `?q=`, page by page), and former members. Staff of the course may look;
    addresses, links and changes are reserved to instructors.
    """
    return _people_page(request, access)


def _people_page(request: HttpRequest, access: CourseAccess, form: StudentForm | None = None) -> HttpResponse:
    may_manage = access.may(Right.MANAGE)
    found = people_of(access.course, links=may_manage)
    query = request.GET.get("q", "").strip()[:200]
    everybody = len(found.students)
    twins = twins_of(found.students) if may_manage and not query else []
    fitting = [student for student in found.students if matches_query(student, query)]
    page = Paginator(fitting, PER_PAGE).get_page(request.GET.get("page"))
    found.students = list(page)
    for student in found.students:
        student.link = return_url(request, student.link) if student.link else ""
    context = head(request, access) | {
        "people": found,
        "page": page,
        "lists": lists_taken(access.course) if may_manage else (),
        "form": form or StudentForm(),
        "query": query,
        "twins": twins,
        "everybody": everybody,
        "teams": access.course.teams.order_by("name") if may_manage else (),
    }
    status = 422 if form is not None and form.errors else 200
    return render(request, "classrooms/class_lists/people.html", context, status=status)


def return_url(request: HttpRequest, secret: str) -> str:
    """The full address of a personal link."""
    return full_url(request, "games:return", secret)


@require_POST
@for_members(Right.MANAGE)
def person_add(request: HttpRequest, access: CourseAccess) -> HttpResponse:
    """Add one student: a class list of one line, checked and applied like a long one. For instructors of the course."""
    form = StudentForm(request.POST)
    if not form.is_valid():
        return _people_page(request, access, form)
    values = form.cleaned_data
    row = Row(
        1,
        values["name"],
        values["email"],
        values["student_number"],
        "",
        f"{values['extra_time']} %",
        values["family_name"],
        values["given_name"],
    )
    roster = roster_read(course=access.course, reading=Reading((row,)), by=request.user, source=_("typed"))
    if not roster_apply(roster=roster):
        for reason in lines_of(roster)[0].reasons or [_("Already in the course: %(name)s.") % {"name": values["name"]}]:
            form.add_error(None, reason)
        roster_discard(roster=roster)
        return _people_page(request, access, form)
    messages.success(request, _("%(name)s is in the course.") % {"name": values["name"]})
    return redirect(reverse("classrooms:course-people", args=[access.course.pk]) + "#students")


@view_options(body_limit=UPLOAD_LIMIT)
@for_members(Right.MANAGE)
def roster(request: HttpRequest, access: CourseAccess) -> HttpResponse:
    """Paste a list or send a file; the result is shown before anybody is enrolled. If columns are in doubt, a page asks
    for them and posts its answer here (`table`). For instructors of the course.
    """
    form = RosterForm(request.POST, request.FILES) if request.method == "POST" else RosterForm()
    answers = "table" in request.POST
    if request.method == "POST" and (form.is_valid() or answers):
        try:
            return columns_answer(request, access) if answers else _look(request, access, form)
        except RosterUnreadable as fault:
            form = RosterForm(data={}) if answers else form
            form.full_clean()
            form.errors.clear()
            form.add_error(None, str(fault))
    context = head(request, access) | {"form": form}
    return render(request, "classrooms/class_lists/roster.html", context, status=422 if form.errors else 200)


def _look(request: HttpRequest, access: CourseAccess, form: RosterForm) -> HttpResponse:
    """Read the list; a file takes precedence over a pasted text."""
    file, remembered = form.cleaned_data["file"], access.course.list_columns
    if file:
        reading, source = read_file(file.read(1_000_001), remembered), " ".join(str(file.name).split())
    else:
        reading, source = read_text(form.cleaned_data["text"], remembered), _("pasted")
    if reading.asks or form.cleaned_data["choose"]:
        return columns_ask(request, access, PendingList(reading.table, reading.columns, source))
    return list_show(request, access, reading, source)


@for_members(Right.MANAGE)
def roster_list(request: HttpRequest, access: CourseAccess, list_id: int) -> HttpResponse:
    """A list that was read, with the problems of its lines. A post applies, discards or undoes it (`action`). For
    instructors of the course.
    """
    found = get_object_or_404(RosterImport, pk=list_id, course=access.course, undone_at__isnull=True)
    if request.method == "POST":
        return _change_list(request, access, found)
    lines = lines_of(found)
    context = head(request, access) | {
        "roster": found,
        "notes": notes_of(found),
        "good": [line for line in lines if not line.problems],
        "bad": [line for line in lines if line.problems],
    }
    return render(request, "classrooms/class_lists/roster_list.html", context)


def _change_list(request: HttpRequest, access: CourseAccess, found: RosterImport) -> HttpResponse:
    action = request.POST.get("action", "")
    if action == "take":
        number = roster_apply(roster=found)
        said = ngettext("%(number)d student is in the course.", "%(number)d students are in the course.", number)
        messages.success(request, said % {"number": number})
    elif action == "discard":
        roster_discard(roster=found)
    elif action == "undo":
        undone = roster_undo(roster=found)
        said = ngettext("%(number)d student was taken out.", "%(number)d students were taken out.", undone.removed)
        messages.success(request, said % {"number": undone.removed})
        if undone.kept:
            kept = _("These have played already and stay: %(names)s.") % {"names": ", ".join(undone.kept)}
            messages.warning(request, kept)
    else:
        raise Http404
    return redirect(reverse("classrooms:course-people", args=[access.course.pk]) + "#students")


@require_safe
@for_members(Right.MANAGE)
def links(request: HttpRequest, access: CourseAccess) -> HttpResponse:
    """Personal links of all guests, as cards to print and cut. For instructors of the course."""
    context = head(request, access) | {"cards": _links(request, access)}
    return render(request, "classrooms/class_lists/links.html", context)


def _links(request: HttpRequest, access: CourseAccess) -> list[dict[str, Any]]:
    students = people_of(access.course, links=True).students
    return [
        {
            "name": s.name,
            "user": s.user,
            "number": s.enrolment.student_number,
            "email": s.user.email,
            "team": s.team,
            "url": return_url(request, s.link),
        }
        for s in students
        if s.link
    ]


@require_safe
@for_members(Right.MANAGE)
def links_file(request: HttpRequest, access: CourseAccess) -> HttpResponse:
    """Personal links of all guests as CSV. For instructors of the course."""
    head = [_("Name"), _("Family name"), _("Given name"), _("Student number"), _("E-mail"), _("Team")]
    rows = [
        [
            card["name"],
            *card["user"].get_name_parts(),
            card["number"],
            card["email"],
            card["team"].name if card["team"] else "",
            card["url"],
        ]
        for card in _links(request, access)
    ]
    name = f"{slugify(access.course.name) or 'course'}-{slugify(_('links'))}.csv"
    return csv_response(name, [[*head, _("Personal link")], *rows])


@require_POST
@for_members(Right.MANAGE)
def staff_leave(request: HttpRequest, access: CourseAccess, user_id: int) -> HttpResponse:
    """End a person's membership in the staff. For instructors of the course; the last one stays."""
    row = get_object_or_404(
        Enrolment.objects.exclude(role=Enrolment.Role.STUDENT), course=access.course, user=user_id, left_at__isnull=True
    )
    try:
        staff_remove(enrolment=row, by=request.user)
    except LastInstructor as refused:
        messages.error(request, str(refused))
    else:
        messages.success(request, _("%(name)s has left the staff.") % {"name": row.user.get_full_name()})
        if row.user_id == request.user.pk:
            return redirect("classrooms:courses")
    return redirect(reverse("classrooms:course-people", args=[access.course.pk]) + "#staff")
