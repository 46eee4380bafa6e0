"""On a site that embeds the games, our middleware does not change the site's own pages."""

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import include, path

from games.platform.work.presence import last_on_site
from tests.games.factories import person

pytestmark = [pytest.mark.django_db, pytest.mark.urls(__name__)]


def own(request, rest=""):
    return HttpResponse(f"{request.user.pk} {rest}")


urlpatterns = [
    path("college/", own),
    path("wiki/<str:rest>/", own),
    path("teaching/", include("classrooms.with_games")),
]


@pytest.fixture
def reader():
    return person("reader")


@pytest.fixture
def browser(reader):
    found = Client()
    found.force_login(reader)
    return found


@pytest.mark.parametrize(
    ("address", "is_noted"), [("/college/", False), ("/nowhere/", False), ("/teaching/games/", True)]
)
def test_people_are_noted_on_our_pages_alone(browser, reader, address, is_noted):
    browser.get(address)

    assert (reader.pk in last_on_site([reader.pk])) is is_noted


def test_signs_behind_an_address_are_taken_off_ours_alone(browser):
    assert browser.get("/wiki/Bridge (game)/").content.decode().endswith("Bridge (game)")
    assert browser.get("/teaching/games/).")["Location"] == "/teaching/games/"
