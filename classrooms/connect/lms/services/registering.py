"""Registration of platforms: by an address pasted there, or by hand; keys, deployments, courses, tests."""

import secrets
from collections.abc import Iterable
from datetime import datetime
from typing import Any, Final
from urllib.parse import urlsplit

from django.core import signing
from django.db import IntegrityError, transaction

from classrooms.connect.lms.calling import call, origin_of
from classrooms.connect.lms.claims import DEEP, RESOURCE, displayable_name
from classrooms.connect.lms.faults import LmsFault, note
from classrooms.connect.lms.keys import key_current
from classrooms.connect.lms.tokens import MEMBERS, SCOPES, access, keys_fetch
from classrooms.models import LmsCourse, LmsDeployment, LmsPlatform
from games.public.base import clock, conf, plain_path
from games.public.work import outside

SALT: Final = "classrooms.lms-registration"
A_WEEK: Final = 7 * 24 * 3600
TOOL: Final = "https://purl.imsglobal.org/spec/lti-tool-configuration"
PLATFORM: Final = "https://purl.imsglobal.org/spec/lti-platform-configuration"
CANVAS: Final = "https://canvas.instructure.com/lti/"
CLAIMS: Final = ("iss", "sub", "name", "given_name", "family_name")
"""Claims requested from a platform. No mail address is among them: people are not matched by address."""
CUSTOM: Final = {"groups": "$Moodle.Person.userGroupIds"}
CUSTOM_CANVAS: Final = {"groups": "$Canvas.group.contextIds"}

Product = LmsPlatform.Product
State = LmsPlatform.State


def registration_token(*, lets_in: bool = False) -> str:
    """The secret part of an address with which one platform may register within a week. With `lets_in`, staff
    admit it with all its courses in advance.
    """
    return signing.dumps([secrets.token_hex(16), lets_in], salt=SALT)


def _parse_token(token: str) -> tuple[str, bool]:
    """The token's nonce, and whether the platform is admitted in advance. Raises LmsFault for a forged, expired or
    used token.
    """
    try:
        read = signing.loads(token, salt=SALT, max_age=A_WEEK)
    except signing.BadSignature:
        raise LmsFault("registration_used") from None
    nonce, lets_in = read if isinstance(read, list) else (read, False)  # a text: made before there was this choice
    if LmsPlatform.objects.filter(nonce=nonce).exists():
        raise LmsFault("registration_used")
    return nonce, lets_in


def registration_check(*, token: str) -> None:
    """Raises LmsFault unless a platform may register with this token."""
    _parse_token(token)


def platform_register(
    *, token: str, configuration_url: str, platform_token: str, site: str, now: datetime | None = None
) -> LmsPlatform:
    """Dynamic registration: read the platform's configuration, send the tool's, store the answer. The platform
    waits until staff of the site admit it, unless the address did so. Raises LmsFault, and then nothing is
    stored.
    """
    now = now or clock.now()
    nonce, lets_in = _parse_token(token)
    if not configuration_url:
        raise LmsFault("registration_incomplete")
    found = _Configuration(call(configuration_url).record(), configuration_url)
    headers = {"Authorization": f"Bearer {platform_token}"} if platform_token else {}
    content = tool_configuration(site=site, product=found.product)
    answer = call(found.register_url, method="POST", headers=headers, content=content)
    told = answer.record()
    client_id = told.get("client_id")
    if not isinstance(client_id, str) or not 0 < len(client_id) <= 255:
        raise LmsFault("unexpected", host=answer.host)
    tool = told.get(TOOL)
    deployment = tool.get("deployment_id") if isinstance(tool, dict) else None
    try:
        with transaction.atomic():
            key_current(now=now)
            platform = LmsPlatform.objects.create(
                name=found.name,
                product=found.product,
                issuer=found.issuer,
                client_id=client_id,
                auth_url=found.auth_url,
                token_url=found.token_url,
                jwks_url=found.jwks_url,
                audience=found.audience,
                nonce=nonce,
                state=State.ON if lets_in else State.WAITING,
                admits_all=lets_in,
                created_at=now,
                answered_at=now,
            )
            if isinstance(deployment, str | int) and str(deployment):
                LmsDeployment.objects.create(platform=platform, deployment_id=str(deployment)[:255])
    except IntegrityError:
        raise LmsFault("registration_used") from None
    return platform


