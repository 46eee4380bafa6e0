"""Cases 13 to 25 of the rules page and its figures; each case is named by its section of the text."""

from collections import Counter

import pytest
from msgspec import structs

from games.catalogue.master_builder.rules.events import EconomyTurned, MatchEnded, WagesPaid
from games.catalogue.master_builder.rules.moves import Answer, Borrow, CloseTalks, Look, Offer, Take
from games.catalogue.master_builder.rules.rules import RULES
from games.catalogue.master_builder.rules.scoring import scores
from games.catalogue.master_builder.rules.types import Lot
from games.engine.draws import LabelledDraws
from tests.games.catalogue.master_builder.table import CLASSIC, Town, built, pieces, raises_illegal, site, start, town


@pytest.mark.parametrize(("players", "revealed"), [(2, 0), (3, 1), (4, 1)])
def test_case_13_phase_2_economy_the_economy_card_reveals_by_number_of_players(players, revealed):
    before = town(phase="hire", players=players, deck=[5, 6, 7, 8])
    state = structs.replace(before.state, economy=("C01",))
    position = Town(state)
    for _ in range(3):
        position = position.passes(*range(players))

    assert position.events_of(EconomyTurned) == [EconomyTurned(turn=2, card="C01", reveal=revealed)]
    assert position.state.deck_left == 4 - revealed


def test_case_14_phase_2_economy_when_the_last_card_of_the_deck_is_revealed_loans_cost_more():
    before = town(phase="hire", players=4, deck=[5, 6, 7], loans=[(1, 1)])
    position = Town(structs.replace(before.state, economy=("C10",)))
    for _ in range(3):
        position = position.passes(0, 1, 2, 3)

    assert (position.lots, position.state.deck_left) == ([5, 6, 7], 0)
    assert scores(before.state)[0] == 40 - 13 - 38
    assert scores(position.state)[0] == 40 - 15 - 40


def short(cash, crew="M1 F1 T5", **extra):
    return town(phase="wages", cash=[cash, 40], crews=[crew], **extra)


def test_case_15_phase_5_credit_who_cannot_pay_the_wages_must_borrow_and_nobody_else_may():
    position = short(6)
    assert (position.wages[0], position.asked) == (14, [(0, "borrow")])

    small, large = position.play(0, Borrow("small")), position.play(0, Borrow("large"))

    assert (small.cash[0], small.state.firms[0].small) == (2, 1)
    assert (large.cash[0], large.state.firms[0].large) == (22, 1)
    assert short(14).cash[0] == 0
    assert (short(14).asked, short(14).state.round) == ([(1, "hire")], 3)


def test_case_16_phase_5_credit_every_mixture_of_loans_can_be_reached_one_at_a_time():
    position = short(0, "M1 M2 M3 M4 M5 A1")
    assert position.wages[0] == 30

    one = position.play(0, Borrow("small"))
    assert (one.cash[0], one.asked) == (10, [(0, "borrow")])

    def loans(*kinds):
        after = position
        for kind in kinds:
            after = after.play(0, Borrow(kind))
        return after.cash[0], after.state.firms[0].small, after.state.firms[0].large

    assert loans("small", "large") == (10, 1, 1)
    assert loans("large") == (0, 0, 1)
    assert loans("small", "small", "small") == (0, 3, 0)


@pytest.mark.parametrize(("deck", "score"), [([5], -1), ([], -5)])
def test_case_17_end_open_loans_are_taken_off_at_the_end(deck, score):
    position = town(phase="wages", round=6, cash=[50, 40], loans=[(1, 1)], deck=deck)

    assert position.events_of(MatchEnded)[0].scores == (score, 40)
    assert RULES.result(position.state).places == (2, 1)


def test_case_18_end_unfinished_contracts_bring_their_payment_less_twenty_a_section_but_never_less_than_nothing():
    sites = [
        [site(11, "side_1", "side_2", "gable_1", "gable_2")],
        [site(1, "wall_1_core", "wall_1_face", "wall_1_back")],
        [site(12)],
        [site(8, "side_1", "side_2", "gable_1", "gable_2", "roof_1")],
    ]
    position = town(phase="wages", players=4, round=6, cash=[0, 0, 0, 0], sites=sites)

    assert position.events_of(MatchEnded)[0].unfinished == (70, 0, 0, 72)


