"""Offers between the active player and the others, and standing orders."""

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from games.catalogue.utboheme.game import GAME
from games.catalogue.utboheme.rules import events
from games.catalogue.utboheme.rules.defaults import only_refusal
from games.catalogue.utboheme.rules.moves import (
    AcceptOffer,
    BankTrade,
    BuildCc,
    Confirm,
    DropKeep,
    EndTurn,
    KeepCards,
    MoveRobber,
    Offer,
    PlayAncien,
    RefuseOffer,
    Roll,
    SetRate,
    SetRefusals,
    Withdraw,
)
from games.catalogue.utboheme.rules.orders import changed
from games.catalogue.utboheme.rules.resources import NONE
from games.catalogue.utboheme.rules.rules import RULES
from games.catalogue.utboheme.rules.types import MOST_OFFERS, Rate, RefusalOrder
from games.engine import codec
from games.engine.codec import read_move
from games.engine.errors import BadMove
from tests.games.catalogue.utboheme.table import Table, coast, raises_illegal, started, utb, way

HANDS = {0: "3 beer 1 food", 1: "2 coffee", 2: "1 coffee 4 beer", 3: "1 sleep"}
TO_ALL = Offer(to=0, beer=1, coffee=-1)
SEVEN = {"die_1": 3, "die_2": 2}


def kinds(table, seat):
    return [prompt.kind for prompt in RULES.prompts(table.state) if prompt.seat == seat]


def test_everybody_who_is_asked_answers_and_the_active_player_confirms_one_acceptance():
    offered = utb(hands=HANDS).play(TO_ALL)
    assert offered.events == (
        events.Offered(turn=9, seat=0, number=1, asked=(1, 2, 3), cards=(1, 0, -1, 0, 0), counters=None),
    )
    assert [kinds(offered, seat)[0] for seat in (1, 2, 3)] == ["answer"] * 3
    assert next(prompt for prompt in RULES.prompts(offered.state) if prompt.kind == "act").passive

    answered = offered.play(AcceptOffer(), by=1).play(AcceptOffer(), by=2).play(RefuseOffer(), by=3)
    assert {Confirm(1, 1), Confirm(1, 2)} == {move for move in answered.moves() if isinstance(move, Confirm)}
    assert not next(prompt for prompt in RULES.prompts(answered.state) if prompt.kind == "act").passive
    done = answered.play(Confirm(1, 2))

    assert [done.hand(seat) for seat in range(4)] == ["2 beer 1 coffee 1 food", "2 coffee", "5 beer", "1 sleep"]
    assert done.events == (
        events.Traded(turn=9, seat=0, number=1, partner=2, gave=(1, 0, 0, 0, 0), got=(0, 0, 1, 0, 0)),
    )
    assert done.state.offers == ()
    with raises_illegal("no_such_offer", offer=1):
        done.play(Confirm(1, 1))


def test_an_offer_to_one_asks_only_that_seat():
    offered = utb(hands=HANDS).play(Offer(to=2, beer=1, coffee=-1))

    assert [kinds(offered, seat) for seat in (1, 2)] == [["orders"], ["answer", "orders"]]
    assert offered.events_of(events.Offered)[0].asked == (2,)


def test_who_lacks_the_cards_cannot_accept():
    offered = utb(hands=HANDS).play(TO_ALL)

    assert offered.moves(3)[0] == RefuseOffer()
    with raises_illegal("too_few_cards", coffee=1):
        offered.play(AcceptOffer(), by=3)


def test_an_acceptance_can_be_taken_back_and_a_refusal_is_final():
    offered = utb(hands=HANDS).play(TO_ALL).play(AcceptOffer(), by=1)
    assert [(p.kind, p.optional) for p in RULES.prompts(offered.state) if p.seat == 1][0] == ("answer", True)
    with raises_illegal("same_answer"):
        offered.play(AcceptOffer(), by=1)

    back = offered.play(RefuseOffer(), by=1)

    assert kinds(back, 1) == ["orders"]
    with raises_illegal("cannot_be_carried_out", offer=1, seat=1):
        back.play(Confirm(1, 1))


