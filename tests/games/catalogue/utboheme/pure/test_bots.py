"""The play of each strength of bots. `proof/test_strength.py` tests that each strength beats the one below."""

from collections import Counter
from random import Random

import pytest

from games.catalogue.utboheme.bots import BOTS
from games.catalogue.utboheme.bots.kernel import Kernel
from games.catalogue.utboheme.bots.outlook import power, worth
from games.catalogue.utboheme.bots.sight import imagined
from games.catalogue.utboheme.game import GAME
from games.catalogue.utboheme.rules import events
from games.catalogue.utboheme.rules import moves as m
from games.catalogue.utboheme.rules.choices import parts_of
from games.catalogue.utboheme.rules.resources import plus
from games.catalogue.utboheme.rules.rules import RULES
from games.catalogue.utboheme.rules.types import Options
from games.engine.draws import FastDraws
from games.engine.playout import playout
from tests.games.catalogue.utboheme.benchmarks.trades import MOST_REFUSED, share, trades
from tests.games.catalogue.utboheme.games_played import random_states
from tests.games.catalogue.utboheme.table import LAYOUT, SHAPE, coast, hexagon, started, utb, way

THINKING = ["greedy", "strong"]
SHORE = coast()


def answer(strength, table, seat=None, kind=None):
    seat = table.state.seat if seat is None else seat
    prompt = next(p for p in RULES.prompts(table.state) if p.seat == seat and kind in (None, p.kind))
    return BOTS[strength](RULES).answer(table.state, prompt, FastDraws(1))


@pytest.mark.parametrize("strength", THINKING)
def test_an_upgrade_comes_before_a_card(strength):
    table = utb(hands={0: "3 course 4 sleep 1 coffee"}, uv={0: [SHORE[3]]})

    assert answer(strength, table) == m.UpgradeUv(SHORE[3])


@pytest.mark.parametrize("strength", THINKING)
def test_the_bank_is_asked_for_what_is_missing_to_an_upgrade_where_nobody_else_has_cards(strength):
    table = utb(hands={0: "2 course 2 sleep 4 beer"}, uv={0: [SHORE[3]]}, player_trade=False)

    assert answer(strength, table) == m.BankTrade("beer", "sleep")


def test_a_player_whom_it_helps_is_asked_before_the_bank_once_a_turn_and_told_what_it_is_for():
    uv = {0: [SHORE[3]], 1: [SHORE[20]]}
    table = utb(hands={0: "2 course 2 sleep 4 beer", 1: "1 sleep 3 food"}, uv=uv)
    first = answer("greedy", table)
    refused = table.play(first).play(m.RefuseOffer(), by=1, kind="answer")

    assert (m.cards_of(first), first.to, first.need) == ((1, -1, 0, 0, 0), 1, "up")
    assert answer("greedy", refused) == m.BankTrade("beer", "sleep")


@pytest.mark.parametrize("strength", THINKING)
def test_nobody_is_asked_for_cards_who_holds_none(strength):
    table = utb(hands={0: "2 course 2 sleep 3 beer"}, uv={0: [SHORE[3]], 1: [SHORE[20]]})

    assert not isinstance(answer(strength, table), m.Offer)


@pytest.mark.parametrize("seats", [("greedy",) * 4, ("strong",) * 4, ("strong", "greedy", "strong", "greedy")])
def test_in_a_turn_a_bot_asks_nobody_twice_and_carries_out_its_offer_that_is_taken(seats):
    asked, taken, lapsed = Counter(), set(), set()
    for game in range(3):
        for event in told_in(game, seats):
            where = (game, event.turn, event.number)
            if isinstance(event, events.Offered) and event.counters is None:
                asked.update((game, event.turn, event.seat, other) for other in event.asked)
            elif isinstance(event, events.OfferAnswered) and event.accepted:
                taken.add(where)
            elif isinstance(event, events.OfferClosed) and event.why == "lapsed":
                lapsed.add(where)

    assert len(asked) > 20
    assert max(asked.values()) == 1
    assert taken
    assert taken & lapsed == set()


