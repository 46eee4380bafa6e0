"""System checks of learning records and webhooks."""

from typing import Any
from urllib.parse import urlsplit

from django.core.checks import CheckMessage, Error, Tags, register

from classrooms.connect.records import webhooks
from games.public.base import conf


@register(Tags.compatibility)
def records_are_right(**kwargs: Any) -> list[CheckMessage]:
    """Check addresses and secrets."""
    found: list[CheckMessage] = []
    hint = "docs/run/records-and-webhooks.md says how they are written."
    if conf.XAPI_ENDPOINT and urlsplit(conf.XAPI_ENDPOINT).scheme not in {"http", "https"}:
        found.append(Error("XAPI_ENDPOINT is no address of a record store.", hint=hint, id="domego.E011"))
    for url in webhooks.addresses():
        try:
            webhooks.address_check(url)
        except webhooks.Unfit as unfit:
            said = f"WEBHOOK_URLS: {url!r} is refused ({unfit}). https to a machine in the open Internet is taken."
            found.append(Error(said, hint=hint, id="domego.E012"))
    if webhooks.addresses():
        try:
            webhooks.secret_read()
        except webhooks.Unfit:
            said = "WEBHOOK_SECRET must be whsec_ and 24 to 64 random bytes in base64."
            found.append(Error(said, hint=hint, id="domego.E013"))
    return found
