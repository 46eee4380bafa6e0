"""Own scenarios as choices of a session."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from classrooms.hooks import OWN_SCENARIO, OWN_SCENARIOS
from classrooms.models import OwnScenario
from classrooms.play.scenarios.access import readable
from classrooms.play.scenarios.services.versions import version_keep


def choices(user: Any, game: str) -> Sequence[tuple[str, str]]:
    """The scenarios that a person may use for a game: own ones and shared ones, by title."""
    rows = readable(user).filter(game=game, removed_at=None).select_related("owner").order_by("title", "pk")
    return [(f"own:{each.pk}", _named(each, user)) for each in rows.defer("text", "done", "undone")]


def _named(scenario: OwnScenario, user: Any) -> str:
    """The title of a scenario, and its author."""
    if scenario.owner is None:
        return str(scenario.title)
    words = {"title": scenario.title, "name": scenario.owner.get_full_name()}
    return (_("%(title)s, your own") if scenario.owner == user else _("%(title)s, by %(name)s")) % words


def chosen(user: Any, game: str, key: str) -> Mapping[str, Any]:
    """The changes of a session that plays the scenario as it is now. Raises LookupError, ScenarioError."""
    number = key.removeprefix("own:")
    scenario = readable(user).filter(game=game, removed_at=None, pk=int(number) if number.isdecimal() else 0).first()
    if scenario is None:
        raise LookupError(key)
    version = version_keep(scenario_id=scenario.pk, by=user)
    return {"scenario_key": "", "scenario": version.text, "scenario_version": version}


OWN_SCENARIOS.fill(choices)
OWN_SCENARIO.fill(chosen)
