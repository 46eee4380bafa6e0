"""Patterns of questions found in the facts: each in a match that has it, and in those that have not."""

import pytest
from django.utils import translation

from games.catalogue.master_builder.debrief.patterns import PATTERNS
from tests.games.catalogue.master_builder.pattern_facts import (
    A,
    B,
    C,
    contract,
    contracts,
    harm,
    line,
    loan,
    play_of,
    player,
    players,
    rounds,
)

ALWAYS = {"one_worker_more"}
"""Found in every match that has begun."""


def hired(seat, turn, worker="A1"):
    return ("hired", turn, seat, {"worker": worker})


def left(seat, turn, worker, why="fired"):
    return ("left", turn, seat, {"worker": worker, "why": why})


def limit(seat, number, most):
    return ("limit_left", 1, seat, {"contract": number, "limit": most})


def work(seat, turn, section, *workers, number=1):
    return ("work", turn, seat, {"contract": number, "section": section, "workers": list(workers)})


come_and_gone = [event for worker in ("A1", "T1", "F1") for event in (hired(B, 2, worker), left(B, 3, worker))]
wasteful = [work(C, turn, "wall_1_face", "M1") for turn in (2, 3, 4)]
wasteful += [work(C, turn, "wall_1_core", "F1") for turn in (2, 3, 4)]
unbuilt = contract(8, C, round=2, price=9, runner_up=8, finished=None, sections=2, labour=6, brought=12)

CASES = {
    "overpaid": (
        [],
        {"contracts": contracts(contract(1, A, price=12, runner_up=4, brought=52))},
        "Architect A paid 12k for North Wall; the next bid was 4k, the minimum bid 2k.",
        ["nominated", "raised", "raised", "won"],
        (A,),
    ),
    "winners_curse": (
        [],
        {"contracts": contracts(contract(1, A, price=12, runner_up=11, brought=30))},
        "Architect A won North Wall for 12k. Less the wages it brought 10k, which is below even the next bid of 11k.",
        ["nominated", "raised", "raised", "won", "finished"],
        (A,),
    ),
    "bargain": (
        [],
        {"contracts": contracts(contract(2, B, price=3, runner_up=None, brought=54, labour=15))},
        "Architect B got East Wall at its minimum bid of 3k; it brought 54k, and 36k were left after price and wages.",
        ["nominated", "won", "finished"],
        (B,),
    ),
    "bought_last": (
        [],
        {
            "contracts": (
                contract(2, B),
                contract(3, C, price=17, runner_up=16, brought=57),
                contract(1, A, price=2, how="last"),
            )
        },
        "Architect A won no auction in round 1 and got North Wall at its minimum bid of 2k; "
        "Weaver's House had gone for 17k.",
        ["nominated", "raised", "raised", "won", "won"],
        (A, C),
    ),
    "limit_too_low": (
        [limit(B, 1, 9), limit(B, 1, 4)],
        {},
        "Architect B stopped at an own limit of 4k for North Wall; Architect A got it for 5k, and 20k were left.",
        ["limit_left", "won"],
        (B,),
    ),
    "idle_paid": (
        [],
        {
            "seats": players(player(B, idle_wages=9)),
            "rounds": rounds(line(1, B, idle=1, idle_wages=2), line(3, B, idle=2, idle_wages=7)),
        },
        "Architect B paid 9k to workers without work, 7k of it in round 3.",
        ["idle", "wages_paid", "idle", "wages_paid"],
        (B,),
    ),
    "skill_wasted": (
        wasteful,
        {},
        "On 6 of the 6 places that Architect C filled stood somebody above the rank asked for.",
        ["work"] * 4,
        (C,),
    ),
    "fired_soon": (
        come_and_gone,
        {"seats": players(player(B, hired=8, fired=3))},
        "Architect B hired 8 workers and fired 3 of them no later than one round after.",
        ["hired"] * 3 + ["left"] * 3,
        (B,),
    ),
    "wages_over_income": (
        [],
        {
            "seats": players(player(C, wages=80, income=48, unfinished=8)),
            "rounds": rounds(line(2, C, wages=24), line(3, C, wages=30), line(4, C, wages=20)),
        },
        "Architect C paid 80k of wages in all; the buildings brought 56k.",
        ["wages_paid"] * 3 + ["match_ended"],
        (C,),
    ),
    "contract_lost_money": (
        [],
        {"contracts": contracts(contract(1, A, runner_up=4, brought=20, bonus=2))},
        "North Wall cost Architect A 3k in all: 5k for the contract and 20k for those who worked on it, against 22k.",
        ["nominated", "raised", "raised", "won", "finished"],
        (A,),
    ),
    "credit_cost": (
        [],
        {"loans": (loan(A), loan(C, 3, cost=13))},
        "2 loans brought 20k together and cost 8k on top.",
        ["borrowed", "borrowed"],
        (),
    ),
    "unfinished": (
        [],
        {"contracts": contracts(unbuilt, contract(1, A, finished=None, sections=5, brought=28, labour=3))},
        "2 contracts were unfinished at the end and lacked 5 sections: they brought 100k less than their payments.",
        ["won", "won", "match_ended"],
        (),
    ),
    "event_struck": (
        [],
        {"harm": (harm(B, down=1, down_wages=3), harm(C, down=2, down_wages=4, paid=2))},
        "Winter fever in round 2 cost Architect C 6k.",
        ["event_turned", "made_unavailable"],
        (C,),
    ),
    "hit_alone": (
        [],
        {"harm": (harm(B, down=2, down_wages=4), harm(C, raised=1, extra_wages=1))},
        "Winter fever in round 2 kept 2 workers of Architect B away, and nobody of the others.",
        ["event_turned", "made_unavailable"],
        (B,),
    ),
    "led_and_lost": (
        [],
        {"rounds": rounds(line(2, C, end=55))},
        "After round 2 Architect C held most cash, 55k, and came 3 of 3 in the end, with 68k.",
        ["wages_paid", "match_ended"],
        (C,),
    ),
    "one_worker_more": (
        [hired(A, 1)],
        {},
        "Workers hired in the whole match: 15. Fired: 0.",
        ["hired"],
        (),
    ),
}