def test_an_offer_that_all_refuse_is_closed():
    offered = utb(hands=HANDS).play(Offer(to=3, beer=1, coffee=-1))

    refused = offered.play(RefuseOffer(), by=3)

    assert refused.state.offers == ()
    assert refused.events[-1] == events.OfferClosed(turn=9, seat=0, number=1, why="refused")


def test_a_counter_offer_refuses_and_can_be_confirmed_by_the_active_player():
    offered = utb(hands=HANDS).play(Offer(to=1, beer=1, coffee=-1))

    countered = offered.play(Offer(to=0, coffee=1, beer=-2), by=1)

    assert countered.events_of(events.Offered)[0].counters == 1
    assert [offer.number for offer in countered.state.offers] == [2]
    assert countered.play(Confirm(2, 1)).hand(0) == "1 beer 1 coffee 1 food"
    assert countered.play(Withdraw(2)).state.offers == ()


def test_others_propose_to_the_active_player_out_of_turn():
    table = utb(hands=HANDS)

    proposed = table.play(Offer(to=0, coffee=1, beer=-1), by=2, kind="orders")

    assert proposed.play(Confirm(1, 2)).hand(2) == "5 beer"
    with raises_illegal("wrong_move", kind="orders"):
        table.play(TO_ALL, by=0, kind="orders")
    with raises_illegal("only_with_the_active_player", seat=0):
        table.play(Offer(to=3, coffee=1, beer=-1), by=2, kind="orders")


def test_the_own_cards_must_be_there_when_a_trade_is_confirmed():
    proposed = utb(hands={0: "1 food", 2: "1 coffee"}).play(Offer(to=0, coffee=1, beer=-1), by=2, kind="orders")

    assert not any(isinstance(move, Confirm) for move in proposed.moves())
    with raises_illegal("cannot_be_carried_out", offer=1, seat=2):
        proposed.play(Confirm(1, 2))


def test_a_proposal_without_the_cards_falls_through_when_it_is_confirmed_and_not_before():
    covered, bare = (
        utb(hands={0: "1 beer", 2: held}).play(Offer(to=0, coffee=1, beer=-1), by=2, kind="orders")
        for held in ("1 coffee", "1 food")
    )
    assert covered.moves() == bare.moves()

    tried = bare.play(Confirm(1, 2))

    assert tried.events == (events.OfferClosed(turn=9, seat=2, number=1, why="uncovered"),)
    assert (tried.hand(0), tried.hand(2), tried.state.offers) == ("1 beer", "1 food", ())


def test_who_no_longer_holds_the_cards_takes_the_acceptance_back_by_that():
    accepted = utb(hands=HANDS).play(TO_ALL).play(AcceptOffer(), by=1).play(AcceptOffer(), by=2)
    robbed = Table(replace(accepted.state, hands=changed(accepted.state.hands, 1, NONE)))

    tried = robbed.play(Confirm(1, 1))

    assert tried.events == (events.OfferAnswered(turn=9, seat=1, number=1, accepted=False, by_order=False),)
    assert tried.state.hands == robbed.state.hands
    assert tried.play(Confirm(1, 2)).events_of(events.Traded)[0].partner == 2


@pytest.mark.parametrize(
    ("offer", "code", "params"),
    [
        (Offer(to=0), "no_gifts", {}),
        (Offer(to=0, beer=2), "no_gifts", {}),
        (Offer(to=0, beer=-2), "no_gifts", {}),
        (Offer(to=0, beer=20, food=-1), "more_than_there_are", {"cards": 19}),
    ],
)
def test_offers_that_are_none(offer, code, params):
    with raises_illegal(code, **params):
        utb(hands=HANDS).play(offer)


def test_nobody_makes_more_than_five_offers_in_a_turn():
    table = utb(hands=HANDS)
    for _ in range(MOST_OFFERS):
        table = table.play(Offer(to=3, beer=1, coffee=-1))

    assert not any(isinstance(move, Offer) for move in table.moves())
    with raises_illegal("too_many_offers", most=5):
        table.play(TO_ALL)


