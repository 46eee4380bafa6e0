"""The number beside "Games": the matches in which it is the person's turn."""

import pytest

from games.catalogue.domego.rules.moves import Offer
from games.models import Notification
from games.platform.work.notices import notify_open
from tests.games.factories import match_of, person, play
from tests.games.web.forms import played_until

pytestmark = pytest.mark.django_db


@pytest.fixture
def me(client):
    user = person("olga")
    client.force_login(user)
    return user


def told(client):
    return client.get("/rules/").context["inbox_count"]()


def test_it_counts_the_matches_that_the_home_page_lists_as_my_turn(client, me):
    match_of(me), match_of(me), match_of(person()), match_of(None, me)

    assert told(client) == len(client.get("/games/").context["your_turn"]) == 2


def test_several_decisions_in_one_match_count_once(client, me):
    match = played_until(match_of(None, me), 4, "special")

    assert (match.decisions.filter(seat=1, closed_at=None).count(), told(client)) == (3, 1)


def test_an_answer_takes_one_away(client, me):
    match = played_until(match_of(me, person()), 3, "special")
    before = told(client)

    play(match, 0, "activity-3/negotiate/owner>architect", Offer(90), me)

    assert (before, told(client)) == (1, 0)


def test_strangers_have_no_number(client):
    match_of(person())

    assert told(client) == 0


def test_an_open_table_marks_its_notices_as_read_and_no_others(client, me):
    seen, unseen = match_of(me), match_of(me)
    for match in (seen, unseen):
        notify_open(match_id=match.pk)

    page = client.get(f"/matches/{seen.pk}/").content.decode()
    looked = Notification.objects.filter(read_at__isnull=False).exists()
    client.post(f"/matches/{seen.pk}/arrive/", headers={"HX-Request": "true"})

    assert (f'hx-post="/matches/{seen.pk}/arrive/"' in page, looked) == (True, False)
    assert "/arrive/" not in client.get(f"/matches/{seen.pk}/").content.decode()
    read = Notification.objects.filter(read_at__isnull=False)
    assert list(read.values_list("decision__match", flat=True)) == [seen.pk]
