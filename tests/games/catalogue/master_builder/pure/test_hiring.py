"""Phase 1: hiring and dismissing workers, lists of wishes, and looking through a stack."""

import pytest

from games.catalogue.master_builder.rules.events import Hired, HirePassed, Left, StackPaid, StackSeen, WishesLeft
from games.catalogue.master_builder.rules.moves import Fire, Hire, Look, Pass, Take, Want, Wish
from games.catalogue.master_builder.rules.rules import RULES
from tests.games.catalogue.master_builder.table import raises_illegal, start, town


def hiring(crews=(), tops="", **extra):
    return town(phase="hire", crews=crews, tops=tops, deck=[9], **extra)


def wants(*words):
    """Wishes in short: `"M4"` or `"F"` to hire, `"-T1"` to dismiss, `"."` to pass."""
    found = []
    for word in words:
        if word == ".":
            found.append(Want("pass"))
        elif word.startswith("-"):
            found.append(Want("fire", worker=word[1:]))
        elif len(word) == 1:
            found.append(Want("hire", skill=word))
        else:
            found.append(Want("hire", worker=word))
    return Wish(tuple(found))


def test_in_the_draft_each_takes_a_top_worker_in_turn_and_nobody_passes():
    position = hiring(round=1, tops="M4 F4 T5 A6")
    assert position.choices(0, "draft") == [Hire("A"), Hire("T"), Hire("F"), Hire("M")]
    for move in (Pass(), Fire("M1")):
        with raises_illegal("draft_is_for_hiring"):
            position.play(0, move)

    after = position.hire(0, "M")

    assert after.did == (Hired(turn=1, seat=0, worker="M4", wage=5, wages=5, top="M1"),)
    assert (after.asked, after.crew(0)) == ([(1, "draft")], "M4")


def test_the_draft_goes_five_times_round():
    position = start(3)
    for _ in range(15):
        position = position.default(position.asked[0][0])

    assert [len(firm.crew) for firm in position.state.firms] == [5, 5, 5]
    assert position.state.phase == "contracts"


def test_the_next_card_of_a_stack_shows_at_once():
    position = start(2)
    second = position.hire(0, "F").events_of(Hired)[0].top

    assert position.hire(0, "F").hire(1, "F").crew(1) == second


def test_an_empty_stack_cannot_be_chosen():
    masters = "M1 M2 M3 M4 M5"
    position = hiring(crews=[masters, "M6 M7 M8"], round=2)

    with raises_illegal("empty_stack", skill="M"):
        position.fire(0, "M1").hire(1, "M").hire(0, "M")
    assert Hire("M") not in position.choices(0, "hire")


def test_a_fired_worker_goes_under_the_stack_at_the_printed_wage():
    position = hiring(crews=["M1:8 T1"], tops="M4").fire(0, "M1")

    assert position.did == (Left(turn=2, seat=0, worker="M1", why="fired", wages=4, top="M4"),)
    assert position.stack("M")[-1] == "M1"
    masters = " ".join(f"M{n}" for n in range(2, 9))
    alone = town(phase="hire", players=4, crews=["M1:8", masters], deck=[9]).fire(0, "M1")
    assert alone.events_of(Left)[0].top == "M1"
    assert alone.passes(1).hire(2, "M").wages[2] == 6


def test_three_times_round_one_may_hire_or_fire_or_pass_and_a_pass_does_not_bind():
    position = hiring(crews=["A1", "A2"], tops="T5 F4")
    position = position.passes(0).fire(1, "A2").hire(0, "F").passes(1)

    assert position.asked == [(0, "hire")]
    position = position.hire(0, "T").passes(1)
    assert (position.crew(0), position.crew(1)) == ("A1 F4 T5", "")
    assert (position.state.round, position.state.phase) != (2, "hire")


def test_only_own_workers_can_be_fired():
    with raises_illegal("not_your_worker", worker="A2"):
        hiring(crews=["A1", "A2"]).fire(0, "A2")


def test_who_can_do_nothing_is_passed_over():
    rich = "M1:15 M2:15"
    position = hiring(crews=["", rich], tops="A1")

    assert position.passes(0).asked == [(1, "hire")]
    everybody = " ".join(f"M{n}" for n in range(1, 9))
    nothing = town(phase="hire", players=2, round=1, crews=[everybody + ":9"], deck=[9])
    assert nothing.events_of(HirePassed)[0] == HirePassed(turn=1, seat=0, forced=True)
    assert nothing.asked == [(1, "draft")]


def test_a_list_of_wishes_is_played_when_the_turn_comes_the_first_that_is_possible():
    position = hiring(tops="M4 F4").play(1, wants("M5", "F", "M4", "."))
    assert position.did == (WishesLeft(turn=2, seat=1, audience=(1,), wishes=wants("M5", "F", "M4", ".").wishes),)

    position = position.hire(0, "M")
    assert [(type(event), event.seat) for event in position.did] == [(Hired, 0), (Hired, 1)]
    assert (position.crew(1), position.asked) == ("F4", [(0, "hire")])
    assert position.state.firms[1].wishes == wants("M5", "M4", ".").wishes

    position = position.passes(0)
    assert position.events_of(HirePassed) == [HirePassed(turn=2, seat=0), HirePassed(turn=2, seat=1)]
    assert (position.crew(1), position.asked) == ("F4", [(0, "hire")])


def test_when_no_wish_is_possible_the_player_is_asked():
    position = hiring(crews=["", "A1"], tops="M4").play(1, wants("M5", "-T1", "-A1"))

    position = position.passes(0)
    assert position.crew(1) == ""
    assert position.passes(0).asked == [(1, "hire")]


