"""Renting workers: offers, counter-offers, and the effects of a rental on plans and wages."""

import pytest

from games.catalogue.master_builder.rules.events import Idle, Offered, OfferRefused, Rented, TalksClosed, Work
from games.catalogue.master_builder.rules.moves import Answer, CloseTalks, Offer
from games.catalogue.master_builder.rules.rules import RULES
from games.engine.choices import contains
from tests.games.catalogue.master_builder.table import pieces, raises_illegal, site, town


def talks(*crews, players=2, cash=(20, 20, 20), **extra):
    sites = [[site(3)] for _ in range(players)]
    return town(
        phase="rent", players=players, crews=crews, cash=cash, sites=sites, rent_workers=True, deck=[9], **extra
    )


def offer(position, owner, worker, to, price):
    return position.play(owner, Offer(worker, to, price))


def passive(position):
    return [prompt.seat for prompt in RULES.prompts(position.state) if prompt.passive]


def test_without_the_variant_or_without_anybody_to_let_there_are_no_talks():
    assert town(phase="rent", crews=["T1 A1", "A2"], sites=[[site(3)]], deck=[9]).asked == [(0, "plan")]
    assert talks("T1! A1!", "T2! A2!").events_of(Offered) == []
    assert ("rent" in {kind for _, kind in talks("T1! A1!", "T2!").asked}) is False


def test_an_offer_is_open_to_all_and_waits_for_the_renter():
    position = offer(talks("T1 A1", "A2"), 0, "T1", 1, 3)

    assert position.did == (Offered(turn=2, seat=0, worker="T1", owner=0, renter=1, price=3, first=True),)
    assert passive(position) == [0]
    assert position.cash == (20, 20)
    assert RULES.view(position.state, None).talks == position.state.talks


def test_an_offer_can_be_countered_by_both_until_one_accepts():
    position = offer(talks("T1 A1", "A2"), 0, "T1", 1, 6).play(1, Answer("counter", "T1", 1, 2))
    assert passive(position) == [1]
    assert position.did[0].first is False

    position = position.play(0, Answer("counter", "T1", 1, 4))
    with raises_illegal("offer_changed", price=6, offer=4):
        position.play(1, Answer("accept", "T1", 1, 6))
    after = position.play(1, Answer("accept", "T1", 1, 4))

    assert after.cash == (24, 16)
    assert after.did == (Rented(turn=2, seat=1, worker="T1", owner=0, renter=1, price=4),)


def test_a_refused_worker_is_not_offered_to_the_same_player_again():
    position = offer(talks("T1 A1", "A2", "A3", players=3), 0, "T1", 1, 3).play(1, Answer("refuse", "T1", 1))

    assert position.did == (OfferRefused(turn=2, seat=1, worker="T1", owner=0, renter=1),)
    with raises_illegal("not_to_let", worker="T1"):
        offer(position, 0, "T1", 1, 2)
    assert offer(position, 0, "T1", 2, 2).asked == position.asked


def test_when_a_worker_is_let_the_other_talks_about_it_end():
    position = talks("T1 A1", "A2", "A3", players=3)
    position = offer(offer(position, 0, "T1", 1, 3), 0, "T1", 2, 5).play(2, Answer("accept", "T1", 2, 5))

    assert position.events_of(OfferRefused) == [OfferRefused(turn=2, seat=2, worker="T1", owner=0, renter=1)]
    with raises_illegal("no_offer", worker="T1"):
        position.play(1, Answer("accept", "T1", 1, 3))
    with raises_illegal("not_to_let", worker="T1"):
        offer(position, 0, "T1", 1, 3)


@pytest.mark.parametrize(
    ("move", "code", "params"),
    [
        (Offer("T1", 0, 1), "no_such_renter", {"renter": 0}),
        (Offer("T1", 3, 1), "no_such_renter", {"renter": 3}),
        (Offer("A2", 1, 1), "not_to_let", {"worker": "A2"}),
        (Offer("F1", 1, 1), "not_to_let", {"worker": "F1"}),
        (Offer("T1", 1, 21), "price_over_cash", {"price": 21, "cash": 20}),
        (Answer("refuse", "T1", 1), "no_offer", {"worker": "T1"}),
    ],
)
def test_what_cannot_be_offered_is_refused(move, code, params):
    position = talks("T1 A1 F1!", "A2")
    with raises_illegal(code, **params):
        position.play(0, move)
    assert not contains(RULES.choices(position.state, 0, "round-2/rent"), move)


def test_a_price_above_the_renters_cash_can_no_longer_be_accepted():
    position = offer(talks("T1 T2 A1", "A2", cash=[20, 5]), 0, "T1", 1, 4)
    position = offer(position, 0, "T2", 1, 3).play(1, Answer("accept", "T1", 1, 4))

    with raises_illegal("price_over_cash", price=3, cash=1):
        position.play(1, Answer("accept", "T2", 1, 3))
    with raises_illegal("price_over_cash", price=2, cash=1):
        position.play(1, Answer("counter", "T2", 1, 2))
    with raises_illegal("refusal_has_no_price", price=1):
        position.play(1, Answer("refuse", "T2", 1, 1))
    hows = [move.how for move in position.choices(1, "rent") if isinstance(move, Answer)]
    assert hows == ["counter", "refuse"]


def test_closing_refuses_what_stands_open_and_takes_the_player_out():
    position = talks("T1 A1", "T2 A2", "A3", players=3)
    position = offer(offer(position, 0, "T1", 1, 3), 1, "T2", 2, 3).play(1, CloseTalks())

    assert position.did == (
        OfferRefused(turn=2, seat=1, worker="T1", owner=0, renter=1),
        OfferRefused(turn=2, seat=1, worker="T2", owner=1, renter=2),
        TalksClosed(turn=2, seat=1),
    )
    assert position.asked == [(0, "rent"), (2, "rent")]
    with raises_illegal("not_to_let", worker="A1"):
        offer(position, 0, "A1", 1, 1)


def test_a_late_player_closes_and_the_last_one_left_has_nobody_to_talk_to():
    position = talks("T1 A1", "T2 A2").default(0)

    assert position.asked == [(0, "plan"), (1, "plan")]


def test_rented_workers_work_for_the_renter_alone():
    position = offer(talks("T1 A1", "A2"), 0, "T1", 1, 3).play(1, Answer("accept", "T1", 1, 3)).play(0, CloseTalks())

    assert position.asked == [(1, "plan")]
    after = position.builds(1, *pieces(3, "side_2", "gable_1"))
    assert after.events_of(Work) == [
        Work(turn=2, seat=1, contract=3, section="side_2", workers=("A2",)),
        Work(turn=2, seat=1, contract=3, section="gable_1", workers=("T1",)),
    ]
    assert after.events_of(Idle) == [Idle(turn=2, seat=0, workers=("A1",))]
    assert after.cash == (20 + 3 - 6, 20 - 3 - 2)


def test_a_rented_worker_cannot_be_let_again_in_the_same_round():
    position = offer(talks("T1 A1", "A2", "A3", players=3), 0, "T1", 1, 3).play(1, Answer("accept", "T1", 1, 3))

    with raises_illegal("not_to_let", worker="T1"):
        offer(position, 1, "T1", 2, 3)
