"""Django system checks of this plugin, run when a site starts."""

from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, Warning, register

from games.models import people
from games.platform.conf import conf, faults
from games.ui.scenario_faults import all_left_out, fault_words, left_out_words, none_left

PERSON_FIELDS = ("display_name", "is_guest", "can_create_courses", "needs_second_factor")


@register(Tags.compatibility)
def domego_is_right(**kwargs: Any) -> list[CheckMessage]:
    """Every setting of DOMEGO is known and has the right type, and links in mails have a site address."""
    found: list[CheckMessage] = [
        Error(fault, hint="docs/run/embed.md lists all of them.", id="domego.E001")
        for fault in faults(getattr(settings, "DOMEGO", {}))
    ]
    try:
        model = people.person_model()
    except (LookupError, ValueError):
        model = None
    missing = [name for name in PERSON_FIELDS if not hasattr(model, name)]
    if missing:
        hint = 'Write DOMEGO_PERSON_MODEL = "classrooms.User", or make that model a classrooms.models.AbstractPerson.'
        said = f"DOMEGO_PERSON_MODEL is {people.PERSON_MODEL!r}, which is no model of people: no {', '.join(missing)}."
        found.append(Error(said, hint=hint, id="domego.E002"))
    found += scenarios_left_out()
    if not conf.SITE_URL:
        hint = 'Write DOMEGO = {"SITE_URL": "https://games.example.org"} into the settings.'
        found.append(Warning("Links in mails lead nowhere.", hint=hint, id="domego.W001"))
    return found


def scenarios_left_out() -> list[CheckMessage]:
    """A warning for each scenario that does not load, with all its faults. No error: the site runs without it."""
    return [
        Warning(
            "\n".join(
                (
                    left_out_words(f"{game.key}/{each.key}", len(each.faults), alone=none_left(game, each)),
                    each.file,
                    *map(fault_words, each.faults),
                )
            ),
            hint="Correct the file and start the site anew.",
            id="domego.W002",
        )
        for game, each in all_left_out()
    ]
