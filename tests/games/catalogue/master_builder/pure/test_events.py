"""Phase 3: effects of events on crews and choices of the owners; events from the hand, and two events in a round."""

import pytest

from games.catalogue.master_builder.rules.events import (
    EventsDealt,
    EventTurned,
    Left,
    MadeUnavailable,
    PaidOff,
    PlanConfirmed,
    RoundBegun,
    WagesRaised,
)
from games.catalogue.master_builder.rules.moves import Choose, PlayEvent
from games.catalogue.master_builder.rules.rules import RULES
from tests.games.catalogue.master_builder.table import CLASSIC, pieces, raises_illegal, site, start, town

WORK = [[site(3)], [site(9)]]


def event(name, *crews, **extra):
    """The position after an event has struck, until somebody must choose; buildings keep the plans waiting."""
    return town(phase="events", crews=crews, event=name, **({"sites": WORK, "deck": [9]} | extra))


def struck(position):
    return [position.crew(seat) for seat in range(position.state.players)]


@pytest.mark.parametrize(
    ("name", "down"),
    [
        ("E01", "M5! M1 F1 F5! T6! T7 A3! A1"),
        ("E04", "M5! M1 F1 F5 T6! T7 A3 A1"),
        ("E05", "M5 M1! F1! F5 T6 T7! A3 A1!"),
        ("E06", "M5 M1 F1 F5 T6 T7! A3 A1"),
        ("E07", "M5 M1 F1 F5! T6 T7 A3 A1"),
        ("E08", "M5 M1 F1 F5 T6! T7! A3 A1"),
        ("E09", "M5! M1 F1 F5! T6 T7 A3 A1"),
        ("E13", "M5 M1 F1 F5 T6 T7! A3 A1!"),
        ("E14", "M5 M1! F1! F5 T6 T7 A3 A1"),
    ],
)
def test_workers_with_a_quirk_and_a_skill_of_the_card_stay_away(name, down):
    position = event(name, "M5 M1 F1 F5 T6 T7 A3 A1", "T1 A4", cash=[90, 90])

    assert position.crew(0) == down
    assert position.state.events.back[-1] == name
    assert position.events_of(EventTurned) == [EventTurned(turn=2, seat=0, event=name, number=1)]


def test_an_owner_chooses_among_those_still_face_up():
    position = event("E02", "M1 F1! T1 A1 A2!", "A3")
    assert position.asked == [(0, "choose")]
    assert position.choices(0, "choose") == [Choose(("M1", "T1")), Choose(("M1", "A1")), Choose(("T1", "A1"))]

    after = position.chooses(0, "T1", "A1")

    assert after.did[:2] == (
        MadeUnavailable(turn=2, seat=0, workers=("T1", "A1"), chosen=True),
        MadeUnavailable(turn=2, seat=1, workers=("A3",), chosen=False),
    )


@pytest.mark.parametrize(
    ("workers", "code", "params"),
    [
        (("M1",), "wrong_number_of_workers", {"workers": 1, "needed": 2}),
        (("M1", "T1", "A1"), "wrong_number_of_workers", {"workers": 3, "needed": 2}),
        (("M1", "F1"), "worker_not_concerned", {"worker": "F1"}),
        (("T1", "M1"), "not_in_order_of_hiring", {}),
        (("M1", "M1"), "not_in_order_of_hiring", {}),
    ],
)
def test_a_choice_that_is_none_is_refused(workers, code, params):
    with raises_illegal(code, **params):
        event("E02", "M1 F1! T1 A1", "").chooses(0, *workers)


def test_owners_choose_in_turn_order():
    position = event("E10", "M1 F1", "T5 A1", first=1)

    assert position.asked == [(1, "choose")]
    position = position.chooses(1, "A1")
    assert position.asked == [(0, "choose")]
    assert position.events_of(Left)[0] == Left(turn=2, seat=1, worker="A1", why="dismissed", wages=3, top="A2")


def test_a_dismissed_worker_may_be_face_down_and_one_of_one_is_not_chosen():
    position = event("E10", "M1! F2", "A1 F1!", cash=[40, 40])
    assert position.events_of(Left) == [Left(turn=2, seat=0, worker="M1", why="dismissed", wages=5, top="M2")]

    assert position.asked == [(1, "choose")]
    assert position.chooses(1, "F1").crew(1) == "A1"
    none = event("E11", "A1", "T1 A3")
    assert none.events_of(Left) == [Left(turn=2, seat=1, worker="A3", why="dismissed", wages=4, top="A2")]


def test_raises_for_all_of_a_skill_need_no_choice():
    position = event("E12", "M1 T1", "F1 A1")

    assert position.events_of(WagesRaised) == [
        WagesRaised(turn=2, seat=0, workers=("M1",), amount=1, wages=11, granted=False),
        WagesRaised(turn=2, seat=1, workers=("F1",), amount=1, wages=8, granted=False),
    ]


def test_a_lean_harvest_raises_all_apprentices_then_asks_whom_to_send():
    position = event("E16", "A1 T1", "A2 A3")

    assert position.crew(0) == "A1:3 T1"
    position = position.chooses(0, "A1").chooses(1, "A3")
    assert position.state.firms[1].wages == 6
    assert position.events_of(MadeUnavailable) == [MadeUnavailable(turn=2, seat=1, workers=("A3",), chosen=True)]


def test_a_raise_may_be_granted_past_the_limit():
    position = event("E03", "M3:9 F3:9 T3:9 A4:3", "").chooses(0, "M3", "F3", "T3", "A4")

    assert (position.crew(0), position.wages[0]) == ("M3:10 F3:10 T3:10 A4:4", 34)


