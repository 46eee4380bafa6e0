"""The settings of this plugin: one dict, `DOMEGO`, in the settings of the host site (docs/run/embed.md).

A key that the dict leaves out has the value of `DEFAULTS`. The types of `DEFAULTS` are the expected ones.
"""

import re
from collections.abc import Mapping
from difflib import get_close_matches
from os import PathLike
from typing import Any, Final

from django.conf import settings

DEFAULTS: Final[Mapping[str, Any]] = {
    # The operator and the site's addresses
    "SITE_URL": "",  # https://games.example.org, without a prefix: links in mails begin with it
    "SITE_NAME": "Domego",
    "BEHIND_PROXY": False,
    # Rights of people
    "OPEN_DEMO": False,  # visitors may play against bots without signing in
    "LOCAL_ONLY": False,  # nobody but this machine reaches the site: accounts with a known password may be made
    "OPEN_COURSE_CREATION": False,
    "REQUIRE_SECOND_FACTOR": "off",  # or "staff", or "instructors"
    # Single sign-on by OpenID Connect: off until an issuer is named (docs/run/single-sign-on.md)
    "OIDC_ISSUER": "",
    "OIDC_CLIENT_ID": "",
    "OIDC_CLIENT_SECRET": "",
    "OIDC_NAME": "",  # of the button: "Sign in with ..."
    "OIDC_SCOPE": "openid profile email",
    "OIDC_ROLES_CLAIM": "",  # where the provider says what somebody is, "realm_access.roles" for a part of a claim
    "OIDC_INSTRUCTORS": "",  # its values, by commas, whose holders may create courses
    "OIDC_NEW_ACCOUNTS": True,
    # Other systems: learning records, webhooks (docs/run/records-and-webhooks.md)
    "XAPI_ENDPOINT": "",
    "XAPI_KEY": "",
    "XAPI_SECRET": "",
    "XAPI_PSEUDONYMS": True,
    "WEBHOOK_URLS": "",  # by blanks
    "WEBHOOK_SECRET": "",
    "WEBHOOKS_ANYWHERE": False,  # only tests have a receiver inside their own machine
    # Work besides moves
    "AUTO_ANALYSIS": True,
    "EXPECTED_END": True,
    # News for open pages: a Redis server's address, and where browsers reach `manage.py live`
    "NEWS_URL": "",
    "LIVE_URL": "",
    "LIVE_HOST": "127.0.0.1",
    "LIVE_PORT": 0,
    # Alerts on devices
    "VAPID_PRIVATE_KEY": "",
    "VAPID_SUBJECT": "",
    "PUSH_ANYWHERE": False,  # only tests have a push service inside their own machine
    # A directory of the site's own, for locks between its processes; and who was erased, for backups that are older
    "VAR_DIR": "",
    "ERASURES_FILE": "",
    # The operator's details on /privacy/; empty ones are shown as not stated
    "PRIVACY_CONTROLLER": "",
    "PRIVACY_CONTACT": "",
    "PRIVACY_DPO": "",
    "PRIVACY_LEGAL_BASIS": "",
    "PRIVACY_HOSTING": "",
    "PRIVACY_MAIL": "",
    "PRIVACY_AUTHORITY": "",
    "PRIVACY_LOG_DAYS": 0,
    "PRIVACY_BACKUP_DAYS": 0,
    # The statement on /accessibility/: who signs it, and what an audit of this very installation found
    "ACCESSIBILITY_SIGNED_BY": "",
    "ACCESSIBILITY_SIGNED_ON": "",
    "ACCESSIBILITY_CONTACT": "",
    "ACCESSIBILITY_AUDIT_BY": "",
    "ACCESSIBILITY_AUDIT_ON": "",
    "ACCESSIBILITY_AUDIT_PERCENT": 0,
    "ACCESSIBILITY_AUDIT_URL": "",
    # Months after a course's end, and the most that its instructors may say
    "RETENTION": True,
    "RETENTION_MONTHS": {"papers": 12, "talk": 18, "names": 24},
    "RETENTION_MOST_MONTHS": {"papers": 36, "talk": 36, "names": 60},
    "APPEAL_MONTHS": 2,
}
WORDS: Final = {bool: "True or False", int: "a whole number", str: "a text", dict: "a dictionary"}
PATHS: Final = frozenset({"VAR_DIR", "ERASURES_FILE"})
CHOICES: Final = {"REQUIRE_SECOND_FACTOR": ("off", "staff", "instructors")}
OIDC_ISSUER: Final = re.compile(r"https://[^/\s?#]+[^\s?#]*|http://(?:127\.0\.0\.1|localhost)(?::\d+)?(?:/[^\s?#]*)?")
TOGETHER: Final = {
    "OIDC_ISSUER": ("OIDC_CLIENT_ID",),
    "XAPI_ENDPOINT": ("XAPI_KEY", "XAPI_SECRET"),
    "WEBHOOK_URLS": ("WEBHOOK_SECRET",),
}
"""Settings that need other settings to have an effect."""


class Conf:
    """`conf.SITE_NAME` is the value of the settings at this moment, so that tests may change it."""

    def __getattr__(self, name: str) -> Any:
        if name not in DEFAULTS:
            raise AttributeError(f"DOMEGO has no setting {name}")
        return getattr(settings, "DOMEGO", {}).get(name, DEFAULTS[name])


conf = Conf()
"""Settings of the apps, from `DOMEGO` in the site's settings or their defaults."""


def _fault(name: str, value: Any) -> str:
    """The fault of one setting as a sentence; empty if it is right."""
    if name not in DEFAULTS:
        near = get_close_matches(name, DEFAULTS, 1)
        return f"DOMEGO has no setting {name!r}." + (f" Is it {near[0]}?" if near else "")
    default, said = DEFAULTS[name], f"DOMEGO[{name!r}] is {value!r}; "
    if name in CHOICES:
        return "" if value in CHOICES[name] else said + f"write one of {', '.join(CHOICES[name])}."
    if name in PATHS and isinstance(value, PathLike):
        return ""
    if type(value) is not type(default):
        return said + f"{WORDS[type(default)]} is expected."
    if name == "SITE_URL" and value and not re.fullmatch(r"https?://[^/\s]+", value):
        return said + "write it as https://games.example.org, without a path or a slash at its end."
    if name == "OIDC_ISSUER" and value and not OIDC_ISSUER.fullmatch(value):
        return said + "write it as https://login.example.org/realm; http is for this machine alone."
    if isinstance(default, dict):
        whole = all(type(months) is int and months >= 0 for months in value.values())
        right = whole and value.keys() == default.keys()
        return "" if right else said + f"whole numbers for {', '.join(default)} are expected."
    return ""


def faults(given: Mapping[str, Any]) -> list[str]:
    """All faults of the dict, one sentence each."""
    alone = [
        f"DOMEGO[{name!r}] needs {other}."
        for name, others in TOGETHER.items()
        for other in others
        if given.get(name) and not given.get(other)
    ]
    return [fault for name, value in given.items() if (fault := _fault(name, value))] + alone