def told_in(game, seats):
    """The events about offers in a game of these bots."""
    found, draws = [], FastDraws(game)
    start = RULES.setup(RULES.load_scenario(GAME.scenarios["classic"]), Options(), len(seats), draws)
    bots = [BOTS[each](RULES) for each in seats]
    playout(RULES, start, bots, draws, bot_draws=FastDraws(game), on_move=lambda played: found.extend(played.events))
    return [event for event in found if isinstance(event, events.Offered | events.OfferAnswered | events.OfferClosed)]


def test_strong_counters_with_a_card_that_it_can_spare_and_says_what_for():
    uv = {0: [SHORE[3]], 1: [SHORE[20]]}
    table = utb(hands={0: "1 sleep 3 beer", 1: "2 course 2 sleep 2 food"}, uv=uv)
    asked = table.play(m.Offer(to=0, sleep=1, course=-1))

    found = answer("strong", asked, 1, "answer")

    assert (found.to, m.cards_of(found)) == (0, (0, -1, 0, 0, 1))
    assert found.need == "up"


def test_four_mixed_bots_trade_with_each_other_and_a_person_refuses_less_than_three_times_in_seventy_turns():
    among = sum((trades(game) for game in range(4)), Counter())
    person = sum((trades(game, ("greedy",) * 4, with_person=True) for game in range(6)), Counter())

    assert share(among, "players") > 3
    assert 0 < share(person, "refused") < MOST_REFUSED


@pytest.mark.parametrize("strength", THINKING)
def test_nothing_is_done_with_nothing(strength):
    assert answer(strength, utb(uv={0: [SHORE[3]]})) == m.EndTurn()


def test_greedy_founds_where_most_dots_are():
    table = started(seed=3)
    tokens = table.state.board.tokens
    dots = [sum(6 - abs(7 - tokens[h]) for h in around if tokens[h]) for around in SHAPE.hexagons_at]

    assert dots[answer("greedy", table).crossing] == max(dots)


def test_greedy_does_not_rob_itself():
    place = hexagon(1, 0)
    spots = SHAPE.crossings_of[place]
    table = utb(stage="robber", back="discard", uv={0: [spots[0]], 1: [spots[3]]}, hands={1: "3 beer"})

    move = answer("greedy", table)

    assert move.victim == 1
    assert spots[0] not in SHAPE.crossings_of[move.hexagon]


@pytest.mark.parametrize("strength", THINKING)
def test_an_offer_is_taken_that_lets_one_build_and_refused_that_does_not(strength):
    uv = {0: [SHORE[20]], 1: [SHORE[3]]}
    helps = utb(hands={0: "1 sleep", 1: "2 course 2 sleep 3 coffee"}, uv=uv).play(m.Offer(to=1, sleep=1, coffee=-1))
    hurts = utb(hands={0: "1 sleep", 1: "2 course 3 sleep"}, uv=uv).play(m.Offer(to=1, beer=1, course=-1))

    assert answer(strength, helps, 1, "answer") == m.AcceptOffer()
    assert answer(strength, hurts, 1, "answer") == m.RefuseOffer()


@pytest.mark.parametrize("strength", THINKING)
def test_an_acceptance_that_helps_is_confirmed(strength):
    table = utb(hands={0: "2 course 2 sleep 1 food", 1: "1 sleep"}, uv={0: [SHORE[3]], 1: [SHORE[20]]})
    proposed = table.play(m.Offer(to=0, sleep=1, food=-1), by=1, kind="orders")

    assert answer(strength, proposed) == m.Confirm(1, 1)


def test_strong_offers_what_it_does_not_need_to_who_needs_it_and_waits_for_the_answers():
    hands = {0: "2 course 2 sleep 1 coffee", 1: "1 sleep 1 beer 1 food 1 course"}
    table = utb(hands=hands, uv={0: [SHORE[3]], 1: [SHORE[20]]})

    offer = answer("strong", table)

    assert (offer.to, m.cards_of(offer)) == (1, (0, -1, 1, 0, 0))
    assert answer("strong", table.play(offer)) is None


