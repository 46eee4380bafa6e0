"""Cases of the rules page from 14 on."""

from collections import Counter

import pytest

from games.catalogue.utboheme.rules import events
from games.catalogue.utboheme.rules.moves import (
    BuildCc,
    BuildUv,
    BuyCard,
    EndTurn,
    MoveRobber,
    PlayAncien,
    PlayDiscovery,
    PlayMonopoly,
    PlayRoads,
    Roll,
)
from games.catalogue.utboheme.rules.rules import RULES
from games.catalogue.utboheme.rules.topology import mask_of
from games.catalogue.utboheme.rules.trails import trail_length
from tests.games.catalogue.utboheme.table import (
    LAYOUT,
    SHAPE,
    Chosen,
    at,
    beside,
    coast,
    raises_illegal,
    started,
    utb,
    way,
)

EIGHT = {"die_1": 3, "die_2": 3}
SEVEN = {"die_1": 3, "die_2": 2}
AROUND = [at((0, 0), (1, 0), (0, 1)), at((0, 0), (0, 1), (-1, 1)), at((0, 0), (-1, 1), (-1, 0))]
AROUND += [at((0, 0), (-1, 0), (0, -1)), at((0, 0), (0, -1), (1, -1)), at((0, 0), (1, -1), (1, 0))]
"""The crossings of the middle hexagon in order."""


def test_case_14_branches_do_not_count_and_rings_count_whole():
    inland = [c for c in coast() if len(SHAPE.hexagons_at[c]) == 2]
    shore = coast()
    chain = way(*shore[:8])
    branches = [next(p for p in range(72) if c in SHAPE.ends[p] and p not in chain) for c in shore[1:7] if c in inland]
    ring = way(*AROUND, AROUND[0])
    outward = next(c for c in beside(AROUND[0]) if c not in AROUND)
    tail = way(AROUND[0], outward, next(c for c in beside(outward) if c != AROUND[0]))

    def length(paths):
        return trail_length(LAYOUT, mask_of(paths), 0)

    assert length([*chain, *branches[:2]]) == 7
    assert length(ring) == 6
    assert length([*ring, *tail]) == 8


def shore_cut_at(number):
    """The coast, turned so that a path leads inland from the crossing of this number; that crossing; the path's end."""
    shore = coast()
    offset = next(n for n in range(30) if len(SHAPE.hexagons_at[shore[n]]) == 2)
    shore = shore[offset - number :] + shore[: offset - number]
    return shore, shore[number], next(c for c in beside(shore[number]) if c not in shore)


def interrupted(greens, blues, **fields):
    """A position in which red (0) holds the card with a trail of 7, and green (1) can cut the trail into 3 and 4."""
    shore, cut, inland = shore_cut_at(3)
    green = way(cut, inland)
    rest = _walk_inland(inland, {cut}, greens - 1)
    blue = way(*shore[14 : 15 + blues])
    table = utb(
        seat=1, cc={0: way(*shore[:8]), 1: [*green, *rest], 2: blue}, longest=0,
        hands={1: "1 beer 1 food 1 course 1 coffee", 2: "1 beer 1 food"}, **fields,
    )  # fmt: skip
    return table, cut, shore


def _walk_inland(start, seen, number):
    """So many paths on from a crossing, without returning to one."""
    if number == 0:
        return []
    shore = set(coast())
    for there in beside(start):
        if there not in seen and there not in shore:
            rest = _walk_inland(there, seen | {start}, number - 1)
            if rest is not None:
                return [*way(start, there), *rest]
    return None


def test_case_15_a_cut_gives_the_card_to_the_one_who_is_longest_now():
    table, cut, _shore = interrupted(6, 5)
    assert table.state.lengths == (7, 6, 5, 0)
    after = table.play(BuildUv(cut))
    assert (after.state.lengths, after.state.longest) == ((4, 6, 5, 0), 1)

    table, cut, shore = interrupted(6, 6)
    aside = table.play(BuildUv(cut))
    assert (aside.state.lengths, aside.state.longest) == ((4, 6, 6, 0), None)
    then = aside.play(EndTurn(), **EIGHT).play(BuildCc(way(*shore[20:22])[0]))
    assert (then.state.lengths, then.state.longest) == ((4, 6, 7, 0), 2)


def test_case_16_the_same_length_does_not_take_the_card_and_more_does():
    shore = coast()
    hand = {1: "2 beer 2 food"}
    table = utb(seat=1, cc={0: way(*shore[:6]), 1: way(*shore[10:15])}, longest=0, hands=hand)

    same = table.play(BuildCc(way(*shore[14:16])[0]))
    assert (same.state.lengths[1], same.state.longest) == (5, 0)
    more = same.play(BuildCc(way(*shore[15:17])[0]))
    assert (more.state.lengths[1], more.state.longest) == (6, 1)


@pytest.mark.parametrize(("keeps", "holder"), [(False, None), (True, 0)])
def test_case_17_a_tie_after_a_break_sets_the_card_aside_or_leaves_it(keeps, holder):
    shore, cut, inland = shore_cut_at(2)
    table = utb(
        seat=1, cc={0: way(*shore[:9]), 1: way(cut, inland), 2: way(*shore[12:19])}, longest=0, holder_keeps_tie=keeps,
        hands={1: "1 beer 1 food 1 course 1 coffee"},
    )  # fmt: skip
    assert table.state.lengths[:3] == (8, 1, 6)

    after = table.play(BuildUv(cut))

    assert (after.state.lengths[:3], after.state.longest) == ((6, 1, 6), holder)


