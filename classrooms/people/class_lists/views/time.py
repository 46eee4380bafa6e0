"""A student's own extra time: the present value, and a request for it."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from classrooms.models import Enrolment
from classrooms.people.class_lists.forms import ExtraTimeForm
from classrooms.people.class_lists.services.people import extra_time_ask
from games.public.base import BadRequest


@never_cache
@login_required
def my_time(request: HttpRequest) -> HttpResponse:
    """The reader's courses as a student, with their extra time; POST asks for some in one of them."""
    reader: Any = request.user
    rows = Enrolment.objects.filter(
        user=reader, role=Enrolment.Role.STUDENT, left_at__isnull=True, course__archived_at__isnull=True
    )
    form = ExtraTimeForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            extra_time_ask(user=reader, course_id=form.cleaned_data["course"], percent=form.cleaned_data["extra_time"])
        except BadRequest as refused:
            form.add_error(None, str(refused))
        else:
            messages.success(request, _("Your instructors see it with your name."))
            return redirect("classrooms:my-time")
    enrolments = rows.select_related("course").order_by("course__name", "pk")
    context = {"form": form, "enrolments": enrolments}
    return render(request, "classrooms/class_lists/my_time.html", context, status=422 if form.errors else 200)
