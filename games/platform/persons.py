"""The person who reads a page. If people are the site's users (DOMEGO_PERSON_MODEL), it is the signed-in user.
Otherwise it is the person linked to the signed-in account, or a guest without an account.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from django.contrib.auth import SESSION_KEY, login
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import rotate_token
from django.urls import ResolverMatch
from django.utils.crypto import constant_time_compare
from django.utils.functional import SimpleLazyObject

from games.models.people import people_are_users, person_model
from games.platform import clock, hooks
from games.platform.services.accounts import account_person
from games.platform.work import presence

BACKEND: Final = "django.contrib.auth.backends.ModelBackend"
GUEST: Final = "_domego_guest"
"""Session key of a guest: the person's key, the hash that ends the session, and the account signed in at that time."""
NAMESPACES: Final = frozenset({"games", "classrooms"})


def enter(
    request: HttpRequest,
    person: Any,
    *,
    onward: str = "",
    keep: Mapping[str, Any] | None = None,
    backend: str = BACKEND,
    is_proven: bool = False,
) -> HttpResponse | None:
    """Sign a person in, from any sign-in method: the session is theirs and stores `keep`. If a sign-in step is still
    open, the person is not signed in. The step's page is returned; it leads to `onward`. `is_proven`: all steps
    are done, here or in the session from which the person comes.
    """
    entry = hooks.Entry(person, backend, onward, keep or {})
    if not is_proven and (step := hooks.SIGN_IN_STEPS.first(request, entry)) is not None:
        return step
    _sign_in(request, person, backend)
    session_keep(request, entry.keep)
    return None


def session_keep(request: HttpRequest, values: Mapping[str, Any]) -> None:
    """Store values about the sign-in in this browser's session."""
    request.session.update(values)


def _sign_in(request: HttpRequest, person: Any, backend: str) -> None:
    if people_are_users():
        login(request, person, backend=backend)
        return
    request.session.cycle_key()
    request.session[GUEST] = [person.pk, person.get_session_auth_hash(), request.session.get(SESSION_KEY)]
    rotate_token(request)
    request.user = person
    request._domego_person = person  # type: ignore[attr-defined]


def reader(request: HttpRequest) -> Any:
    """The person who reads, on any page of the site."""
    if people_are_users():
        return request.user
    known: Any = getattr(request, "_domego_person", None)
    if known is None:
        known = request._domego_person = _guest(request) or _of_account(request)  # type: ignore[attr-defined]
    return known


def reader_id(request: HttpRequest) -> int:
    """The reader's primary key, without a query if people are users; 0 for an anonymous visitor."""
    return int(request.session.get(SESSION_KEY) or 0) if people_are_users() else reader(request).pk or 0


def is_session_of(data: Mapping[str, Any], person: Any) -> bool:
    """Is this session data of that signed-in person? A site's own accounts sign out by themselves."""
    key = data.get(SESSION_KEY) if people_are_users() else (data.get(GUEST) or [None])[0]
    return str(key) == str(person.pk)


def _guest(request: HttpRequest) -> Any:
    """The guest of a personal link, until somebody signs in or out on the site; None without one."""
    pk, mark, beside = request.session.get(GUEST) or (None, "", None)
    if pk is None or beside != request.session.get(SESSION_KEY):
        return None
    person = person_model().objects.filter(pk=pk, is_active=True).first()
    is_right = person is not None and constant_time_compare(mark, person.get_session_auth_hash())
    return person if is_right else None


def _of_account(request: HttpRequest) -> Any:
    account = getattr(request, "account", request.user)
    return account_person(account) if account.is_authenticated else AnonymousUser()


def is_ours(match: ResolverMatch | None) -> bool:
    """Is this a URL of these apps, and not of the host site?"""
    return match is not None and not NAMESPACES.isdisjoint(match.namespaces)


def _known_id(request: HttpRequest) -> int:
    """The primary key of the visitor's person, without creating one for a new account; 0 for an anonymous visitor."""
    if people_are_users():
        return reader_id(request)
    known = getattr(request, "_domego_person", None) or _guest(request)
    if known is not None:
        return known.pk or 0
    account = getattr(request, "account", request.user)
    people = person_model().objects.filter(account=account.pk) if account.is_authenticated else None
    return (people.values_list("pk", flat=True).first() if people is not None else None) or 0


class PresenceMiddleware:
    """Records that a person is on the site (games.platform.work.presence) with each request for a page of these apps.
    Visitors without a session and pages of the host site cost no query.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if is_ours(request.resolver_match) and request.session.accessed and not request.session.is_empty():
            user_id = _known_id(request)
            if user_id:
                presence.seen_on_site(user_id, clock.now())
        return response


class PersonMiddleware:
    """On pages of these apps `request.user` is the person and `request.account` the site's own user. Its place is
    after AuthenticationMiddleware and before the other middleware of these apps.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view: Any, args: Any, kwargs: Any) -> None:
        if not people_are_users() and is_ours(request.resolver_match):
            request.account = request.user  # type: ignore[attr-defined]
            request.user = SimpleLazyObject(lambda: reader(request))  # type: ignore[assignment]
