"""The patterns: each cites an event with its numbers, and is silent without one."""

import dataclasses

import pytest
from django.utils import translation
from msgspec.structs import replace

from games.catalogue.utboheme.debrief.patterns import PATTERNS
from games.catalogue.utboheme.facts.tables import OfferFacts
from tests.games.catalogue.utboheme.pattern_facts import (
    A,
    B,
    C,
    D,
    at_dots,
    logged,
    play_of,
    player,
    seats,
    trade,
    turns,
)
from tests.games.catalogue.utboheme.table import cards

ALWAYS = {"found_again"}
USUAL = ALWAYS | {"trade_terms"}


def harvest(turn, resource, *got, why="paid", due=None):
    return logged("harvested", turn, hexagon=1, resource=resource, due=due or list(got), got=list(got), why=why)


def robbed(turn, by, victim):
    return logged("robber_moved", turn, by, hexagon=2, before=1, why="seven", victim=victim)


def offered(turn, seat, number, give, want, asked=(0, 1, 2, 3)):
    terms = [got - lost for got, lost in zip(cards(give), cards(want), strict=True)]
    return logged("offered", turn, seat, number=number, asked=list(asked), cards=terms, counters=None)


def closed(turn, seat, number, why="refused"):
    return logged("offer_closed", turn, seat, number=number, why=why)


def bank(turn, seat, give, paid, take):
    return logged("bank_traded", turn, seat, give=give, paid=paid, take=take)


refused = [event for n in (1, 2, 3) for event in (offered(n, B, n, "1 beer", "1 food"), closed(n, B, n))]
dear = bank(5, A, "beer", 4, "food")
longest = [
    logged("longest_moved", 4, B, before=None, lengths=[0, 5, 0, 0]),
    logged("longest_moved", 8, None, before=B, lengths=[5, 4, 5, 0]),
    logged("longest_moved", 9, A, before=None, lengths=[6, 4, 5, 0]),
]
behind = {4: (4, 6, 3, 3), 10: (7, 7, 3, 3)}
victory = logged("card_taken", 7, A, card="victory")

