"""Scenarios that do not load are left out: those who run the site read why, and everything else goes on."""

import dataclasses
import json

import msgspec
import pytest
from django.core import mail
from django.core.checks import run_checks
from django.urls import reverse
from django.utils import translation

from classrooms.models import Session
from classrooms.play.sessions import services as sessions
from domego_site.models import LastRun
from domego_site.watching import alerts, figures
from games.engine import registry
from games.ui import faces
from tests.classrooms.factories import course_of, session_of
from tests.games.factories import NOW, person

pytestmark = pytest.mark.django_db

FAULTY = {"format": 1, "id": "Two", "players": 20, "colour": "red"}
PAGES = ("session", "session-edit", "session-lobby", "session-clone", "monitor", "interventions", "compare", "grades")


@pytest.fixture
def broken(monkeypatch):
    """Breaks shipped scenarios of a game as its file would: `broken("dominyam", players_02=FAULTY)`."""

    whole = {}

    def break_(key, **changes):
        game, face = whole.setdefault(key, registry.get(key)), faces.get(key)
        texts = {name: json.dumps(changes[name]) if name in changes else text for name, text in game.scenarios.items()}
        made = msgspec.structs.replace(game, scenarios=texts)
        monkeypatch.setitem(registry._games, key, made)
        monkeypatch.setitem(faces._faces, key, dataclasses.replace(face, game=made))
        return made

    return break_


def all_of(key):
    return dict.fromkeys(registry.get(key).scenarios, FAULTY)


def look(settings):
    settings.OPERATOR_EMAIL = ["ops@example.org"]
    figures.note_sweep(NOW)
    LastRun.objects.filter(what="look").delete()
    alerts.look(now=NOW)


def test_the_operator_reads_every_fault_of_a_scenario_until_it_is_mended(broken, client, settings, monkeypatch):
    whole = registry.get("dominyam")
    broken("dominyam", players_02=FAULTY)
    look(settings)

    client.force_login(person("root", is_staff=True, is_superuser=True))
    page = client.get(reverse("admin:index")).content.decode()
    assert "The scenario dominyam/players_02 is left out: 3 faults." in page
    assert "players: the number is too large (at most 14)" in page
    assert "$: there is no field `colour` here" in page
    client.cookies["django_language"] = "fr"
    french = client.get(reverse("admin:index")).content.decode()
    assert "Le scénario dominyam/players_02 est écarté\u00a0: 3 défauts." in french
    assert "players\u00a0: le nombre est trop grand (au plus 14)" in french
    (sent,) = mail.outbox
    assert "$: there is no field `colour` here" in sent.body

    broken("dominyam", players_02={**FAULTY, "players": 2})
    look(settings)
    assert "est écarté : 2 défauts." in client.get(reverse("admin:index")).content.decode()
    monkeypatch.setitem(registry._games, "dominyam", whole)
    look(settings)
    assert not alerts.open_alerts().exists()


def test_the_check_names_file_and_faults(broken):
    broken("dominyam", players_02=FAULTY)
    (found,) = [each for each in run_checks() if each.id == "domego.W002"]

    assert found.msg.splitlines() == [
        "The scenario dominyam/players_02 is left out: 3 faults.",
        "dominyam/players_02",
        "id: the text has another form than '^[a-z][a-z0-9_]{0,23}$'",
        "players: the number is too large (at most 14)",
        "$: there is no field `colour` here",
    ]


def test_other_scenarios_of_the_game_are_offered(broken, client):
    broken("dominyam", players_02=FAULTY)
    client.force_login(person("anna"))

    assert client.get(reverse("games:start")).status_code == 200
    page = client.get(reverse("games:start-game", args=["dominyam"]))
    assert "players_02" not in dict(page.context["form"].fields["scenario"].choices)
    assert "players_03" in dict(page.context["form"].fields["scenario"].choices)


def test_a_game_without_a_scenario_is_offered_nowhere_and_its_matches_go_on(broken, client):
    anna = person("anna")
    match = session_of(course_of(students=[anna]), game="dominyam", scenario="players_02", teams=[[anna]], started=True)
    match = match.session_teams.get().match
    broken("dominyam", **all_of("dominyam"))
    client.force_login(anna)

    assert "dominyam" not in {face.game.key for face in faces.all_faces()}
    for name in ("games:home", "games:start", "games:rules", "games:glossary"):
        assert client.get(reverse(name)).status_code == 200
    assert client.get(reverse("games:match", args=[match.pk])).status_code == 200
    assert client.get(reverse("games:start-game", args=["dominyam"])).status_code == 404
    assert client.get(reverse("games:game-rules", args=["dominyam"])).status_code == 200
    with translation.override("fr"):
        (found,) = {each.msg.splitlines()[0] for each in run_checks() if "players_02 " in str(each.msg)}
    assert found.endswith("Son jeu n’en a pas d’autre\u00a0; il n’est donc pas proposé.")


@pytest.mark.parametrize("state", ["draft", "open", "running"])
def test_a_session_with_the_scenario_still_has_its_pages(broken, client, state):
    teacher, student = person("teacher"), person("student")
    course = course_of(teacher, [student])
    if state == "draft":
        found = sessions.session_create(
            course=course, by=teacher, title="T", game="dominyam", scenario_key="players_02"
        )
        sessions.tables_choose(session_id=found.pk, teams=[], others=1)
        Session.objects.update(step=6)
    else:
        found = session_of(course, game="dominyam", scenario="players_02", started=state == "running")
    broken("dominyam", **all_of("dominyam"))
    client.force_login(teacher)

    pages = [reverse(f"classrooms:{name}", args=[found.pk]) for name in PAGES]
    if state == "draft":
        pages += [reverse("classrooms:session-step", args=[found.pk, step]) for step in range(1, 7)]
    pages += [reverse("classrooms:session-seats", args=[found.pk, each.pk]) for each in found.session_teams.all()]
    pages += [reverse("classrooms:course", args=[course.pk]), reverse("classrooms:sessions"), "/"]
    assert {page: client.get(page, follow=True).status_code for page in pages} == dict.fromkeys(pages, 200)
    if state == "draft":
        moved = client.get(reverse("classrooms:session", args=[found.pk]), follow=True)
        assert moved.redirect_chain[-1] == (reverse("classrooms:session-step", args=[found.pk, 1]), 302)
        assert b"Its game or scenario is no longer there. Choose another one." in moved.content