def test_strong_does_not_trade_with_who_is_about_to_win():
    leader = {1: SHORE[10:18:2]}
    table = utb(hands={0: "2 course 2 sleep 1 coffee", 1: "1 sleep"}, uv={0: [SHORE[3]]}, upgraded=leader)
    proposed = table.play(m.Offer(to=0, sleep=1, coffee=-1), by=1, kind="orders")

    assert not isinstance(answer("strong", proposed), m.Confirm | m.Offer)


def test_strong_frees_its_own_hexagon_before_the_dice():
    place = hexagon(1, 0)
    fields = {"stage": "roll", "cards_of": {0: "1 ancien"}, "uv": {0: [SHAPE.crossings_of[place][0]]}}

    assert answer("strong", utb(**fields, robber=place)) == m.PlayAncien()
    assert answer("strong", utb(**fields)) == m.Roll()


def test_strong_takes_the_card_for_the_longest_trail_when_it_wins_by_it():
    table = utb(
        hands={0: "1 beer 1 food"}, upgraded={0: SHORE[:8:2]}, cc={0: way(*SHORE[:5])}, uv={1: [SHORE[20]]}
    )  # fmt: skip

    after = table.play(answer("strong", table))

    assert (after.state.longest, after.state.winner) == (0, 0)


def test_strong_plays_cards_that_lead_to_a_purchase():
    monopoly = utb(hands={0: "2 course", 1: "2 sleep", 2: "1 sleep"}, cards_of={0: "1 monopoly"}, uv={0: [SHORE[3]]})
    discovery = utb(hands={0: "2 course 1 sleep"}, cards_of={0: "1 discovery"}, uv={0: [SHORE[3]]})
    roads = utb(cards_of={0: "1 roads"}, uv={0: [SHORE[3]]}).play(m.PlayRoads())

    assert answer("strong", monopoly) == m.PlayMonopoly("sleep")
    assert answer("strong", discovery) == m.PlayDiscovery(sleep=2)
    assert isinstance(answer("strong", utb(cards_of={0: "1 roads"}, uv={0: [SHORE[3]]})), m.PlayRoads)
    assert isinstance(answer("strong", roads), m.BuildCc)


def test_strong_keeps_the_cards_of_the_purchase_that_it_is_near():
    table = utb(
        stage="discard", back="discard", owing=(0,), hands={0: "2 course 3 sleep 3 coffee 2 beer"}, uv={0: [SHORE[3]]}
    )

    move = answer("strong", table)

    assert (move.course, move.sleep) == (0, 0)


@pytest.mark.parametrize("strength", BOTS)
def test_bots_leave_optional_prompts_alone_or_answer_them_legally(strength):
    table = utb()
    prompt = next(p for p in RULES.prompts(table.state) if p.optional)
    bot = BOTS[strength](RULES)
    for seed in range(200):
        move = bot.answer(table.state, prompt, FastDraws(seed))
        if move is not None:
            assert strength == "random"
            RULES.apply(table.state, prompt.seat, prompt.key, move, FastDraws(1))


def test_an_income_is_worth_more_with_better_rates_and_more_kinds():
    one_kind, five_kinds = [0.5, 0, 0, 0, 0], [0.1] * 5

    assert power(one_kind, (4,) * 5) < power(one_kind, (2, 4, 4, 4, 4)) < power(five_kinds, (4,) * 5)


def test_thinking_changes_no_position_and_sees_no_hidden_hand():
    for number, state in enumerate(random_states("classic", started().state.options, 4)):
        if number % 25 == 3 and state.stage != "over":
            for seat in range(4):
                guess = imagined(RULES.view(state, seat), FastDraws(seed=number))
                assert (guess.hands[seat], guess.cards[seat]) == (state.hands[seat], state.cards[seat])
                assert [sum(hand) for hand in guess.hands] == [sum(hand) for hand in state.hands]
                total = guess.bank
                for hand in guess.hands:
                    total = plus(total, hand)
                assert total == (19,) * 5
    position = Kernel(state, Random(1).random)
    assert worth(position, state.winner, 10.0) > 100
    assert len(parts_of((2, 2, 0, 0, 0), 2)) == 3
    assert LAYOUT.every_path.bit_count() == 72
