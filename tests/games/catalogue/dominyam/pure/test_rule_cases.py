"""The numbered cases of the rules."""

import pytest
from msgspec.structs import replace

from games.catalogue.dominyam.rules.combinations import best_assignment
from games.catalogue.dominyam.rules.dice import point_values
from games.catalogue.dominyam.rules.dominoes import FULL_SET, bits_of
from games.catalogue.dominyam.rules.events import Eaten, GameEnded, WentWithout
from games.catalogue.dominyam.rules.layout import PLACES, at_mercy, bits, legal_pairs, released, touch
from games.catalogue.dominyam.rules.rules import RULES
from games.catalogue.dominyam.rules.scoring import final_score, result_of
from games.engine.types import Result
from tests.games.catalogue.dominyam.table import ALL, dominyam, laid, raises_illegal

GONE_FROM_THE_PICTURE = {1, 4, 5, 6, 10, 11, 12, 13, 21, 22}
PICTURED = tuple(place for place in PLACES if place not in GONE_FROM_THE_PICTURE)


def without(*eaten):
    return tuple(place for place in PLACES if place not in eaten)


def in_mercy(left):
    return {place for place in left if at_mercy(place, bits(left))}


def worth(*dominoes, end="high"):
    hand = best_assignment(bits_of(dominoes), end)
    return hand.total, {made.kind: made.points for made in hand.combinations}


def test_case_1_at_the_start_thirteen_pairs_may_go_all_on_the_rim():
    rim = [(1, 2), (1, 13), *((place, place + 1) for place in range(2, 13))]

    assert list(legal_pairs(ALL)) == rim
    assert in_mercy(ALL) == set(range(1, 14))


def test_case_2_after_eating_1_and_2_the_second_ring_is_open_and_3_releases_15():
    left = without(1, 2)

    assert list(legal_pairs(left)) == [
        (3, 4), (3, 15), (4, 5), (5, 6), (6, 7), (7, 8), (8, 9), (9, 10), (10, 11), (11, 12), (12, 13), (13, 14),
    ]  # fmt: skip
    assert (at_mercy(14, bits(left)), at_mercy(15, bits(left)), released(3, 15, bits(left))) == (True, False, True)


def test_case_3_the_position_of_the_picture():
    assert list(legal_pairs(PICTURED)) == [(2, 3), (2, 14), (3, 16), (7, 8), (7, 18), (8, 9), (9, 20)]
    assert in_mercy(PICTURED) == {2, 3, 7, 8, 9, 17, 27}
    assert (released(2, 14, bits(PICTURED)), released(3, 16, bits(PICTURED))) == (True, True)


@pytest.mark.parametrize(
    ("left", "pairs"), [((1, 2, 3), ()), ((1, 2, 3, 4), ((1, 2), (3, 4)))], ids=["three in a row", "four in a row"]
)
def test_case_4_a_pair_that_leaves_one_alone_may_not_go(left, pairs):
    assert legal_pairs(left) == pairs


def test_case_5_a_star_of_four_is_blocked_and_costs_a_lone_player_four():
    star = (4, 15, 16, 17)
    assert legal_pairs(star) == ()
    assert in_mercy(star) >= {4, 15, 17}
    assert {place for place in star for other in star if touch(place, other)} == set(star)

    lying = {1: (0, 0), 2: (0, 1)}
    end = dominyam(turn=5, players=1, lying=lying, left=(1, 2, *star), dice=(1, 1, 1, 1, 1))
    before = end.state
    state = replace(before, left=star, ended="blocked")
    assert (final_score(state, 0).uneaten, final_score(state, 0).total) == (4, -4)


def test_case_6_a_meal_scores_the_fifth_die_and_the_next_player_plays_one_lower():
    after = dominyam(turn=14, dice=(6, 6, 3, 3, 5), lying={1: (6, 6), 2: (3, 3)}).eat(1, 2, 5)

    assert after.events[0] == Eaten(
        turn=1, seat=0, places=(1, 2), dominoes=((6, 6), (3, 3)), dice=(6, 6, 3, 3, 5), target=14, point=5,
        bonus=0, total=5,
    )  # fmt: skip
    assert (after.state.points, after.state.hands, after.state.left) == ((5, 0), ((1, 2), ()), without(1, 2))
    assert (after.state.turn, after.state.attempt, after.state.seat, after.state.roll) == (13, 1, 1, 1)


def test_case_7_where_a_blank_takes_any_die_the_player_chooses_the_point_die():
    table = dominyam(turn=14, dice=(6, 6, 6, 2, 5), lying={1: (6, 6), 2: (6, 0)})

    assert table.meals == [(1, 2, 2), (1, 2, 5)]
    assert [table.eat(1, 2, point).state.points[0] for point in (2, 5)] == [2, 5]
    with raises_illegal("no_such_point_die", point=6):
        table.eat(1, 2, 6)


