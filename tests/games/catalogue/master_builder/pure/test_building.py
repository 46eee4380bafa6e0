"""Phase 4: plans, the reasons for refusing them, and their secrecy until all plans are made."""

import pytest

from games.catalogue.master_builder.rules.events import Finished, Idle, PlanConfirmed, PlanKept, Work
from games.catalogue.master_builder.rules.moves import Build
from games.catalogue.master_builder.rules.rules import RULES
from tests.games.catalogue.master_builder.table import built, pieces, raises_illegal, site, town


def plans(*crews, sites=(), **extra):
    return town(phase="plan", crews=crews, sites=sites, deck=[9], **extra)


TWO = ("side_2", "gable_1")


def test_plans_are_asked_of_all_at_once_in_turn_order():
    position = plans("T1 A1", "T2 A2", sites=[[site(3)], [site(1)]], first=1)

    assert position.asked == [(1, "plan"), (0, "plan")]
    assert all(prompt.simultaneous for prompt in RULES.prompts(position.state))


def test_a_plan_is_known_to_its_owner_alone_until_all_are_there():
    position = plans("T1 A1", "F1 T2 A2", sites=[[site(3)], [site(9)]]).builds(0, *pieces(3, *TWO))

    assert position.did == (
        PlanConfirmed(turn=2, seat=0),
        PlanKept(turn=2, seat=0, audience=(0,), sections=("3/side_2", "3/gable_1")),
    )
    views = [RULES.view(position.state, seat) for seat in (0, 1, None)]
    assert [view.plan for view in views] == [("3/side_2", "3/gable_1"), None, None]
    assert [[firm.planned for firm in view.firms] for view in views] == [[True, False]] * 3
    assert built(position.state, 0, 3) == ()
    assert position.builds(1).events_of(Work)[0].seat == 0


def test_buildings_are_shown_in_turn_order_and_idle_workers_named():
    position = plans("T1 A1 A3", "F1 T2 A2", sites=[[site(3)], [site(9)]], first=1).builds(0, *pieces(3, *TWO))
    position = position.builds(1, *pieces(9, "side_1", "gable_1"))

    assert [(event.seat, getattr(event, "section", None)) for event in position.events_of(Work, Idle)] == [
        (1, "side_1"),
        (1, "gable_1"),
        (0, "side_2"),
        (0, "gable_1"),
        (0, None),
    ]
    assert position.events_of(Idle) == [Idle(turn=2, seat=0, workers=("A3",))]


def test_who_can_build_nothing_is_not_asked():
    position = plans("A1", "T2 A2", sites=[[site(3)], [site(3)]])
    assert (position.asked, position.did) == ([(1, "plan")], (PlanConfirmed(turn=2, seat=0, forced=True),))

    assert plans("T1 A1", "", sites=[[site(3, "all")], []]).events_of(PlanConfirmed)[0].forced


def test_an_empty_plan_is_allowed():
    position = plans("T1 A1", sites=[[site(3)]]).builds(0)

    assert position.events_of(Work) == []
    assert position.events_of(Idle) == [Idle(turn=2, seat=0, workers=("T1", "A1"))]


@pytest.mark.parametrize(
    ("sections", "code", "params"),
    [
        (("4/side_1",), "not_your_contract", {"contract": 4}),
        (("3/wall_1_core",), "no_such_section", {"contract": 3, "section": "wall_1_core"}),
        (("3/side_1",), "already_built", {"contract": 3, "section": "side_1"}),
        (("3/gable_2", "3/side_2"), "sections_out_of_order", {}),
        (("3/side_2", "3/side_2"), "sections_out_of_order", {}),
        (("9/side_1", "3/side_2"), "sections_out_of_order", {}),
        (("9/gable_1",), "side_and_gable_first", {"contract": 9, "missing": "side"}),
        (("3/roof_1",), "walls_before_roof", {"contract": 3, "missing": 2}),
        (("3/side_2", "9/side_1", "9/gable_1"), "too_few_workers", {"skill": "F", "needed": 1, "workers": 0}),
        (("3/side_2", "3/gable_2", "3/roof_1"), "too_few_workers", {"skill": "A", "needed": 3, "workers": 2}),
    ],
)  # fmt: skip
def test_a_plan_that_cannot_be_carried_out_is_refused_as_a_whole(sections, code, params):
    position = plans("T1 A1", sites=[[site(3, "side_1", "gable_1"), site(9)]])

    with raises_illegal(code, **params):
        position.builds(0, *sections)
    assert Build(sections) not in position.choices(0, "plan")


def test_a_building_once_begun_goes_on_in_any_order_and_roofs_in_any():
    position = plans("T1 A1", sites=[[site(3, "side_1", "gable_1")]])
    assert built(position.builds(0, "3/side_2").state, 0, 3) == ("side_1", "side_2", "gable_1")

    walls = plans("T1 A1", sites=[[site(3, "side_1", "side_2", "gable_1", "gable_2")]])
    assert built(walls.builds(0, "3/roof_2").state, 0, 3)[-1] == "roof_2"


def test_several_buildings_grow_in_one_round_and_finished_ones_are_paid_once():
    almost = site(9, "side_1", "side_2", "gable_1", "gable_2", "roof_1")
    position = plans("T1 A1 A2", sites=[[site(3), almost]], cash=[9, 9])

    position = position.builds(0, *pieces(3, *TWO), "9/roof_2")

    assert position.events_of(Finished) == [Finished(turn=2, seat=0, contract=9, payment=70)]
    assert position.cash[0] == 9 + 70 - 8
    later = town(phase="plan", round=3, crews=["T1 A1"], sites=[position.state.firms[0].sites], deck=[9])
    assert later.builds(0, "3/side_1").events_of(Finished) == []


def test_a_late_player_builds_the_most_sections():
    position = plans("T1 A1 A2", sites=[[site(9), site(3)]]).default(0)

    assert built(position.state, 0, 3) == ("side_2", "gable_1")
    assert built(position.state, 0, 9) == ()


def test_the_second_wall_goes_on_in_the_round_in_which_the_first_is_completed():
    position = plans("T1 T2 A1 A2", sites=[[site(1, "wall_1_core", "wall_1_back")]])
    position = position.builds(0, *pieces(1, "wall_1_face", "wall_2_core", "wall_2_back"))

    assert len(built(position.state, 0, 1)) == 5