class _Configuration:
    """A platform's own configuration, checked: every address may be asked, and the issuer belongs to the platform."""

    def __init__(self, content: dict[str, Any], asked: str) -> None:
        host = urlsplit(asked).netloc

        def address(name: str) -> str:
            value = content.get(name)
            if not isinstance(value, str) or not 0 < len(value) <= 1000:
                raise LmsFault("unexpected", host=host)
            if not origin_of(value):
                raise LmsFault("address", address=value)
            return value

        self.issuer = address("issuer")
        self.auth_url, self.token_url = address("authorization_endpoint"), address("token_endpoint")
        self.jwks_url, self.register_url = address("jwks_uri"), address("registration_endpoint")
        if len(self.issuer) > 255 or not _same_house(self.issuer, asked):
            raise LmsFault("wrong_host", issuer=self.issuer)
        if not _same_house(self.register_url, asked):
            raise LmsFault("wrong_host", issuer=self.register_url)
        audience = content.get("authorization_server")
        self.audience = audience[:1000] if isinstance(audience, str) else ""
        of_lti = content.get(PLATFORM)
        code = of_lti.get("product_family_code") if isinstance(of_lti, dict) else ""
        self.product = product_of(code if isinstance(code, str) else "")
        self.name = f"{self.product.label} {host}"[:120] if self.product != Product.OTHER else host[:120]


def _same_house(one: str, other: str) -> bool:
    """Are both hosts equal or of one domain, as hosts of cloud platforms are?"""
    first, second = (urlsplit(address).hostname or "" for address in (one, other))
    return first == second or (
        first.split(".")[-2:] == second.split(".")[-2:] and "." in first and not _is_number(first)
    )


def _is_number(host: str) -> bool:
    return host.replace(".", "").isdecimal() or ":" in host


def product_of(code: str) -> LmsPlatform.Product:
    """The product, from the name in a platform's configuration."""
    return next((each for each in Product if each != Product.OTHER and each.value in code.lower()), Product.OTHER)


def addresses(site: str) -> dict[str, str]:
    """The full addresses of this site that platforms need."""
    return {
        name: site + plain_path(f"classrooms:{route}")
        for name, route in (
            ("login", "lms-login"),
            ("launch", "lms-launch"),
            ("keys", "lms-keys"),
            ("start", "lms-start"),
            ("canvas", "lms-canvas"),
            ("icon", "lms-icon"),
        )
    }


def tool_configuration(*, site: str, product: str) -> dict[str, Any]:
    """The configuration of the tool that is sent to a platform."""
    found = addresses(site)
    domain = urlsplit(site).netloc
    custom = CUSTOM_CANVAS if product == Product.CANVAS else CUSTOM
    deep: dict[str, Any] = {
        "type": DEEP,
        "target_link_uri": found["start"],
        "label": conf.SITE_NAME,
        "icon_uri": found["icon"],
    }
    if product == Product.CANVAS:
        deep["placements"] = ["assignment_selection", "link_selection", "editor_button"]
    tool: dict[str, Any] = {
        "domain": domain,
        "target_link_uri": found["start"],
        "claims": list(CLAIMS),
        "custom_parameters": custom,
        "messages": [deep],
        "description": "Games for teaching construction management.",
    }
    if product == Product.CANVAS:
        tool |= {
            f"{CANVAS}privacy_level": "name_only",
            f"{CANVAS}vendor": conf.SITE_NAME,
            f"{CANVAS}tool_id": "domego-tool",
        }
        navigation = {**deep, "type": RESOURCE, "placements": ["course_navigation"]}
        tool["messages"].append(navigation)
    return {
        "application_type": "web",
        "response_types": ["id_token"],
        "grant_types": ["implicit", "client_credentials"],
        "initiate_login_uri": found["login"],
        "redirect_uris": [found["launch"]],
        "client_name": conf.SITE_NAME,
        "logo_uri": found["icon"],
        "jwks_uri": found["keys"],
        "token_endpoint_auth_method": "private_key_jwt",
        "scope": " ".join(SCOPES),
        TOOL: tool,
    }


