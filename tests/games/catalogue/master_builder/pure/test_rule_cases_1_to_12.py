"""Cases 1 to 12 of the rules page, in our own words; each is named by its section of the text."""

import pytest

from games.catalogue.master_builder.rules.crews import count_of, enough
from games.catalogue.master_builder.rules.events import Finished, Unsold, Work
from tests.games.catalogue.master_builder.table import CLASSIC, built, pieces, raises_illegal, site, town

WALL_1 = ("wall_1_core", "wall_1_face", "wall_1_back")


def test_case_1_phase_1_the_drafted_crew_of_the_example_costs_fourteen():
    position = town(phase="hire", round=1, tops="M4 F4 T5 A6 A7")

    for skill in "MFTAA":
        position = position.hire(0, skill).hire(1, "M")

    assert (position.crew(0), position.wages[0]) == ("M4 F4 T5 A6 A7", 14)


def test_case_2_phase_1_hiring_up_to_thirty_is_legal_and_beyond_it_is_refused():
    crew = "M1 M2 M3 F1 T2"
    position = town(phase="hire", crews=[crew], tops="T5")
    assert position.wages[0] == 27

    with raises_illegal("wages_over_limit", wages=31, limit=30):
        town(phase="hire", crews=[crew], tops="T1").hire(0, "T")

    assert position.hire(0, "T").wages[0] == 30


def eight():
    """Contract 8 untouched, and a crew of one M, two F, one T and two A, all at work."""
    return town(phase="plan", crews=["M1 F1 F2 T1 A1 A2"], sites=[[site(8)]])


def test_case_3_phase_4_six_workers_build_three_sections_at_most_and_no_apprentice_works():
    position = eight()

    most = max(len(move.sections) for move in position.choices(0, "plan"))
    after = position.builds(0, *pieces(8, "side_1", "gable_1", "gable_2"))

    assert most == 3
    assert {work.section: work.workers for work in after.events_of(Work)} == {
        "side_1": ("F1", "T1"),
        "gable_1": ("M1",),
        "gable_2": ("F2",),
    }
    with raises_illegal("too_few_workers", skill="F", needed=4, workers=3):
        position.builds(0, *pieces(8, "side_1", "side_2", "gable_1", "gable_2"))


def test_case_4_phase_4_a_house_begins_with_a_side_and_a_gable():
    position = town(phase="plan", crews=["T1 A1"], sites=[[site(3)]])

    with raises_illegal("side_and_gable_first", contract=3, missing="gable"):
        position.builds(0, *pieces(3, "side_1", "side_2"))
    after = position.builds(0, *pieces(3, "side_2", "gable_1"))

    assert built(after.state, 0, 3) == ("side_2", "gable_1")
    assert {work.section: work.workers for work in after.events_of(Work)} == {"side_2": ("A1",), "gable_1": ("T1",)}


def test_case_5_phase_4_the_minimum_manpower_builds_a_house_in_one_round_and_is_paid():
    everything = [section.id for section in CLASSIC.contracts[2].sections]
    position = town(phase="plan", crews=["T1 T2 T3 A1 A2 A3 A4"], sites=[[site(3)]])

    after = position.builds(0, *pieces(3, *everything))

    assert after.events_of(Finished) == [Finished(turn=2, seat=0, contract=3, payment=56)]
    assert after.cash[0] == 40 + 56 - 20


def test_case_6_phase_4_a_roof_needs_all_four_walls_counting_those_of_this_round():
    position = town(phase="plan", crews=["F1 A1"], sites=[[site(4, "side_1", "side_2", "gable_2")]])

    with raises_illegal("walls_before_roof", contract=4, missing=1):
        position.builds(0, *pieces(4, "roof_2"))
    after = position.builds(0, *pieces(4, "gable_1", "roof_2"))

    assert built(after.state, 0, 4) == ("side_1", "side_2", "gable_1", "gable_2", "roof_2")


