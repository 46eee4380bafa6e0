"""The operator's information for people on their data, from the settings."""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.public.base import conf

ASKED: Any = {
    "PRIVACY_CONTROLLER": gettext_lazy("Who answers for your data"),
    "PRIVACY_CONTACT": gettext_lazy("Whom to write to"),
    "PRIVACY_DPO": gettext_lazy("Data protection officer"),
    "PRIVACY_LEGAL_BASIS": gettext_lazy("Legal basis"),
    "PRIVACY_HOSTING": gettext_lazy("Where the site runs"),
    "PRIVACY_MAIL": gettext_lazy("Who carries its mails"),
    "PRIVACY_AUTHORITY": gettext_lazy("Where you can complain"),
}
"""Settings with texts, each with the question it answers."""


@dataclass(frozen=True)
class OperatorAnswer:
    """A question with the operator's answer in the current language; empty without an answer."""

    asked: str
    text: str


def operator_answers() -> list[OperatorAnswer]:
    """All information that readers have a right to get from the operator, answered or not."""
    found = [OperatorAnswer(str(asked), str(getattr(conf, name))) for name, asked in ASKED.items()]
    logs, backups = conf.PRIVACY_LOG_DAYS, conf.PRIVACY_BACKUP_DAYS
    found.append(OperatorAnswer(_("How long the server keeps logs with addresses"), _days(logs)))
    found.append(OperatorAnswer(_("How long backups are kept"), _days(backups)))
    return found


def _days(number: int) -> str:
    return ngettext("%(n)d day", "%(n)d days", number) % {"n": number} if number else ""
