"""Challenges: the players that are asked, and the effects of a claim.

The text describes the fate of an illicit tile in two sentences. These cases add the details that play needs; their
numbers continue those of `test_rule_cases`.
"""

from games.catalogue.dominato.rules.events import Checked, Claimed, GameEnded, Given, MatchEnded, Placed, Received
from games.catalogue.dominato.rules.moves import Claim, Close, Give, Pass, Place
from games.catalogue.dominato.rules.types import GameScore, Options
from games.engine.choices import contains, count
from games.engine.draws import LabelledDraws
from tests.games.catalogue.dominato.table import RULES, SCENARIOS, game, number_of, raises_illegal


def challenged(*hands, **more):
    return game(*hands, validation="challenge", **more)


def test_case_26_illicit_tile_any_tile_may_be_laid_at_any_place_and_passing_is_always_allowed():
    state = challenged([(3, -1), (1, 1)], [(2, 0)]).state
    choices = RULES.choices(state, 0, "game-1/step-2/play")

    assert count(choices) == 8 * 2 + 8 + 1
    assert contains(choices, Pass())
    assert contains(choices, Place(number_of(3, -1), 7, 1))
    assert not contains(choices, Place(number_of(1, 1), 0, 1))


def test_case_27_illicit_tile_turning_a_tile_of_two_equal_squares_is_refused():
    with raises_illegal("turning_changes_nothing", tile=number_of(1, 1)):
        challenged([(3, -1), (1, 1)], [(2, 0)]).play(0, "play", Place(number_of(1, 1), 0, 1))


def test_case_28_illicit_tile_the_next_player_closes_the_window_by_playing():
    right = challenged([(3, -1), (1, 1)], [(2, 0), (4, 0)], [(3, 0), (2, 2)]).place(0, 1, -4, "V", -1, 3)

    assert right.pass_turn(1).asked == [(2, "play")]


def test_case_29_illicit_tile_the_next_player_claims_in_the_own_turn_and_then_gives_before_playing():
    wrong = challenged([(3, -1), (1, 1)], [(2, 0), (4, 0)]).place(0, 1, -4, "V", 3, -1)
    claimed = wrong.claim(1)
    assert claimed.asked == [(1, "give")]

    after = claimed.give(1, 2, 0)

    assert after.asked == [(1, "play")]
    assert [(type(event), event.audience) for event in after.did] == [(Given, None), (Received, (0, 1))]


def test_case_30_illicit_tile_after_a_false_claim_in_the_own_turn_one_plays_without_a_second_one():
    right = challenged([(3, -1), (1, 1)], [(2, 0), (4, 0)]).place(0, 1, -4, "V", -1, 3)
    key = right.prompt(1, "play").key

    right.claim(1)

    assert right.did == (Claimed(turn=1, seat=1, step=2, offender=0, upheld=False),)
    assert right.prompt(1, "play").key == key
    with raises_illegal("nothing_to_claim"):
        right.claim(1)


def test_case_31_illicit_tile_another_opponent_may_close_the_window_for_oneself():
    right = challenged([(3, -1), (1, 1)], [(2, 0), (4, 0)], [(3, 0), (2, 2)]).place(0, 1, -4, "V", -1, 3)

    assert right.close(2, "claim").asked == [(1, "play")]


def test_case_32_illicit_tile_after_a_double_all_opponents_are_asked_before_its_player_goes_on():
    double = challenged([(3, -1), (1, 1)], [(2, 0), (4, 0)], [(3, 0), (2, 2)]).place(0, 1, -2, "H", 3, -1)
    assert double.asked == [(1, "check"), (2, "check")]
    assert double.close(2).asked == [(1, "check")]

    after = double.claim(1, "check")

    assert [type(event) for event in after.did] == [Claimed]
    assert after.asked == [(0, "play")]


def test_case_33_illicit_tile_a_claimed_double_loses_the_replay():
    wrong = challenged([(3, 1), (1, 1)], [(2, 0), (4, 0)]).place(0, 1, -2, "H", 3, 1)

    assert wrong.claim(1, "check").give(1, 4, 0).asked == [(1, "play")]
    assert wrong.hands == [[(1, 1), (3, 1), (4, 0)], [(2, 0)]]