CASES = {
    "most_luck": (
        [harvest(3, "beer", 0, 2, 0, 0), harvest(4, "food", 1, 0, 0, 0)],
        {"seats": seats(player(B, luck=3400), player(A, luck=900))},
        "Player B had 3.4 cards more than expected from the dice, and came 2 of 4.",
        ["harvested 3", "game_ended 12"],
    ),
    "unlucky_won": (
        [logged("oldest_moved", 6, A, before=None, anciens=3)],
        {"seats": seats(player(A, luck=-4000))},
        "Player A had 4.0 cards fewer than expected from the dice, and won.",
        ["uv_built 2", "oldest_moved 6", "game_ended 12"],
    ),
    "even_dice": (
        [logged("uv_upgraded", 9, A, crossing=1)],
        {"throws": (1,) * 11, "seats": seats(player(C, luck=-2900), player(D, luck=1000))},
        "The dice brought everybody about what was to be expected, to within 2.9 cards.",
        ["uv_built 2", "uv_upgraded 9", "game_ended 12"],
    ),
    "found_again": (
        [],
        {"founded": tuple(at_dots(dots) for dots in (9, 5, 8, 5, 8, 5, 8, 12))},
        "The places of the foundation promised Player A 17 cards in 36 throws, and Player B 10."
        " They came 1 and 2 of 4.",
        ["uv_founded 0"] * 8,
    ),
    "scarce_resource": (
        [harvest(3, "sleep", 0, 2, 0, 0), harvest(7, "sleep", 1, 0, 0, 0), harvest(8, "food", 1, 0, 0, 0)],
        {"seats": seats(*(player(seat, by_resource=(5, (1, 2, 0, 0)[seat], 5, 5, 5)) for seat in range(4)))},
        "The dice brought only 3 sleep among 83 cards; Player B got 2 of them.",
        ["harvested 3", "harvested 7"],
    ),
    "robber_cost": (
        [
            robbed(3, C, A),
            robbed(5, A, D),
            harvest(7, "beer", 0, 0, 0, 0, why="robber", due=[0, 0, 0, 2]),
            harvest(8, "beer", 0, 0, 0, 0, why="robber", due=[1, 0, 0, 0]),
            robbed(9, B, None),
        ],
        {"seats": seats(player(D, blocked=2, robbed=1), player(A, blocked=1, robbed=1)), "turns": turns({4: (4,) * 4})},
        "The binôme glandeur cost Player D 3 cards."
        " Thefts in the match: 2; from the rival with the most open points: 2.",
        ["robber_moved 5", "harvested 7"],
    ),
    "lost_on_sevens": (
        [logged("discarded", turn, C, cards=[2, 2, 0, 0, 0], by_order=False) for turn in (4, 9)],
        {"seats": seats(player(C, discarded=8))},
        "Player C discarded 8 cards on 2 sevens.",
        ["discarded 4", "discarded 9"],
    ),
    "nobody_traded": (
        [offered(6, A, 1, "1 beer", "1 food")],
        {"trades": (trade(4, D, None, "4 beer", "1 food"),), "seats": seats(player(A, offers=OfferFacts(made=1)))},
        "Nobody traded with another player in 12 turns. Offers made: 1; trades with the bank: 1.",
        ["bank_traded 4", "offered 6", "game_ended 12"],
    ),
    "trade_terms": (
        [],
        {"trades": (trade(5, A, B, "2 beer", "1 food"), trade(6, B, C, "1 coffee", "3 sleep"))},
        "Turn 6: Player B gave 1 coffee to Player C for 3 sleep.",
        ["traded 6"],
    ),
    "helped_the_winner": (
        [logged("uv_upgraded", 9, A, crossing=1)],
        {"trades": (trade(9, A, C, "2 beer", "1 course"), trade(10, B, C, "1 beer", "1 food"))},
        "Turn 9: Player C gave 1 course material to Player A, who then built a UV** and won in turn 12.",
        ["traded 9", "uv_upgraded 9", "game_ended 12"],
    ),
    "refused_by_all": (
        [*refused, closed(4, A, 1), closed(5, B, 4, "lapsed")],
        {"seats": seats(player(B, offers=OfferFacts(made=4)))},
        "All who were asked refused 3 of the 4 offers of Player B.",
        ["offered 1", "offer_closed 1", "offered 2", "offer_closed 2", "offered 3", "offer_closed 3"],
    ),
    "better_offer": (
        [offered(5, C, 1, "1 food", "2 beer", [A]), dear, offered(5, D, 2, "1 food", "1 beer", [A])],
        {},
        "Turn 5: Player A gave the bank 4 beers for 1 food. Player C would have given 1 food for 2 beers.",
        ["offered 5", "bank_traded 5"],
    ),
    "led_and_overtaken": (
        [logged("uv_upgraded", 11, A, crossing=1)],
        {"turns": turns(behind)},
        "Player B was alone in front after 6 of 12 turns, the last time after turn 9, and came 2 of 4.",
        ["uv_upgraded 11", "game_ended 12"],
    ),
    "card_decided": (
        longest,
        {},
        "Player A took the card \u201clongest cursus\u201d from Player B in turn 9."
        " It counts 2 points; they ended with 10 and 7.",
        ["longest_moved 4", "longest_moved 8", "longest_moved 9", "game_ended 12"],
    ),
    "hidden_points": (
        [victory, logged("card_taken", 8, A, card="ancien"), logged("hand_revealed", 12, A, cards=[0, 0, 0, 0, 1])],
        {"seats": seats(player(A, victory=1))},
        "Player A won with 10 points: 9 open ones, and 1 that nobody else could see.",
        ["card_taken 7", "hand_revealed 12", "game_ended 12"],
    ),
    "built_late": (
        [],
        {"built": (3, 4, 9, 5)},
        "Player C built the first UV or UV** in turn 9 of 12; Player A had it in turn 3.",
        ["uv_built 3", "uv_built 9"],
    ),
}

NOT = {
    "most_luck": ([], {"seats": seats(player(B, luck=2999))}),
    "unlucky_won": ([], {"seats": seats(player(A, luck=-2999), player(B, luck=-9000))}),
    "even_dice": ([], {"throws": (1,) * 11, "seats": seats(player(C, luck=-3000))}),
    "found_again": ([], {"founded": ()}),
    "scarce_resource": ([], {"seats": seats(*(player(seat, by_resource=(5, 3, 5, 5, 5)) for seat in range(4)))}),
    "robber_cost": ([robbed(9, B, None)], {}),
    "lost_on_sevens": ([], {"seats": seats(player(C, discarded=3))}),
    "nobody_traded": ([], {}),
    "trade_terms": ([], {"trades": (trade(4, D, None, "4 beer", "1 food"),)}),
    "helped_the_winner": (
        [logged("uv_upgraded", 9, A, crossing=1), logged("uv_built", 10, B, crossing=1)],
        {"trades": (trade(9, A, C, "2 sleep", "1 food"), trade(10, B, C, "1 beer", "1 food"))},
    ),
    "refused_by_all": ([*refused[:4], closed(4, A, 1)], {}),
    "better_offer": (
        [
            *(offered(5, C, 1, "1 food", "4 beer"), offered(5, C, 2, "1 coffee", "1 beer")),
            *(offered(5, D, 3, "1 food", "1 beer"), closed(5, D, 3, "uncovered")),
            *(offered(5, A, 4, "1 beer", "1 food"), logged("offer_answered", 5, B, number=4, accepted=False)),
            *(dear, offered(5, D, 5, "1 food", "1 beer"), offered(6, D, 1, "1 food", "1 beer")),
        ],
        {},
    ),
    "led_and_overtaken": ([], {"turns": turns({4: (4, 6, 3, 3), 7: (7, 7, 3, 3)})}),
    "card_decided": (longest, {"seats": seats(player(B, points=5))}),
    "hidden_points": ([logged("card_taken", 8, B, card="victory")], {"seats": seats(player(B, victory=1))}),
    "built_late": ([], {"built": (3, 4, 6, 5)}),
}

