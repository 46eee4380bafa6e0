"""The addresses of streams of news, and the tickets for open pages."""

import re
from html import unescape

import pytest
from django.urls import reverse

from games.platform.work import news
from tests.games.factories import match_of, person
from tests.games.web.forms import table_url

pytestmark = pytest.mark.django_db
STREAM = re.compile(r'data-stream="([^"]*)" data-ticket="([^"]*)"(?: data-topic="([^"]*)")?')


@pytest.fixture(autouse=True)
def _with_a_stream(domego):
    domego.NEWS_URL, domego.LIVE_PORT = "unix:///nobody.sock?db=0", 8100


@pytest.fixture
def owner(client):
    user = person("olga")
    client.force_login(user)
    return user


def streams(response):
    return [tuple(map(unescape, found)) for found in STREAM.findall(response.content.decode())]


def test_a_table_hears_of_its_match_and_of_its_reader(client, owner):
    match = match_of(owner)

    ((url, ticket, topic),) = streams(client.get(table_url(match)))

    assert (url, topic) == ("http://testserver:8100/", f"match-{match.pk}")
    assert news.read_ticket(ticket) == news.Ticket(owner.pk, (f"match-{match.pk}", f"user-{owner.pk}"), (match.pk,))


def test_an_open_page_gets_another_ticket_when_its_own_is_old_and_only_as_long_as_it_may_see_the_match(client, owner):
    match = match_of(owner, person())
    live = reverse("games:live", args=[match.pk]) + "?seat=0"
    tag = client.get(live)["ETag"]

    usual = client.get(live, HTTP_IF_NONE_MATCH=tag)
    renewed = client.get(live, HTTP_IF_NONE_MATCH=tag, HTTP_X_TICKET="wanted")
    client.force_login(person("stranger"))
    refused = client.get(live, HTTP_X_TICKET="wanted")

    assert (usual.status_code, "X-Ticket" in usual) == (304, False)
    assert renewed.status_code == 304
    assert news.read_ticket(renewed["X-Ticket"]).topics == (f"match-{match.pk}", f"user-{owner.pk}")
    assert (refused.status_code, "X-Ticket" in refused) == (404, False)


@pytest.mark.parametrize(
    ("changed", "url"),
    [
        ({"LIVE_URL": "/events/"}, "/events/"),
        ({"LIVE_URL": "/events/", "BEHIND_PROXY": True}, "/events/"),
        ({"BEHIND_PROXY": True}, None),
        ({"LIVE_PORT": 0}, None),
        ({"NEWS_URL": ""}, None),
    ],
)
def test_a_page_listens_only_where_somebody_tells(client, owner, domego, changed, url):
    for name, value in changed.items():
        setattr(domego, name, value)

    assert [found[0] for found in streams(client.get(table_url(match_of(owner))))] == ([] if url is None else [url])


def test_a_lobby_hears_of_its_match(client, owner):
    match = match_of(owner, by=owner, started=False)

    ((_url, ticket, topic),) = streams(client.get(table_url(match)))

    assert topic == f"match-{match.pk}"
    assert news.read_ticket(ticket).places == (match.pk,)


def test_a_match_that_is_over_has_no_stream(client, owner):
    from tests.games.factories import play_on

    match = play_on(match_of(owner, scenario="tiny"), -1)

    assert streams(client.get(table_url(match))) == []
