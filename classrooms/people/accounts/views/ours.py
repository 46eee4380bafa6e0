"""Pages of passwords and second factors, which are the site's own where its accounts are (DOMEGO_PERSON_MODEL)."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.conf import settings
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import resolve_url

from games.public.models import people_are_users

View = Callable[..., HttpResponseBase]


def of_our_accounts(view: View) -> View:
    """404 where the site has accounts of its own."""

    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not people_are_users():
            raise Http404
        return view(request, *args, **kwargs)

    return wrapped


def sign_in_here(view: View) -> View:
    """The sign-in page; the host site's own page takes precedence."""

    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not people_are_users():
            return redirect_to_login(request.GET.get("next", ""), resolve_url(settings.LOGIN_URL))
        return view(request, *args, **kwargs)

    return wrapped
