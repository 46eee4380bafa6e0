"""The question, theme, subject and weight of each pattern."""

import pytest

from games.catalogue.utboheme.debrief.patterns import PATTERNS
from tests.games.catalogue.utboheme.pattern_facts import A, B, C, D, logged, play_of, player, seats, trade, turns
from tests.games.catalogue.utboheme.pure.test_patterns import CASES, found, refused

ABOUT = {
    "most_luck": ("risk", 48, (B,), "With so many cards, what was missing for a win?"),
    "unlucky_won": ("risk", 66, (A,), "What made up for the dice: the places, the trades, or the order of building?"),
    "even_dice": ("result", 40, (), "With such even dice, what decided the match?"),
    "found_again": ("transfer", 35, (), "Which crossing would you choose for the foundation next time?"),
    "scarce_resource": ("cost", 54, (B,), "What was a card of this scarce resource worth?"),
    "robber_cost": ("fairness", 43, (D,), "Whom should the binôme glandeur have hit?"),
    "lost_on_sevens": (
        "money",
        52,
        (C,),
        "What could have been built or traded with these cards before the seven?",
    ),
    "nobody_traded": ("cooperation", 62, (), "Who could have gained by a trade with another player?"),
    "trade_terms": ("agreement", 56, (B, C), "Why did both sides want this trade?"),
    "helped_the_winner": ("cooperation", 72, (C, A), "What did Player C gain by this trade?"),
    "refused_by_all": (
        "agreement",
        43,
        (B,),
        "What was wrong with the price of these offers?",
    ),
    "better_offer": ("cost", 58, (A, C), "Was the better offer not seen, not believed, or not wanted?"),
    "led_and_overtaken": (
        "result",
        67,
        (B, A),
        "What did Player A do to overtake Player B?",
    ),
    "card_decided": (
        "result",
        76,
        (A, B),
        "What would keeping the card “longest cursus” have cost Player B?",
    ),
    "hidden_points": (
        "process",
        52,
        (A,),
        "When did the others suspect these hidden points?",
    ),
    "built_late": ("time", 50, (C,), "What was missing for an earlier UV or UV**?"),
}


@pytest.mark.parametrize("key", CASES)
def test_what_a_pattern_asks_and_about_whom(key):
    seen = found(*CASES[key][:2])[1][key]

    assert (seen.theme, seen.hit.weight, seen.hit.seats, seen.hit.ask) == ABOUT[key]


def test_luck_that_won_is_asked_about_in_another_way():
    assert found([], {"seats": seats(player(A, luck=3000))})[1]["most_luck"].hit.ask == "How much of the win is luck?"


@pytest.mark.parametrize(("turn", "weight"), [(7, 50), (8, 72)])
def test_a_trade_that_helped_the_winner_weighs_more_in_the_last_third(turn, weight):
    built, trades = logged("uv_built", turn, A, crossing=1), (trade(turn, A, C, "2 sleep", "1 beer"),)

    assert found([built], {"trades": trades})[1]["helped_the_winner"].hit.weight == weight


def test_a_scarce_resource_that_nobody_has_half_of_is_about_nobody():
    shared = seats(*(player(seat, by_resource=(5, 1, 5, 5, 5)) for seat in range(4)))

    hit = found([logged("harvested", 3, resource="sleep", got=[1, 1, 1, 1])], {"seats": shared})[1][
        "scarce_resource"
    ].hit

    assert (hit.weight, hit.seats) == (48, ())


@pytest.mark.parametrize(
    ("key", "events", "changes", "most"),
    [
        ("most_luck", [], {"seats": seats(player(B, luck=90_000))}, 75),
        ("robber_cost", [], {"seats": seats(player(B, blocked=40))}, 70),
        ("lost_on_sevens", [], {"seats": seats(player(B, discarded=40))}, 65),
        ("trade_terms", [], {"trades": (trade(5, A, B, "9 beer", "1 food"),)}, 60),
        ("refused_by_all", refused * 9, {}, 64),
        ("led_and_overtaken", [], {"turns": turns({1: (2, 9, 2, 2), 2: (2, 9, 2, 2), 12: (2, 9, 2, 2)})}, 80),
        ("hidden_points", [], {"seats": seats(player(A, victory=5))}, 70),
    ],
)
def test_weights_have_a_limit(key, events, changes, most):
    assert found(events, changes)[1][key].hit.weight == most


@pytest.mark.parametrize("key", ["nobody_traded", "even_dice", "hidden_points", "led_and_overtaken"])
def test_before_the_first_turn_there_is_nothing_to_ask(key):
    play = play_of(turns=(), trades=(), start=(), why=None, winner=None)

    assert key not in {each.key for each in PATTERNS.look(play)}
