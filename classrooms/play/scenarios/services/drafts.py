"""Making and changing own scenarios. Every change can be undone."""

import hashlib
import secrets
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

import msgspec
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from classrooms.models import Course, OwnScenario, ScenarioVersion
from classrooms.play.scenarios.access import staffed
from games.engine import editing, registry
from games.engine.codec import from_json, to_json
from games.engine.editing import Change
from games.engine.errors import ScenarioError
from games.public.base import BadRequest, clock, refusal
from games.ui.names import BadName, name_read

KEPT: Final = 60
"""The number of steps that can be undone."""
LARGEST: Final = 1_000_000
"""Bytes of a scenario's text."""
HEAVIEST: Final = 2_000_000
"""Bytes of all stored steps: the oldest are given up first."""
TITLE_LENGTH: Final = 120
Make = Callable[[Any], Iterable[Change]]
"""The changes to data; may raise editing.BadPath."""


Moved = refusal(
    "scenario_moved",
    _("Parts were added, taken out or moved in another window. Load the page again; nothing was changed here."),
)
"""The path of a change may mean another place by now."""

TooLarge = refusal("scenario_too_large", _("The scenario would be larger than %(most)s MB."))
"""The text would be longer than the site stores."""


@transaction.atomic
def scenario_copy(*, by: Any, game: str, text: str, title: str, parent_name: str) -> OwnScenario:
    """A scenario of this person with a copy of this text, which is its version 0. Raises TooLarge, BadRequest for a bad
    title.
    """
    data = msgspec.json.decode(text)
    plain = plain_text(data)
    now = clock.now()
    made = OwnScenario.objects.create(
        owner=by,
        game=game,
        title=_title(title),
        text=plain,
        parent_name=parent_name[:160],
        created_at=now,
        changed_at=now,
    )
    ScenarioVersion.objects.create(
        scenario=made, number=0, text=plain, digest=digest_of(plain), made_by=by, made_at=now
    )
    return made


@transaction.atomic
def scenario_change(*, scenario_id: int, make: Make, revision: int | None = None) -> OwnScenario:
    """Make changes as one step that can be undone. `revision` is the state that their paths mean: raises Moved if parts
    were added, taken out or moved since. Raises editing.BadPath for a path that leads nowhere, TooLarge.
    """
    scenario = _locked(scenario_id)
    if revision is not None and _moved_since(scenario, revision):
        raise Moved
    data = msgspec.json.decode(scenario.text)
    changes = []
    for change in make(data):
        data = editing.apply(data, change)
        changes.append(change)
    if not changes:
        return scenario
    scenario.revision += 1
    step = {"revision": scenario.revision, "changes": to_json(changes).decode()}
    steps = [*scenario.done, step][-KEPT:]
    while len(steps) > 1 and sum(len(each["changes"].encode()) for each in steps) > HEAVIEST:
        steps = steps[1:]
    return _save(scenario, data, steps, [])


@transaction.atomic
def scenario_undo(*, scenario_id: int) -> OwnScenario:
    """Undo the last step; nothing if there is none."""
    scenario = _locked(scenario_id)
    if not scenario.done:
        return scenario
    *done, step = scenario.done
    changes = [editing.inverse(change) for change in reversed(_changes(step))]
    return _step(scenario, changes, done, [*scenario.undone, step])


@transaction.atomic
def scenario_redo(*, scenario_id: int) -> OwnScenario:
    """Make the last undone step again; nothing if there is none."""
    scenario = _locked(scenario_id)
    if not scenario.undone:
        return scenario
    *undone, step = scenario.undone
    done = [*scenario.done, {**step, "revision": scenario.revision + 1}]
    return _step(scenario, _changes(step), done, undone)


@transaction.atomic
def scenario_rename(*, scenario_id: int, title: str) -> None:
    """Change the title in lists. The name that players read follows in all languages, as a step that can be undone,
    while it is the original's name or the title before. Raises BadRequest for a bad title.
    """
    scenario, title = _locked(scenario_id), _title(title)
    if title == scenario.title:
        return
    original = msgspec.json.decode(scenario.versions.get(number=0).text)
    usual = [*_names(original).values(), scenario.title]

    def named(data: Any) -> Iterable[Change]:
        names = _names(data)
        if names and all(each in usual for each in names.values()):
            yield editing.put(data, ("name",), dict.fromkeys(names, title))

    scenario_change(scenario_id=scenario_id, make=named)
    OwnScenario.objects.filter(pk=scenario_id).update(title=title, changed_at=clock.now())


