"""Guards of the pages of a session. Strangers get 404, members without the right 403, and anonymous visitors sign
in first.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _

from classrooms.people.access.permissions import Right, session_access
from games.public.base import NotAllowed

View = Callable[..., HttpResponse]


class NoScenario(LookupError):
    """The scenario of a draft is no longer there, or does not load."""


def for_session(right: Right | None = None) -> Callable[[View], View]:
    """A decorator: the view of `/sessions/<session_id>/...` gets a SessionAccess in place of the number. Only the
    reader's browser may cache the page, and must revalidate it. A draft without its scenario leads to its first step.
    """

    def decorate(view: View) -> View:
        @login_required
        @wraps(view)
        def guarded(request: HttpRequest, session_id: int, *args: Any, **kwargs: Any) -> HttpResponse:
            try:
                access = session_access(session_id, request.user, right)
            except NotAllowed:
                raise PermissionDenied from None
            try:
                response = view(request, access, *args, **kwargs)
            except NoScenario:
                messages.warning(request, _("Its game or scenario is no longer there. Choose another one."))
                return redirect("classrooms:session-step", session_id, 1)
            patch_cache_control(response, private=True, no_cache=True)
            return response

        return guarded

    return decorate
