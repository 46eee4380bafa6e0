"""Phase 2: nominations, bids, limits, and contracts that nobody wants."""

from random import Random

import pytest

from games.catalogue.master_builder.rules.events import (
    BidPassed,
    Declined,
    LimitLeft,
    Nominated,
    NoMoreContracts,
    Raised,
    Unsold,
    Won,
)
from games.catalogue.master_builder.rules.moves import Buy, Decline, Nominate, Pass, Raise, SetLimit
from games.catalogue.master_builder.rules.prompts import open_prompts
from games.catalogue.master_builder.rules.rules import RULES
from games.engine.choices import contains
from tests.games.catalogue.master_builder.table import raises_illegal, town


def market(players=3, lots=(3,), **extra):
    return town(phase="contracts", players=players, lots=lots, deck=[9], **extra)


def plain(limits, opening, nominator, cash):
    """The ascending auction of the rules page, bid by bid: (winner, price).

    Each player has a limit, and bids one more as long as the next bid is within the limit and the player's cash.
    """
    players = len(limits)
    still = [(nominator + ahead) % players for ahead in range(players)]
    leader, price, turn = nominator, opening, 1
    while len(still) > 1:
        seat = still[turn % len(still)]
        if price + 1 <= min(limits[seat], cash[seat]):
            leader, price, turn = seat, price + 1, turn + 1
        else:
            turn %= len(still)
            still.pop(turn)
    return leader, price


def with_limits(limits, opening, nominator, cash, early=()):
    """The same auction with one prompt for each player: (winner, price, prompts answered). `early` players leave their
    limit before they are asked.
    """
    players = len(limits)
    town_ = market(players, first=nominator, cash=cash).nominates(nominator, 3, opening, limits[nominator])
    visits = 1
    for seat in early:
        if (seat, "limit") in town_.optional and opening < limits[seat] <= cash[seat] and seat != nominator:
            town_, visits = town_.limits(seat, limits[seat]), visits + 1
    while town_.state.market.auction is not None:
        (seat, _kind), price = town_.asked[0], town_.state.market.auction.price
        limit = min(limits[seat], cash[seat])
        town_ = town_.bids(seat, price + 1, limit) if price < limit else town_.passes(seat)
        visits += 1
    won = town_.events_of(Won)[0]
    return won.seat, won.price, visits


@pytest.mark.parametrize("players", [2, 3, 4])
def test_limits_give_the_winner_and_the_price_of_the_plain_auction(players):
    """500 random auctions, a third for each number of players, with any limits and openings."""
    chance = Random(players)
    for _ in range(167):
        nominator = chance.randrange(players)
        cash = [chance.randint(4, 60) for _ in range(players)]
        limits = [chance.randint(0, 60) for _ in range(players)]
        opening = chance.randint(4, cash[nominator])
        limits[nominator] = min(max(limits[nominator], opening), cash[nominator])
        early = [seat for seat in range(players) if chance.random() < 0.4]

        winner, price, visits = with_limits(limits, opening, nominator, cash, early)

        assert (winner, price) == plain(limits, opening, nominator, cash)
        assert visits <= players


def test_limits_bid_by_ones_and_pass_beyond_in_one_move():
    told = market().nominates(0, 3, 4, limit=9).bids(1, 5, limit=7).bids(2, 6, limit=0).did

    steps = [(type(event), event.seat, getattr(event, "bid", None)) for event in told]
    assert steps == [
        (Raised, 2, 6),
        (Raised, 0, 7),
        (BidPassed, 1, None),
    ]


def test_a_limit_is_told_to_its_owner_alone():
    position = market().nominates(0, 3, 4, limit=9)

    assert position.did[0] == Nominated(turn=2, seat=0, contract=3, bid=4)
    assert position.did[1] == LimitLeft(turn=2, seat=0, audience=(0,), contract=3, limit=9)
    assert [RULES.view(position.state, seat).auction.limit for seat in (0, 1, 2)] == [9, 0, 0]
    assert RULES.view(position.state, None).auction.limit == 0


