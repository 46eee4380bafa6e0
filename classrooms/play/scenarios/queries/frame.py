"""The frame of a scenario's pages: title, version, navigation, trial."""

from typing import Any, Final

from django.http import HttpRequest
from django.utils.translation import gettext as _

from classrooms.models import Session
from classrooms.play.scenarios.access import ScenarioAccess
from classrooms.play.scenarios.queries.comparison import place_words
from classrooms.play.scenarios.queries.pages import Sheet
from classrooms.play.scenarios.queries.trials import page_of, rail_of
from classrooms.play.scenarios.services.drafts import digest_of
from games.engine.editing import BadPath
from games.ui import faces
from games.ui.scenario_faults import fault_text

SHOWN: Final = 8
"""The number of faults beside the form."""


def frame(request: HttpRequest, access: ScenarioAccess, sheet: Sheet) -> dict[str, Any]:
    """The context that all pages of a scenario share."""
    scenario = access.scenario
    equal = scenario.versions.filter(digest=digest_of(scenario.text)).defer("text", "trial").order_by("-number").first()
    return {
        "access": access,
        "scenario": scenario,
        "sheet": sheet,
        "may_edit": access.may_edit,
        "face": faces.get(scenario.game),
        "version": equal,
        "fault_lines": fault_lines(sheet),
        "plays": Session.objects.filter(scenario_version__scenario=scenario).count(),
        "rail": rail_of(scenario, sheet),
        "roles": () if sheet.faults else faces.get(scenario.game).words.roles(sheet.value()),
        "here": request.path,
    }


def fault_lines(sheet: Sheet) -> list[tuple[str, str]]:
    """The first faults with their places in names, and the address of the page of each."""
    found = []
    for each in sheet.faults[:SHOWN]:
        words = fault_text(each)
        try:
            where = place_words(sheet.scenario.game, sheet.root, sheet.data, each.path)
        except BadPath:
            found.append((words, ""))
        else:
            line = _("%(where)s: %(fault)s") % {"where": where, "fault": words}
            found.append((line, page_of(sheet, each.path)))
    return found
