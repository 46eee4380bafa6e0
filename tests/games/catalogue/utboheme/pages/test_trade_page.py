"""Trade and standing orders from the page: every form without a script, refusals that keep the typed values."""

import pytest

from games.catalogue.utboheme.rules.moves import Offer
from games.catalogue.utboheme.rules.orders import changed
from games.catalogue.utboheme.rules.types import Rate
from games.platform.selectors.position import state_of
from tests.games.catalogue.utboheme.matches import pending, play
from tests.games.catalogue.utboheme.table_forms import in_act, page_of, send, with_state
from tests.games.factories import person
from tests.site.html import steady

pytestmark = pytest.mark.django_db


@pytest.fixture
def me(client):
    user = person("nadia")
    client.force_login(user)
    return user


def test_the_bank_trades_at_the_own_rate_and_the_page_lists_what_can_be_paid(client, me):
    match, (prompt,) = in_act(me)
    hand = (4, 0, 0, 0, 0)
    with_state(match, hands=changed(state_of(match).hands, prompt.seat, hand))
    assert "bank-beer-sleep" in page_of(client, match, prompt.seat)
    assert "bank-sleep-beer" not in page_of(client, match, prompt.seat).split("u-plan")[0]

    assert send(client, match, prompt.seat, prompt.key, send="step", step="bank-beer-coffee").status_code == 303

    assert state_of(match).hands[prompt.seat][2] == 1


def test_an_offer_is_countered_accepted_by_two_and_confirmed_with_one(client, me):
    match, (prompt,) = in_act(me, seats=4)
    seat, others = prompt.seat, [each for each in range(4) if each != prompt.seat]
    hands = tuple((2, 0, 0, 0, 1) if each == seat else (0, 0, 2, 0, 0) for each in range(4))
    with_state(match, hands=hands)

    offered = send(client, match, seat, prompt.key, send="offer", to="all", **{"give-beer": "1", "get-coffee": "1"})
    assert offered.status_code == 303
    for other in others[:2]:
        page = page_of(client, match, other)
        assert "You would give 1 coffee and get 1 beer." in page
        send(client, match, other, f"turn-{state_of(match).turn}/offer-1", send="accept")
    counter = {"give-coffee": "2", "get-beer": "1"}
    send(client, match, others[2], f"turn-{state_of(match).turn}/offer-1", send="offer", **counter)
    act = pending(match)[0]
    page = page_of(client, match, seat)
    assert [f'value="1-{other}"' in page for other in others[:2]] == [True, True]
    assert f'value="2-{others[2]}"' in page

    assert send(client, match, seat, act.key, send="confirm", deal=f"1-{others[1]}").status_code == 303

    after = state_of(match).hands
    assert (after[seat], after[others[1]]) == ((1, 0, 1, 0, 1), (1, 0, 1, 0, 0))
    assert [offer.number for offer in state_of(match).offers] == [2]
    send(client, match, seat, pending(match)[0].key, send="withdraw", offer="2")
    assert state_of(match).offers == ()


def test_an_acceptance_is_taken_back(client, me):
    match, (prompt,) = in_act(me)
    other = (prompt.seat + 1) % 3
    with_state(match, hands=((2, 2, 2, 2, 2),) * 3)
    send(client, match, prompt.seat, prompt.key, send="offer", to="all", **{"give-beer": "1", "get-coffee": "1"})
    key = f"turn-{state_of(match).turn}/offer-1"
    send(client, match, other, key, send="accept")
    assert "Take my acceptance back" in page_of(client, match, other)

    send(client, match, other, key, send="refuse")

    assert state_of(match).offers[0].answers[other] == "refused"


def test_who_is_not_active_proposes_from_the_page(client, me):
    match, (prompt,) = in_act(me)
    other = (prompt.seat + 1) % 3

    send(client, match, other, "orders", send="offer", **{"give-beer": "1", "get-coffee": "1"})

    assert state_of(match).offers[0].cards == (1, 0, -1, 0, 0)
    assert state_of(match).offers[0].to == prompt.seat


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"give-beer": "1"}, "An offer names at least one card on each side."),
        ({"give-beer": "1", "get-beer": "1"}, "A resource stands on one side of an offer only."),
        ({"give-beer": "20", "get-food": "1"}, "19"),
        ({"give-beer": "x", "get-food": "1"}, "alert"),
    ],
)
def test_a_refused_offer_stays_typed(client, me, fields, words):
    match, (prompt,) = in_act(me)
    for seat, key in ((prompt.seat, prompt.key), ((prompt.seat + 1) % 3, "orders")):
        answer = send(client, match, seat, key, send="offer", to="all", **fields)

        text = answer.content.decode()
        assert (answer.status_code, words in text) == (422, True)
        assert f'name="give-beer" value="{fields["give-beer"]}"' in text


def test_standing_orders_are_given_changed_and_ended_from_the_page(client, me):
    match, (prompt,) = in_act(me)
    other = (prompt.seat + 1) % 3

    send(client, match, other, "orders", send="keep", **{"keep-beer": "2", "keep-food": "1"})
    send(client, match, other, "orders", send="rate", give="coffee", get="sleep", most="2")
    state = state_of(match)
    assert (state.keep[other], state.rates[other]) == ((2, 0, 0, 0, 1), (Rate("coffee", "sleep", 2),))
    page = page_of(client, match, other)
    assert "Discarded at once; kept if possible: 2 beers, 1 food." in page
    assert "up to 2 coffees for 1 sleep" in page
    assert "2 coffees for 1 sleep" not in page_of(client, match, prompt.seat)
    send(client, match, other, "orders", send="rate", give="coffee", get="sleep", most="0")
    send(client, match, other, "orders", send="drop")

    state = state_of(match)
    assert (state.keep[other], state.rates[other]) == (None, ())


