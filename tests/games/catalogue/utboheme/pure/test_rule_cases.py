"""Cases 1 to 13 of the rules page."""

import pytest

from games.catalogue.utboheme.rules import events
from games.catalogue.utboheme.rules.moves import (
    BankTrade,
    BuildCc,
    BuildUv,
    Confirm,
    Discard,
    MoveRobber,
    Offer,
    Roll,
    UpgradeUv,
)
from games.catalogue.utboheme.rules.rules import RULES
from tests.games.catalogue.utboheme.table import (
    CLASSIC,
    LAYOUT,
    SHAPE,
    at,
    cards,
    coast,
    hexagon,
    raises_illegal,
    unshuffled,
    utb,
    way,
)

EIGHT = {"die_1": 3, "die_2": 3}
SEVEN = {"die_1": 3, "die_2": 2}
AROUND = [at((0, 0), (1, 0), (0, 1)), at((0, 0), (0, 1), (-1, 1)), at((0, 0), (-1, 1), (-1, 0))]
AROUND += [at((0, 0), (-1, 0), (0, -1)), at((0, 0), (0, -1), (1, -1)), at((0, 0), (1, -1), (1, 0))]
"""The crossings of the middle hexagon in order."""


def test_case_01_the_island_has_19_hexagons_54_crossings_72_paths_and_nine_trade_zones():
    harbours = unshuffled().harbours
    sea = {hexagon for side in SHAPE.sides for hexagon in side} - set(CLASSIC.land)

    assert (len(CLASSIC.land), len(sea), len(SHAPE.corners), len(SHAPE.sides)) == (19, 18, 54, 72)
    assert sum(len(side & sea) for side in SHAPE.sides) == len(coast()) == 30
    assert len(harbours) == 9
    assert len({crossing for harbour in harbours for crossing in harbour.crossings}) == 18


def test_case_02_tokens_follow_the_spiral_and_skip_the_desert():
    board = unshuffled(desert=(-1, -1))

    assert [CLASSIC.land[n] for n in CLASSIC.spirals[0][:5]] == [(0, -2), (-1, -1), (-2, 0), (-2, 1), (-2, 2)]
    assert [CLASSIC.land[n] for n in CLASSIC.spirals[0][-2:]] == [(1, -1), (0, 0)]
    found = [board.tokens[hexagon(*place)] for place in ((0, -2), (-1, -1), (-2, 0), (0, 0))]
    assert found == [5, 0, 2, 11]


def test_case_03_with_the_desert_in_the_middle_the_tokens_fill_both_rings():
    board = unshuffled(desert=(0, 0))

    assert board.tokens[hexagon(1, -1)] == 11
    assert [number for number, token in enumerate(board.tokens) if not token] == [hexagon(0, 0)]


def test_case_04_the_second_uv_brings_a_card_of_each_hexagon_but_the_desert():
    spot = at((0, 0), (1, 0), (1, -1))
    resources = dict(enumerate(unshuffled().resources))
    resources |= {hexagon(1, 0): "beer", hexagon(1, -1): "food"}
    board = unshuffled()
    board = type(board)(board.land, tuple(resources.values()), board.tokens, board.harbours)
    table = utb(stage="found", board=board, turn=0, founded=4, dice=())

    after = table.play(BuildUv(spot))

    assert after.hand(0) == "1 beer 1 food"
    assert after.events == (events.UvFounded(seat=0, crossing=spot, cards=cards("1 beer 1 food")),)