@pytest.mark.parametrize(("sold", "rounds"), [(4, 5), (3, 4), (5, 6)])
def test_case_19_end_when_all_contracts_are_sold_one_round_more_is_played_without_a_market(sold, rounds):
    position = town(phase="contracts", round=sold, lots=[1], event="E12").nominates(0, 1, 2).passes(1)
    assert position.state.last_round == rounds

    seen = Counter()
    while position.asked:
        seat, kind = position.asked[0]
        seen[position.state.round, kind] += 1
        position = position.default(seat)
        seen.update(type(event) for event in position.did)

    assert position.state.round == rounds
    assert {kind for number, kind in (key for key in seen if isinstance(key, tuple)) if number > sold} == {"hire"}
    assert seen[WagesPaid] == 2 * (rounds - sold)
    assert seen[EconomyTurned] == 0


def test_case_20_phase_5_wages_raises_may_take_the_wages_past_thirty_but_thirty_are_due_and_nobody_is_hired():
    crew = "M1 M2 F1 F2 T1 T2"
    position = town(phase="events", crews=[crew], event="E12", round=2)
    assert (position.wages[0], position.crew(0)) == (34, "M1:7 M2:7 F1:6 F2:6 T1 T2")
    assert (position.cash[0], position.state.round) == (10, 3)

    position = position.passes(1)
    assert {type(move).__name__ for move in position.choices(0, "hire")} == {"Fire", "Pass"}
    with raises_illegal("wages_over_limit", wages=36, limit=30):
        town(phase="hire", crews=["M1:7 M2:7 F1:6 F2:6 T1 T2"], tops="A1").hire(0, "A")

    assert position.fire(0, "T1").passes(1).fire(0, "F1").wages[0] == 24


@pytest.mark.parametrize(
    ("crew", "picks"), [("M1 F1 T1 A1 A2", 10), ("A1", 0), ("", 0)], ids=["five workers", "one", "none"]
)
def test_case_21_phase_3_a_fire_takes_any_two_workers_of_the_owners_choice(crew, picks):
    position = town(phase="events", crews=[crew], sites=[[site(3)]], event="E02")

    if not picks:
        assert (0, "choose") not in position.asked
        return
    assert len(position.choices(0, "choose")) == picks
    after = position.chooses(0, "F1", "A2")
    assert after.crew(0) == "M1 F1! T1 A1 A2!"


def test_case_21_phase_3_a_fair_keeps_the_negligent_away_who_are_paid_and_back_afterwards():
    position = town(phase="events", crews=["T2 A1 T1"], sites=[[site(3)]], event="E01")
    assert position.crew(0) == "T2! A1 T1"

    after = position.builds(0, *pieces(3, "side_2", "gable_1"))

    assert (after.crew(0), after.cash[0]) == ("T2 A1 T1", 40 - 10)
    with raises_illegal("too_few_workers", skill="T", needed=2, workers=1):
        position.builds(0, *pieces(3, "side_2", "gable_1", "gable_2"))


def test_case_22_phase_3_a_raise_is_granted_or_the_worker_leaves():
    position = town(phase="events", crews=["F3 A4"], event="E03", first=1)
    assert position.asked == [(0, "choose")]

    after = position.chooses(0, "F3")

    assert (after.crew(0), after.wages[0]) == ("F3:6", 6)
    assert after.stack("A")[-1] == "A4"
    assert after.hire(0, "F").wages[0] == 11


def test_case_23_phase_3_who_can_pay_for_one_master_only_has_the_other_away():
    sites = [[site(12, "wall_1_core", "wall_1_face")]]
    position = town(phase="events", crews=["M1 M2"], cash=[3, 40], sites=sites, event="E15")

    with raises_illegal("price_over_cash", price=4, cash=3):
        position.chooses(0, "M1", "M2")
    after = position.chooses(0, "M2")

    assert (after.crew(0), after.cash[0], after.state.bank) == ("M1! M2", 1, position.state.bank + 2)


