"""A scenario as a file, and back: JSON or a workbook. The changes of a file are shown before it is taken in."""

from typing import Any, Final

from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from classrooms.people.access.guards import UPLOAD_LIMIT
from classrooms.play.scenarios.access import ScenarioAccess, for_readers
from classrooms.play.scenarios.queries.comparison import State, comparison_of
from classrooms.play.scenarios.queries.frame import frame
from classrooms.play.scenarios.queries.pages import sheet_of
from classrooms.play.scenarios.services.drafts import faults_of, plain_text, scenario_change, whole
from classrooms.play.scenarios.services.files import BadFile, data_of_file, workbook_of
from classrooms.play.scenarios.services.posted import data_of
from games.public.base import ServiceError, view_options
from games.ui.scenario_faults import fault_words

XLSX: Final = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
SHOWN: Final = 60


@require_safe
@for_readers()
def as_json(request: HttpRequest, access: ScenarioAccess) -> HttpResponse:
    """The draft as a JSON file. For readers of the scenario."""
    return _file(access, access.scenario.text.encode(), "application/json", "json")


@require_safe
@for_readers()
def as_workbook(request: HttpRequest, access: ScenarioAccess) -> HttpResponse:
    """The draft as a workbook. For readers of the scenario."""
    sheet = sheet_of(access.scenario)
    return _file(access, workbook_of(sheet.root, sheet.data), XLSX, "xlsx")


@view_options(body_limit=UPLOAD_LIMIT)
@for_readers(edit=True)
def take_in(request: HttpRequest, access: ScenarioAccess) -> HttpResponse:
    """Choose a file, see what it changes with its faults, and take it in. For the owner."""
    sheet = sheet_of(access.scenario)
    context: dict[str, Any] = frame(request, access, sheet) | {"section": "file"}
    if request.method != "POST":
        return render(request, "classrooms/scenarios/file.html", context)
    try:
        if "text" in request.POST:
            data = data_of(signing.loads(request.POST["text"], salt="scenario-file", max_age=86_400))
            scenario_change(scenario_id=access.scenario.pk, make=whole(data))
            return redirect("classrooms:scenario-versions", access.scenario.pk)
        given = request.FILES.get("file")
        if given is None:
            raise BadFile(reason=_("Choose a file first."))
        data, cells = data_of_file(sheet.root, given.name or "", given.read(UPLOAD_LIMIT))
        text = plain_text(data)
    except signing.BadSignature:
        return render(
            request, "classrooms/scenarios/file.html", context | {"error": _("Choose the file again.")}, status=422
        )
    except ServiceError as refused:
        return render(request, "classrooms/scenarios/file.html", context | {"error": str(refused)}, status=422)
    before, after = State("draft", "", sheet.data), State("file", "", data)
    faults = [fault_words(each) for each in faults_of(access.scenario.game, text)]
    found = comparison_of(sheet, before, after)
    context |= {
        "name": given.name,
        "cells": [(each.sheet, each.cell, _(each.reason)) for each in cells],
        "new_faults": faults,
        "found": found[:SHOWN],
        "more": max(0, len(found) - SHOWN),
        "text": signing.dumps(text, salt="scenario-file", compress=True),
    }
    return render(request, "classrooms/scenarios/file.html", context)


def _file(access: ScenarioAccess, content: bytes, kind: str, ending: str) -> HttpResponse:
    name = slugify(access.scenario.title) or "scenario"
    headers = {"Content-Disposition": f'attachment; filename="{name}.{ending}"'}
    return HttpResponse(content, content_type=kind, headers=headers)
