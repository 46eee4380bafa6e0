"""Names and texts from right to left in pages from left to right."""

import re

import pytest
from django.urls import reverse

from games.web.directions import isolated
from tests.games.factories import match_of, person

TEAM = "شركة البناء"


@pytest.mark.parametrize(
    ("html", "apart"),
    [
        ("<p>Team فريق has 3 days, 2k</p>", "<p>Team <bdi>فريق</bdi> has 3 days, 2k</p>"),
        ("<p>فريق 3 (2) ended</p>", "<p><bdi>فريق 3</bdi> (2) ended</p>"),
        ("<td>שלום, עולם!</td>", "<td><bdi>שלום, עולם</bdi>!</td>"),
        ("<b>שלום&#x27;ש</b> &amp; Ann", "<b><bdi>שלום&#x27;ש</bdi></b> &amp; Ann"),
        ("<p>שלום Ann שלום</p>", "<p><bdi>שלום</bdi> Ann <bdi>שלום</bdi></p>"),
        ("<svg><text>فريق</text></svg>فريق", "<svg><text>\u2068فريق\u2069</text></svg><bdi>فريق</bdi>"),
        ("<option>فريق</option>", "<option>\u2068فريق\u2069</option>"),
        ("<svg><svg></svg>فريق</svg>", "<svg><svg></svg>\u2068فريق\u2069</svg>"),
        ('<a title="فريق > x">é</a>', '<a title="فريق > x">é</a>'),
        ("<!-- فريق --><p>é</p>", "<!-- فريق --><p>é</p>"),
    ],
)
def test_what_is_written_from_right_to_left_stands_by_itself(html, apart):
    assert isolated(html) == apart


@pytest.mark.parametrize("name", ["bdi", "textarea", "script", "style"])
def test_a_text_with_a_direction_of_its_own_is_left_as_it_is(name):
    html = f"<{name}>Ann فريق 3</{name}>"

    assert isolated(html) == html


@pytest.mark.django_db
def test_a_page_shows_a_name_by_itself_and_another_page_is_as_it_was(client):
    turned, plain = person("turned"), person("plain")
    for user, name in ((turned, TEAM), (plain, "Zoë € “Ann”")):
        type(user).objects.filter(pk=user.pk).update(display_name=name)
        match_of(user)
    pages = []
    for user in (turned, plain):
        client.force_login(user)
        answer = client.get(reverse("games:home"))
        assert answer.headers.get("Content-Length", str(len(answer.content))) == str(len(answer.content))
        pages.append(answer.content.decode())

    assert TEAM not in re.sub(f"<bdi>{TEAM}</bdi>", "", pages[0])
    assert pages[0].count(f"<bdi>{TEAM}</bdi>") == 2
    assert pages[1].count("<bdi>Zoë") == 0


@pytest.mark.django_db
def test_data_are_as_they_are_kept(client):
    user = person()
    type(user).objects.filter(pk=user.pk).update(display_name=TEAM)
    match = match_of(user)
    client.force_login(user)

    answer = client.get(reverse("games:api:match", args=[match.pk]))

    assert answer.status_code == 200
    assert TEAM in answer.content.decode()
    assert "\u2068" not in answer.content.decode()
