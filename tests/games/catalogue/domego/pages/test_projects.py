"""Projects of any size are played, read, printed and run in a class as the shipped one is."""

import pytest
from django.urls import reverse

from classrooms.models import When
from classrooms.play.questions.services.quizzes import questions_usual
from games.catalogue.domego.game import GAME
from games.ui import faces
from tests.classrooms.factories import course_of, session_of
from tests.games.catalogue.domego.projects import project
from tests.games.catalogue.domego.table import CLASSIC_TEXT
from tests.games.catalogue.domego.whole_match import read_whole
from tests.games.factories import person, played_by_bots
from tests.hollow import hollow
from tests.pages.test_faces import name_what_is_missing

pytestmark = pytest.mark.django_db
PAGES = (
    "session",
    "session-lobby",
    "monitor",
    "interventions",
    "compare",
    "grades",
    "session-bank",
    "session-questions",
)


@pytest.fixture(autouse=True)
def _names_are_given(monkeypatch, no_broker):
    name_what_is_missing(monkeypatch)


@pytest.mark.parametrize(
    ("roles", "activities", "seed", "language", "options"),
    [
        (3, 3, 1, "en", {}),
        (4, 6, 2, "fr", {"payments": "staged", "hidden_allocations": True}),
        (12, 40, 3, "en", {}),
        (9, 17, 4, "fr", {}),
    ],
)
def test_a_project_of_any_size_is_played_and_read(client, roles, activities, seed, language, options):
    match = read_whole(client, project(roles, activities, seed), language, 3, options)

    assert len(match.result["scores"]) == roles


@pytest.mark.parametrize(
    ("key", "language"),
    [("short", "fr"), ("school", "fr"), ("footbridge", "en"), ("timber", "fr"), ("design_build", "en")],
)
def test_a_shipped_project_is_played_and_read(client, key, language):
    match = read_whole(client, GAME.scenarios[key], language, 2)

    assert len(match.result["scores"]) == match.seats.count()


def test_a_class_plays_a_project_of_its_own(client):
    teacher, students = person("teacher"), [person(f"student-{number}") for number in range(7)]
    text = project(7, 5, 6)
    found = session_of(course_of(teacher, students), teams=[students, ()], started=True, scenario_text=text)
    client.force_login(teacher)

    for state in ("running", "one is over"):
        for name in PAGES:
            page = client.get(reverse(f"classrooms:{name}", args=[found.pk]), follow=True)
            assert (state, name, page.status_code, hollow(page.content.decode())) == (state, name, 200, [])
        assert played_by_bots(found.session_teams.order_by("position").last().match).is_over


def test_questions_on_another_project_are_not_asked():
    course = course_of(person("teacher"))
    asked = {}
    for text in (CLASSIC_TEXT, project(6, 12, 1)):
        found = session_of(course, scenario_text=text)
        questions_usual(session_id=found.pk)
        asked[text] = (
            found.questions.exclude(when=When.DURING).count(),
            found.questions.filter(when=When.DURING).count(),
        )

    bank = faces.get("domego").quiz()
    (before_and_after, during), (others, none) = asked.values()
    assert during > none == 0
    assert before_and_after > others > 0
    assert {bank.get(row.bank_key).about for row in found.questions.all()} == {"trade"}
