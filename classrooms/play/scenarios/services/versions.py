"""Versions of own scenarios: the states that were used."""

from typing import Any

import msgspec
from django.db import transaction

from classrooms.models import Course, OwnScenario, ScenarioVersion, Session
from classrooms.play.scenarios.services.drafts import digest_of, faults_of, scenario_change, whole
from classrooms.play.sessions.services import session_create
from games.engine import registry
from games.engine.errors import ScenarioError
from games.public.base import clock
from games.public.models import Match
from games.public.steering import match_create, match_start, seat_assign
from games.ui import faces


@transaction.atomic
def version_keep(*, scenario_id: int, by: Any) -> ScenarioVersion:
    """The version of the draft as it is: an equal one if there is any, else a new one. Raises ScenarioError for a draft
    with faults.
    """
    scenario = OwnScenario.objects.select_for_update().get(pk=scenario_id)
    faults = faults_of(scenario.game, scenario.text)
    if faults:
        raise ScenarioError.of(*faults)
    digest = digest_of(scenario.text)
    equal = scenario.versions.filter(digest=digest).order_by("-number").first()
    if equal is not None:
        return equal
    number = scenario.versions.latest("number").number + 1
    return ScenarioVersion.objects.create(
        scenario=scenario, number=number, text=scenario.text, digest=digest, made_by=by, made_at=clock.now()
    )


def version_restore(*, version: ScenarioVersion) -> OwnScenario:
    """Make the draft equal to a version, as a step that can be undone."""
    return scenario_change(scenario_id=version.scenario_id, make=whole(msgspec.json.decode(version.text)))


@transaction.atomic
def trial_match_begin(*, version: ScenarioVersion, by: Any, seat: int) -> Match:
    """A match of this version against bots, without deadlines, with the person on one seat. It belongs to no session.
    A seat that the scenario does not have is the first one.
    """
    scenario = version.scenario
    rules, face = registry.get(scenario.game).rules, faces.get(scenario.game)
    roles = [role.id for role in face.words.roles(rules.load_scenario(version.text))]
    match = match_create(
        game=scenario.game,
        roles=roles,
        by=by,
        scenario_key="",
        scenario=version.text,
        options={},
        title=scenario.title,
    )
    seat_assign(match_id=match.pk, seat=seat if seat < len(roles) else 0, user=by)
    return match_start(match_id=match.pk)


@transaction.atomic
def session_from_version(*, version: ScenarioVersion, course: Course, by: Any) -> Session:
    """A draft of a session that plays this version."""
    scenario = version.scenario
    return session_create(
        course=course,
        by=by,
        title=scenario.title,
        game=scenario.game,
        scenario=version.text,
        scenario_version=version,
        options=dict(faces.get(scenario.game).graded_options),
    )