VARIANTS = [
    (
        "most_luck",
        [],
        {"seats": seats(player(A, luck=3000))},
        "Player A had 3.0 cards more than expected from the dice, and won.",
    ),
    ("found_again", [], {}, "The places of the foundation promised everybody 10 cards in 36 throws."),
    (
        "scarce_resource",
        [],
        {"seats": seats(*(player(seat, by_resource=(5, 5, 0, 5, 5)) for seat in range(4)))},
        "Among the 80 cards from the dice there was not one of this resource: coffee.",
    ),
    (
        "better_offer",
        [offered(5, A, 1, "1 beer", "1 food"), logged("offer_answered", 5, B, number=1, accepted=True), dear],
        {},
        "Turn 5: Player A gave the bank 4 beers for 1 food. Player B would have given 1 food for 1 beer.",
    ),
    (
        "robber_cost",
        [victory, robbed(9, B, A)],
        {"seats": seats(player(A, robbed=1)), "turns": turns({7: (5, 4, 4, 5)})},
        "The binôme glandeur cost Player A 1 card."
        " Thefts in the match: 1; from the rival with the most open points: 0.",
    ),
    (
        "built_late",
        [],
        {"built": (3, 4, 5, 0)},
        "Player D built no UV and no UV** in 12 turns; Player A had the first one in turn 3.",
    ),
    (
        "card_decided",
        [logged("oldest_moved", 5, C, before=None, anciens=3), logged("oldest_moved", 8, A, before=C, anciens=4)],
        {},
        "Player A took the card \u201coldest ancien\u201d from Player C in turn 8."
        " It counts 2 points; they ended with 10 and 6.",
    ),
]


def found(events, changes):
    play = play_of(*events, **changes)
    return play, {each.key: each for each in PATTERNS.look(play)}


def test_each_pattern_has_a_case_in_which_it_is_there_and_one_in_which_it_is_not():
    assert set(CASES) == set(NOT) == set(PATTERNS.patterns)
    assert 12 <= len(CASES) <= 16


@pytest.mark.parametrize("key", CASES)
def test_a_pattern_says_what_happened_and_cites_it(key):
    events, changes, fact, cited = CASES[key]
    play, seen = found(events, changes)
    hit = seen[key].hit

    lines = [play.trace.events[place] for place in hit.events]
    assert (hit.fact, [f"{line.kind} {line.turn}" for line in lines]) == (fact, cited)
    assert 0 < hit.weight <= 100
    assert hit.ask.endswith("?")


@pytest.mark.parametrize("key", NOT)
def test_a_pattern_is_silent_where_there_is_nothing_to_see(key):
    assert key not in found(*NOT[key])[1]


@pytest.mark.parametrize(("key", "events", "changes", "fact"), VARIANTS)
def test_a_pattern_in_other_words(key, events, changes, fact):
    assert found(events, changes)[1][key].hit.fact == fact


def test_in_a_match_without_anything_special_only_the_usual_questions_are_there():
    assert set(found([], {})[1]) == USUAL


@pytest.mark.parametrize("key", CASES)
def test_a_pattern_is_said_in_french_too(key):
    events, changes, fact, _cited = CASES[key]
    with translation.override("fr"):
        french = found(events, changes)[1][key].hit

    assert french.fact != fact
    assert french.ask != found(events, changes)[1][key].hit.ask


@pytest.mark.parametrize("allowed", [True, False])
def test_nobody_is_asked_why_they_did_not_trade_where_they_may_not(allowed):
    events, changes, _fact, _cited = CASES["nobody_traded"]
    play = play_of(*events, **changes)
    play = dataclasses.replace(play, trace=replace(play.trace, options={"player_trade": allowed}))

    assert ("nobody_traded" in {each.key for each in PATTERNS.look(play)}) == allowed
