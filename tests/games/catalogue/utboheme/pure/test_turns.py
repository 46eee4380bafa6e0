"""Turns: plans, cards, refusals, and moves by passed deadlines."""

import pytest

from games.catalogue.utboheme.rules import events
from games.catalogue.utboheme.rules import moves as m
from games.catalogue.utboheme.rules.rules import RULES
from games.catalogue.utboheme.rules.turn import most_numerous
from tests.games.catalogue.utboheme.table import (
    LAYOUT,
    SHAPE,
    cards,
    coast,
    hexagon,
    raises_illegal,
    started,
    utb,
    way,
)

SHORE = coast()
EIGHT = {"die_1": 3, "die_2": 3}
SEVEN = {"die_1": 3, "die_2": 2}


def stopped(table):
    event = table.events_of(events.PlanStopped)[0]
    assert event.audience == (event.seat,)
    return event.done, event.steps, event.code


def default(table, seat=None, kind=None):
    seat = table.state.seat if seat is None else seat
    return RULES.default(table.state, seat, table.key(seat, kind))


def test_a_plan_plays_a_whole_turn_in_one_move():
    hand = "4 sleep 1 food"
    table = utb(stage="roll", hands={0: hand}, uv={0: [SHORE[0]]}, phases="free")
    first, second = way(*SHORE[:3])

    after = table.play(
        m.Plan((m.Roll(), m.BankTrade("sleep", "beer"), m.BuildCc(first), m.BuildCc(second), m.EndTurn())),
        die_1=0,
        die_2=0,
    )

    assert stopped(after) == (3, 5, "too_few_cards")
    assert (after.state.cc[0], after.state.seat) == (1 << first, 0)


def test_a_plan_ends_with_the_turn():
    after = utb().play(m.Plan((m.EndTurn(), m.EndTurn())), **EIGHT)

    assert stopped(after) == (1, 2, "turn_is_over")
    assert after.state.seat == 1


def test_a_plan_waits_for_those_who_have_to_discard():
    table = utb(stage="roll", hands={0: "8 beer", 1: "8 food"})
    plan = m.Plan((m.Roll(), m.Discard(beer=4), m.MoveRobber(3), m.EndTurn()))

    after = table.play(plan, **SEVEN)

    assert stopped(after) == (2, 4, "others_answer_first")
    assert (after.hand(0), after.state.owing) == ("4 beer", (1,))
    alone = utb(stage="roll", hands={0: "8 beer"}).play(plan, **SEVEN)
    assert stopped(alone) == (4, 4, "")


def test_a_plan_stops_where_an_offer_waits_for_answers():
    offer = m.Offer(to=0, beer=1, food=-1)
    table = utb(hands={0: "2 beer", 1: "1 food"})

    assert stopped(table.play(m.Plan((offer, m.EndTurn())))) == (1, 2, "others_answer_first")
    assert stopped(table.play(m.Plan((offer,)))) == (1, 1, "")


def test_a_plan_whose_first_step_is_impossible_changes_nothing():
    table = utb()
    after = table.play(m.Plan((m.BuyCard(),)))

    assert stopped(after) == (0, 1, "too_few_cards")
    assert after.state == table.state


def test_a_plan_can_win():
    after = utb(
        upgraded={0: SHORE[:6:2]}, uv={0: SHORE[8:11:2]}, hands={0: "2 course 3 sleep"}, cards_of={0: "1 victory"}
    ).play(m.Plan((m.UpgradeUv(SHORE[8]), m.EndTurn())))

    assert stopped(after) == (1, 2, "turn_is_over")
    assert after.state.winner == 0


def test_plans_are_for_the_own_turn_and_not_for_the_foundation():
    with raises_illegal("wrong_move", kind="found_uv"):
        started().play(m.Plan((m.BuildUv(3),)))
    owing = utb(stage="discard", owing=(1,), hands={1: "8 beer"}, back="discard")
    with raises_illegal("wrong_move", kind="discard"):
        owing.play(m.Plan((m.EndTurn(),)), by=1)


