"""Ways into a study. Strangers get 404, members without the right 403, and students 404 until the plan is frozen."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache

from classrooms.models import Study
from classrooms.people.access.permissions import CourseAccess, Right, course_access
from games.public.base import NotAllowed

View = Callable[..., HttpResponse]


@dataclass(frozen=True)
class StudyAccess(CourseAccess):
    """A member's way into a study of the course."""

    study: Study


def study_access(study_id: int, user: Any, right: Right) -> StudyAccess:
    """The access of a person with a right. Raises Http404 for strangers, NotAllowed for members without the right."""
    study = Study.objects.select_related("course").filter(pk=study_id).first()
    if study is None:
        raise Http404
    access = course_access(study.course_id, user)
    if not access.may(Right.LOOK) and study.frozen_at is None:
        raise Http404
    access.check(right)
    return StudyAccess(access.course, access.user, access.enrolment, study)


def for_study(right: Right) -> Callable[[View], View]:
    """The view of `/studies/<study_id>/...` gets a StudyAccess in place of the number; its page is never cached."""

    def decorate(view: View) -> View:
        @never_cache
        @login_required
        @wraps(view)
        def guarded(request: HttpRequest, study_id: int, *args: Any, **kwargs: Any) -> HttpResponse:
            try:
                access = study_access(study_id, request.user, right)
            except NotAllowed:
                raise PermissionDenied from None
            return view(request, access, *args, **kwargs)

        return guarded

    return decorate