def test_case_34_illicit_tile_the_last_tile_wins_when_the_window_closes():
    last = challenged([(3, -1)], [(2, 0), (4, 0)]).place(0, 1, -4, "V", -1, 3)
    assert (last.asked, last.state.done) == ([(1, "check")], ())

    last.close(1)

    assert last.score == GameScore("out", 0, (0, 2))
    assert [type(event) for event in last.did] == [Checked, GameEnded, MatchEnded]


def test_case_35_illicit_tile_a_wrong_last_tile_that_is_claimed_does_not_win():
    last = challenged([(3, -1)], [(2, 0), (4, 0)]).place(0, 1, -4, "V", 3, -1)

    last.claim(1, "check").give(1, 2, 0)

    assert (last.asked, last.state.done) == ([(1, "play")], ())
    assert last.hands == [[(2, 0), (3, -1)], [(4, 0)]]


def test_case_36_illicit_tile_who_gives_the_last_tile_away_wins():
    wrong = challenged([(3, -1), (1, 1)], [(2, 0)]).place(0, 1, -4, "V", 3, -1)

    wrong.claim(1).give(1, 2, 0)

    assert wrong.score == GameScore("out", 1, (3, 0))


def test_case_37_illicit_tile_an_unclaimed_wrong_triple_wins_and_a_claimed_one_does_not():
    board = [(1, -4, "V", 1, -4), (1, 2, "V", -4, 2), (-2, -1, "V", -4, 4)]
    hands = ([(3, -3), (1, 1)], [(2, 0), (4, 0)])

    unclaimed = challenged(*hands, board=board).place(0, 0, 0, "H", 3, -3).close(1)
    claimed = challenged(*hands, board=board).place(0, 0, 0, "H", 3, -3).claim(1, "check")

    assert unclaimed.score == GameScore("link", 0, (0, 12))
    assert (claimed.asked, len(claimed.state.table)) == ([(1, "give")], 3)


def test_case_38_illicit_tile_a_tile_that_is_taken_back_breaks_a_row_of_passes():
    played = challenged([(3, -1), (1, 1)], [(2, 0), (4, 0)]).pass_turn(0).place(1, 1, -4, "V", 2, 0)
    played.claim(0).give(0, 1, 1)

    assert played.pass_turn(0).state.done == ()
    assert played.pass_turn(1).score == GameScore("blocked", None, (1, 3))


def test_case_39_illicit_tile_the_first_true_claim_counts_and_others_are_closed():
    wrong = challenged([(3, 1), (1, 1)], [(2, 0), (4, 0)], [(3, 0), (2, 2)]).place(0, 1, -2, "H", 3, 1)
    other = wrong.prompt(1, "check").key
    wrong.claim(2, "check")

    with raises_illegal("prompt_closed"):
        RULES.apply(wrong.state, 1, other, Claim(), LabelledDraws(b"x"))
    assert wrong.give(2, 2, 2).asked == [(1, "play")]


def test_case_40_illicit_tile_a_missed_deadline_closes_a_window_gives_the_lowest_tile_and_lays_what_is_right():
    wrong = challenged([(3, 1), (1, 1), (3, -1), (1, -2)], [(2, 0), (4, 0)])
    default = RULES.default(wrong.state, 0, "game-1/step-2/play")
    assert (default.tile, default.place) == (number_of(3, -1), 4)

    wrong.place(0, 1, -2, "H", 3, 1)
    assert RULES.default(wrong.state, 1, wrong.prompt(1, "check").key) == Close()

    wrong.claim(1, "check")
    assert RULES.default(wrong.state, 1, wrong.prompt(1, "give").key) == Give(number_of(2, 0))


def test_case_41_illicit_tile_without_challenges_nobody_is_asked_to_check():
    state = RULES.setup(SCENARIOS[3], Options(), 3, LabelledDraws(b"x")).state
    prompt = RULES.prompts(state)[0]

    outcome = RULES.apply(state, prompt.seat, prompt.key, RULES.default(state, prompt.seat, prompt.key), None)

    assert (outcome.state.window, [type(event) for event in outcome.events]) == (None, [Placed])