def test_case_18_the_third_ancien_brings_the_card_and_only_more_takes_it():
    first = utb(cards_of={0: "1 ancien"}, anciens=(2, 0, 0, 0)).play(PlayAncien())
    assert (first.state.oldest, first.points(0)) == (0, 2)

    third = utb(seat=1, cards_of={1: "1 ancien"}, anciens=(3, 2, 0, 0), oldest=0).play(PlayAncien())
    assert third.state.oldest == 0
    fourth = utb(seat=1, cards_of={1: "1 ancien"}, anciens=(3, 3, 0, 0), oldest=0).play(PlayAncien())
    assert [fourth.points(seat) for seat in range(4)] == [0, 2, 0, 0]


def test_case_19_monopoly_takes_all_and_discovery_what_the_bank_holds():
    table = utb(hands={1: "2 coffee", 2: "1 beer", 3: "3 coffee"}, cards_of={0: "1 monopoly"})
    assert table.play(PlayMonopoly("coffee")).hand(0) == "5 coffee"

    poor = utb(cards_of={0: "1 discovery"}, bank="1 beer 4 food")
    with raises_illegal("bank_lacks"):
        poor.play(PlayDiscovery(beer=2))
    assert poor.play(PlayDiscovery(beer=1, food=1)).hand(0) == "1 beer 1 food"


def test_case_20_road_building_places_as_many_as_are_left():
    shore = coast()
    fourteen = way(*shore[:15])
    one_left = utb(cards_of={0: "1 roads"}, cc={0: fourteen})
    after = one_left.play(PlayRoads()).play(BuildCc(way(*shore[14:16])[0]))
    assert (after.state.cc[0].bit_count(), after.state.stage) == (15, "act")

    none_left = utb(cards_of={0: "1 roads"}, cc={0: way(*shore[:16])})
    assert PlayRoads() not in none_left.moves()
    with raises_illegal("nowhere_to_build"):
        none_left.play(PlayRoads())


def test_case_21_one_card_a_turn_and_an_ancien_before_a_seven_moves_the_robber_twice():
    table = utb(stage="roll", cards_of={0: "2 ancien"})
    moved = table.play(PlayAncien()).play(MoveRobber(3))
    assert moved.state.stage == "roll"
    with raises_illegal("one_card_a_turn"):
        moved.play(PlayAncien())
    again = moved.play(Roll(), **SEVEN).play(MoveRobber(4))
    assert (again.state.robber, again.state.stage) == (4, "act")
    assert again.events_of(events.RobberMoved)[0].why == "seven"


def test_case_22_hidden_victory_cards_win_at_once_also_when_bought():
    eight = {0: coast()[:8:2]}
    assert utb(upgraded=eight).points(0) == 8
    table = utb(upgraded=eight, cards_of={0: "1 victory"}, hands={0: "1 course 1 coffee 1 sleep"}, pile=(0, 0, 0, 0, 1))

    after = table.play(BuyCard())

    assert RULES.result(after.state).scores == (10, 0, 0, 0)
    assert RULES.prompts(after.state) == ()
    assert after.events_of(events.GameEnded) == [events.GameEnded(turn=9, seat=0, why="points", scores=(10, 0, 0, 0))]


def test_case_23_the_cursus_card_can_win_in_another_players_turn():
    shore, cut, inland = shore_cut_at(3)
    table = utb(
        seat=1, cc={0: way(*shore[1:7]), 1: way(cut, inland), 2: way(*shore[14:20])}, upgraded={2: shore[21:28:2]},
        longest=0, hands={1: "1 beer 1 food 1 course 1 coffee"},
    )  # fmt: skip
    assert table.points(2) == 8

    after = table.play(BuildUv(cut))

    assert (after.state.longest, after.state.winner) == (2, 2)
    assert RULES.result(after.state).places[2] == 1


def test_case_24_the_winner_of_the_throw_founds_first_and_last_and_begins():
    table = started(luck=Chosen({"seat-0": 0, "seat-1": 5, "seat-2": 1, "seat-3": 1}))
    order = []
    while table.state.turn == 0:
        order.append(table.state.seat)
        table = table.play(table.moves()[0]).play(_first_cc(table))

    assert order == [1, 2, 3, 0, 0, 3, 2, 1]
    assert (table.state.turn, table.state.seat) == (1, 1)


def _first_cc(table):
    crossing = table.moves()[0].crossing
    return BuildCc(next(p for p in range(72) if crossing in SHAPE.ends[p]))


def test_case_25_after_the_foundation_each_player_has_two_points_and_the_rest_in_supply():
    table = started(seed=5)
    while table.state.turn == 0:
        table = table.play(table.moves()[0])

    figures = table.state.figures
    assert [table.points(seat) for seat in range(4)] == [2, 2, 2, 2]
    assert [figures.cc - cc.bit_count() for cc in table.state.cc] == [13] * 4
    assert [figures.uv - uv.bit_count() for uv in table.state.uv] == [3] * 4
    assert (table.state.upgraded, figures.upgraded) == ((0, 0, 0, 0), 4)
    assert Counter(table.state.pile) == Counter((14, 2, 2, 2, 5))