def test_a_limit_at_the_bid_passes_beyond_it_and_one_below_it_means_none():
    position = market().nominates(0, 3, 5, limit=5)
    assert position.events_of(LimitLeft) == [LimitLeft(turn=2, seat=0, audience=(0,), contract=3, limit=5)]
    assert position.passes(1).bids(2, 6).contracts(2) == [3]

    position = market().nominates(0, 3, 5, limit=4)
    assert position.events_of(LimitLeft) == []
    assert position.passes(1).bids(2, 6).asked == [(0, "bid")]


def test_the_others_may_leave_a_limit_or_pass_before_they_are_asked():
    position = market().nominates(0, 3, 4)
    assert (position.asked, position.optional) == ([(1, "bid")], [(0, "limit"), (2, "limit")])
    assert position.choices(2, "limit") == [SetLimit(0), SetLimit(40), Pass()]
    assert position.choices(0, "limit") == [SetLimit(0), SetLimit(40)]

    with_limit = position.limits(2, 8).bids(1, 6)
    assert (with_limit.state.market.auction.price, with_limit.asked) == (7, [(0, "bid")])
    without = position.play(2, Pass()).passes(1)
    assert without.contracts(0) == [3]


def test_a_limit_can_be_taken_back_and_is_refused_where_it_says_nothing():
    position = market(cash=[40, 40, 20]).nominates(0, 3, 5).limits(2, 8).limits(2, 0)

    assert position.bids(1, 6).asked == [(2, "bid")]
    with raises_illegal("limit_too_low", limit=5, least=6):
        position.limits(2, 5)
    with raises_illegal("limit_over_cash", limit=21, cash=20):
        position.limits(2, 21)
    with raises_illegal("highest_bid_stands", bid=5):
        position.play(0, Pass(), "limit")


def test_who_cannot_bid_any_more_has_no_limit_to_leave():
    position = market(cash=[40, 40, 5]).nominates(0, 3, 5)

    assert position.choices(2, "limit") == [SetLimit(0), Pass()]


def test_who_has_no_more_than_the_bid_passes_without_being_asked():
    position = market(cash=[40, 5, 40]).nominates(0, 3, 5)

    assert position.events_of(BidPassed) == [BidPassed(turn=2, seat=1, contract=3)]
    assert position.asked == [(2, "bid")]
    assert market(cash=[40, 5, 5]).nominates(0, 3, 5).contracts(0) == [3]


@pytest.mark.parametrize(
    ("move", "code", "params"),
    [
        (Nominate(3, 3), "bid_too_low", {"bid": 3, "least": 4}),
        (Nominate(3, 41), "bid_over_cash", {"bid": 41, "cash": 40}),
        (Nominate(3, 4, 41), "limit_over_cash", {"limit": 41, "cash": 40}),
        (Nominate(7, 9), "not_on_offer", {"contract": 7}),
        (Buy(3), "wrong_move", {"kind": "nominate"}),
    ],
)
def test_an_opening_that_cannot_be_is_refused_with_the_numbers(move, code, params):
    position = market()
    prompt = open_prompts(position.state)[0]
    with raises_illegal(code, **params):
        RULES.apply(position.state, 0, prompt.key, move, None)
    assert not contains(RULES.choices(position.state, 0, prompt.key), move)


def test_a_raise_must_be_higher_and_within_the_cash():
    position = market(cash=[40, 9, 40]).nominates(0, 3, 6)

    with raises_illegal("bid_too_low", bid=6, least=7):
        position.bids(1, 6)
    with raises_illegal("limit_over_cash", limit=10, cash=9):
        position.bids(1, 7, 10)


def test_the_first_who_has_not_declined_nominates_again_and_declining_does_not_stop_bidding():
    position = market(lots=[3, 5, 1]).declines(0).nominates(1, 3, 4).passes(2).bids(0, 5).passes(1)
    assert (position.contracts(0), position.asked) == ([3], [(1, "nominate")])

    position = position.declines(1)
    assert (position.asked, position.did) == ([(2, "nominate")], (Declined(turn=2, seat=1),))
    position = position.nominates(2, 5, 7).passes(0, 1)
    assert (position.contracts(2), position.asked) == ([5], [(2, "nominate")])
    assert position.declines(2).lots == [-1]


def test_players_without_the_money_for_any_contract_are_not_asked_to_nominate():
    position = market(lots=[3, 5], cash=[3, 4, 40])

    assert position.asked == [(1, "nominate")]
    assert position.choices(1, "nominate") == [Nominate(3, 4), Decline()]