NOT_QUITE = {
    "overpaid": ([], {"contracts": contracts(contract(1, A, price=7, runner_up=4))}),
    "winners_curse": ([], {"contracts": contracts(contract(1, A, price=12, runner_up=10, brought=30))}),
    "bargain": ([], {"contracts": contracts(contract(2, B, price=4, runner_up=3, brought=54, labour=15))}),
    "bought_last": ([], {"contracts": contracts(contract(1, A, price=3, how="last"))}),
    "limit_too_low": ([limit(B, 1, 4), limit(B, 1, 0), limit(C, 1, 1), limit(A, 1, 4)], {}),
    "idle_paid": ([], {"seats": players(player(B, idle_wages=7))}),
    "skill_wasted": (wasteful[:5], {}),
    "fired_soon": ([hired(B, 1), *come_and_gone[2:], left(B, 3, "A1"), left(B, 3, "A2")], {}),
    "wages_over_income": ([], {"seats": players(player(C, wages=56, income=48, unfinished=8))}),
    "contract_lost_money": ([], {"contracts": contracts(contract(1, A, brought=23, bonus=2))}),
    "credit_cost": ([], {"loans": (loan(A, cost=13),)}),
    "unfinished": ([], {"contracts": contracts()}),
    "event_struck": ([], {"harm": (harm(B, down=1, down_wages=4),)}),
    "hit_alone": ([], {"harm": (harm(B, down=2), harm(C, down=1))}),
    "led_and_lost": ([], {"rounds": rounds(line(2, C, end=30))}),
    "one_worker_more": ([], {"seats": players(*(player(seat, hired=0) for seat in (A, B, C)))}),
}