def canvas_configuration(*, site: str) -> dict[str, Any]:
    """The JSON file with which Canvas makes a key "by URL"."""
    found = addresses(site)
    place = {"target_link_uri": found["start"], "text": conf.SITE_NAME, "icon_url": found["icon"], "enabled": True}
    deep = [{**place, "placement": name, "message_type": DEEP} for name in ("assignment_selection", "link_selection")]
    return {
        "title": conf.SITE_NAME,
        "description": "Games for teaching construction management.",
        "oidc_initiation_url": found["login"],
        "target_link_uri": found["start"],
        "public_jwk_url": found["keys"],
        "scopes": list(SCOPES),
        "custom_fields": CUSTOM_CANVAS,
        "extensions": [
            {
                "platform": "canvas.instructure.com",
                "domain": urlsplit(site).netloc,
                "privacy_level": "name_only",
                "settings": {
                    "text": conf.SITE_NAME,
                    "icon_url": found["icon"],
                    "placements": [
                        {**place, "placement": "course_navigation", "message_type": RESOURCE},
                        *deep,
                    ],
                },
            }
        ],
    }


@transaction.atomic
def platform_save(
    *, platform: LmsPlatform | None, values: dict[str, Any], deployments: Iterable[str], now: datetime | None = None
) -> LmsPlatform:
    """Register a platform by hand, or change one: `values` are checked fields. Omitted deployments are deleted unless
    they have courses. Raises LmsFault for a client that is registered already.
    """
    fresh = platform or LmsPlatform(created_at=now or clock.now(), state=State.ON)
    for name, value in values.items():
        setattr(fresh, name, value)
    same = LmsPlatform.objects.filter(issuer=fresh.issuer, client_id=fresh.client_id).exclude(pk=fresh.pk).first()
    if same is not None:
        raise LmsFault("registered_already", name=same.name)
    key_current(now=now)
    fresh.save()
    wanted = {each for each in deployments if each}
    rows = fresh.deployments
    rows.exclude(deployment_id__in=wanted).filter(courses__isnull=True).delete()
    for each in wanted - set(rows.values_list("deployment_id", flat=True)):
        LmsDeployment.objects.create(platform=fresh, deployment_id=each)
    return fresh


def platform_decide(*, platform: LmsPlatform, state: str, admits_all: bool | None = None) -> None:
    """Admit a platform, with all its courses or one by one, or withdraw it. Nobody comes in through a withdrawn
    platform, and nothing is sent to it. Data of its people stays.
    """
    changes: dict[str, Any] = {"state": State(state)} | ({} if admits_all is None else {"admits_all": admits_all})
    LmsPlatform.objects.filter(pk=platform.pk).update(**changes)


def course_decide(*, lms_course: LmsCourse, is_allowed: bool) -> None:
    """The decision of the site's staff about one course of a platform."""
    LmsCourse.objects.filter(pk=lms_course.pk).update(is_allowed=is_allowed)
    if lms_course.title == "":
        LmsCourse.objects.filter(pk=lms_course.pk).update(title=displayable_name(lms_course.context_id, 120))


def platform_test(*, platform: LmsPlatform, now: datetime | None = None) -> None:
    """Request the platform's keys and access to its services, as launches and marks do. Success or fault is stored
    with the platform. Raises LmsFault.
    """
    now = now or clock.now()
    try:
        keys_fetch(platform)
        access(platform, [MEMBERS], now)
    except LmsFault as fault:
        fault_keep(platform=platform, fault=fault, what="test", now=now)
        raise
    LmsPlatform.objects.filter(pk=platform.pk).update(answered_at=now, fault="", fault_params={}, fault_at=None)


def fault_keep(*, platform: LmsPlatform | None, fault: LmsFault, what: str, now: datetime | None = None) -> None:
    """Store the last fault, for the page of the platform and the operator's log. If the platform was not asked,
    the previous fault stays.
    """
    note(what, fault, platform)
    if platform is not None and fault.kind != outside.Resting.code:
        LmsPlatform.objects.filter(pk=platform.pk).update(
            fault=fault.kind, fault_params=fault.params, fault_at=now or clock.now()
        )
