"""Panels on the sign-in page and on the account page."""

from django.urls import reverse
from django.utils.http import urlencode

from classrooms.hooks import ACCOUNT_PANELS, SIGN_INS
from classrooms.models import Identity, User
from classrooms.people.signing_on.provider import is_on, provider_name
from games.public.base import conf
from games.public.hooks import Panel
from games.public.models import people_are_users


def is_offered() -> bool:
    """Is there a provider, and does the site manage its own accounts?"""
    return is_on() and people_are_users()


def _way_in(onward: str) -> Panel | None:
    if not is_offered():
        return None
    address = reverse("classrooms:sign-on") + (f"?{urlencode({'next': onward})}" if onward else "")
    return Panel("sign-on", "classrooms/signing_on/way_in.html", {"address": address, "provider": provider_name()})


def _line(user: User) -> Panel | None:
    if not is_offered():
        return None
    identity = Identity.objects.filter(user=user.pk, issuer=conf.OIDC_ISSUER).first()
    may_go = user.has_usable_password() or user.is_guest
    context = {"identity": identity, "provider": provider_name(), "may_go": may_go}
    return Panel("sign-on", "classrooms/signing_on/account_line.html", context)


SIGN_INS.fill(_way_in)
ACCOUNT_PANELS.fill(_line)
