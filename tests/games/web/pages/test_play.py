"""Answering decisions with plain forms."""

import re
from html import unescape

import pytest
from django.urls import reverse

from games.catalogue.domego.rules.moves import Offer
from games.models import Event
from games.platform.selectors.position import state_of
from games.platform.services.matches import match_pause
from tests.games.factories import match_of, person, play, record_of
from tests.games.web.forms import form_in, forms_in, played_until, send, table_url
from tests.site.html import dense

pytestmark = pytest.mark.django_db
TALK = "activity-3/negotiate/owner>architect"


@pytest.fixture
def owner(client):
    user = person("olga")
    client.force_login(user)
    return user


def page(client, match, seat=None):
    return client.get(table_url(match, seat)).content.decode()


def test_buying_at_the_low_price_without_a_script(client, owner):
    match = match_of(owner)

    response = send(client, form_in(page(client, match), "buy-low"), quantity=12)

    assert (response.status_code, response["Location"]) == (303, f"{table_url(match)}?seat=0#recap")
    match.refresh_from_db()
    assert (state_of(match).firms[0].money, state_of(match).firms[0].stock) == (138, 12)
    assert match.moves.get(number=1).author == owner


def test_placing_with_a_tier_without_a_script(client, owner):
    match = played_until(match_of(owner, None), 2, "allocation")

    send(client, form_in(page(client, match), "allocate"), risk_tier=1, delay_tier=2, buy=0)

    match.refresh_from_db()
    assert match.moves.order_by("-number").first().args == {
        "kind": "allocate",
        "buy": 0,
        "risk_tier": 1,
        "delay_tier": 2,
    }


def changes_in(response):
    """The values after the choice in the table of consequences, by key."""
    found = re.findall(r'class="num after" data-out="(\w+)">([^<]*)<', response.content.decode())
    return {key: unescape(text) for key, text in found}


def test_a_preview_says_what_a_purchase_would_change_and_plays_nothing(client, owner):
    match = match_of(owner)
    before = record_of(match)

    response = send(client, form_in(page(client, match), "buy-low"), quantity=12, preview=1)

    assert (response.status_code, record_of(match)) == (200, before)
    assert {key: changes_in(response)[key] for key in ("money", "stock")} == {"money": "138k", "stock": "12"}
    assert "Nothing was sent." in response.content.decode()
    assert form_in(response.content.decode(), "buy-low").fields["quantity"] == "12"


def test_a_preview_of_a_placement_counts_the_cubes_that_an_empty_number_buys(client, owner):
    match = played_until(match_of(owner, None), 2, "allocation")
    shown = form_in(page(client, match), "allocate")
    before, held = record_of(match), state_of(match).firms[0].stock

    response = send(client, shown, risk_tier=1, delay_tier=2, buy="", preview=1)

    assert (response.status_code, record_of(match)) == (200, before)
    previewed = changes_in(response)
    again = form_in(response.content.decode(), "allocate")
    assert (again.fields["risk_tier"], again.fields["delay_tier"], again.fields["buy"]) == ("1", "2", "")
    send(client, again)
    match.refresh_from_db()
    placed = Event.objects.get(match=match, kind="allocated", turn=2).data
    assert previewed["stock"] == str(max(0, held - placed["cubes"]))
    assert placed["bought"] == max(0, placed["cubes"] - held)


def test_a_preview_of_what_no_form_allows_says_so(client, owner):
    match = match_of(owner)

    response = send(client, form_in(page(client, match), "buy-low"), quantity="", preview=1)

    assert response.status_code == 422
    assert "This field is required." in response.content.decode()


def test_without_a_script_the_button_claims_nothing_about_the_choice(client, owner):
    match = played_until(match_of(owner, None), 2, "allocation")

    assert '<span class="no-js">Place what is chosen</span>' in dense(page(client, match))


def test_a_refusal_keeps_what_was_typed_and_says_the_numbers(client, owner):
    match = match_of(owner)
    before = record_of(match)

    response = send(client, form_in(page(client, match), "buy-low"), quantity=400)

    text = response.content.decode()
    assert response.status_code == 422
    assert form_in(text, "buy-low").fields["quantity"] == "400"
    assert "400 cubes at 1k each cost 400k, more than the 150k you hold." in text
    links = ["/rules/domego/rules/#buy", f"/matches/{match.pk}/explain/?what=money-0&amp;seat=0"]
    assert re.findall(r'<a href="([^"]+)">(?:The rule|Where the number comes from)<', text) == links
    assert "150" in client.get(unescape(links[1])).content.decode()
    assert record_of(match) == before


def test_a_refused_price_stays_in_its_own_thread(client, owner):
    match = played_until(match_of(owner), 4, "special")

    forms = {form.id: form for form in forms_in(page(client, match))}
    response = send(client, forms["offer-talk-inspector"], price=9999, note="final word")

    fields = form_in(response.content.decode(), "offer-talk-inspector").fields
    assert response.status_code == 422
    assert (fields["price"], fields["note"]) == ("9999", "final word")


def test_a_price_below_the_floor_is_refused_with_the_range(client, owner):
    match = played_until(match_of(owner, options={"price_floor_percent": 50}), 3, "special")
    before = record_of(match)

    response = send(client, form_in(page(client, match), "offer-talk-architect"), price=0)

    said = "0k is less than the 40k allowed here: standard contracts are 80k to 115k."
    assert (response.status_code, said in response.content.decode()) == (422, True)
    assert record_of(match) == before


