"""The line that offers to undo the last decision, with plain forms."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from games.catalogue.domego.rules.moves import Buy
from games.models import Match
from games.platform import clock, undo_window
from tests.games.factories import match_of, person, play, record_of
from tests.games.web.forms import form_in, forms_in, send, table_url

pytestmark = pytest.mark.django_db

BUY = "activity-1/buy/owner"


def page(client, match, seat=None):
    return client.get(table_url(match, seat)).content.decode()


def signed_in(user):
    client = Client()
    client.force_login(user)
    return client


@pytest.fixture
def ada():
    return person("ada")


def test_after_a_decision_the_table_offers_to_take_it_back_and_does_without_a_script(client, ada):
    client.force_login(ada)
    match = match_of(ada, scenario="pair")
    answer = form_in(page(client, match), "buy-low")
    send(client, answer, quantity=2)

    shown = page(client, match)
    response = send(client, form_in(shown, "undo-form"))

    assert "bought <b>2 cubes</b>" in shown.partition('id="undo"')[2].partition("</section>")[0]
    assert (response.status_code, response["Location"]) == (303, f"{table_url(match)}?seat=0#decision")
    assert match.moves.get(number=1).taken_back
    after = page(client, match)
    assert [form.id for form in forms_in(after) if form.id == "undo-form"] == []
    assert "bought <b>2 cubes</b>" not in after
    again = send(client, answer, quantity=2)
    assert again.status_code == 409
    assert "This answer was taken back." in again.content.decode()


def test_it_is_said_to_nobody_else_and_no_longer_once_another_has_seen_it(client, ada):
    bob = person("bob")
    match = match_of(ada, bob, scenario="pair")
    play(match, 0, BUY, Buy(2), ada)
    client.force_login(ada)
    live = reverse("games:live", args=[match.pk])
    first = client.get(live)
    assert "undo-form" in first.content.decode()
    assert client.get(live, headers={"If-None-Match": first["ETag"]}).status_code == 304

    assert "undo-form" not in page(signed_in(bob), match)

    news = client.get(live, headers={"If-None-Match": first["ETag"]})
    assert news.status_code == 200
    assert "undo-form" not in news.content.decode()


def test_it_goes_when_the_time_is_up(client, ada):
    match = match_of(ada, scenario="pair")
    client.force_login(ada)
    play(match, 0, BUY, Buy(2), ada, now=clock.now() - undo_window.UNDO_FOR + timedelta(minutes=1))
    assert "undo-form" in page(client, match)

    match = match_of(ada, scenario="pair")
    play(match, 0, BUY, Buy(2), ada, now=clock.now() - undo_window.UNDO_FOR)

    assert "undo-form" not in page(client, match)


def test_a_refusal_says_why_and_changes_nothing(client, ada):
    bob = person("bob")
    match = match_of(ada, bob, scenario="pair")
    play(match, 0, BUY, Buy(2), ada)
    client.force_login(ada)
    form = form_in(page(client, match), "undo-form")
    page(signed_in(bob), match)
    before = record_of(match)

    response = send(client, form)

    assert response.status_code == 409
    assert "Somebody has seen this decision, so it stands." in response.content.decode()
    assert record_of(match) == before


def test_a_match_can_be_started_without_it(client, ada):
    client.force_login(ada)
    form = form_in(client.get("/games/start/domego/").content.decode(), "start-form")
    assert "undo" in form.fields
    fields = {name: value for name, value in form.fields.items() if name != "undo"}
    seats = {f"seat-{seat}": "me" for seat in range(6)}

    client.post("/games/start/domego/", fields | seats | {"mode": "free"})

    match = Match.objects.get()
    assert not match.undo
    play(match, 0, BUY, Buy(2), ada)
    assert "undo-form" not in page(client, match)


def test_the_api_takes_back_and_says_why_not(ada):
    client = signed_in(ada)
    match = match_of(ada, scenario="pair")
    play(match, 0, BUY, Buy(2), ada)
    path = f"/api/v1/matches/{match.pk}/seats/0/moves/1/take-back"
    assert client.get(f"/api/v1/matches/{match.pk}").json()["undo"] is True

    taken = client.post(path)
    again = client.post(path)
    unknown = client.post(path.replace("moves/1/", "moves/2/"))

    assert (taken.status_code, taken.json()["number"]) == (200, 2)
    assert (again.status_code, again.json()["number"]) == (200, 2)
    assert (unknown.status_code, unknown.json()["code"]) == (409, "stale_decision")


def test_the_api_takes_back_only_what_the_seat_of_the_address_decided(ada):
    client = signed_in(ada)
    match = match_of(ada, ada, scenario="pair")
    play(match, 0, BUY, Buy(2), ada)
    before = record_of(match)

    refused = client.post(f"/api/v1/matches/{match.pk}/seats/1/moves/1/take-back")

    assert (refused.status_code, refused.json()["code"]) == (409, "stale_decision")
    assert record_of(match) == before
