"""Redirects to the provider and back; linking and unlinking on the account page."""

import logging
from collections.abc import Callable
from functools import wraps
from typing import Any, Final

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_GET, require_POST

from classrooms.models import User
from classrooms.people.access.first_page import first_page
from classrooms.people.access.throttling import address_of, may_go_on
from classrooms.people.accounts.languages import remember_language
from classrooms.people.signing_on import provider
from classrooms.people.signing_on.claims import Arrival, arrival_of
from classrooms.people.signing_on.panels import is_offered
from classrooms.people.signing_on.services import identity_link, identity_unlink, person_arrives
from games.public.base import ServiceError, clock, conf
from games.public.people import enter

logger = logging.getLogger(__name__)

ASKED: Final = "sign_on"
"""A session key while the person is at the provider: their next page, and the account to link."""
PENDING: Final = "sign_on_link"
"""A session key for a link that the person must confirm."""
CONFIRM_SECONDS: Final = 600
WAYS, WAYS_SECONDS = 1000, 900
"""Answers from one address in 15 minutes: a whole class may share one address."""

View = Callable[..., HttpResponseBase]


def where_there_is_a_provider(view: View) -> View:
    """A view that gives 404 on a site without a provider."""

    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not is_offered():
            raise Http404
        return view(request, *args, **kwargs)

    return wrapped


@where_there_is_a_provider
@never_cache
@require_GET
def sign_on(request: HttpRequest) -> HttpResponse:
    """Redirect to the provider. For everybody; a signed-in person goes to their page."""
    wanted = request.GET.get("next", "")
    onward = wanted if url_has_allowed_host_and_scheme(wanted, {request.get_host()}, request.is_secure()) else ""
    if request.user.is_authenticated:
        return redirect(onward or first_page(request.user))
    return _away(request, {"onward": onward, "link": None})


@where_there_is_a_provider
@never_cache
@login_required
@require_GET
def sign_on_link(request: HttpRequest) -> HttpResponse:
    """Redirect to the provider, to link the person who comes back with this account. For signed-in people."""
    return _away(request, {"onward": "", "link": request.user.pk})


def _away(request: HttpRequest, asked: dict[str, Any]) -> HttpResponse:
    request.session[ASKED] = asked
    base = conf.SITE_URL or request.build_absolute_uri("/").rstrip("/")
    try:
        return provider.redirect_to_provider(request, base + reverse("classrooms:sign-on-back"))
    except ServiceError as error:
        return _refused(request, error)


@where_there_is_a_provider
@never_cache
@require_GET
@sensitive_variables("claims")
def sign_on_back(request: HttpRequest) -> HttpResponse:
    """The return from the provider. Nothing changes unless each part of its answer is valid."""
    if not may_go_on(f"sign-on {address_of(request)}", limit=WAYS, seconds=WAYS_SECONDS):
        return render(request, "429.html", status=429)
    asked = request.session.pop(ASKED, {"onward": "", "link": None})
    try:
        arrival = arrival_of(provider.answer(request))
        if asked["link"] is not None:
            return _to_confirm(request, asked["link"], arrival)
        user = person_arrives(arrival=arrival, new_accounts=conf.OIDC_NEW_ACCOUNTS)
    except ServiceError as error:
        return _refused(request, error)
    step = enter(request, user, onward=asked["onward"])
    if step is not None:
        return step
    logger.info("single sign-on: person %s", user.pk)
    response = redirect(asked["onward"] or first_page(user))
    if user.language:
        remember_language(response, user.language)
    return response


def _to_confirm(request: HttpRequest, link: int, arrival: Arrival) -> HttpResponse:
    """Ask for confirmation, since another person may have signed in here or there meanwhile."""
    if request.user.pk != link:
        raise provider.NotBegunHere
    until = clock.now().timestamp() + CONFIRM_SECONDS
    request.session[PENDING] = {"link": link, "arrival": arrival.kept(), "until": until}
    return redirect("classrooms:sign-on-confirm")


@where_there_is_a_provider
@never_cache
@login_required
def sign_on_confirm(request: HttpRequest) -> HttpResponse:
    """Show the person signed in at the provider, and link them after confirmation. For the person who began it."""
    pending = request.session.get(PENDING)
    if not pending or pending["link"] != request.user.pk or clock.now().timestamp() > pending["until"]:
        return redirect("classrooms:account")
    arrival = Arrival(**pending["arrival"])
    if request.method != "POST":
        context = {"arrival": arrival, "provider": provider.provider_name()}
        return render(request, "classrooms/signing_on/confirm.html", context)
    del request.session[PENDING]
    try:
        identity_link(user=_person(request), arrival=arrival)
    except ServiceError as error:
        return _refused(request, error)
    messages.success(request, _("%(provider)s signs you in from now on.") % {"provider": provider.provider_name()})
    return redirect("classrooms:account")


@where_there_is_a_provider
@never_cache
@require_POST
@login_required
def sign_on_unlink(request: HttpRequest) -> HttpResponse:
    """Unlink the provider from the account. For people with another way to sign in."""
    try:
        if identity_unlink(user=_person(request), issuer=conf.OIDC_ISSUER):
            said = _("%(provider)s signs you in no longer.") % {"provider": provider.provider_name()}
            messages.success(request, said)
    except ServiceError as error:
        messages.error(request, str(error))
    return redirect("classrooms:account")


def _person(request: HttpRequest) -> User:
    pk: Any = request.user.pk
    return User.objects.get(pk=pk)


def _refused(request: HttpRequest, error: ServiceError) -> HttpResponse:
    """A page with the error, and a log line without names."""
    logger.warning("single sign-on refused: %s %s", error.code, getattr(error, "reason", ""))
    context = {"error": error, "provider": provider.provider_name()}
    return render(request, "classrooms/signing_on/refused.html", context, status=error.status)
