"""Permanent deletion needs a confirmation (WCAG 3.3.4, RGAA 11.12): a single click deletes no row of work."""

import pytest
from django.apps import apps
from django.db import transaction

from tests.matrix.addresses import addresses, filled

pytestmark = pytest.mark.django_db

PRESSING = ("student", "instructor")
WORK = frozenset(
    {"Course", "Enrolment", "Team", "Session", "SessionTeam", "Match", "Move", "Event", "Message", "Debrief", "User"}
    | {"OwnQuestion", "QuizAnswer", "SurveyAnswer", "Forecast", "PeerReview", "GradeBook", "RubricLine", "Mark"}
    | {"FinalChoice", "PublishedGrade", "MarkQuery", "Paper", "Analysis", "LmsPlatform", "LmsLineItem", "LmsScore"}
)
ASKED_BEFORE = {
    ("classrooms:guest-merge", "User"): "its page asks; the seats of the guest go to the account that takes them over"
}
"""(URL, kind of row): deletions that an earlier page confirms, with the page."""


def rows() -> dict[str, int]:
    models = [model for label in ("games", "classrooms") for model in apps.get_app_config(label).get_models()]
    return {model.__name__: model._default_manager.count() for model in models if model.__name__ in WORK}


def test_no_single_press_takes_work_away(site):
    before, gone = rows(), set()
    for name, route in addresses().items():
        address = filled(route, {**site.general, **site.special.get(name, {})})
        for who in PRESSING:
            with transaction.atomic():
                site.client(who).post(address)
                gone |= {(name, kind) for kind, number in rows().items() if number < before[kind]}
                transaction.set_rollback(True)

    assert set(before) == WORK
    assert gone == set(ASKED_BEFORE)
