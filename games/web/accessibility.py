"""The accessibility statement; the site's operator signs it by settings."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language, pgettext
from django.views.decorators.http import require_safe

from games.platform.conf import conf
from games.ui.accessibility import assessment, conformity, share_of


@require_safe
def accessibility(request: HttpRequest) -> HttpResponse:
    """The statement: conformity, known faults, method, contact and complaints. Access: all visitors."""
    found = assessment()
    language = (get_language() or "en")[:2]
    context: dict[str, Any] = {
        "signed_by": conf.ACCESSIBILITY_SIGNED_BY,
        "signed_on": conf.ACCESSIBILITY_SIGNED_ON,
        "contact": conf.ACCESSIBILITY_CONTACT or conf.PRIVACY_CONTACT,
        "audit": {
            "by": conf.ACCESSIBILITY_AUDIT_BY,
            "on": conf.ACCESSIBILITY_AUDIT_ON,
            "percent": conf.ACCESSIBILITY_AUDIT_PERCENT,
            "url": conf.ACCESSIBILITY_AUDIT_URL,
        },
        "conformity": conformity(conf.ACCESSIBILITY_AUDIT_PERCENT),
        "assessed": found.assessed,
        "share": share_of(found.rgaa),
        "criteria": [
            {
                "number": each.number,
                "title": each.title.get(language, each.title["en"]),
                "note": each.note.get(language, each.note.get("en", "")),
                "state": each.state,
                "words": state_words()[each.state],
            }
            for each in found.rgaa
        ],
    }
    return render(request, "games/accessibility.html", context)


def state_words() -> dict[str, str]:
    """The states of a criterion in the current language."""
    return {
        "met": pgettext("criterion", "met"),
        "not_met": pgettext("criterion", "not met"),
        "na": pgettext("criterion", "does not apply"),
        "not_tested": pgettext("criterion", "not tested"),
    }
