"""The numbered cases of the rules, in our own words; each is named by its section of the text.

`test_challenges` continues with illicit tiles. B is the tile 1, 2 at the origin: its balance is +3.
"""

import pytest
from msgspec import structs

from games.catalogue.dominato.rules.events import Claimed, GameEnded, TakenBack
from games.catalogue.dominato.rules.moves import Claim
from games.catalogue.dominato.rules.places import is_right, places
from games.catalogue.dominato.rules.types import GameScore, Options
from games.engine.draws import LabelledDraws
from games.engine.types import Result
from tests.games.catalogue.dominato.table import (
    RULES,
    SCENARIOS,
    TILES,
    B,
    Game,
    game,
    judged,
    raises_illegal,
    shape_at,
    table,
)

T = ("T",)
NESTED = ("nested",)


@pytest.mark.parametrize(("a", "b", "balance"), [(2, -4, -2), (3, -3, 0), (-1, -2, -3)])
def test_case_1_balance_the_balance_is_the_surplus_of_one_colour(a, b, balance):
    assert table((0, 0, "H", a, b))[0].parts == (a, b, balance)


def test_case_2_validation_a_stem_stands_with_the_balance_on_the_middle_of_the_long_side():
    assert judged([B], (1, -4, "V", -1, 3)) == (1, T)
    assert judged([B], (1, -4, "V", 3, -1)) is None


def test_case_3_validation_a_bar_of_the_balance_lies_against_an_end():
    assert judged([B], (4, -1, "V", 4, -2)) == (1, T)
    assert judged([B], (4, -1, "V", 3, 1)) is None


def test_case_4_validation_a_bar_lies_against_the_other_end():
    assert judged([B], (-2, -1, "V", 2, -1)) == (1, T)


def test_case_5_links_a_nested_tile_makes_two_contacts_and_its_player_plays_again():
    assert judged([B], (1, -2, "H", 3, -1)) == (2, NESTED)
    assert judged([B], (1, -2, "H", 3, 1)) is None

    played = game([(3, -1), (4, 0)], [(1, 1)]).place(0, 1, -2, "H", 3, -1)

    assert played.asked == [(0, "play")]


def test_case_6_links_a_nested_tile_on_the_left():
    assert judged([B], (-1, -2, "H", -2, 3)) == (2, NESTED)


@pytest.mark.parametrize("place", [(0, -2, "H"), (2, -4, "V"), (4, 0, "H")], ids=["aligned", "shifted", "end to end"])
def test_case_7_juxtaposition_borders_that_meet_otherwise_are_refused(place):
    assert shape_at([B], *place) is None


def test_case_8_juxtaposition_a_corner_point_is_no_link_and_tiles_do_not_overlap():
    assert shape_at([B], 4, 2, "H") == []
    assert judged([B], (4, 2, "H", 3, -1)) is None
    assert shape_at([B], 0, 0, "V") is None


def test_case_9_juxtaposition_a_tile_has_eight_places_and_one_mate_for_each_nested_one():
    nested = [place for place in places(table(B), False) if len(place.needs) == 2]
    mates = {
        (place.x, place.y): {frozenset((t.a, t.b)) for t in TILES if place.fits(t.a, t.b) or place.fits(t.b, t.a)}
        for place in nested
    }

    assert len(places(table(B), False)) == 8
    assert mates == {
        (1, -2): {frozenset((3, -1))},
        (-1, -2): {frozenset((3, -2))},
        (1, 2): {frozenset((3, -1))},
        (-1, 2): {frozenset((3, -2))},
    }


def test_case_10_links_stems_on_both_long_sides_of_a_new_bar_count_two():
    assert judged([(1, -4, "V", 0, 3), (1, 2, "V", 3, -2)], B) == (2, ("T", "T"))


def test_case_11_links_a_tile_between_two_bars_is_a_double_link():
    bars = [(-2, -1, "V", 2, -1), (4, -1, "V", 4, -2)]

    assert judged(bars, (0, 0, "H", 1, 2)) == (2, ("T", "T"))
    assert judged(bars, (0, 0, "H", 2, 1)) is None