def test_offers_lapse_with_the_trade_phase():
    offered = utb(hands=HANDS, uv={0: [coast()[0]]}).play(TO_ALL)
    closed = events.OfferClosed(turn=9, seat=0, number=1, why="lapsed")

    built = offered.play(BuildCc(way(*coast()[:2])[0]))
    ended = offered.play(EndTurn())

    assert built.events_of(events.OfferClosed) == [closed]
    assert ended.events_of(events.OfferClosed) == [closed]
    assert (built.state.offers, ended.state.offers) == ((), ())
    with raises_illegal("trade_is_over"):
        built.play(TO_ALL)
    with raises_illegal("trade_is_over"):
        built.play(Offer(to=0, coffee=1, beer=-1), by=2, kind="orders")


def test_offers_stay_open_while_a_card_is_played():
    offered = utb(hands=HANDS, cards_of={0: "1 ancien"}).play(TO_ALL).play(PlayAncien())

    assert kinds(offered, 1)[0] == "answer"
    assert offered.play(AcceptOffer(), by=1).play(MoveRobber(3)).play(Confirm(1, 1)).hand(1) == "1 beer 1 coffee"


def test_without_trade_between_players_there_are_no_offers_and_no_orders_for_them():
    table = utb(hands=HANDS, player_trade=False)

    assert not any(isinstance(move, Offer | SetRate) for seat in (0, 1) for move in table.moves(seat))
    with raises_illegal("trade_is_over"):
        table.play(TO_ALL)
    with raises_illegal("no_trade_between_players"):
        table.play(SetRate("beer", "food", 1), by=1, kind="orders")


def test_the_bank_neither_swaps_a_card_for_itself_nor_gives_what_it_lacks():
    with raises_illegal("same_resource"):
        utb(hands={0: "4 beer"}).play(BankTrade("beer", "beer"))
    with raises_illegal("bank_lacks"):
        utb(hands={0: "4 beer"}, bank="1 beer").play(BankTrade("beer", "food"))


def test_a_standing_order_accepts_what_is_listed_and_only_that():
    table = utb(hands=HANDS).play(SetRate("coffee", "beer", 2), by=1, kind="orders")
    assert table.events == (events.RateOrdered(turn=9, seat=1, audience=(1,), give="coffee", get="beer", most=2),)
    assert table.state.rates[1] == (Rate("coffee", "beer", 2),)

    for offer, answer in (
        (Offer(to=0, beer=1, coffee=-2), "accepted"),
        (Offer(to=0, beer=1, coffee=-1), "accepted"),
        (Offer(to=0, food=1, coffee=-1), "open"),
        (Offer(to=0, beer=1, coffee=-1, sleep=-1), "open"),
        (Offer(to=0, beer=1, food=1, coffee=-1), "open"),
    ):
        assert table.play(offer).state.offers[0].answers[1] == answer
    after = table.play(Offer(to=0, beer=1, coffee=-2))
    assert after.events_of(events.OfferAnswered) == [
        events.OfferAnswered(turn=9, seat=1, number=1, accepted=True, by_order=True)
    ]
    assert table.play(SetRate("coffee", "beer", 0), by=1, kind="orders").state.rates[1] == ()


def test_a_standing_order_does_not_give_what_is_not_there():
    table = utb(hands={0: "3 beer", 1: "1 coffee"}).play(SetRate("coffee", "beer", 4), by=1, kind="orders")

    assert table.play(Offer(to=1, beer=1, coffee=-2)).state.offers[0].answers[1] == "open"


@pytest.mark.parametrize(
    ("order", "refused"),
    [
        (SetRefusals(), ()),
        (SetRefusals(all_now=True), (1, 2, 3)),
        (SetRefusals(asks=("coffee",)), (1, 3)),
        (SetRefusals(gives=("beer", "sleep")), (2,)),
        (SetRefusals(asks=("course",), gives=("beer",)), (2, 3)),
    ],
)
def test_a_standing_order_refuses_what_is_listed_and_only_that(order, refused):
    table = utb(hands={0: "3 beer 3 food", 1: "2 coffee 2 course"}).play(order, by=1, kind="orders")
    assert table.events[0].audience == (1,)

    both = Offer(to=1, beer=1, food=1, coffee=-1, course=-1)
    for offer in (Offer(to=1, beer=1, coffee=-1), Offer(to=1, food=1, course=-1), both):
        table = table.play(offer)
    answers = {
        prompt.params["offer"]: only_refusal(table.state, prompt)
        for prompt in RULES.prompts(table.state)
        if prompt.kind == "answer"
    }

    assert answers == {number: RefuseOffer() if number in refused else None for number in (1, 2, 3)}