def test_case_8_dice_that_do_not_fit_and_five_ones_that_do():
    with raises_illegal("dice_do_not_fit", first=1, second=2):
        dominyam(turn=14, dice=(6, 6, 3, 2, 5), lying={1: (6, 6), 2: (3, 3)}).eat(1, 2, 5)

    assert point_values((1, 1, 1, 1, 1), (0, 0), (0, 1)) == (1,)


def test_case_9_two_doubles_and_a_third_die_of_one_of_them():
    assert point_values((4, 4, 2, 2, 2), (4, 4), (2, 2)) == (2,)


def test_case_10_the_target_is_lowered_to_the_best_pair_for_this_turn_only():
    lying = {1: (5, 1), 2: (1, 3), 13: (2, 1), 14: (6, 4), 22: (0, 1), 23: (0, 0)}
    left = (1, 2, 13, 14, 22, 23)
    table = dominyam(turn=12, dice=(5, 1, 1, 3, 6), lying=lying, left=left)

    assert table.state.target == 10
    with raises_illegal("under_target", sum=9, target=10):
        dominyam(turn=12, dice=(5, 1, 2, 1, 6), lying=lying, left=left).eat(1, 13, 6)
    after = table.eat(1, 2, 6)
    assert legal_pairs(left)[0] == (1, 2)
    assert (13, 14) in legal_pairs(after.state.left)
    assert (after.state.turn, after.state.target) == (11, 11)


def test_case_11_the_variant_adds_what_the_sum_has_above_the_target():
    seven = dominyam(turn=9, dice=(6, 6, 1, 1, 3), lying={1: (6, 6), 2: (1, 1)}, difference_points=True)
    assert seven.eat(1, 2, 3).state.points[0] == 3 + 5

    lowered = dominyam(
        turn=12, dice=(5, 1, 1, 3, 6), lying={1: (5, 1), 2: (1, 3), 3: (0, 1), 4: (0, 2)}, left=(1, 2, 3, 4),
        difference_points=True,
    )  # fmt: skip
    assert (lowered.state.target, lowered.eat(1, 2, 6).state.points[0]) == (10, 6)


def test_case_12_without_a_meal_the_next_player_plays_the_same_number():
    after = dominyam(turn=14, dice=(1, 1, 1, 1, 2), players=3).no_meal()

    assert after.events[0] == WentWithout(turn=1, seat=0, dice=(1, 1, 1, 1, 2), could=False)
    assert (after.state.turn, after.state.attempt, after.state.seat) == (14, 2, 1)
    assert (after.state.dice, after.state.points) == ((6, 6, 6, 6, 6), (0, 0, 0))


def test_case_12_alone_the_number_goes_down_without_a_meal_too():
    after = dominyam(turn=14, players=1).no_meal()

    assert (after.state.turn, after.state.attempt, after.state.seat) == (13, 1, 0)


def test_case_13_any_dice_are_thrown_again_twice_at_most_and_none_ends_the_throwing():
    second = dominyam(turn=14, dice=(1, 1, 1, 1, 1)).reroll(2, 4, then=(5, 3))
    assert (second.state.dice, second.state.roll, second.state.rolls_left) == ((1, 5, 1, 3, 1), 2, 1)

    stopped = second.reroll()
    assert (stopped.state.dice, stopped.state.roll, stopped.state.rolls_left) == ((1, 5, 1, 3, 1), 2, 0)
    with raises_illegal("no_rolls_left", rolls=2):
        stopped.reroll(1)
    third = second.reroll(1, 3, 5, then=(2, 2, 2))
    assert (third.state.dice, third.state.rolls_left) == ((2, 5, 2, 3, 2), 0)
    with raises_illegal("no_rolls_left", rolls=3):
        third.reroll(1)


def test_case_13_dice_are_named_once_in_rising_order():
    for dice in ((2, 1), (3, 3)):
        with raises_illegal("dice_in_order"):
            dominyam(turn=14).reroll(*dice)


@pytest.mark.parametrize(
    ("dominoes", "end", "total", "made"),
    [
        pytest.param([(2, 2), (3, 0), (3, 3)], "high", 25, {"full": 25}, id="14 full of void"),
        pytest.param([(3, 3), (2, 2)], "high", 8, {"pair": 6}, id="14 no full without a blank"),
        pytest.param([(6, 6), (6, 0)], "high", 18, None, id="15 brelan or pair and value"),
        pytest.param([(0, 0)], "high", 0, {}, id="16 the double blank"),
        pytest.param([(1, 2), (3, 4), (5, 6), (0, 0)], "high", 21, {"small_straight": 15}, id="17 high values"),
        pytest.param([(1, 2), (3, 4), (5, 6), (0, 0)], "low", 20, None, id="17 low values"),
        pytest.param([(6, 6), (0, 6), (5, 5), (1, 2), (3, 4)], "high", 43, None, id="18"),
        pytest.param([(6, 6), (0, 6), (0, 5), (5, 5)], "high", 33, None, id="19"),
    ],
)
def test_cases_14_to_19_what_a_hand_is_worth(dominoes, end, total, made):
    found = worth(*dominoes, end=end)

    assert found[0] == total
    assert made is None or found[1] == made


