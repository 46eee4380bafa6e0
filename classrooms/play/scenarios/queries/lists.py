"""The list of scenarios: shipped ones, one's own, and those of colleagues."""

from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Max

from classrooms.models import OwnScenario
from classrooms.play.scenarios.access import readable
from games.ui import faces
from games.ui.faces import Face


@dataclass(frozen=True)
class Shipped:
    """A scenario that a game brings."""

    face: Face
    key: str
    name: str
    summary: str


@dataclass(frozen=True)
class ScenarioList:
    """All scenarios that a person may use, the newest first."""

    own: list[OwnScenario]
    shared: list[OwnScenario]
    removed: list[OwnScenario]
    shipped: list[Shipped]


def scenario_list(user: Any) -> ScenarioList:
    """In a fixed number of queries."""
    rows = readable(user).defer("text", "done", "undone").select_related("owner")
    rows = rows.annotate(newest=Max("versions__number"), shares=Count("courses", distinct=True)).order_by(
        "-changed_at", "-pk"
    )
    titles = {face.game.key: str(face.title) for face in faces.all_faces()}
    found: list[Any] = list(rows)
    for each in found:
        each.game_title = titles[each.game]
    own = [each for each in found if each.owner_id == user.pk]
    return ScenarioList(
        own=[each for each in own if each.removed_at is None],
        shared=[each for each in found if each.owner_id != user.pk],
        removed=[each for each in own if each.removed_at is not None],
        shipped=shipped_list(),
    )


def shipped_list() -> list[Shipped]:
    """The scenarios of all games that have a face."""
    found = []
    for face in faces.all_faces():
        names = face.scenario_names()
        for key, name in names.items():
            scenario = face.game.shipped(key)
            found.append(Shipped(face, key, str(name), face.words.scenario_summary(scenario)))
    return found