def test_text_in_a_number_field_is_refused_as_a_form_error(client, owner):
    match = match_of(owner)
    before = record_of(match)

    for quantity in ("many", "", "-1", "1" * 23, "3.5"):
        response = send(client, form_in(page(client, match), "buy-low"), quantity=quantity)
        assert response.status_code == 422
    assert record_of(match) == before


def test_a_closed_question_plays_nothing_and_shows_the_fresh_page(client, owner):
    match = match_of(owner)
    old = form_in(page(client, match), "buy-low")
    played_until(match, 2, "allocation")
    before = record_of(match)

    response = send(client, old, quantity=1)

    assert response.status_code == 409
    assert "Nothing was played." in response.content.decode()
    assert form_in(response.content.decode(), "allocate").fields["key"] == "activity-2/allocate/owner"
    assert record_of(match) == before


def test_the_same_form_sent_twice_plays_once(client, owner):
    match = match_of(owner)
    form = form_in(page(client, match), "buy-low")

    answers = [send(client, form, quantity=5) for _ in range(2)]

    assert [answer.status_code for answer in answers] == [303, 303]
    assert match.moves.filter(kind="buy").count() == 1


def test_nobody_answers_for_a_seat_of_somebody_else(client, owner):
    match = match_of(None, owner)
    before = record_of(match)

    form = {"key": "activity-1/buy/owner", "seat": 0, "submission_id": "x", "quantity": 1}
    response = client.post(reverse("games:play", args=[match.pk]), form)

    assert response.status_code == 403
    assert record_of(match) == before


def test_a_paused_match_takes_no_answers(client, owner):
    match = match_of(owner)
    form = form_in(page(client, match), "buy-low")
    match_pause(match_id=match.pk)
    before = record_of(match)

    assert send(client, form, quantity=1).status_code == 409
    assert record_of(match) == before


def test_one_person_on_both_sides_stays_where_the_offer_was_made_and_reads_what_the_other_seat_owes(client, owner):
    match = played_until(match_of(owner, owner), 3, "special")

    offered = send(client, form_in(page(client, match, 0), "offer-talk-architect"), price=90)
    assert offered["Location"].endswith("?seat=0#talk-architect")
    switch = page(client, match, 0).partition('id="seat-switch"')[2].partition("</nav>")[0]
    assert "Agree on a price with the project owner" in switch
    answer = form_in(page(client, match, 1), "accept-talk-owner")
    accepted = send(client, answer, **dict(answer.buttons))

    match.refresh_from_db()
    assert state_of(match).prices[0] == 90
    assert accepted["Location"].endswith("?seat=1#recap")


def test_accepting_a_price_that_has_changed_is_refused(client, owner):
    match = played_until(match_of(owner, None), 3, "special")
    play(match, 1, TALK, Offer(90))
    answer = form_in(page(client, match), "accept-talk-architect")
    play(match, 1, TALK, Offer(95))

    response = send(client, answer, accept=90)

    assert response.status_code == 422
    assert "The other side now says 95k, no longer 90k." in response.content.decode()


def test_breaking_off_asks_for_it_and_draws_a_contract(client, owner):
    match = played_until(match_of(owner, None), 3, "special")
    form = next(form for form in forms_in(page(client, match)) if ("break_off", "1") in form.buttons)

    send(client, form, break_off=1)

    match.refresh_from_db()
    assert (state_of(match).firms[0].failed, state_of(match).firms[1].failed) == (1, 1)


def test_a_placement_can_be_changed_until_the_last_role_has_placed(client, owner):
    match = played_until(match_of(owner, None), 6, "allocation")
    send(client, form_in(page(client, match), "allocate"), risk_tier=1, buy=1)
    again = form_in(page(client, match), "allocate")
    assert again.fields["risk_tier"] == "1"

    send(client, again, risk_tier=0, buy=0)

    match.refresh_from_db()
    assert state_of(match).placed[0].risk_tier == 0


def test_a_placement_that_leaves_the_purchase_empty_buys_what_is_missing(client, owner):
    match = match_of(owner, None)
    send(client, form_in(page(client, match), "buy-low"), quantity=0)
    match.refresh_from_db()
    match = played_until(match, 2, "allocation")
    stock = state_of(match).firms[0].stock

    send(client, form_in(page(client, match), "allocate"), risk_tier=1, delay_tier=0, buy="")

    match.refresh_from_db()
    assert match.moves.order_by("-number").first().args["buy"] == 2 - stock


def test_after_an_offer_the_page_stays_at_that_talk_and_says_where_the_price_is(client, owner):
    match = played_until(match_of(None, owner), 4, "special")
    first, second = client.get(table_url(match)).context["page"].part("drawing").context["talks"]["threads"][:2]

    response = send(client, form_in(page(client, match), f"offer-{first.id}"), price=first.low)

    assert response["Location"] == f"{table_url(match)}?seat=1#{first.id}"
    assert f"Your {first.low}k is with them" in client.get(table_url(match)).content.decode()
    assert client.get(table_url(match)).context["page"].part("drawing").context["talks"]["threads"][0].id == second.id


def test_a_price_between_two_of_my_own_seats_says_you(client, owner):
    match = match_of(owner, owner)
    match = played_until(match, 3, "special")

    threads = client.get(table_url(match, 0)).context["page"].part("drawing").context["talks"]["threads"]

    assert [(each.other.name, each.person, each.both_mine) for each in threads] == [("Architect", "you", True)]


def test_the_address_of_a_refused_message_leads_back_to_the_table(client, owner):
    match = match_of(owner)

    response = client.get(reverse("games:talk", args=[match.pk]))

    assert (response.status_code, response["Location"]) == (302, table_url(match))