def test_case_20_the_lone_game_of_104_points():
    eaten = [(3, 3), (4, 4), (4, 0), (1, 2), (3, 5), (4, 6), (6, 6), (6, 0)]
    others = [(0, 0), (0, 2), (1, 6), (2, 6), (3, 6), (5, 6)]
    dominoes = laid(dict(enumerate(eaten + others, start=1)))
    state = dominyam(turn=1, players=1, hands=(tuple(range(1, 15)),), points=(29,), left=range(15, 29)).state
    state = replace(state, dominoes=dominoes, ended="turns")

    assert worth(*eaten, *others)[0] == 89
    assert RULES.result(state) == Result((104,), (1,))


def test_case_21_the_whole_set_is_worth_163():
    hand = best_assignment(FULL_SET, "high")

    assert (hand.total, sum(made.points for made in hand.combinations)) == (163, 25 + 20 + 15 + 18 + 10)


def test_case_22_the_meal_of_turn_1_ends_the_match():
    hands = (tuple(range(3, 9)), tuple(range(9, 29)))
    end = dominyam(turn=1, dice=(1, 2, 3, 4, 5), lying={1: (1, 2), 2: (3, 4)}, left=(1, 2), hands=hands).eat(1, 2, 5)

    assert end.events[1] == GameEnded(turn=14, why="eaten", left=())
    assert [len(hand) for hand in end.state.hands] == [8, 20]
    assert RULES.prompts(end.state) == ()


def test_case_23_eight_rounds_without_a_meal_end_the_match_and_a_meal_starts_the_count_anew():
    fifteenth = dominyam(turn=14, dice=(6, 6, 3, 3, 5), lying={1: (6, 6), 2: (3, 3)}, idle=15)

    assert fifteenth.no_meal().state.ended == "stalled"
    assert fifteenth.eat(1, 2, 5).state.idle == 0
    assert dominyam(turn=14, idle=14).no_meal().state.ended is None
    assert dominyam(turn=14, idle=10**6, stall_limit=0).no_meal().state.ended is None


def test_case_24_the_last_two_may_go_although_nothing_remains():
    assert legal_pairs((1, 2)) == ((1, 2),)


def test_equal_scores_share_the_win():
    state = dominyam(turn=1, players=3, points=(7, 9, 9)).state

    assert result_of(replace(state, ended="blocked")) == Result((7, 9, 9), (3, 1, 1))


@pytest.mark.parametrize(
    ("places", "code", "params"),
    [
        ((1, 28), "places_apart", {"first": 1, "second": 28}),
        ((14, 15), "not_at_mercy", {"place": 14}),
        ((2, 14), "not_at_mercy", {"place": 14}),
        ((2, 1), "places_in_order", {"first": 2, "second": 1}),
        ((3, 3), "places_in_order", {"first": 3, "second": 3}),
    ],
    ids=["apart", "both covered", "one covered", "order", "twice the same"],
)
def test_a_pair_that_may_not_go_is_refused_with_the_rule_it_breaks(places, code, params):
    table = dominyam(turn=1)

    with raises_illegal(code, **params):
        table.eat(*places, 1)


def test_an_eaten_place_and_a_pair_that_leaves_one_alone_are_refused():
    row = dominyam(turn=1, left=(1, 2, 3, 4))

    with raises_illegal("place_empty", place=5):
        row.eat(4, 5, 1)
    with raises_illegal("isolates", place=1):
        row.eat(2, 3, 1)


def test_a_lone_match_ends_after_the_turn_of_number_1_with_what_is_left():
    end = dominyam(turn=1, players=1, points=(30,)).no_meal()

    assert end.events[1] == GameEnded(turn=14, why="turns", left=ALL)
    assert RULES.result(end.state) == Result((30 - 28,), (1,))


def test_a_match_that_no_pair_can_continue_ends_as_blocked_and_what_is_left_is_nobodys():
    lying = {1: (1, 1), 2: (2, 2)}
    end = dominyam(turn=5, dice=(1, 1, 2, 2, 6), lying=lying, left=(1, 2, 4, 15, 16, 17)).eat(1, 2, 6)

    assert end.events[1] == GameEnded(turn=10, why="blocked", left=(4, 15, 16, 17))
    assert RULES.result(end.state) == Result((6 + 4 + 1, 0), (1, 2))