def test_case_05_a_hexagon_gives_one_card_to_an_uv_two_to_an_upgraded_one_and_none_under_the_robber():
    place = hexagon(-1, 0)
    assert (LAYOUT.board.tokens[place], LAYOUT.board.resources[place]) == (4, "course")
    near = [c for c in SHAPE.crossings_of[place] if len(SHAPE.hexagons_at[c]) == 3]
    table = utb(stage="roll", uv={0: near[:1]}, upgraded={1: near[3:4]})

    after = table.play(Roll(), die_1=1, die_2=1)
    assert [after.hand(seat) for seat in range(4)] == ["1 course", "2 course", "", ""]

    blocked = utb(stage="roll", uv={0: near[:1]}, upgraded={1: near[3:4]}, robber=place).play(Roll(), die_1=1, die_2=1)
    assert [blocked.hand(seat) for seat in range(4)] == ["", "", "", ""]
    assert blocked.state.robber == place
    assert [(event.due, event.why) for event in blocked.events_of(events.Harvested)] == [((1, 2, 0, 0), "robber")]


def test_case_06_a_short_bank_serves_nobody_unless_one_player_alone_is_due():
    place = next(n for n, r in enumerate(LAYOUT.board.resources) if r == "coffee")
    token = LAYOUT.board.tokens[place]
    luck = {"die_1": token // 2 - 1, "die_2": token - token // 2 - 1}
    spots = SHAPE.crossings_of[place]
    both = utb(
        stage="roll", upgraded={0: spots[:1]}, uv={1: spots[3:4]}, bank="9 beer 2 coffee 9 food 9 sleep 9 course"
    )
    alone = utb(
        stage="roll", upgraded={0: spots[:1]}, uv={0: spots[3:4]}, bank="2 coffee 9 food 9 sleep 9 course 9 beer"
    )

    after, short = both.play(Roll(), **luck), alone.play(Roll(), **luck)

    assert [hand[2] for hand in after.state.hands] == [0, 0, 0, 0]
    assert after.state.bank[2] == 2
    assert [hand[2] for hand in short.state.hands] == [2, 0, 0, 0]
    assert short.state.bank[2] == 0
    assert {event.why for event in (*after.events_of(events.Harvested), *short.events_of(events.Harvested))} >= {
        "shortage"
    }


def test_case_07_a_seven_takes_half_of_every_hand_above_seven():
    hands = {0: "7 beer", 1: "8 sleep", 2: "9 coffee", 3: "15 course"}
    after = utb(stage="roll", hands=hands).play(Roll(), **SEVEN)

    owed = [(prompt.seat, prompt.params["cards"]) for prompt in RULES.prompts(after.state) if prompt.kind == "discard"]
    assert owed == [(1, 4), (2, 4), (3, 7)]
    with raises_illegal("wrong_number", number=3, owed=4):
        after.play(Discard(coffee=3), by=2)
    with raises_illegal("too_few_cards", beer=4):
        after.play(Discard(beer=4), by=2)
    done = after.play(Discard(coffee=4), by=2).play(Discard(course=7), by=3).play(Discard(sleep=4), by=1)
    assert [done.hand(seat) for seat in range(4)] == ["7 beer", "4 sleep", "5 coffee", "8 course"]
    assert done.state.stage == "robber"


def test_case_08_only_who_holds_cards_can_be_robbed_and_the_robber_must_move():
    place = hexagon(1, 0)
    spots = SHAPE.crossings_of[place]
    table = utb(stage="robber", back="discard", uv={1: spots[:1], 2: spots[3:4]}, hands={2: "3 food"})

    there = [move for move in table.moves() if getattr(move, "hexagon", None) == place]
    assert there == [MoveRobber(place), MoveRobber(place, 2)]
    with raises_illegal("nothing_to_steal", hexagon=place, victim=1):
        table.play(MoveRobber(place, 1))
    with raises_illegal("robber_must_move", hexagon=hexagon(0, 0)):
        table.play(MoveRobber(hexagon(0, 0)))
    assert table.play(MoveRobber(place)).hand(0) == ""
    robbed = table.play(MoveRobber(place, 2))
    assert (robbed.hand(0), robbed.hand(2), robbed.state.robber) == ("1 food", "2 food", place)


def test_case_09_the_active_player_trades_and_the_others_not_among_themselves():
    jacques, alain, magalie = 0, 1, 2
    spot = AROUND[0]
    table = utb(hands={jacques: "2 beer 3 sleep", magalie: "1 food", alain: "1 food"}, uv={jacques: [spot]})
    offered = table.play(Offer(to=jacques, food=1, beer=-1, sleep=-1), by=magalie, kind="orders")

    after = offered.play(Confirm(1, magalie))

    assert [after.hand(seat) for seat in (jacques, magalie)] == ["1 beer 2 sleep 1 food", "1 beer 1 sleep"]
    assert any(isinstance(move, BuildCc) for move in after.moves())
    with raises_illegal("only_with_the_active_player", seat=jacques):
        table.play(Offer(to=magalie, food=1, beer=-1), by=alain, kind="orders")


def test_case_10_the_bank_takes_four_or_what_the_trade_zones_say():
    by_kind = {(harbour.rate, harbour.resource): harbour.crossings[0] for harbour in unshuffled().harbours}
    plain = utb(hands={0: "4 sleep"})
    assert plain.play(BankTrade("sleep", "coffee")).hand(0) == "1 coffee"

    special = utb(hands={0: "2 sleep 2 coffee"}, uv={0: [by_kind[2, "sleep"]]})
    assert special.play(BankTrade("sleep", "beer")).hand(0) == "1 beer 2 coffee"
    with raises_illegal("rate_not_reached", rate=4, held=2):
        special.play(BankTrade("coffee", "beer"))

    three = utb(hands={0: "3 coffee"}, uv={0: [by_kind[3, None]]})
    assert three.play(BankTrade("coffee", "beer")).hand(0) == "1 beer"
    with raises_illegal("rate_not_reached", rate=3, held=2):
        utb(hands={0: "2 beer 1 food"}, uv={0: [by_kind[3, None]]}).play(BankTrade("beer", "sleep"))


@pytest.mark.parametrize("phases", ["strict", "free"])
def test_case_11_in_strict_order_building_ends_trade(phases):
    table = utb(phases=phases, hands={0: "1 beer 1 food 4 sleep"}, uv={0: AROUND[:1]})
    built = table.play(BuildCc(way(*AROUND[:2])[0]))

    if phases == "free":
        assert built.play(BankTrade("sleep", "beer")).hand(0) == "1 beer"
    else:
        with raises_illegal("trade_is_over"):
            built.play(BankTrade("sleep", "beer"))


def test_case_12_an_uv_keeps_its_distance_and_needs_an_own_cc():
    hand = {0: "1 beer 1 food 1 course 1 coffee"}
    table = utb(hands=hand, uv={1: AROUND[:1]}, cc={0: way(*AROUND[1:4])})

    with raises_illegal("crossing_not_free", crossing=AROUND[1]):
        table.play(BuildUv(AROUND[1]))
    after = table.play(BuildUv(AROUND[2]))
    assert (after.state.uv[0], after.hand(0)) == (1 << AROUND[2], "")
    with raises_illegal("no_cc_there", crossing=AROUND[4]):
        table.play(BuildUv(AROUND[4]))


def test_case_13_a_sixth_uv_has_to_wait_for_an_upgrade_that_returns_a_piece():
    shore = coast()
    hand = {0: "1 beer 1 food 3 course 1 coffee 3 sleep"}
    table = utb(hands=hand, uv={0: shore[:10:2]}, cc={0: way(*shore[8:13])})
    spot = shore[12]

    with raises_illegal("no_pieces_left", pieces=5):
        table.play(BuildUv(spot))
    upgraded = table.play(UpgradeUv(shore[0]))
    assert upgraded.hand(0) == "1 beer 1 coffee 1 course 1 food"
    after = upgraded.play(BuildUv(spot))
    assert (after.state.uv[0].bit_count(), after.state.upgraded[0]) == (5, 1 << shore[0])
    with raises_illegal("too_few_cards", sleep=1):
        utb(hands={0: "2 course 2 sleep"}, uv={0: [shore[0]]}).play(UpgradeUv(shore[0]))
