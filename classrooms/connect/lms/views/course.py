"""A course and its platform: list, teams, marks, for its instructors."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_POST, require_safe

from classrooms.assess.grading.views.grades import for_grades
from classrooms.connect.lms.mark_states import Event
from classrooms.connect.lms.pages import marks_there
from classrooms.connect.lms.queries.pages import columns, connected, without_column
from classrooms.connect.lms.services import courses, rosters, scores, sending
from classrooms.models import LmsCourse, LmsLineItem, LmsLink, LmsPlatform, LmsScore, RubricLine
from classrooms.people.access.guards import for_members
from classrooms.people.access.permissions import CourseAccess, Right, SessionAccess
from classrooms.people.access.session_guards import for_session
from classrooms.people.class_lists.views.frame import head
from games.public.base import BadRequest, ServiceError

State = LmsScore.State
ON_ITS_WAY: Final = gettext_lazy("It is on its way.")
BY_PEOPLE: Final[Mapping[str, str | Promise]] = {
    Event.RESEND: ON_ITS_WAY,
    Event.OVERWRITE: ON_ITS_WAY,
    Event.TAKE_BACK: ON_ITS_WAY,
    Event.LEAVE: gettext_lazy("The mark there stays, and nothing more is sent for this student."),
}
"""The answer to each event that an instructor causes."""


@require_safe
@for_members(Right.MANAGE)
def course_lms(request: HttpRequest, access: CourseAccess) -> HttpResponse:
    """The platform courses connected to this course, with the state of their lists. For instructors of the course."""
    moodles = LmsPlatform.objects.filter(product=LmsPlatform.Product.MOODLE, state=LmsPlatform.State.ON)
    context = head(request, access) | {"connected": connected(access.course.pk), "has_moodle": moodles.exists}
    return render(request, "classrooms/lms/course.html", context)


def _row(access: CourseAccess, lms_course_id: int) -> LmsCourse:
    rows = LmsCourse.objects.select_related("course", "deployment__platform")
    return get_object_or_404(rows, pk=lms_course_id, course=access.course)


@require_POST
@for_members(Right.MANAGE)
def course_lms_roster(request: HttpRequest, access: CourseAccess, lms_course_id: int) -> HttpResponse:
    """Ask the platform for its list, and show the changes that it would make; with `digest`, apply the confirmed ones.
    For instructors of the course.
    """
    row = _row(access, lms_course_id)
    try:
        found = rosters.roster_read(lms_course=row)
        if "digest" in request.POST:
            digest = request.POST["digest"] or "-"
            rosters.roster_apply(lms_course=row, found=found, digest=digest, by=request.user)
            messages.success(request, _("The list is taken over."))
            return redirect("classrooms:course-lms", access.course.pk)
    except ServiceError as refused:
        messages.error(request, str(refused))
        return redirect("classrooms:course-lms", access.course.pk)
    context = head(request, access) | {"row": row, "found": found, "platform": row.deployment.platform}
    return render(request, "classrooms/lms/roster.html", context)


@require_POST
@for_members(Right.MANAGE)
def course_lms_teams(request: HttpRequest, access: CourseAccess, lms_course_id: int) -> HttpResponse:
    """Teams from the platform's groups. For instructors of the course."""
    try:
        made = rosters.teams_from_groups(lms_course=_row(access, lms_course_id))
    except ServiceError as refused:
        messages.error(request, str(refused))
        return redirect("classrooms:course-lms", access.course.pk)
    teams, students = len(made), sum(map(len, made.values()))
    said = ngettext("%(n)d team is made of a group", "%(n)d teams are made of groups", teams) % {"n": teams}
    messages.success(request, f"{said}, " + ngettext("%(n)d student.", "%(n)d students.", students) % {"n": students})
    return redirect("classrooms:course-teams", access.course.pk)


@require_POST
@for_members(Right.MANAGE)
def course_lms_part(request: HttpRequest, access: CourseAccess, lms_course_id: int) -> HttpResponse:
    """Disconnect the platform's course (with `sure`). For instructors of the course."""
    row = _row(access, lms_course_id)
    if request.POST.get("sure"):
        courses.course_disconnect(lms_course=row)
        messages.success(request, _("The two courses are separate now. Everybody stays in this one."))
    else:
        messages.error(request, _("Tick the box to separate the two courses."))
    return redirect("classrooms:course-lms", access.course.pk)


