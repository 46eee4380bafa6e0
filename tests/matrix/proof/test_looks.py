"""No page changes the database by being read: GET and HEAD of every URL, as every kind of person, leave all tables as
they are. `tests.looks` watches the statements of each request of all other tests.
"""

from typing import Any

import pytest
from django.apps import apps
from django.contrib.sessions.models import Session as LoginSession
from django.core.cache import cache
from django.db import transaction

from classrooms.models import Debrief, GradeBook, Mark, Participation, ResearchKey
from games.models import Job, Match
from tests.looks import MAY_WRITE
from tests.matrix.addresses import addresses, filled
from tests.matrix.world import LAUNCHED, PEOPLE

pytestmark = pytest.mark.django_db

EXCEPTED = {LoginSession}
"""Django's login sessions: a session that is read may be renewed."""


def everything() -> dict[str, list[Any]]:
    """All rows of all tables, by the name of their model."""
    models = apps.get_models(include_auto_created=True)
    return {
        model._meta.label: sorted(map(repr, model._base_manager.values_list()))
        for model in models
        if model not in EXCEPTED and model._meta.managed
    }


def as_it_is() -> None:
    """The world with a grade book, debriefs and a running session."""


def nothing_made_yet() -> None:
    """Marks, debriefs and keys are still missing, and matches wait for their people."""
    for model in (Mark, Participation, GradeBook, Debrief, ResearchKey, Job):
        model._default_manager.all().delete()
    Match.objects.filter(status="running").update(awaits_people=True)


@pytest.mark.parametrize(("state", "method"), [(as_it_is, "get"), (nothing_made_yet, "head")])
@pytest.mark.parametrize("who", [*PEOPLE, *LAUNCHED])
@pytest.mark.timeout(600)
def test_reading_every_page_changes_nothing(site, who, state, method):
    with transaction.atomic():
        state()
        before = everything()
        for name, route in addresses().items():
            if name in MAY_WRITE:
                continue
            address = filled(route, {**site.general, **site.special.get(name, {})})
            cache.clear()  # limits on requests are not the matter here
            answer = getattr(site.client(who), method)(address)
            if answer.streaming:
                b"".join(answer.streaming_content)
        after = everything()
        transaction.set_rollback(True)

    assert {name for name, rows in after.items() if rows != before[name]} == set()
