"""Editing a scenario: a page for each section and item. Fields are saved as they are changed, or with the form."""

from typing import Any, Final

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import select_template
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from classrooms.models import OwnScenario
from classrooms.play.scenarios.access import ScenarioAccess, for_readers
from classrooms.play.scenarios.queries.frame import frame
from classrooms.play.scenarios.queries.pages import FRAME, Sheet, has_pages, listing_of, nodes_of, root_of, sheet_of
from classrooms.play.scenarios.services.drafts import scenario_change, scenario_redo, scenario_undo
from classrooms.play.scenarios.services.posted import data_of, part_changes, posted_changes
from games.engine import editing
from games.engine.editing import BadPath
from games.public.base import BadRequest, ServiceError
from games.ui.scenario_forms import is_section

RESTORE: Final = "restore:"
"""The beginning of a button's value that puts a field back as it was in the original; then its path."""
OURS: Final = {"csrfmiddlewaretoken", "revision", "do"}
"""Names in forms that are no fields."""


@require_safe
@for_readers()
def scenario(request: HttpRequest, access: ScenarioAccess) -> HttpResponse:
    """The page of the first section. For readers of the scenario."""
    return redirect("classrooms:scenario-section", access.scenario.pk, FRAME)


@for_readers()
def section(request: HttpRequest, access: ScenarioAccess, section: str, place: int | None = None) -> HttpResponse:
    """A section or one of its items. POST saves fields and carries out buttons, for its owner; programs of the page get
    JSON. For readers of the scenario.
    """
    if request.method == "POST":
        return _posted(request, access, section, place)
    sheet = sheet_of(access.scenario)
    return render(request, "classrooms/scenarios/edit.html", _page(request, access, sheet, section, place))


@require_POST
@for_readers(edit=True)
def undo(request: HttpRequest, access: ScenarioAccess) -> HttpResponse:
    """Undo the last step, or make it again with `redo`. For the owner."""
    step = scenario_redo if "redo" in request.POST else scenario_undo
    step(scenario_id=access.scenario.pk)
    return redirect(_inside(request, access.scenario))


def _page(
    request: HttpRequest, access: ScenarioAccess, sheet: Sheet, section: str, place: int | None
) -> dict[str, Any]:
    part = sheet.root.inner(section) if section != FRAME else None
    is_part = part is not None and is_section(part)
    if not is_part and (section != FRAME or place is not None):
        raise Http404
    listed = part is not None and place is None and has_pages(part)
    try:
        nodes = [] if listed else nodes_of(sheet, section, place)
    except BadPath:
        raise Http404 from None
    game = access.scenario.game
    names = [f"{game}/studio/{section}.html"] if place is not None else []
    return frame(request, access, sheet) | {
        "section": section,
        "place": place,
        "part": part,
        "title": _(part.title) if part is not None else _("Name, targets, figures"),
        "nodes": nodes,
        "item": sheet.forms.node((section, place)) if place is not None else None,
        "beside": _beside(sheet, section, place) if place is not None else [],
        "listing": listing_of(sheet, part, request.GET) if listed and part is not None else None,
        "form_template": select_template([*names, "classrooms/scenarios/fields.html"]).template.name,
    }


def _beside(sheet: Sheet, section: str, place: int) -> list[tuple[str, int]]:
    """The item before and the one after, if they are there: a word and the place."""
    last = len(sheet.data[section]) - 1
    return [*([(_("Previous"), place - 1)] if place > 0 else []), *([(_("Next"), place + 1)] if place < last else [])]


def _posted(request: HttpRequest, access: ScenarioAccess, section: str, place: int | None) -> HttpResponse:
    if not access.may_edit:
        return HttpResponse(status=403)
    values = {name: request.POST.getlist(name)[-1] for name in request.POST if name not in OURS}
    do, root = request.POST.get("do", ""), root_of(access.scenario.game)
    before = data_of(access.scenario.text)
    put_back = do.removeprefix(RESTORE) if do.startswith(RESTORE) else ""

    def make(data: Any) -> list[Any]:
        changes = list(posted_changes(root, data, values))
        for change in changes:
            data = editing.apply(data, change)
        if put_back:
            place = editing.read_path(put_back)
            return [*changes, editing.put(data, place, sheet_of(access.scenario).forms.original(place))]
        return [*changes, *(part_changes(root, data, do) if do else [])]

    try:
        revision = int(request.POST.get("revision", ""))
    except ValueError:
        revision = None
    try:
        saved = scenario_change(scenario_id=access.scenario.pk, make=make, revision=revision)
    except BadPath as bad:
        return _refused(request, BadRequest(field=str(bad)[:60], reason=""), 400)
    except ServiceError as refused:
        return _refused(request, refused, refused.status)
    if request.headers.get("Accept") == "application/json":
        return JsonResponse(_state(saved))
    if do.startswith("remove:"):
        _name_what_went(request, before, saved)
    return redirect(_after(saved, section, place, do))


def _name_what_went(request: HttpRequest, before: Any, saved: OwnScenario) -> None:
    """Say which items of other lists went with an item that was taken out."""
    root, after = root_of(saved.game), data_of(saved.text)
    gone = [
        f"{_(part.title)} \u2212{number}"
        for part in root.fields
        if part.kind == "list" and (number := _size(before, part.name) - _size(after, part.name)) > 0
    ]
    if len(gone) > 1:
        what = {"what": ", ".join(gone)}
        messages.info(request, _("Taken out with what belongs to it (%(what)s). Undo brings it back.") % what)


def _size(data: Any, name: str) -> int:
    items = data.get(name) if isinstance(data, dict) else None
    return len(items) if isinstance(items, list) else 0


def _refused(request: HttpRequest, refused: ServiceError, status: int) -> HttpResponse:
    if request.headers.get("Accept") == "application/json":
        return JsonResponse({"error": str(refused)}, status=status)
    messages.error(request, str(refused))
    return redirect(request.get_full_path())


def _state(saved: OwnScenario) -> dict[str, Any]:
    """The state that the page shows after a save: faults by the path of their field, and the size of the change."""
    sheet = sheet_of(saved)
    return {
        "revision": saved.revision,
        "faults": sheet.by_place(),
        "count": len(sheet.faults),
        "changes": sheet.size_words,
        "undo": bool(saved.done),
    }


def _after(saved: OwnScenario, section: str, place: int | None, do: str) -> str:
    """The page after a button: a new item's own, the list after an item was taken out, else the same."""
    word, _colon, path = do.partition(":")
    top = path.count("[") <= 1 and "." not in path
    if word in ("add", "copy") and top and has_pages(root_of(saved.game).inner(section) or root_of(saved.game)):
        items = sheet_of(saved).data[section]
        new = len(items) - 1 if word == "add" else int(path[path.index("[") + 1 : -1]) + 1
        return reverse("classrooms:scenario-item", args=[saved.pk, section, new])
    if word == "remove" and top and place is not None:
        return reverse("classrooms:scenario-section", args=[saved.pk, section])
    name = "classrooms:scenario-section" if place is None else "classrooms:scenario-item"
    return reverse(name, args=[saved.pk, section] if place is None else [saved.pk, section, place])


def _inside(request: HttpRequest, saved: OwnScenario) -> str:
    """The page to return to: the one that the button was on, if it is a page of this scenario."""
    back = request.POST.get("back", "")
    own = reverse("classrooms:scenario", args=[saved.pk])
    return back if back.startswith(own) else own
