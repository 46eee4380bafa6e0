"""The studies of a course."""

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from classrooms.assess.studies.forms import NewStudyForm
from classrooms.assess.studies.queries.overview import lines_of
from classrooms.assess.studies.services.design import study_copy, study_create
from classrooms.assess.studies.services.refusals import BadPlan
from classrooms.people.access.guards import for_members
from classrooms.people.access.permissions import CourseAccess, Right
from classrooms.people.class_lists.views.frame import head
from games.public.base import clock


@for_members(Right.LOOK)
def studies(request: HttpRequest, access: CourseAccess) -> HttpResponse:
    """The list, for the staff; POST makes a new draft, for instructors."""
    is_post = request.method == "POST"
    if is_post and not access.may(Right.MANAGE):
        raise PermissionDenied
    form = NewStudyForm(request.user, request.POST if is_post else None)
    if is_post and form.is_valid():
        source, title = form.cleaned_data.get("like"), form.cleaned_data["title"]
        course, by = access.course, request.user
        try:
            if source:
                study = study_copy(source=source, course=course, by=by, title=title)
            else:
                study = study_create(course=course, by=by, title=title)
        except BadPlan as refused:
            form.add_error("title", str(refused))
        else:
            return redirect("classrooms:study", study.pk)
    context = head(request, access) | {"lines": lines_of(access.course, clock.now()), "form": form}
    return render(request, "classrooms/studies/list.html", context, status=422 if form.errors else 200)