def test_a_late_owner_grants_raises_while_the_wages_stay_within_the_limit():
    assert event("E03", "M3 F3 T3 A4", "").default(0).crew(0) == "M3:7 F3:6 T3:5 A4:3"
    assert event("E03", "M3:12 F3:12 T3 A4", "").default(0).crew(0) == "F3:13 T3:5 A4:3"


def test_masters_are_paid_for_or_stay_away_as_the_purse_allows():
    position = event("E15", "M1 M2! M3", "M4", cash=[5, 1], sites=[[site(12, "wall_1_core", "wall_1_face")]])
    assert position.asked == [(0, "choose")]
    assert len(position.choices(0, "choose")) == 4

    both = position.chooses(0, "M1", "M3")
    assert both.events_of(PaidOff) == [PaidOff(turn=2, seat=0, workers=("M1", "M3"), amount=4)]
    assert both.events_of(MadeUnavailable) == [MadeUnavailable(turn=2, seat=1, workers=("M4",), chosen=False)]
    assert both.cash[0] == 1
    assert position.default(0).events_of(PaidOff)[0].workers == ("M1", "M3")
    none = position.chooses(0)
    assert none.events_of(MadeUnavailable)[0] == MadeUnavailable(turn=2, seat=0, workers=("M1", "M3"), chosen=True)


def test_a_late_owner_loses_the_lowest_then_most_quirks_then_the_dearest():
    assert event("E02", "M1 T1 A1 A6 A11", "").default(0).crew(0) == "M1 T1 A1 A6! A11!"
    assert event("E02", "M1 A1 A2:3 A3", "").default(0).crew(0) == "M1 A1! A2:3! A3"


def test_nothing_happens_to_players_without_a_matching_worker():
    position = event("E12", "T1 A1", "")

    assert [type(each) for each in position.did] == [EventTurned, PlanConfirmed]


def test_players_hold_two_events_that_only_they_know():
    position = start(3, selective_events=True)
    dealt = position.events_of(EventsDealt)

    assert [(each.seat, each.audience, len(each.events)) for each in dealt] == [(s, (s,), 2) for s in range(3)]
    assert len({name for each in dealt for name in each.events}) == 6
    assert [RULES.view(position.state, seat).events for seat in range(3)] == [each.events for each in dealt]
    assert RULES.view(position.state, None).events == ()
    assert [firm.events for firm in RULES.view(position.state, None).firms] == [2, 2, 2]


def test_the_first_player_chooses_the_event_and_draws_another():
    position = event("E01", "T6 T7", "A3", selective_events=True, hands=[["E04", "E12"], ["E13", "E14"]])
    assert position.asked == [(0, "play_event")]
    assert position.choices(0, "play_event") == [PlayEvent("E04"), PlayEvent("E12")]
    with raises_illegal("event_not_in_hand", event="E13"):
        position.play(0, PlayEvent("E13"))

    after = position.play(0, PlayEvent("E04"))

    assert after.did[0] == EventTurned(turn=2, seat=0, event="E04", number=1, from_hand=True)
    assert after.events_of(MadeUnavailable) == [MadeUnavailable(turn=2, seat=0, workers=("T6",), chosen=False)]
    assert after.events_of(EventsDealt) == [EventsDealt(turn=2, seat=0, audience=(0,), events=("E01",))]
    assert after.state.firms[0].events == ("E12", "E01")
    assert after.state.events.back == ("E04",)
    assert position.default(0).state.firms[0].events == ("E12", "E01")


def test_a_played_event_waits_for_its_owners_before_the_next_card_is_drawn():
    position = event("E01", "T6 T7 A1", "A3", selective_events=True, hands=[["E02", "E12"], ["E13", "E14"]])
    position = position.play(0, PlayEvent("E02"))

    assert (position.asked, position.state.firms[0].events) == ([(0, "choose")], ("E12",))
    assert position.chooses(0, "T6", "A1").state.firms[0].events == ("E12", "E01")


def test_two_events_happen_one_after_the_other():
    position = event("E12", "M1 T1 A1", "T5", extra_events=True)

    turned = position.events_of(EventTurned)
    assert [each.number for each in turned] == [1, 2]
    assert turned[0].event == "E12"
    assert len(position.state.events) == 16


def test_with_both_variants_the_first_event_is_from_the_hand_and_the_second_from_the_deck():
    position = event(
        "E01", "T6", "T7", selective_events=True, extra_events=True, hands=[["E04", "E12"], ["E13", "E14"]]
    )
    turned = position.play(0, PlayEvent("E12")).events_of(EventTurned)

    assert [(each.number, each.from_hand) for each in turned] == [(1, True), (2, False)]
    assert turned[0].event == "E12"
    assert turned[1].event != "E01"


def test_workers_are_back_after_construction():
    position = event("E05", "M1 T1 A1 A2", "T7")
    assert struck(position) == ["M1! T1 A1! A2", "T7!"]

    after = position.builds(0, *pieces(3, "side_2", "gable_1"))

    assert struck(after) == ["M1 T1 A1 A2", "T7"]
    assert after.events_of(RoundBegun) == [RoundBegun(turn=3, seat=1)]


def test_every_event_can_be_executed_by_those_who_let_deadlines_pass():
    for card in CLASSIC.events:
        position = event(card.id, "M1 M5 F5 T6 T7 A3 A4 A11", "M2 M8 F8 T9 A5 A13", cash=[60, 60])
        while position.asked and position.asked[0][1] == "choose":
            position = position.default(position.asked[0][0])
        assert card.id in position.state.events.back
