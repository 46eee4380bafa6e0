"""Requests generated from the schema, to every operation: no server error, and each response is in the schema."""

from typing import Any

import pytest
import schemathesis
from django.core.cache import cache
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections, transaction
from hypothesis import HealthCheck, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.core.failures import FailureGroup
from schemathesis.generation import GenerationMode
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from games.api.authentication import token_create
from games.platform import clock
from tests.classrooms.factories import course_of, session_of
from tests.classrooms.play.scenarios.drafts import own_scenario
from tests.games.factories import person

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_broker")]

EXAMPLES = 12
CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]


@pytest.fixture
def one_connection():
    """Keep the database connection at the end of a request, as Django's test client does."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.mark.usefixtures("one_connection")
@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE], ids=["as_told", "otherwise"])
def test_whatever_is_sent_is_answered_as_the_schema_says(mode):
    teacher, zoe = person("claire", can_create_courses=True), person("zoe")
    course = course_of(teacher, [zoe])
    play_session = session_of(course, teams=[[zoe]], started=True)
    match = play_session.session_teams.get().match
    match.stewards.add(teacher)
    token = token_create(teacher, clock.now())[0]
    headers = {"Authorization": f"Bearer {token}", "Accept-Encoding": "identity"}
    ours: dict[str, Any] = {
        "course_id": course.pk,
        "session_id": play_session.pk,
        "match_id": match.pk,
        "seat": 0,
        "game": "domego",
    }
    ours["scenario_id"] = own_scenario(teacher).pk
    schema = schemathesis.openapi.from_wsgi("/api/schema/?format=json", get_wsgi_application())
    statuses: dict[str, set[int]] = {}
    faults: list[str] = []

    for found in schema.get_all_operations():
        operation: Any = found.ok()
        got = statuses.setdefault(operation.label, set())
        try:
            _send(operation, mode, headers, ours, got)
        except FailureGroup as failure:
            faults.append(f"{operation.label}: {failure.exceptions}")

    assert faults == []
    assert len(statuses) == 45
    assert [label for label, got in statuses.items() if not got] == []
    assert sum(200 in got or 201 in got for got in statuses.values()) >= (20 if mode == GenerationMode.POSITIVE else 0)


def _send(operation: Any, mode: GenerationMode, headers: dict[str, str], ours: dict[str, Any], got: set[int]) -> None:
    """Send generated requests to `operation`. Each is rolled back, so that the next one finds the same data."""

    @settings(
        max_examples=EXAMPLES, deadline=None, database=None, derandomize=True, suppress_health_check=list(HealthCheck)
    )
    @given(case=operation.as_strategy(generation_mode=mode))
    def send(case: Any) -> None:
        if mode == GenerationMode.POSITIVE and case.path_parameters:
            case.path_parameters = {name: ours.get(name, value) for name, value in case.path_parameters.items()}
        cache.clear()  # limits on requests are not the matter here
        with transaction.atomic():
            response = case.call(headers=headers)
            transaction.set_rollback(True)
        got.add(response.status_code)
        case.validate_response(response, checks=CHECKS)

    send()
