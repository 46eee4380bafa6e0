"""Faults between the site and a platform: a code for the log, and a sentence for the person at the page."""

import logging
from typing import Any, Final

from django.utils.translation import gettext_lazy as _

from games.public.base import ServiceError
from games.public.work import outside

logger = logging.getLogger("classrooms.connect.lms")

FAULTS: Final[dict[str, tuple[int, Any]]] = {
    # Before the platform was asked
    "login_incomplete": (
        400,
        _("This address is opened by a learning platform: “%(field)s” is missing in what it sent."),
    ),
    "unknown_platform": (
        403,
        _("This site does not know the learning platform %(issuer)s. Its administrator registers it first."),
    ),
    "several_clients": (
        400,
        _("%(issuer)s is registered here several times and did not say which registration is meant."),
    ),
    "platform_waiting": (403, _("The administration of this site has not let your learning platform in yet.")),
    "platform_withdrawn": (
        403,
        _(
            "Your learning platform was withdrawn from this site. Your matches and your marks are kept; ask your "
            "instructor."
        ),
    ),
    "foreign_target": (
        400,
        _("The link leads to an address that is none of this site. Its maker has to choose it anew."),
    ),
    # Back from the platform
    "platform_refused": (403, _("The learning platform refused to let you in: %(error)s.")),
    "state_unknown": (403, _("This launch took longer than ten minutes, or it never began here.")),
    "state_used": (403, _("This launch was used already, and each one counts once.")),
    "other_browser": (
        403,
        _("This browser did not begin this launch, or it keeps no cookies for pages inside other pages."),
    ),
    "token_missing": (400, _("The learning platform sent nothing that says who you are.")),
    "token_unreadable": (403, _("The message of the learning platform cannot be read.")),
    "bad_algorithm": (403, _("The message of the learning platform is signed in a way that is not safe.")),
    "unknown_key": (403, _("The message of the learning platform is signed with a key that it does not publish.")),
    "bad_signature": (403, _("The message of the learning platform was changed on its way.")),
    "wrong_issuer": (403, _("The message comes from another platform than the one that was asked.")),
    "wrong_audience": (403, _("The message is meant for another site.")),
    "wrong_azp": (403, _("The message was made for another site.")),
    "token_expired": (403, _("The message of the learning platform is no longer valid. Its clock may be wrong.")),
    "token_early": (403, _("The clocks of the learning platform and of this site differ by more than five minutes.")),
    "token_old": (403, _("The message of the learning platform is older than ten minutes.")),
    "wrong_nonce": (403, _("The message answers another question than the one that was asked.")),
    "wrong_deployment": (
        403,
        _(
            "This site is installed in another place of your learning platform. Its administrator adds the "
            "deployment %(deployment)s."
        ),
    ),
    "wrong_version": (400, _("The learning platform speaks another version of LTI than 1.3.")),
    "wrong_message": (400, _("The learning platform asks for something that this site does not do.")),
    "changed_target": (403, _("The link was changed between its opening and the answer of the platform.")),
    "claim_missing": (400, _("The learning platform left out “%(claim)s”. Its administrator has to send it.")),
    "no_role": (403, _("The learning platform gave you no part in this course that this site knows.")),
    "course_waiting": (
        403,
        _(
            "The administration of this site has not let your course in yet. You need not do anything: open the "
            "link again later."
        ),
    ),
    "course_refused": (403, _("The administration of this site did not let this course in.")),
    "removed": (403, _("You were taken off the list of this course. Your matches are kept; ask your instructor.")),
    "admin_account": (
        403,
        _("This account belongs to the administration of the site. Sign in here with its password."),
    ),
    "not_connected": (409, _("Your teacher has not connected this course yet.")),
    "not_chosen": (409, _("Your teacher has not said yet which session this link means.")),
    "not_open": (409, _("Your teacher is still preparing this session.")),
    "nothing_to_rehearse": (409, _("A test student plays in rehearsals only, and this link leads to none.")),
    "picked_here": (
        403,
        _(
            "Links are picked inside your platform's page, and this browser keeps no cookies there. Allow cookies of "
            "this site, or pick them with Chrome, Edge or Firefox."
        ),
    ),
    "ticket_used": (410, _("This way in was used already, or it is older than a minute.")),
    # What the platform answers when it is asked
    "address": (502, _("The address %(address)s cannot be asked: it has to begin with https://.")),
    **{
        fault.code: (fault.status, fault.message)
        for fault in (outside.Away, outside.TooSlow, outside.TooLong, outside.Crowded, outside.Resting)
    },
    "elsewhere": (502, _("%(host)s sends to another address, and is not followed there.")),
    "not_json": (502, _("%(host)s answered with something else than data, perhaps a page that asks to sign in.")),
    "unexpected": (502, _("The answer of %(host)s lacks what was asked for.")),
    "refused": (502, _("%(host)s refused with the number %(status)s.")),
    "busy": (502, _("%(host)s asks to be left alone for a while.")),
    "no_token": (502, _("%(host)s gave no access: %(error)s.")),
    "no_scope": (502, _("The platform did not give this site the right to do that. Its administrator has to.")),
    "no_service": (409, _("The platform has not offered this for the course. Its administrator switches it on.")),
    # Registration
    "registration_used": (410, _("This address was used already, or it is older than a week. Make a new one.")),
    "registration_incomplete": (
        400,
        _("This address is pasted into a learning platform, which opens it with an address of its own."),
    ),
    "wrong_host": (400, _("%(issuer)s does not belong to the address that was asked.")),
    "registered_already": (409, _("This platform is registered already, as %(name)s.")),
    # Marks
    "not_a_learner": (502, _("The platform knows nobody there who can get a mark.")),
    "column_gone": (502, _("The column in the platform's gradebook is gone.")),
    "kept_there": (409, _("The platform keeps the mark that somebody set there by hand. Release it there first.")),
    "too_late": (502, _("The platform has a mark that is newer than the one that was sent.")),
}


class LmsFault(ServiceError):
    """A fault between the site and a platform; `kind` is one of `FAULTS`. `retry` marks a temporary fault, which
    may pass after `after` seconds at least.
    """

    code = "lms"

    def __init__(self, kind: str, *, retry: bool = False, after: int = 0, **params: int | str) -> None:
        super().__init__(**{name: value if isinstance(value, int) else value[:200] for name, value in params.items()})
        self.kind, self.retry, self.after = kind, retry, after
        self.status = FAULTS[kind][0]  # type: ignore[misc]

    def __str__(self) -> str:
        return describe_fault(self.kind, self.params)


def describe_fault(kind: str, params: Any) -> str:
    """A fault in a sentence of the current language; empty for none."""
    if kind not in FAULTS:
        return ""
    sentence = str(FAULTS[kind][1])
    try:
        return sentence % params
    except (KeyError, TypeError, ValueError):
        return sentence


def note(what: str, fault: LmsFault, platform: Any = None) -> None:
    """Log a line for the operator: numbers and addresses, without personal data."""
    logger.warning(
        "lms %s: %s (platform %s%s)",
        what,
        fault.kind,
        getattr(platform, "pk", None),
        "".join(f", {name} {value!r}" for name, value in fault.params.items()),
    )
