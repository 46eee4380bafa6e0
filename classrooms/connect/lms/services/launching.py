"""An LTI launch: the platform begins it here. The browser is sent to the platform, and returns with a token that
identifies the person.
"""

import hashlib
import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final
from urllib.parse import urlencode, urlsplit

from django.db import transaction
from django.utils.crypto import constant_time_compare

from classrooms.connect.lms.claims import Launch, launch_of, parse_claims
from classrooms.connect.lms.faults import LmsFault
from classrooms.connect.lms.tokens import id_token_read
from classrooms.models import LmsCourse, LmsLogin, LmsPlatform
from games.public.base import clock

LIFE: Final = timedelta(minutes=10)
KEPT: Final = timedelta(hours=12)
"""The time for which an ended launch is kept, since its questions can still be answered."""
State = LmsPlatform.State


@dataclass(frozen=True)
class Begun:
    """A launch on its way to the platform: the browser's next address, and the secret that it keeps."""

    login: LmsLogin
    url: str
    secret: str


def platform_of(*, issuer: str, client_id: str) -> LmsPlatform:
    """The registration of the platform. Raises LmsFault for none, several, or one that is not admitted."""
    rows = LmsPlatform.objects.filter(issuer=issuer)
    if client_id:
        rows = rows.filter(client_id=client_id)
    found = list(rows[:2])
    if not found:
        raise LmsFault("unknown_platform", issuer=issuer)
    if len(found) > 1:
        raise LmsFault("several_clients", issuer=issuer)
    platform_check(found[0])
    return found[0]


def platform_check(platform: LmsPlatform) -> None:
    """Raises LmsFault for a platform that is not admitted."""
    if platform.state != State.ON:
        raise LmsFault("platform_waiting" if platform.state == State.WAITING else "platform_withdrawn")


def login_begin(
    *,
    platform: LmsPlatform,
    login_hint: str,
    message_hint: str,
    target: str,
    start: str,
    launch_url: str,
    storage: str = "",
    framed: bool = False,
    now: datetime | None = None,
) -> Begun:
    """Begin a launch, to be answered within ten minutes, and return the browser's next address. `start` is the only
    page of this site that a launch may be for. Raises LmsFault.
    """
    if not login_hint:
        raise LmsFault("login_incomplete", field="login_hint")
    if not target:
        raise LmsFault("login_incomplete", field="target_link_uri")
    if not _same_page(target, start):
        raise LmsFault("foreign_target")
    secret = secrets.token_urlsafe(32)
    login = LmsLogin.objects.create(
        platform=platform,
        state=secrets.token_urlsafe(32),
        nonce=secrets.token_urlsafe(32),
        browser=_digest(secret),
        target=target,
        storage=storage[:80],
        framed=framed,
        created_at=now or clock.now(),
    )
    asked = {
        "scope": "openid",
        "response_type": "id_token",
        "response_mode": "form_post",
        "prompt": "none",
        "client_id": platform.client_id,
        "redirect_uri": launch_url,
        "login_hint": login_hint,
        "state": login.state,
        "nonce": login.nonce,
    }
    if message_hint:
        asked["lti_message_hint"] = message_hint
    between = "&" if urlsplit(platform.auth_url).query else "?"
    return Begun(login, f"{platform.auth_url}{between}{urlencode(asked)}", secret)


def _same_page(target: str, start: str) -> bool:
    """Are both addresses of one page, apart from query parameters? Addresses that a browser would read differently are
    refused.
    """
    if len(target) > 1000 or not target.isascii() or not target.isprintable() or "\\" in target:
        return False
    one, other = urlsplit(target), urlsplit(start)
    return (one.scheme, one.netloc, one.path) == (other.scheme, other.netloc, other.path)


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def login_of(*, state: str, now: datetime | None = None) -> LmsLogin:
    """The launch that an answer belongs to. Raises LmsFault for one that never began, is too old or was used."""
    login = LmsLogin.objects.select_related("platform").filter(state=state).first() if 20 < len(state) <= 64 else None
    if login is None or login.created_at < (now or clock.now()) - LIFE:
        raise LmsFault("state_unknown")
    if login.used_at is not None:
        raise LmsFault("state_used")
    return login


def is_browser_of(login: LmsLogin, secret: str) -> bool:
    """Has the browser the secret given to the one that began the launch?"""
    return bool(secret) and constant_time_compare(_digest(secret), login.browser)


def login_use(*, login: LmsLogin, token: str, now: datetime | None = None) -> Launch:
    """The launch answered by a token, once: it counts as used afterwards, even if the token is invalid. Raises
    LmsFault.
    """
    now = now or clock.now()
    if not LmsLogin.objects.filter(pk=login.pk, used_at__isnull=True).update(used_at=now):
        raise LmsFault("state_used")
    platform_check(login.platform)
    launch = parse_claims(id_token_read(token, login.platform, login.nonce, now))
    if launch.target != login.target:
        raise LmsFault("changed_target")
    with transaction.atomic():
        LmsLogin.objects.filter(pk=login.pk).update(launch=launch.as_json())
        LmsPlatform.objects.filter(pk=login.platform_id).update(
            launched_at=now, fault="", fault_params={}, fault_at=None
        )
    return launch


def launched(*, login_id: Any, now: datetime | None = None) -> tuple[LmsLogin, Launch]:
    """A launch that was checked before, for the pages that follow it. Raises LmsFault."""
    login = LmsLogin.objects.select_related("platform").filter(pk=login_id, used_at__isnull=False).first()
    if login is None or not login.launch or login.created_at < (now or clock.now()) - KEPT:
        raise LmsFault("state_unknown")
    platform_check(login.platform)
    return login, launch_of(login.launch)


def last_role(*, lms_course: LmsCourse, subject: str) -> str:
    """The role of a person's last launch from a platform's course; empty without a launch within `KEPT`."""
    rows = LmsLogin.objects.filter(
        platform=lms_course.deployment.platform_id,
        used_at__isnull=False,
        launch__subject=subject,
        launch__context_id=lms_course.context_id,
        launch__deployment=lms_course.deployment.deployment_id,
    )
    role = rows.order_by("-pk").values_list("launch__role", flat=True).first()
    return role or ""


def logins_forget(*, now: datetime) -> int:
    """Delete old launches with their data about people."""
    return LmsLogin.objects.filter(created_at__lt=now - KEPT).delete()[0]