@pytest.mark.parametrize(
    ("fields", "move", "code", "params"),
    [
        ({"hands": {0: "1 beer 1 food"}}, m.BuildCc(40), "path_not_joined", {"path": 40}),
        ({"cards_of": {0: "1 monopoly"}, "bought": (0, 0, 0, 1, 0)}, m.PlayMonopoly("beer"), "bought_this_turn", {}),
        ({}, m.PlayAncien(), "no_such_card", {}),
        ({"cards_of": {0: "1 discovery"}, "bank": ""}, m.PlayDiscovery(beer=2), "bank_empty", {}),
        ({"cards_of": {0: "1 discovery"}}, m.PlayDiscovery(beer=1), "wrong_number", {"number": 1, "owed": 2}),
        ({"hands": {0: "1 course 1 coffee 1 sleep"}, "pile": (0,) * 5}, m.BuyCard(), "no_cards_left", {}),
        ({"hands": {0: "2 course 3 sleep"}}, m.UpgradeUv(3), "no_own_uv", {"crossing": 3}),
        ({}, m.StopRoads(), "wrong_move", {"kind": "act"}),
        ({"stage": "roll"}, m.EndTurn(), "wrong_move", {"kind": "roll"}),
        ({"stage": "robber", "back": "discard"}, m.MoveRobber(30), "no_such_hexagon", {"hexagon": 30}),
    ],
)
def test_refusals_say_which_rule(fields, move, code, params):
    table = utb(**fields)
    with raises_illegal(code, **params):
        table.play(move)


def test_a_taken_path_and_the_last_piece_are_told_apart():
    path = way(*SHORE[:2])[0]
    with raises_illegal("path_taken", path=path):
        utb(hands={0: "1 beer 1 food"}, uv={0: SHORE[:1]}, cc={1: [path]}).play(m.BuildCc(path))
    with raises_illegal("no_pieces_left", pieces=15):
        utb(hands={0: "1 beer 1 food"}, cc={0: way(*SHORE[:16])}).play(m.BuildCc(way(*SHORE[15:17])[0]))
    with raises_illegal("no_pieces_left", pieces=4):
        utb(hands={0: "2 course 3 sleep"}, upgraded={0: SHORE[:8:2]}, uv={0: [SHORE[10]]}).play(m.UpgradeUv(SHORE[10]))


def test_a_cc_does_not_go_on_through_a_crossing_of_another_player():
    one, two = way(*SHORE[:3])
    hand = {0: "1 beer 1 food"}
    with raises_illegal("path_not_joined", path=two):
        utb(hands=hand, cc={0: [one]}, uv={1: [SHORE[1]]}).play(m.BuildCc(two))
    assert utb(hands=hand, cc={0: [one]}).play(m.BuildCc(two)).state.lengths[0] == 2


def test_a_card_bought_now_is_played_now_only_with_the_option():
    fields = {"cards_of": {0: "1 monopoly"}, "bought": (0, 0, 0, 1, 0), "hands": {1: "3 beer"}}

    assert not any(isinstance(move, m.PlayMonopoly) for move in utb(**fields).moves())
    assert utb(**fields, play_same_turn=True).play(m.PlayMonopoly("beer")).hand(0) == "3 beer"


def test_road_building_can_be_cut_short():
    table = utb(cards_of={0: "1 roads"}, uv={0: SHORE[:1]}).play(m.PlayRoads())
    laid = table.play(m.BuildCc(way(*SHORE[:2])[0]))

    assert (laid.state.stage, laid.state.free_cc) == ("roads", 1)
    stopped_early = laid.play(m.StopRoads())
    assert (stopped_early.state.stage, stopped_early.state.cc[0].bit_count()) == ("act", 1)
    before = utb(stage="roll", cards_of={0: "1 roads"}, uv={0: SHORE[:1]}).play(m.PlayRoads()).play(m.StopRoads())
    assert before.state.stage == "roll"


def test_the_dice_fall_by_themselves_only_for_who_has_no_card():
    plain = utb(cards_of={2: "1 victory"}).play(m.EndTurn(), **EIGHT)
    assert (plain.state.stage, plain.state.dice) == ("act", (4, 4))
    asked = plain.play(m.EndTurn())
    assert (asked.state.stage, asked.state.dice) == ("roll", ())
    assert utb(auto_roll=False).play(m.EndTurn()).state.stage == "roll"


def test_the_oldest_begins_where_the_option_says_so():
    table = started(seed=4, first_turn="oldest", oldest_seat=2)
    assert table.events_of(events.StarterFound)[0].begins == 2
    while table.state.turn == 0:
        table = table.play(default(table))
    assert table.state.seat == 2


