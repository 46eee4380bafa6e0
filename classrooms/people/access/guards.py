"""Guards of the pages of a course. Strangers get 404, members without the right 403, and anonymous visitors sign
in first.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any, Final

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache

from classrooms.people.access.permissions import Right, course_access
from games.public.base import NotAllowed

View = Callable[..., HttpResponse]

UPLOAD_LIMIT: Final = 4 * 2**20
"""The greatest size in bytes of a body with a file. It is well above the limit of a file, so that the form itself can
name that limit.
"""


def for_members(right: Right | None = None) -> Callable[[View], View]:
    """The view of `/.../<course_id>/...` gets a CourseAccess in place of the number; its page is never cached."""

    def decorate(view: View) -> View:
        @never_cache
        @login_required
        @wraps(view)
        def guarded(request: HttpRequest, course_id: int, *args: Any, **kwargs: Any) -> HttpResponse:
            try:
                access = course_access(course_id, request.user, right)
            except NotAllowed:
                raise PermissionDenied from None
            return view(request, access, *args, **kwargs)

        return guarded

    return decorate