def _names(data: Any) -> dict[str, Any]:
    names = data.get("name") if isinstance(data, dict) else None
    return names if isinstance(names, dict) else {}


@transaction.atomic
def scenario_share(*, scenario_id: int, by: Any, courses: Sequence[int]) -> None:
    """Let the staff of these courses read and copy a scenario. Only courses whose staff `by` belongs to count; those of
    others, with whom it was shared before, stay.
    """
    scenario = _locked(scenario_id)
    own = set(staffed(by).values_list("course", flat=True))
    others = {pk for pk in scenario.courses.values_list("pk", flat=True) if pk not in own}
    scenario.courses.set(Course.objects.filter(pk__in=others | (own & set(courses))))


def scenario_link(*, scenario_id: int, on: bool) -> str:
    """A new link by which every instructor can copy a scenario, as its token; without `on` the old one ends."""
    token = secrets.token_urlsafe(18) if on else None
    OwnScenario.objects.filter(pk=scenario_id).update(token=token)
    return token or ""


def scenario_remove(*, scenario_id: int) -> None:
    """Put a scenario into the bin: its link ends, and nobody else sees it. Sessions and matches keep its text."""
    OwnScenario.objects.filter(pk=scenario_id, removed_at__isnull=True).update(removed_at=clock.now(), token=None)


def scenario_restore(*, scenario_id: int) -> None:
    """Take a scenario out of the bin."""
    OwnScenario.objects.filter(pk=scenario_id).update(removed_at=None)


def digest_of(text: str) -> str:
    """The SHA-256 of a scenario's text, which is equal for equal scenarios: the order of names does not count."""
    return hashlib.sha256(msgspec.json.encode(msgspec.json.decode(text), order="sorted")).hexdigest()


def faults_of(game: str, text: str) -> tuple[Any, ...]:
    """The faults of a text as a scenario of a game; empty if it can be played."""
    try:
        registry.get(game).rules.load_scenario(text)
    except ScenarioError as error:
        return error.faults
    return ()


def whole(data: Any) -> Make:
    """The change to other data, as one step."""
    return lambda before: [] if before == data else [Change("put", "", old=before, new=data)]


def _step(scenario: OwnScenario, changes: Sequence[Change], done: Any, undone: Any) -> OwnScenario:
    data = msgspec.json.decode(scenario.text)
    for change in changes:
        data = editing.apply(data, change)
    scenario.revision += 1
    return _save(scenario, data, done, undone)


def _save(scenario: OwnScenario, data: Any, done: Any, undone: Any) -> OwnScenario:
    scenario.text, scenario.done, scenario.undone = plain_text(data), done, undone
    scenario.changed_at = clock.now()
    scenario.save(update_fields=["text", "done", "undone", "revision", "changed_at"])
    return scenario


def _changes(step: Any) -> list[Change]:
    found: list[Change] = from_json(step["changes"], list[Change])
    return found


def _moved_since(scenario: OwnScenario, revision: int) -> bool:
    """Were places moved after this revision? Steps that are no longer kept count as such."""
    if revision > scenario.revision:
        return True
    later = [step for step in scenario.done if step["revision"] > revision]
    if len(later) < scenario.revision - revision:
        return True
    return any(change.moves_places for step in later for change in _changes(step))


def _locked(scenario_id: int) -> OwnScenario:
    return OwnScenario.objects.select_for_update().get(pk=scenario_id)


def plain_text(data: Any) -> str:
    """The text of data, as it is stored. Raises TooLarge."""
    text = to_json(data)
    if len(text) > LARGEST:
        raise TooLarge(most=LARGEST // 1_000_000)
    return text.decode()


def _title(text: str) -> str:
    try:
        return name_read(text, most=TITLE_LENGTH)
    except BadName as bad:
        raise BadRequest(field="title", reason=bad.code) from None