def test_all_offers_are_refused_until_the_own_turn_by_one_press_beside_an_offer(client, me):
    match, (prompt,) = in_act(me)
    other = (prompt.seat + 1) % 3
    with_state(match, hands=((2, 2, 2, 2, 2),) * 3)
    send(client, match, prompt.seat, prompt.key, send="offer", to=str(other), **{"give-beer": "1", "get-coffee": "1"})
    assert 'form="u-refuse-all"' in steady(page_of(client, match, other))

    send(client, match, other, "orders", send="refusals", all_now="1", gives=["food"])

    assert state_of(match).offers == ()
    page = page_of(client, match, other)
    assert "<b>refuse:</b> all until your turn" in page
    assert 'form="u-refuse-all"' not in steady(page)
    send(client, match, other, "orders", send="refusals", gives=["food"])
    assert "<b>refuse:</b> those that give no food" in page_of(client, match, other)
    assert "refuse:" not in page_of(client, match, prompt.seat)
    send(client, match, other, "orders", send="refusals")
    assert "You are asked about every offer." in page_of(client, match, other)


def test_a_refused_order_of_somebody_who_waits_is_told_and_stays_typed(client, me):
    match, (prompt,) = in_act(me)
    other = (prompt.seat + 1) % 3

    answer = send(client, match, other, "orders", send="rate", give="beer", get="beer", most="2")

    text = answer.content.decode()
    assert (answer.status_code, "Give and take two different resources." in text) == (422, True)
    assert "Your entry is still in its form." in text


def test_the_hand_is_a_tray_of_cards_with_what_the_bank_takes_and_the_trade_bar_beside_it(client, me):
    match, (prompt,) = in_act(me)
    with_state(match, hands=changed(state_of(match).hands, prompt.seat, (4, 0, 1, 0, 0)))

    page = steady(page_of(client, match, prompt.seat))

    assert ('data-hand="beer" data-count="4" data-rate=' in page, 'data-hand="sleep" data-count="0"' in page) == (
        True,
        True,
    )
    assert [page.count(f'data-pick="{name}"') for name in ("beer", "sleep", "coffee", "course", "food")] == [1] * 5
    assert page.count('name="to"') == 3


def test_a_refused_offer_is_made_again_by_one_button_and_not_while_it_stands(client, me):
    match, (prompt,) = in_act(me)
    seat, others = prompt.seat, [each for each in range(3) if each != prompt.seat]
    with_state(match, hands=((2, 0, 1, 0, 0),) * 3)
    offer = {"to": str(others[0]), "give-beer": "1", "get-coffee": "1"}
    send(client, match, seat, prompt.key, send="offer", **offer)
    assert 'id="u-again"' not in page_of(client, match, seat)

    send(client, match, others[0], f"turn-{state_of(match).turn}/offer-1", send="refuse")

    page = steady(page_of(client, match, seat)).split('class="u-outcome"')[1].split("</p>")[0]
    assert ["refused by" in page, "traded with" in page] == [True, False]
    again = steady(page_of(client, match, seat)).split('id="u-again"')[1].split("</form>")[0]
    assert [f'name="{name}" value="{value}"' in again for name, value in offer.items()] == [True] * 3
    send(client, match, seat, pending(match)[0].key, send="offer", **offer)
    assert [(o.number, o.to, o.cards) for o in state_of(match).offers] == [(2, others[0], (1, 0, -1, 0, 0))]


def test_what_a_counter_offer_is_for_stands_beside_its_maker(client, me):
    match, (prompt,) = in_act(me)
    seat, other = prompt.seat, (prompt.seat + 1) % 3
    with_state(match, hands=((2, 0, 1, 0, 0),) * 3)
    send(client, match, seat, prompt.key, send="offer", to="all", **{"give-beer": "1", "get-coffee": "1"})
    counter = Offer(to=seat, beer=-2, coffee=1, need="uv")
    play(match, me, other, f"turn-{state_of(match).turn}/offer-1", counter)

    assert "says: needed for UV<" in page_of(client, match, seat)
    assert "dit\xa0: il le faut pour UV<" in page_of(client, match, seat, "fr")


def test_an_answer_can_be_changed_into_another_offer_from_where_it_stands(client, me):
    match, (prompt,) = in_act(me)
    other = (prompt.seat + 1) % 3
    with_state(match, hands=((2, 2, 2, 2, 2),) * 3)
    send(client, match, prompt.seat, prompt.key, send="offer", to="all", **{"give-beer": "2", "get-coffee": "1"})

    page = page_of(client, match, other)

    assert 'data-u-fill="give-coffee=1 get-beer=2"' in steady(page)
    assert f'data-key="turn-{state_of(match).turn}/offer-1"' in page


def test_who_waits_has_the_hand_and_can_propose(client, me):
    match, (prompt,) = in_act(me)
    other = (prompt.seat + 1) % 3

    page = page_of(client, match, other)

    assert ("Nothing is asked of you now" in page, 'id="u-offer"' in page, "End the turn" in page) == (
        True,
        True,
        False,
    )
    assert page.count('data-hand="beer"') == 1
