"""Phase 5: wages and loans; repaying; the end."""

import pytest
from msgspec import structs

from games.catalogue.master_builder.rules.events import Borrowed, Repaid, WagesPaid
from games.catalogue.master_builder.rules.moves import Borrow, Repay
from games.catalogue.master_builder.rules.rules import RULES
from tests.games.catalogue.master_builder.table import Town, raises_illegal, site, town

FIVE = "M1 M2 M3 M4 M5 A1"
"""Wages of 30."""


def pay(cash, *crews, players=2, loans=(), **extra):
    return town(phase="wages", players=players, cash=cash, crews=crews, loans=loans, deck=[9], **extra)


def test_wages_are_paid_without_asking_where_the_cash_suffices():
    position = pay([16, 4], "M1 F1 T5", "A1")

    assert position.events_of(WagesPaid) == [
        WagesPaid(turn=2, seat=0, amount=14, cash=2),
        WagesPaid(turn=2, seat=1, amount=2, cash=2),
    ]
    assert position.state.bank == 16


def test_all_who_need_a_loan_choose_at_once_while_the_bank_has_enough_for_any_choice():
    position = pay([0, 40, 3], FIVE, "A1", "M1", players=3)

    assert position.asked == [(0, "borrow"), (2, "borrow")]
    assert [p.simultaneous for p in RULES.prompts(position.state) if p.kind == "borrow"] == [True, True]
    one = position.play(2, Borrow("small"))
    assert one.asked == [(0, "borrow")]
    assert one.events_of(WagesPaid) == [WagesPaid(turn=2, seat=2, amount=6, cash=7)]


def test_one_after_the_other_where_ious_are_short():
    position = pay([0, 0, 40], FIVE, "M1", "A1", players=3, loans=[(0, 0), (0, 0), (4, 5)])

    assert position.asked == [(0, "borrow")]
    after = position.play(0, Borrow("large"))
    assert (after.events_of(Borrowed)[1:], after.state.firms[1].small) == (
        [Borrowed(turn=2, seat=1, loan="small", amount=10)],
        1,
    )


def test_the_only_type_left_is_taken_without_asking_and_small_ones_never_run_out():
    position = pay([0, 40], FIVE, "A1", loans=[(0, 0), (12, 6)])
    assert position.events_of(Borrowed) == [Borrowed(turn=2, seat=0, loan="small", amount=10)] * 3
    assert (position.cash[0], position.state.firms[0].small) == (0, 3)

    large = pay([0, 40], FIVE, "A1", loans=[(0, 0), (12, 5)])
    assert large.events_of(Borrowed) == [Borrowed(turn=2, seat=0, loan="large", amount=30)]


def test_a_type_that_is_out_of_stock_cannot_be_chosen():
    position = pay([0, 40], FIVE, "A1", loans=[(0, 0), (11, 0)])
    position = position.play(0, Borrow("small")) if position.asked else position
    assert position.events_of(Borrowed)[-1] == Borrowed(turn=2, seat=0, loan="large", amount=30)

    two = pay([0, 0], FIVE, "M1", loans=[(0, 5), (0, 0)])
    assert two.asked == [(0, "borrow")]
    taken = two.play(0, Borrow("large"))
    assert taken.events_of(Borrowed)[1:] == [Borrowed(turn=2, seat=1, loan="small", amount=10)]
    stale = structs.replace(two.state, firms=(two.state.firms[0], structs.replace(two.state.firms[1], large=1)))
    with raises_illegal("no_such_loan_left", loan="large"):
        Town(stale).play(0, Borrow("large"))


def test_a_late_player_borrows_large_above_two_small_ones():
    assert pay([9, 40], FIVE, "A1").default(0).state.firms[0].large == 1
    assert pay([10, 40], FIVE, "A1").default(0).state.firms[0].small == 1
    assert pay([0, 40], FIVE, "A1", loans=[(0, 0), (10, 5)]).default(0).state.firms[0].large == 1


def test_wages_above_the_limit_are_not_due():
    position = pay([30, 40], "M1:20 M2:20", "A1")

    assert position.events_of(WagesPaid)[0] == WagesPaid(turn=2, seat=0, amount=30, cash=0)


def hall(cash, loans, deck=(9,), **extra):
    return town(phase="contracts", cash=cash, loans=loans, lots=[1], deck=deck, **extra)


@pytest.mark.parametrize(("deck", "small", "large"), [([9], 13, 38), ([], 15, 40)])
def test_loans_are_given_back_at_any_time_and_cost_more_once_the_deck_is_empty(deck, small, large):
    position = hall([60, 40], [(1, 1)], deck)
    assert position.optional == [(0, "repay")]
    assert position.choices(0, "repay") == [Repay("small"), Repay("large")]

    one = position.play(0, Repay("small"))
    assert one.did == (Repaid(turn=2, seat=0, loan="small", amount=small, late=not deck),)
    assert (one.cash[0], one.choices(0, "repay")) == (60 - small, [Repay("large")])
    both = one.play(0, Repay("large"))
    assert (both.cash[0], both.state.firms[0].large, both.optional) == (60 - small - large, 0, [])
    assert both.state.bank - position.state.bank == small + large


def test_a_loan_is_given_back_with_own_cash_only():
    position = hall([20, 12], [(1, 1), (1, 0)])

    assert position.optional == [(0, "repay")]
    with raises_illegal("price_over_cash", price=38, cash=20):
        position.play(0, Repay("large"))
    with raises_illegal("no_such_loan_open", loan="large"):
        hall([60, 0], [(1, 0)]).play(0, Repay("large"))


def test_the_money_of_the_own_highest_bid_is_not_for_loans():
    position = hall([30, 40], [(1, 0)]).nominates(0, 1, 17)
    assert (0, "repay") in position.optional

    higher = hall([30, 40], [(1, 0)]).nominates(0, 1, 18)
    assert (0, "repay") not in higher.optional
    mixed = hall([50, 40], [(1, 1)]).nominates(0, 1, 18)
    with raises_illegal("money_is_bid", price=38, cash=50):
        mixed.play(0, Repay("large"))


def test_who_gives_the_money_for_the_next_bid_back_has_passed():
    position = hall([40, 15], [(0, 0), (1, 0)]).nominates(0, 1, 2)
    assert position.asked == [(1, "bid")]

    after = position.play(1, Repay("small"))

    assert after.contracts(0) == [1]


def test_the_mallet_goes_to_the_left_after_the_wages():
    position = pay([40, 40, 40], "A1", "A2", "A3", players=3, first=2)

    assert (position.state.first, position.state.round, position.asked) == (0, 3, [(0, "hire")])


def test_the_best_score_wins_ties_share_and_nobody_is_asked_any_more():
    position = town(phase="wages", players=3, round=6, cash=[20, 20, 5], sites=[[], [], [site(2)]])

    result = RULES.result(position.state)
    assert (result.scores, result.places) == ((20, 20, 5), (1, 1, 3))
    assert RULES.prompts(position.state) == ()
    assert RULES.result(pay([1, 1], "", "").state) is None
