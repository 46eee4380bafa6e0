"""The page for choosing a seat describes each role, and links to its sheet."""

import re

import pytest
from django.urls import reverse
from django.utils import translation

from games.engine import registry
from games.ui.faces import all_faces
from tests.classrooms.factories import course_of, session_of
from tests.games.factories import person

pytestmark = pytest.mark.django_db

MOST_WORDS = 32
"""The longest purpose of a role, in words. Those of Domego's roles have two halves."""
GAMES = sorted(face.game.key for face in all_faces())


def every_role():
    for face in all_faces():
        for name, text in registry.get(face.game.key).scenarios.items():
            for role in face.words.roles(face.game.rules.load_scenario(text)):
                yield f"{face.game.key} {name}", role


@pytest.mark.parametrize("language", ["en", "fr"])
def test_seats_are_alike_or_each_says_what_it_does_and_where_more_is_said(language, client):
    with translation.override(language):
        roles = list(every_role())
        alike = {where for where, role in roles if not role.purpose}
        wrong = {
            f"{where}: {role.name}"
            for where, role in roles
            if where not in alike and not (role.purpose[-1] == "." and len(role.purpose.split()) <= MOST_WORDS)
        }

    assert wrong == set()
    assert {where.split()[0] for where, role in roles if role.purpose} == {"domego", "beer_game"}
    assert alike.isdisjoint(where for where, role in roles if role.purpose)


def test_each_sheet_is_there(client):
    sheets = {(where.split()[0], role.page, role.part) for where, role in every_role() if role.page}

    for game, page, part in sheets:
        text = client.get(reverse("games:rules-page", args=[game, page])).content.decode()
        assert f'id="{part}"' in text


@pytest.mark.parametrize("game", GAMES)
def test_the_join_form_and_the_lobby_say_what_the_roles_do(client, game):
    ada = person("ada")
    play_session = session_of(course_of(students=[ada]), teams=[[ada]], game=game)
    face = next(each for each in all_faces() if each.game.key == game)
    text = next(iter(registry.get(game).scenarios.values()))
    roles = [role for role in face.words.roles(face.game.rules.load_scenario(text)) if role.purpose]
    form = client.get(reverse("classrooms:join-session", args=[play_session.join_code])).content.decode()
    client.force_login(ada)
    lobby = client.get(f"/sessions/{play_session.pk}/lobby/").content.decode()

    for page in (form, lobby):
        listed = re.findall(r'href="/rules/(\w+)/(\w+)/#(\w+)"\s+class|class="btn btn-s" href="/rules/', page)
        assert ('id="roles"' in page) == bool(roles)
        assert len(listed) == len({role.purpose for role in roles})
        assert all(role.purpose.replace("'", "&#x27;") in page for role in roles)