def test_in_restricted_mode_those_who_declined_before_buy_at_the_minimum():
    position = town(phase="contracts", players=4, round=1, lots=[1, 2, 3, 4, 5], deck=[9]).declines(0, 1)
    position = position.nominates(2, 1, 2).passes(3, 0, 1).nominates(2, 2, 3).passes(3, 0, 1)

    assert position.asked == [(3, "nominate")]
    position = position.nominates(3, 3, 4).passes(0, 1)
    assert position.asked == [(0, "buy")]
    with raises_illegal("not_on_offer", contract=3):
        position.buys(0, 3)
    position = position.buys(0, 5)

    assert [position.contracts(seat) for seat in range(4)] == [[5], [4], [1, 2], [3]]
    assert position.events_of(Won)[-1] == Won(turn=1, seat=1, contract=4, price=5, bonus=0, how="last")


def test_those_who_declined_may_still_bid_in_restricted_mode():
    position = town(phase="contracts", players=3, round=1, lots=[1, 2, 3, 4], deck=[9]).declines(0)
    position = position.nominates(1, 1, 2).passes(2, 0).nominates(1, 2, 3).passes(2, 0)

    assert position.asked == [(2, "nominate")]
    assert position.nominates(2, 4, 5).bids(0, 6).passes(2).contracts(0) == [4]


@pytest.mark.parametrize("round_", [2, 6])
def test_an_unsold_contract_stays_once_but_not_in_the_last_round(round_):
    position = market(round=round_, lots=[3, 5], bonus_on=[5], cash=[0, 0, 0])

    assert position.events_of(Unsold) == [
        Unsold(turn=round_, contract=3, bonus=5 if round_ < 6 else 0, gone=round_ == 6),
        Unsold(turn=round_, contract=5, bonus=0, gone=True),
    ]
    assert position.lots == ([-3] if round_ < 6 else [])


def test_contracts_removed_unsold_count_as_gone():
    position = town(phase="contracts", lots=[3], bonus_on=[3], cash=[0, 0])
    assert position.events_of(NoMoreContracts) == [NoMoreContracts(turn=2, last_round=3)]

    kept = town(phase="contracts", lots=[3], cash=[0, 0])
    assert (kept.events_of(NoMoreContracts), kept.lots, kept.state.last_round) == ([], [-3], 6)


def test_a_bonus_cannot_serve_for_the_bid():
    position = market(lots=[3], bonus_on=[3], cash=[4, 0, 0])

    with raises_illegal("bid_over_cash", bid=5, cash=4):
        position.nominates(0, 3, 5)
    assert position.nominates(0, 3, 4).cash[0] == 5


def test_a_late_bidder_passes_and_a_late_nominator_declines():
    position = market(lots=[3, 5])

    assert position.default(0).asked == [(1, "nominate")]
    assert position.nominates(0, 5, 7).default(1, 2).contracts(0) == [5]


def test_a_late_nominator_in_restricted_mode_takes_the_cheapest_at_its_minimum():
    position = town(phase="contracts", players=3, round=1, lots=[1, 2, 3, 4], deck=[9])
    position = position.nominates(0, 1, 2).passes(1, 2).nominates(0, 4, 5).passes(1, 2)

    assert position.default(1, 2).contracts(1) == [2]
    assert position.default(1, 2).contracts(2) == [3]


def test_a_late_forced_purchase_is_the_cheapest():
    position = town(phase="contracts", round=1, lots=[3, 2, 5], deck=[9]).declines(0, 1)

    assert position.default(0, 1).contracts(0) == [2]


def test_one_who_cannot_raise_by_limits_hears_no_more():
    """Two limits against each other end in one move, whichever came first."""
    position = market(2, cash=[30, 30]).nominates(0, 3, 4, limit=20).bids(1, 5, limit=12)

    assert (position.contracts(0), position.cash[0]) == ([3], 30 - 12)
    assert [event.bid for event in position.events_of(Raised)] == list(range(5, 13))
    assert position.events_of(Raised)[0] == Raised(turn=2, seat=1, contract=3, bid=5)
    assert Raise(5, 12) != Raise(5)