def test_case_24_variants_renting_a_rented_worker_is_the_renters_for_one_construction_and_the_owner_pays_the_wage():
    position = town(
        phase="rent", crews=["A1", "T1"], sites=[[site(3)]], cash=[10, 10], rent_workers=True, first=0, round=2
    )
    assert set(position.asked) == {(0, "rent"), (1, "rent")}

    position = position.play(1, Offer("T1", 0, 2)).play(0, Answer("accept", "T1", 0, 2))
    assert position.cash == (8, 12)
    position = position.play(0, CloseTalks())
    after = position.builds(0, *pieces(3, "side_2", "gable_1"))

    assert built(after.state, 0, 3) == ("side_2", "gable_1")
    assert after.cash == (8 - 2, 12 - 4)
    assert (after.crew(0), after.crew(1), after.state.rentals) == ("A1", "T1", ())


def test_case_25_variants_choosing_one_may_pay_to_look_through_a_stack_and_take_any_worker_of_it():
    position = start(2, choose_worker=True)
    position = position.play(0, Look("A"))
    order = RULES.view(position.state, 0).looking
    assert (position.cash[0], sorted(order), position.asked) == (39, sorted(position.stack("A")), [(0, "take")])

    after = position.play(0, Take("A12"))

    assert (after.crew(0), after.wages[0]) == ("A12", 1)
    assert after.stack("A") == tuple(worker for worker in order if worker != "A12")


def test_the_figures_of_the_classic_scenario_are_those_of_the_rules_page():
    found = [
        (contract.number, contract.payment, contract.min_bid, *manpower(contract)) for contract in CLASSIC.contracts
    ]
    quirks = Counter(quirk for worker in CLASSIC.workers for quirk in worker.quirks)

    assert found == [
        (1, 48, 2, 0, 0, 2, 4), (2, 54, 3, 0, 2, 1, 3), (3, 56, 4, 0, 0, 3, 4), (4, 60, 5, 0, 1, 4, 2),
        (5, 75, 7, 0, 3, 3, 2), (6, 78, 8, 1, 2, 3, 2), (7, 68, 5, 0, 2, 2, 4), (8, 92, 9, 1, 3, 4, 0),
        (9, 70, 6, 0, 2, 2, 4), (10, 84, 10, 2, 2, 2, 2), (11, 110, 14, 3, 3, 2, 1), (12, 96, 10, 2, 4, 0, 2),
    ]  # fmt: skip
    assert quirks == {"S": 15, "D": 14, "W": 15, "N": 15, "H": 15}
    assert [sum(card.reveal[i] for card in CLASSIC.economy) * 5 / 11 for i in range(3)] == pytest.approx(
        [5.0, 8.2, 8.6], abs=0.05
    )
    assert Counter(worker.skill for worker in CLASSIC.workers) == {"M": 8, "F": 9, "T": 10, "A": 13}


def manpower(contract):
    asked = Counter(skill for section in contract.sections for skill in section.needs)
    return tuple(asked[skill] for skill in "MFTA")


def test_the_first_player_is_drawn_unless_an_option_names_one():
    drawn = {RULES.setup(CLASSIC, start().state.options, 4, LabelledDraws(bytes([n]))).state.first for n in range(9)}
    free = structs.replace(start().state.options, first_player=None)

    assert drawn == {0}
    assert {RULES.setup(CLASSIC, free, 4, LabelledDraws(bytes([n]))).state.first for n in range(40)} == {0, 1, 2, 3}


def test_two_players_leave_four_contracts_out_and_reveal_three():
    position = start(2)
    while position.state.phase == "hire":
        position = position.default(position.asked[0][0])

    assert (len(position.lots), position.state.deck_left, len(position.state.deck)) == (3, 5, 9)
    assert all(lot == Lot(lot.contract) for lot in position.state.lots)