@require_safe
@for_grades()
def grades_lms(request: HttpRequest, access: SessionAccess) -> HttpResponse:
    """The marks of a session sent to platforms, student by student. For instructors of the course."""
    context = {
        "access": access,
        "columns": columns(access.play_session),
        "possible": without_column(access.play_session),
        "lines": list(access.play_session.grade_book.lines.all()),
    }
    return render(request, "classrooms/lms/grades.html", context)


@require_safe
@for_session(Right.GRADE)
def grades_lms_sent(request: HttpRequest, access: SessionAccess) -> HttpResponse:
    """The states of marks in platforms, which the grade pages reload while some wait. For instructors of the
    course.
    """
    panel = marks_there(access.play_session)
    return render(request, panel.template, {"panel": panel.context}) if panel is not None else HttpResponse()


@require_POST
@for_session(Right.GRADE)
def grades_lms_open(request: HttpRequest, access: SessionAccess) -> HttpResponse:
    """A column in the gradebook of a platform's course (`lms_course`), for the session or one line of its rubric
    (`line`). For instructors of the course.
    """
    row = LmsCourse.objects.filter(pk=_number(request, "lms_course"), course=access.course, is_allowed=True).first()
    if row is None:
        messages.error(request, _("Choose a course of the platform that this course is connected to."))
        return redirect("classrooms:grades-lms", access.play_session.pk)
    wanted = _number(request, "line")
    line = get_object_or_404(RubricLine, pk=wanted, book__session=access.play_session) if wanted else None
    _try(request, lambda: scores.line_item_open(lms_course=row, play_session=access.play_session, line=line))
    return redirect("classrooms:grades-lms", access.play_session.pk)


def _number(request: HttpRequest, name: str) -> int:
    text = request.POST.get(name, "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else 0


def _try(request: HttpRequest, act: Callable[[], Any]) -> bool:
    try:
        act()
    except ServiceError as refused:
        messages.error(request, str(refused))
        return False
    return True


@require_POST
@for_session(Right.GRADE)
def grades_lms_column(request: HttpRequest, access: SessionAccess, item_id: int) -> HttpResponse:
    """Change a column (`act`): stop or continue it, send refused marks again, delete it (with `sure`), or use the
    column of another `link`. For instructors of the course.
    """
    item = get_object_or_404(
        LmsLineItem.objects.select_related("lms_course__deployment__platform", "session", "line"),
        pk=item_id,
        session=access.play_session,
    )
    act = request.POST.get("act", "")
    if act == "stop":
        scores.line_item_stop(item=item)
        messages.success(request, _("Nothing more is sent. Marks already there stay."))
    elif act == "go-on":
        row = item.lms_course
        _try(request, lambda: scores.line_item_open(lms_course=row, play_session=item.session, line=item.line))
    elif act == "resend":
        number = scores.scores_resend(item=item, states=[State.REFUSED, State.WAITING])
        said = ngettext("%(n)d mark is on its way.", "%(n)d marks are on their way.", number)
        messages.success(request, said % {"n": number})
    elif act == "use":
        link = get_object_or_404(LmsLink, pk=_number(request, "link"), lms_course=item.lms_course)
        if _try(request, lambda: scores.line_item_choose(item=item, link=link)):
            messages.success(request, _("Marks go to the column of “%(link)s” from now on.") % {"link": link.title})
    elif act == "take-back" and request.POST.get("sure"):
        if _try(request, lambda: sending.column_delete(item=item)):
            messages.success(request, _("The column is gone from the platform's gradebook."))
    elif act == "take-back":
        messages.error(request, _("Tick the box to take the column back."))
    else:
        messages.error(request, str(BadRequest(field="act", reason=act[:20])))
    return redirect("classrooms:grades-lms", access.play_session.pk)


@require_POST
@for_session(Right.GRADE)
def grades_lms_score(request: HttpRequest, access: SessionAccess, score_id: int) -> HttpResponse:
    """Change one student's mark (`act`): send it again, overwrite the platform's, delete it there, or keep the
    platform's. For instructors of the course.
    """
    score = get_object_or_404(LmsScore, pk=score_id, line_item__session=access.play_session)
    act = request.POST.get("act", "")
    words = BY_PEOPLE.get(act)
    if words is None:
        messages.error(request, str(BadRequest(field="act", reason=act[:20])))
    elif _try(request, lambda: scores.score_change(score=score, event=Event(act))):
        messages.success(request, str(words))
    return redirect("classrooms:grades-lms", access.play_session.pk)
