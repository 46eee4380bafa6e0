"""Extension points of the games' pages: other apps fill them, and the pages work without."""

import pytest
from django.urls import reverse

from games.platform import hooks
from games.platform.hooks import Panel, Slot
from tests.games.factories import match_of, person

pytestmark = pytest.mark.django_db


def test_a_slot_keeps_the_order_and_knows_a_filling_once():
    slot = Slot()

    for filling in (len, repr, len):
        slot.fill(filling)

    assert list(slot) == [len, repr]


@pytest.fixture
def alone(monkeypatch):
    """Leave all extension points empty."""
    for name in ("HIGHLIGHTS", "VENUES", "OFFERS", "PLANNED", "TABLE_PANELS", "HOME_PANELS", "DEBRIEFS"):
        monkeypatch.setattr(hooks, name, Slot())


def test_pages_of_the_games_stand_without_any_room_above(alone, client):
    ada = person()
    match = match_of(ada)
    client.force_login(ada)

    pages = [reverse("games:home"), reverse("games:match", args=[match.pk]), reverse("games:replay", args=[match.pk])]

    assert [client.get(page).status_code for page in pages] == [200, 200, 200]
    assert hooks.debrief_url(match) == ""


def test_a_panel_stands_at_supervised_tables_and_on_the_first_page(alone, client):
    ada = person()
    client.force_login(ada)
    alone_match, with_staff = match_of(ada), match_of(ada)
    type(with_staff).objects.filter(pk=with_staff.pk).update(supervised=True)
    names = {"beside": [{"url": "/here/", "words": "<three>"}]}
    hooks.TABLE_PANELS.fill(lambda match, user: Panel("asked", "classrooms/questions/notice.html", names))
    hooks.HOME_PANELS.fill(lambda user: Panel("asked", "classrooms/questions/notice.html", names))
    shown = '<a href="/here/">&lt;three&gt;</a>'

    texts = [
        client.get(page).content.decode()
        for page in (
            reverse("games:match", args=[alone_match.pk]),
            reverse("games:match", args=[with_staff.pk]),
            reverse("games:home"),
        )
    ]

    assert [shown in text for text in texts] == [False, True, True]
    assert ['<div id="asked" data-region>' in text for text in texts] == [False, True, False]