def found(play):
    return {each.key: each for each in PATTERNS.look(play)}


def test_there_are_patterns_enough_and_each_has_its_cases():
    assert set(CASES) == set(NOT_QUITE) == set(PATTERNS.patterns)
    assert 12 <= len(CASES) <= 16


@pytest.mark.parametrize("key", CASES)
def test_a_pattern_says_what_happened_and_cites_it(key):
    said, changes, fact, kinds, seats = CASES[key]
    play = play_of(*said, **changes)

    seen = found(play)[key].hit

    assert (seen.fact, [play.trace.events[place].kind for place in seen.events], seen.seats) == (fact, kinds, seats)
    assert 0 < seen.weight <= 100
    assert seen.ask.endswith("?")


@pytest.mark.parametrize("key", NOT_QUITE)
def test_a_pattern_is_silent_where_it_is_not_quite_so(key):
    said, changes = NOT_QUITE[key]

    assert key not in found(play_of(*said, **changes))


def test_in_a_match_without_anything_special_only_the_usual_question_is_there():
    assert set(found(play_of())) == ALWAYS


def test_there_is_nothing_to_ask_before_the_first_worker():
    assert found(play_of(rounds=(), contracts=(), seats=players(*(player(seat, hired=0) for seat in range(3))))) == {}


@pytest.mark.parametrize("key", CASES)
def test_a_pattern_is_said_in_french_too(key):
    said, changes, fact, _kinds, _seats = CASES[key]
    english = found(play_of(*said, **changes))[key].hit
    with translation.override("fr"):
        french = found(play_of(*said, **changes))[key].hit

    assert french.ask != english.ask
    assert french.fact != fact
    assert (french.events, french.weight) == (english.events, english.weight)


def test_a_bid_that_nobody_answered_is_measured_by_the_minimum():
    play = play_of(contracts=contracts(contract(1, A, price=12, runner_up=None, brought=52)))

    assert found(play)["overpaid"].hit.fact == (
        "Architect A paid 12k for North Wall; nobody bid against it, and the minimum bid was 2k."
    )


def test_the_contract_that_lost_most_is_not_told_twice_where_another_was_overrated_too():
    both = contract(1, A, price=12, runner_up=11, brought=25), contract(2, B, price=12, runner_up=11, brought=30)
    play = play_of(contracts=contracts(*both))

    seen = found(play)

    assert seen["contract_lost_money"].hit.seats == (A,)
    assert seen["winners_curse"].hit.seats == (B,)


def test_an_event_is_cited_without_what_the_next_one_of_its_round_did():
    play = play_of(harm=(harm(B, down=2, down_wages=6), harm(B, number=2, raised=1, extra_wages=1)))

    seen = found(play)["event_struck"].hit

    assert [play.trace.events[place].kind for place in seen.events] == ["event_turned", "made_unavailable"]


@pytest.mark.parametrize(
    ("key", "changes", "seats"),
    [
        ("credit_cost", {"loans": (loan(B), loan(B, 3))}, (B,)),
        ("unfinished", {"contracts": contracts(unbuilt)}, (C,)),
    ],
)
def test_what_one_player_alone_did_is_about_that_player(key, changes, seats):
    assert found(play_of(**changes))[key].hit.seats == seats


def test_one_loan_and_one_contract_are_said_in_the_singular():
    seen = found(play_of(loans=(loan(B),), contracts=contracts(unbuilt)))

    assert seen["credit_cost"].hit.fact == "1 loan brought 10k and cost 5k on top."
    assert seen["unfinished"].hit.fact == (
        "1 contract was unfinished at the end and lacked 4 sections: it brought 80k less than its payment."
    )


def test_whoever_has_to_buy_is_held_against_what_was_sold_before_alone():
    """Nobody bid, so both players had to take a contract, the cheaper first."""
    forced = (contract(1, A, price=2, how="forced"), contract(3, C, price=17, how="forced"))

    assert "bought_last" not in found(play_of(contracts=forced))