def test_foundation_refuses_what_is_near_and_paths_elsewhere():
    table = started()
    founded = table.play(m.BuildUv(SHORE[0]))
    with raises_illegal("not_at_this_uv", path=way(*SHORE[4:6])[0], crossing=SHORE[0]):
        founded.play(m.BuildCc(way(*SHORE[4:6])[0]))
    following = founded.play(m.BuildCc(way(*SHORE[:2])[0]))
    with raises_illegal("crossing_not_free", crossing=SHORE[1]):
        following.play(m.BuildUv(SHORE[1]))


def test_deadlines_found_where_most_dots_are():
    table = started(seed=2)
    move = default(table)
    tokens = table.state.board.tokens
    dots = [sum(6 - abs(7 - tokens[h]) for h in around if tokens[h]) for around in SHAPE.hexagons_at]
    assert dots[move.crossing] == max(dots)
    founded = table.play(move)
    assert default(founded) == m.BuildCc(min(p for p in range(72) if move.crossing in SHAPE.ends[p]))


def test_deadlines_discard_the_most_numerous_first():
    assert most_numerous(cards("5 beer 3 sleep 1 food"), 4) == cards("3 beer 1 sleep")
    assert most_numerous(cards("2 beer 2 sleep 2 food 2 course"), 4) == cards("1 beer 1 sleep 1 course 1 food")
    table = utb(stage="discard", owing=(1,), hands={1: "8 beer"}, back="discard")
    assert default(table, 1) == m.Discard(beer=4)


def test_deadlines_move_the_robber_to_the_first_hexagon_with_somebody_to_rob_and_nothing_of_the_own():
    shared, theirs = hexagon(0, -2), hexagon(-2, 1)
    own = {0: [SHAPE.crossings_of[shared][0]]}
    others = {1: [SHAPE.crossings_of[theirs][0], SHAPE.crossings_of[shared][3]]}
    table = utb(stage="robber", back="discard", uv={0: own[0], 1: others[1]}, hands={1: "1 beer"})

    move = default(table)

    assert move.victim == 1
    assert SHAPE.crossings_of[shared][0] not in SHAPE.crossings_of[move.hexagon]
    nobody = utb(stage="robber", back="discard")
    assert default(nobody) == m.MoveRobber(0)


def test_deadlines_else_throw_refuse_stop_and_end():
    assert default(utb(stage="roll", cards_of={0: "1 ancien"})) == m.Roll()
    assert default(utb()) == m.EndTurn()
    roads = utb(cards_of={0: "1 roads"}, uv={0: SHORE[:1]}).play(m.PlayRoads())
    assert default(roads) == m.StopRoads()
    offered = utb(hands={0: "1 beer"}).play(m.Offer(to=1, beer=1, food=-1))
    assert default(offered, 1, "answer") == m.RefuseOffer()
    assert default(offered, 1, "orders") == m.DropKeep()
    kept = offered.play(m.KeepCards(food=2), by=1, kind="orders")
    assert default(kept, 1, "orders") == m.KeepCards(food=2)


def test_an_answer_to_another_question_is_refused():
    table = utb(hands={0: "1 beer"}).play(m.Offer(to=1, beer=1, food=-1))
    with raises_illegal("wrong_move", kind="answer"):
        table.play(m.EndTurn(), by=1, kind="answer")
    with raises_illegal("wrong_move", kind="orders"):
        table.play(m.AcceptOffer(), by=1, kind="orders")
    with raises_illegal("prompt_closed"):
        table.play(m.RefuseOffer(), by=2, kind="answer")


def test_what_a_hexagon_lacks_in_the_bank_goes_to_nobody_but_other_hexagons_still_serve():
    eights = [n for n, token in enumerate(LAYOUT.board.tokens) if token == 8]
    assert len({LAYOUT.board.resources[n] for n in eights}) == 2 == len(eights)
    spots = {seat: [SHAPE.crossings_of[n][0] for n in eights] for seat in (0,)} | {
        1: [SHAPE.crossings_of[eights[0]][3]]
    }
    lacking = LAYOUT.board.resources[eights[0]]
    other = LAYOUT.board.resources[eights[1]]
    after = utb(stage="roll", uv=spots, bank=f"1 {lacking} 5 {other}").play(m.Roll(), **EIGHT)

    assert (after.hand(0), after.hand(1)) == (f"1 {other}", "")
