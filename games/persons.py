"""Who reads a page: the person who is signed in, where people are the site's users (DOMEGO_PERSON_MODEL); else who
stands for the account that is signed in, or a guest whom our pages alone know.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from django.contrib.auth import SESSION_KEY, login
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import rotate_token
from django.utils.crypto import constant_time_compare
from django.utils.functional import SimpleLazyObject

from games.models.people import people_are_users, person_model
from games.services.accounts import account_person

BACKEND: Final = "django.contrib.auth.backends.ModelBackend"
GUEST: Final = "_domego_guest"
"""In sessions: a guest's key, what ends their sessions, and beside which account they came."""
NAMESPACES: Final = frozenset({"games", "classrooms"})


def enter(request: HttpRequest, person: Any) -> None:
    """This browser is theirs from now on."""
    if people_are_users():
        login(request, person, backend=BACKEND)
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


class PersonMiddleware:
    """On our pages `request.user` is the person, and `request.account` what the site itself has there. After
    AuthenticationMiddleware, before the rest of ours.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view: Any, args: Any, kwargs: Any) -> None:
        if people_are_users() or request.resolver_match is None:
            return
        if NAMESPACES.intersection(request.resolver_match.namespaces):
            request.account = request.user  # type: ignore[attr-defined]
            request.user = SimpleLazyObject(lambda: reader(request))  # type: ignore[assignment]