def test_wishes_of_the_player_whose_turn_it_is_are_played_at_once():
    position = hiring(crews=["A1"], tops="T5").play(0, wants("-A1", "T5", "."))

    assert (position.crew(0), position.asked) == ("", [(1, "hire")])
    assert position.passes(1).crew(0) == "T5"


def test_a_new_list_replaces_the_old_one_and_an_empty_one_takes_it_back():
    position = hiring(tops="M4").play(1, wants("M4"))

    assert position.play(1, wants("T")).state.firms[1].wishes == wants("T").wishes
    assert position.play(1, Wish()).passes(0).asked == [(1, "hire")]


def test_wishes_that_break_a_rule_are_not_played():
    draft = hiring(round=1, tops="M4").play(1, wants(".", "-A1"))
    assert draft.hire(0, "M").asked == [(1, "draft")]
    full = hiring(crews=["", "M1 M2 M3 F1 T2"], tops="T1").play(1, wants("T1", "T"))
    assert full.passes(0).asked == [(1, "hire")]
    assert hiring().play(1, Wish((Want("hire"), Want("fire")))).passes(0).asked == [(1, "hire")]


def test_wishes_end_with_the_phase_and_nobody_else_sees_them():
    position = hiring(tops="M4").play(1, wants("F1", "F2"))
    assert [RULES.view(position.state, seat).wishes for seat in (0, 1, None)] == [(), wants("F1", "F2").wishes, ()]

    for _ in range(3):
        position = position.passes(0)
        if position.state.phase == "hire" and position.asked == [(1, "hire")]:
            position = position.passes(1)

    assert position.state.firms[1].wishes == ()


def test_a_stack_is_seen_by_the_one_who_pays_and_stays_in_order():
    position = start(2, choose_worker=True).play(0, Look("T"))
    order = position.events_of(StackSeen)[0].workers

    assert position.events_of(StackPaid) == [StackPaid(turn=1, seat=0, skill="T", fee=1, workers=10)]
    assert (position.events_of(StackSeen)[0].audience, position.state.bank) == ((0,), 1)
    assert [RULES.view(position.state, seat).looking for seat in (0, 1, None)] == [order, (), ()]
    assert sorted(order) == sorted(position.stack("T"))
    taken = position.play(0, Take(order[4]))
    assert RULES.view(taken.state, 0).looking == ()
    left = [each for each in order if each != order[4]]
    for seat in (1, 0, 1):
        taken = taken.hire(seat, "T")
        assert taken.events_of(Hired)[0].worker == left.pop(0)


def test_looking_does_not_change_what_comes_next():
    usual, looked = start(2).hire(0, "M"), start(2, choose_worker=True).play(0, Look("F"))
    looked = looked.play(0, Take(RULES.view(looked.state, 0).looking[0]))

    for skill in "MFTA":
        tops = [position.play(1, Hire(skill)).crew(1) for position in (start(2).hire(0, "F"), looked)]
        assert tops[0] == tops[1]
    assert usual.crew(0) == start(2).hire(0, "M").crew(0)


def test_having_paid_one_must_hire_from_that_stack_within_the_limit():
    position = hiring(crews=["M1 M2 M3 F1 T2"], tops="T1", choose_worker=True).play(0, Look("T"))
    assert (position.cash[0], position.asked) == (39, [(0, "take")])

    assert {move.worker for move in position.choices(0, "take")} == {"T5", "T6", "T7", "T8", "T9", "T10"}
    with raises_illegal("wages_over_limit", wages=31, limit=30):
        position.play(0, Take("T1"))
    with raises_illegal("not_in_stack", worker="M4"):
        position.play(0, Take("M4"))
    assert position.default(0).crew(0).endswith("T9")


@pytest.mark.parametrize(
    ("extra", "skill", "code", "params"),
    [
        ({"choose_worker": True, "cash": [0, 40]}, "T", "fee_over_cash", {"fee": 1, "cash": 0}),
        ({}, "T", "no_looking", {}),
        ({"choose_worker": True, "crews": ["M1 M2 M3 M4:9"]}, "M", "wages_over_limit", {"wages": 31, "limit": 30}),
        ({"choose_worker": True, "crews": ["", " ".join(f"M{n}" for n in range(1, 9))]}, "M", "empty_stack",
         {"skill": "M"}),
    ],
    ids=["no money", "not played with", "no room", "nobody there"],
)  # fmt: skip
def test_a_look_that_leads_to_nothing_is_refused(extra, skill, code, params):
    position = hiring(**extra)
    with raises_illegal(code, **params):
        position.play(0, Look(skill))
    assert Look(skill) not in position.choices(0, "hire")


def test_a_late_player_drafts_the_cheapest_and_passes_later():
    assert hiring(round=1, tops="M4 F8 T10 A2").default(0).crew(0) == "A2"
    assert hiring(round=1, tops="M4 F8 T9 A6").default(0).crew(0) == "A6"
    assert hiring(tops="M4").default(0).events_of(HirePassed) == [HirePassed(turn=2, seat=0)]


def test_a_late_player_who_can_only_look_looks():
    position = hiring(round=1, crews=["M1 M2 M3 M7 M8:6 A1"], tops="A2 T1 F1 M4", choose_worker=True)
    assert position.wages[0] == 30

    position = hiring(round=1, crews=["M1 M2 M3 M7 M8:5 A1"], tops="A2 T1 F1 M4", choose_worker=True)
    assert position.choices(0, "draft") == [Look("A")]
    assert position.default(0).asked == [(0, "take")]