def test_case_7_phase_4_a_wall_begins_with_its_core_and_a_face_or_back_and_the_second_waits_for_the_first():
    position = town(phase="plan", crews=["T1 T2 A1 A2 A3"], sites=[[site(1)]])

    with raises_illegal("core_needs_face_or_back", contract=1, wall=1):
        position.builds(0, *pieces(1, "wall_1_core"))
    with raises_illegal("core_first", contract=1, wall=1):
        position.builds(0, *pieces(1, "wall_1_face"))
    with raises_illegal("wall_before_next", contract=1, wall=1, missing=1):
        position.builds(0, *pieces(1, "wall_1_core", "wall_1_face", "wall_2_core", "wall_2_face"))
    two = position.builds(0, *pieces(1, "wall_1_core", "wall_1_back"))
    five = position.builds(0, *pieces(1, *WALL_1, "wall_2_core", "wall_2_face"))

    assert built(two.state, 0, 1) == ("wall_1_core", "wall_1_back")
    assert built(five.state, 0, 1) == (*WALL_1, "wall_2_core", "wall_2_face")


@pytest.mark.parametrize(
    ("workers", "can"),
    [("F1 T1", True), ("F1 F2", True), ("M1 A1", True), ("T1 T2", False), ("F1", False), ("T1 A1", False)],
)
def test_case_8_phase_4_a_section_for_a_foreman_and_an_apprentice(workers, can):
    assert enough(count_of(["F", "A"]), count_of(workers.split())) is can

    position = town(phase="plan", crews=[workers], sites=[[site(9, "side_1", "gable_1")]])
    offered = ("9/gable_2",) in [move.sections for move in position.choices(0, "plan")] if position.asked else False
    assert offered is can


def test_case_9_phase_2_who_owns_two_contracts_in_round_1_is_not_asked_again_and_the_last_one_costs_its_minimum():
    position = town(phase="contracts", players=3, round=1, lots=[1, 2, 3, 4])

    position = position.nominates(0, 1, 2).passes(1, 2).nominates(0, 2, 3).passes(1, 2)
    assert (position.contracts(0), position.asked) == ([1, 2], [(1, "nominate")])
    with raises_illegal("everybody_needs_a_contract"):
        position.declines(1)
    position = position.nominates(1, 4, 5)
    assert position.asked == [(2, "bid")]
    position = position.bids(2, 6).passes(1)

    assert [position.contracts(seat) for seat in range(3)] == [[1, 2], [3], [4]]
    assert position.cash[:3] == (40 - 2 - 3, 40 - 4, 40 - 6)


def test_case_10_phase_2_players_who_decline_must_still_buy_one_each_at_its_minimum():
    position = town(phase="contracts", round=1, lots=[1, 2, 3]).declines(0, 1)

    assert position.asked == [(0, "buy")]
    position = position.buys(0, 1).buys(1, 2)

    assert position.cash == (38, 37)
    assert position.lots == [-3]


def test_case_11_phase_2_the_money_on_a_contract_is_the_buyers_after_paying():
    def again():
        return town(phase="contracts", round=2, lots=[3], bonus_on=[3], first=1, cash=[38, 37])

    taken = again().nominates(1, 3, 4).passes(0)
    left = again().declines(1, 0)

    assert (taken.cash, taken.contracts(1)) == ((38, 38), [3])
    assert left.lots == []
    assert left.events_of(Unsold) == [Unsold(turn=2, contract=3, bonus=0, gone=True)]


def test_case_12_phase_2_bids_rise_clockwise_and_a_pass_is_final():
    blue, yellow, green, red = range(4)
    position = town(phase="contracts", players=4, lots=[1], deck=[5])

    position = position.nominates(blue, 1, 2).bids(yellow, 5).passes(green).bids(red, 7).passes(blue)
    assert position.asked == [(yellow, "bid")]
    position = position.passes(yellow)

    assert (position.cash[red], position.contracts(red)) == (33, [1])

    poor = town(phase="contracts", players=4, lots=[1], cash=[40, 40, 40, 6]).nominates(blue, 1, 2).bids(yellow, 5)
    with raises_illegal("bid_over_cash", bid=7, cash=6):
        poor.passes(green).bids(red, 7)
