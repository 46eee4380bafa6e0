"""The site map leads to each page without the menu: it has the pages that the reader may open, and no others."""

import re

import pytest
from django.test import Client

from tests.games import factories

pytestmark = pytest.mark.django_db


def addresses_in(client):
    main = client.get("/site-map/").content.decode().partition("<main")[2].partition("</main>")[0]
    return re.findall(r'href="(/[^"]*)"', main)


def test_visitors_find_what_is_open_to_all_and_every_link_opens():
    client = Client(headers={"Accept-Language": "en"})
    found = addresses_in(client)

    assert {"/", "/sign-in/", "/privacy/", "/accessibility/", "/api/docs/", "/rules/", "/glossary/"} <= set(found)
    assert {"/rules/domego/", "/rules/beer_game/"} <= set(found)
    assert "/account/" not in found
    assert "/courses/" not in found
    assert {client.get(each).status_code for each in found} == {200}


def test_who_runs_courses_finds_them_and_others_do_not():
    both = []
    for creates in (True, False):
        person = factories.person()
        person.can_create_courses = creates
        person.save()
        client = Client()
        client.force_login(person)
        found = addresses_in(client)
        both.append("/courses/" in found)
        assert {"/account/", "/games/", "/games/start/", "/reading/"} <= set(found)
        assert {client.get(each, follow=True).status_code for each in found if "/rules/" not in each} == {200}

    assert both == [True, False]


def test_the_foot_of_pages_leads_there_in_the_language_of_the_reader():
    page = Client(headers={"Accept-Language": "fr"}).get("/rules/").content.decode()

    assert '<a href="/site-map/">Plan du site</a>' in page