TRIPLE = [(1, -4, "V", 1, -4), (1, 2, "V", -4, 2), (-2, -1, "V", -4, 4)]


def test_case_12_links_a_triple_link_wins_at_once():
    assert judged(TRIPLE, (0, 0, "H", 0, -4)) == (3, ("T", "T", "T"))

    won = game([(0, -4), (1, 1)], [(3, 0), (2, 2)], board=TRIPLE).place(0, 0, 0, "H", 0, -4)

    assert (won.score, won.asked) == (GameScore("link", 0, (0, 12)), [])


def test_case_13_links_quadruple_links():
    assert judged([*TRIPLE, (4, -1, "V", -3, -1)], (0, 0, "H", 0, -4)) == (4, ("T",) * 4)
    assert judged([(1, -2, "H", -3, -1), (-1, 2, "H", 4, -3)], (0, 0, "H", 1, -4)) == (4, ("nested", "nested"))


def test_case_14_validation_one_wrong_contact_spoils_all():
    assert judged([(-2, -1, "V", 2, -1), (4, -1, "V", 3, 1)], (0, 0, "H", 1, 2)) is None


def test_case_15_juxtaposition_a_border_that_meets_without_a_contact_is_refused_unless_the_option_allows_it():
    board = [B, (5, -2, "H", 1, 1)]

    assert judged(board, (1, -2, "H", 3, -1)) is None
    assert judged(board, (1, -2, "H", 3, -1), incidental=True) == (2, NESTED)
    assert judged(board, (3, -2, "H", 3, -1), incidental=True) is None


def test_case_16_components_the_set_of_tiles():
    pairs = {(tile.a, tile.b) for tile in TILES}

    assert len(TILES) == 32
    assert {(0, 0), (4, 1), (1, 4), (-4, -1), (-1, -4)} & pairs == set()
    assert {(4, -4), (0, -4), (4, 0)} <= pairs
    assert sum(tile.balance for tile in TILES) == 0


@pytest.mark.parametrize(("players", "each", "aside"), [(2, 16, 0), (3, 10, 2), (4, 8, 0)])
def test_case_17_course_of_a_game_the_deal(players, each, aside):
    state = RULES.setup(SCENARIOS[players], Options(), players, LabelledDraws(b"deal")).state
    everywhere = sorted(number for hand in (*state.hands, state.aside) for number in hand)

    assert ([len(hand) for hand in state.hands], len(state.aside)) == ([each] * players, aside)
    assert everywhere == list(range(32))


def test_case_18_scores_the_last_tile_wins_and_the_other_scores_what_is_left():
    five = [(1, 1), (2, 0), (3, 0), (4, 0), (2, 2)]
    won = game([(3, -2)], five).place(0, 1, 2, "V", 3, -2)

    assert won.score == GameScore("out", 0, (0, 5))


def test_case_19_scores_a_triple_of_one_of_three_costs_the_others_ten_more():
    a = [(1, 1), (2, 0), (3, 0), (4, 0), (2, 2), (3, 1)]
    b = [(0, -4), (1, -1), (2, -2), (3, -3), (4, -3)]
    won = game(a, b, [(4, -1), (1, 0)], board=TRIPLE, seat=1).place(1, 0, 0, "H", 0, -4)

    assert won.score == GameScore("link", 1, (16, 0, 12))


def test_case_20_course_of_a_game_when_all_pass_in_succession_the_game_is_blocked():
    hands = ([(1, -1), (3, -3)], [(2, -2)], [(3, 0), (1, 0), (0, -1), (-1, -1)])
    start = game(*hands, board=[(0, 0, "H", 2, 2)])
    ended = start.pass_turn(0).pass_turn(1).pass_turn(2)

    assert ended.score == GameScore("blocked", None, (2, 1, 4))