def test_an_order_to_refuse_answers_what_is_open_now_and_all_until_the_own_turn_ends_with_it():
    table = utb(hands={0: "3 beer", 1: "2 coffee"}).play(Offer(to=1, beer=1, coffee=-1))
    table = table.play(SetRefusals(all_now=True, asks=("coffee",)), by=1, kind="orders")
    assert [event.accepted for event in table.events_of(events.OfferAnswered)] == [False]
    assert table.state.offers == ()
    assert table.state.refusals == (None, RefusalOrder(True, ("coffee",)), None, None)

    after = table.play(EndTurn())

    assert after.state.seat == 1
    assert after.state.refusals == (None, RefusalOrder(False, ("coffee",)), None, None)
    assert [RULES.view(after.state, seat).refusals for seat in (0, 1)] == [UNSET, RefusalOrder(False, ("coffee",))]
    assert after.play(SetRefusals(), by=1, kind="orders").state.refusals == (None,) * 4


def test_a_match_without_orders_to_refuse_keeps_its_bytes():
    assert b"refusals" not in codec.to_json(utb(hands=HANDS).state)


def test_standing_orders_have_bounds():
    table = utb(hands=HANDS)
    with raises_illegal("same_resource"):
        table.play(SetRate("beer", "beer", 1), by=1, kind="orders")
    for text in (
        b'{"kind":"set_rate","give":"beer","get":"food","most":5}',
        b'{"kind":"keep_cards","beer":100}',
        b'{"kind":"offer","to":0,"beer":20,"food":-1}',
    ):
        with pytest.raises(BadMove):
            read_move(text, RULES.move_type)


def test_a_standing_order_for_sevens_discards_at_once_and_keeps_what_it_can():
    hands = {1: "4 beer 3 food 1 coffee", 2: "9 sleep"}
    table = utb(stage="roll", hands=hands).play(KeepCards(beer=1, food=3, coffee=1), by=1, kind="orders")

    after = table.play(Roll(), **SEVEN)

    assert after.state.owing == (2,)
    assert after.events_of(events.Discarded)[0].by_order
    assert after.state.hands[1] == (1, 0, 1, 0, 2)
    dropped = table.play(DropKeep(), by=1, kind="orders").play(Roll(), **SEVEN)
    assert dropped.state.owing == (1, 2)


def test_only_the_owner_sees_standing_orders():
    table = utb(hands=HANDS).play(SetRate("coffee", "beer", 2), by=1, kind="orders")
    table = table.play(KeepCards(beer=2), by=1, kind="orders")

    own, others = RULES.view(table.state, 1), [RULES.view(table.state, seat) for seat in (None, 0, 2, 3)]

    assert (own.rates, own.keep) == ((Rate("coffee", "beer", 2),), (2, 0, 0, 0, 0))
    assert {(view.rates, view.keep) for view in others} == {((), None)}
    assert table.events[0].audience == (1,)


def test_orders_list_what_can_be_ordered_and_offers_only_while_there_is_trade():
    trading, building = utb(hands=HANDS), utb(hands=HANDS, building=True)

    listed = trading.moves(1, "orders")
    assert {type(move) for move in listed} == {KeepCards, DropKeep, SetRate, SetRefusals, Offer}
    assert sum(isinstance(move, SetRate) for move in listed) == 20
    assert {type(move) for move in building.moves(1, "orders")} == {KeepCards, DropKeep, SetRate, SetRefusals}
    assert RULES.result(trading.state) is None


def test_a_small_island_can_do_without_orders():
    table = started(2, scenario=RULES.load_scenario(GAME.micro["triangle"]))

    assert {prompt.kind for prompt in RULES.prompts(table.state)} <= {"act", "robber", "discard"}
    with raises_illegal("prompt_closed"):
        RULES.choices(table.state, 0, "orders")
