"""Cases in which this edition once read the text otherwise; numbers continue those of the rules page.

Each case is in our own words and named by its section of the text.
"""

import pytest

from games.catalogue.master_builder.rules import happenings
from games.catalogue.master_builder.rules.events import (
    Borrowed,
    EventsDealt,
    EventTurned,
    ProposalAsked,
    Repaid,
    WagesPaid,
)
from games.catalogue.master_builder.rules.moves import Borrow, Build, PlayEvent, Propose, Repay
from games.catalogue.master_builder.rules.rules import RULES
from games.catalogue.master_builder.rules.types import Options
from games.engine.codec import to_json
from tests.games.catalogue.master_builder.table import pieces, raises_illegal, site, start, town

FIVE = "M1 F1 T5"
"""Wages of 14."""


def owing(cash, loans, crew=FIVE, **more):
    return town(phase="wages", cash=cash, crews=[crew, "A1"], loans=loans, **more)


def test_case_26_phase_5_credit_a_loan_is_given_back_at_any_time_also_while_the_own_wages_are_due():
    position = owing([13, 40], [(1, 0), (1, 0)], deck=[5])
    assert position.asked == [(0, "borrow")]
    assert position.optional == [(0, "repay"), (1, "repay")]

    after = position.play(0, Repay("small"))
    assert after.events_of(Repaid) == [Repaid(turn=2, seat=0, loan="small", amount=13, late=False)]
    assert (after.cash[0], after.asked, after.optional) == (0, [(0, "borrow")], [(1, "repay")])

    paid = after.play(0, Borrow("large"))
    assert paid.events_of(Borrowed, WagesPaid)[-1] == WagesPaid(turn=2, seat=0, amount=14, cash=16)
    assert (paid.state.firms[0].small, paid.state.firms[0].large) == (0, 1)


def test_case_27_phase_5_credit_without_the_money_for_it_nothing_is_given_back():
    position = owing([12, 40], [(1, 0)], deck=[5])

    assert position.optional == []
    with raises_illegal("prompt_closed"):
        RULES.apply(position.state, 0, "repay-1-0", Repay("small"), None)


def test_case_28_phase_5_credit_after_the_deck_the_later_price_counts_while_wages_are_due_too():
    assert owing([14, 40], [(1, 0)], crew="M1 F1 T5 A2").optional == []
    after = owing([15, 40], [(1, 0)], crew="M1 F1 T5 A2 A3").play(0, Repay("small"))

    assert after.events_of(Repaid) == [Repaid(turn=2, seat=0, loan="small", amount=15, late=True)]


def test_case_29_components_twelve_small_loans_are_there_and_the_thirteenth_is_not():
    crew = "M1 M2 M3 M4 M5 A1"
    last = town(phase="wages", players=3, cash=[0, 40, 40], crews=[crew], loans=[(3, 0), (4, 0), (4, 0)])
    assert last.choices(0, "borrow") == [Borrow("small"), Borrow("large")]

    none = last.play(0, Borrow("small"))

    assert none.events_of(Borrowed)[0] == Borrowed(turn=2, seat=0, loan="small", amount=10)
    assert [event.loan for event in none.events_of(Borrowed)[1:]] == ["large"]
    assert sum(firm.small for firm in none.state.firms) == 12


HANDS = [["E04", "E12"], ["E13", "E14"]]


def in_hand(hands, first=0, **more):
    return town(
        phase="events", crews=["T6 T7", "A3"], event="E01", hands=hands, first=first, selective_events=True, deck=[9],
        **more,
    )  # fmt: skip


def test_case_30_variants_selective_events_a_played_event_is_not_replaced():
    after = in_hand(HANDS, refill_events=False).play(0, PlayEvent("E04"))

    assert after.events_of(EventsDealt) == []
    assert after.state.firms[0].events == ("E12",)
    assert after.state.events.back == ("E04",)


def test_case_31_variants_selective_events_when_they_are_played_the_deck_has_the_event():
    after = in_hand([[], ["E13", "E14"]], refill_events=False)

    assert after.events_of(EventTurned) == [EventTurned(turn=2, seat=0, event="E01", number=1)]
    assert after.state.firms[1].events == ("E13", "E14")


@pytest.mark.parametrize("given", [{}, {"refill_events": True}], ids=["as it was", "option"])
def test_case_32_variants_selective_events_the_option_replaces_it_and_so_do_matches_of_before(given):
    after = in_hand(HANDS, **given).play(0, PlayEvent("E04"))

    assert after.state.firms[0].events == ("E12", "E01")


def test_case_33_variants_selective_events_two_are_dealt_at_the_start_either_way():
    for refills in (True, False):
        position = start(3, selective_events=True, refill_events=refills)
        assert [len(each.events) for each in position.events_of(EventsDealt)] == [2, 2, 2]


def planning(**options):
    return town(phase="plan", crews=["T5 A6 A7"], sites=[[site(3)]], **options)


def test_case_34_phase_4_a_proposal_is_there_only_where_the_session_has_it_and_once_a_round():
    with raises_illegal("no_proposal"):
        planning().play(0, Propose())
    assert Propose() not in planning().choices(0, "plan")

    asked = planning(proposal=True).play(0, Propose())

    assert asked.events_of(ProposalAsked) == [ProposalAsked(turn=2, seat=0, audience=(0,))]
    assert (asked.asked, asked.state.proposed) == ([(0, "plan")], (0,))
    assert RULES.view(asked.state, 0).proposed
    assert not RULES.view(asked.state, 1).proposed
    with raises_illegal("no_proposal"):
        asked.play(0, Propose())
    built = asked.play(0, Build(pieces(3, "side_2", "gable_1")))
    assert not built.state.proposed


def test_what_was_recorded_before_these_options_has_the_same_text():
    options = Options(selective_events=True)

    assert b"refill" not in to_json(options)
    assert b"proposal" not in to_json(options)
    assert b"proposed" not in to_json(start(2).state)
    assert options.refills
    assert not happenings.from_hand(start(2).state)
