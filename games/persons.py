"""Who reads a page: the person who is signed in, where people are the site's users (DOMEGO_PERSON_MODEL); else who
stands for the account that is signed in, or a guest whom our pages alone know.
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

from games import clock, slots
from games.models.people import people_are_users, person_model
from games.services.accounts import account_person
from games.work import presence

BACKEND: Final = "django.contrib.auth.backends.ModelBackend"
GUEST: Final = "_domego_guest"
"""In sessions: a guest's key, what ends their sessions, and beside which account they came."""
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
    """The one place that signs a person in: this browser is theirs from now on, and its session keeps `keep`. Where
    something is still to be asked of them, they are not signed in: the answer is the page that asks and leads to
    `onward`. `is_proven`: they have answered, here or in the session from which they come.
    """
    entry = slots.Entry(person, backend, onward, keep or {})
    if not is_proven and (step := slots.next_sign_in_step(request, entry)) is not None:
        return step
    _sign_in(request, person, backend)
    session_keep(request, entry.keep)
    return None


def session_keep(request: HttpRequest, values: Mapping[str, Any]) -> None:
    """Note in this browser's session the way by which its person came in."""
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
    """Who reads, on any page of the site."""
    if people_are_users():
        return request.user
    known: Any = getattr(request, "_domego_person", None)
    if known is None:
        known = request._domego_person = _guest(request) or _of_account(request)  # type: ignore[attr-defined]
    return known


def reader_id(request: HttpRequest) -> int:
    """Their key without reading them, where people are users; 0 for nobody."""
    return int(request.session.get(SESSION_KEY) or 0) if people_are_users() else reader(request).pk or 0


def is_session_of(data: Mapping[str, Any], person: Any) -> bool:
    """Is this what a session keeps of somebody who came in as that person? A site's accounts sign out by themselves."""
    key = data.get(SESSION_KEY) if people_are_users() else (data.get(GUEST) or [None])[0]
    return str(key) == str(person.pk)


def _guest(request: HttpRequest) -> Any:
    """Who came with a link of ours, until somebody signs in or out on the site."""
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
    """Is this one of our addresses, and none of the site that holds us?"""
    return match is not None and not NAMESPACES.isdisjoint(match.namespaces)


def _known_id(request: HttpRequest) -> int:
    """The key of the person who asked, without making one for an account that is new here; 0 for nobody."""
    if people_are_users():
        return reader_id(request)
    known = getattr(request, "_domego_person", None) or _guest(request)
    if known is not None:
        return known.pk or 0
    account = getattr(request, "account", request.user)
    people = person_model().objects.filter(account=account.pk) if account.is_authenticated else None
    return (people.values_list("pk", flat=True).first() if people is not None else None) or 0


class PresenceMiddleware:
    """Notes that people who ask for one of our pages are on the site (games.work.presence). Visitors without a session
    cost nothing, nor do pages of the site that holds us.
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
    """On our pages `request.user` is the person, and `request.account` what the site itself has there. After
    AuthenticationMiddleware, before the rest of ours.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view: Any, args: Any, kwargs: Any) -> None:
        if not people_are_users() and is_ours(request.resolver_match):
            request.account = request.user  # type: ignore[attr-defined]
            request.user = SimpleLazyObject(lambda: reader(request))  # type: ignore[assignment]