def test_case_21_course_of_a_game_after_a_double_one_who_cannot_place_passes():
    played = game([(3, -1), (4, -4)], [(1, 1)]).place(0, 1, -2, "H", 3, -1)
    key = played.prompt(0, "play").key

    assert [choice.move.__class__.__name__ for choice in RULES.choices(played.state, 0, key)] == ["Pass"]
    assert played.pass_turn(0).asked == [(1, "play")]


def challenged(*hands, **more):
    return game(*hands, validation="challenge", **more)


THREE = ([(3, -1), (1, 1)], [(2, 0), (4, 0)], [(3, 0), (2, 2)])


def test_case_22_illicit_tile_a_true_claim_takes_the_tile_back_and_brings_a_tile():
    wrong = challenged(*THREE).place(0, 1, -4, "V", 3, -1)
    assert wrong.asked == [(1, "play"), (2, "(claim)")]

    claimed = wrong.claim(2, "claim")
    assert (claimed.asked, len(claimed.state.table)) == ([(2, "give")], 1)
    assert [type(event) for event in claimed.did] == [Claimed, TakenBack]

    given = claimed.give(2, 2, 2)
    assert given.hands == [[(1, 1), (3, -1), (2, 2)], [(2, 0), (4, 0)], [(3, 0)]]
    assert given.asked == [(1, "play")]


def test_case_23_illicit_tile_a_false_claim_changes_nothing_and_is_made_once():
    hands = ([(3, -1), (1, 1)], [(2, 0), (4, 0)], [(3, 0), (2, 2)], [(4, -1), (1, 0)])
    right = challenged(*hands).place(0, 1, -4, "V", -1, 3)
    assert right.asked == [(1, "play"), (2, "(claim)"), (3, "(claim)")]
    before = right.state

    after = right.claim(2, "claim")

    assert after.asked == [(1, "play"), (3, "(claim)")]
    window = structs.replace(before.window, closed=(2,))
    assert after.state == structs.replace(before, window=window)
    assert after.claim(3, "claim").asked == [(1, "play")]


def test_case_24_illicit_tile_an_unclaimed_error_stands_and_counts_with_its_real_balance():
    played = challenged([(3, -2), (1, 1)], [(1, 0), (4, 0)], [(3, 0), (2, 2)]).place(0, 1, -4, "V", 3, -2)
    key = played.prompt(2, "claim").key
    on_it = next(p for p in places(played.state.table, False) if (p.x, p.y, p.way) == (-3, -3, "H"))

    played.place(1, -3, -3, "H", 0, 1)

    assert [(need.part, need.value) for need in on_it.needs] == [(1, 1)]
    assert (len(played.state.table), is_right(played.state.table)) == (3, True)
    with raises_illegal("prompt_closed"):
        RULES.apply(played.state, 2, key, Claim(), LabelledDraws(b"x"))


def test_case_25_scores_the_lowest_total_wins_the_match():
    over = structs.replace(
        game([(1, 1)], [(2, 2)], games=2).state,
        phase="over",
        done=(GameScore("out", 0, (0, 3)), GameScore("link", 1, (12, 0))),
    )

    assert RULES.result(over) == Result((12, 3), (2, 1))


def test_the_score_of_each_game_is_kept_and_the_starter_moves_on():
    match = game([(3, -2)], [(1, 1), (2, 0)], games=2)
    first = match.state.starter

    match.place(0, 1, 2, "V", 3, -2)

    assert (match.state.done, match.state.game) == ((GameScore("out", 0, (0, 2)),), 2)
    assert (match.state.starter, match.asked) == (1 - first, [(1 - first, "play")])
    assert [len(hand) for hand in match.state.hands] == [16, 16]
    assert any(isinstance(event, GameEnded) for event in match.did)


def test_a_game_that_is_set_up_asks_its_starter_alone():
    state = RULES.setup(SCENARIOS[4], Options(), 4, LabelledDraws(b"x")).state

    assert Game(state).asked == [(state.starter, "play")]
