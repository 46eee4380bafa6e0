"""The cases of the rules page, by number."""

from collections import Counter

import pytest
from msgspec.structs import replace

from games.catalogue.domego.rules.events import ActivityEnded, Allocated, Bankrupt, ContractDrawn, Paid
from games.catalogue.domego.rules.moves import Accept, Allocate, BreakOff, Buy
from games.catalogue.domego.rules.rules import RULES
from games.catalogue.domego.rules.sheet import Goals
from games.catalogue.domego.rules.types import Options
from games.engine.codec import state_hash, to_json
from games.engine.draws import FastDraws, LabelledDraws
from games.engine.playout import playout
from games.engine.registry import load
from games.engine.replay import SeedFrom, fold
from tests.games.catalogue.domego.table import CLASSIC, domego, raises_illegal

BANKRUPT_STRUCTURE = {"structure_stock": 0, "structure_money": 13}


def test_case_1_owner_places_one_required_three_for_two_cards_and_three_for_five_days():
    table = domego(activity=4, phase="allocation", owner_stock=10).place("owner", risk_tier=2, delay_tier=2)

    assert table.events_of(Allocated) == [
        Allocated(1, 7, 0, 0, 2, 2, 2, 5, money=150, stock=3, turn=4, seat=0),
    ]
    assert table.state.drawn[3] == ()
    assert table.counters == (10, 7, 0)


def test_case_2_tiers_are_totals_three_cubes_give_five_days_and_not_six():
    table = domego(activity=4, phase="allocation", owner_stock=10, deck={4: ["04-05", "04-04"]})

    assert table.place("owner", delay_tier=2).events_of(ActivityEnded)[0].fewer_days == 5


def test_case_3_owner_with_150k_accepts_97k():
    table = domego(activity=3).offer("owner>architect", by="architect", price=97)

    table = table.talk("owner>architect", by="owner", move=Accept(97))

    assert table.money("owner", "architect") == (53, 127)
    assert (table.firm("owner").failed, table.firm("architect").failed) == (0, 0)
    assert table.events_of(Paid) == [Paid(1, 97, 0, turn=3, seat=0)]


@pytest.mark.parametrize(("which", "price"), [("low", 80), ("high", 115)])
@pytest.mark.parametrize("by", ["owner", "architect"])
def test_case_4_breaking_off_gives_both_a_token_and_a_standard_contract_is_drawn(which, price, by):
    table = domego(activity=3, contracts={"owner>architect": which})

    table = table.talk("owner>architect", by=by, move=BreakOff())

    assert (table.firm("owner").failed, table.firm("architect").failed) == (1, 1)
    assert table.money("owner", "architect") == (150 - price, 30 + price)
    assert table.events_of(ContractDrawn) == [ContractDrawn(0, 1, price, which, turn=3, seat=0)]


def test_case_4_low_and_high_contracts_are_drawn_about_equally_often():
    state = domego(activity=3).state

    prices = Counter(
        RULES.apply(
            state, 0, "activity-3/negotiate/owner>architect", BreakOff(), LabelledDraws(bytes([i // 256, i % 256]))
        ).state.prices[0]
        for i in range(1000)
    )

    assert sorted(prices) == [80, 115]
    assert 450 <= prices[80] <= 550


def test_case_5_an_architect_that_pays_its_last_kopec_is_not_bankrupt():
    high = dict.fromkeys(["architect>structure", "architect>fitout", "architect>engineer"], "high")
    table = domego(activity=3, contracts=high).talk("owner>architect", by="owner", move=BreakOff())
    assert table.money("architect") == (110,)

    table = table.skip_to(4).default("architect>")

    assert table.money("architect", "structure", "fitout", "engineer") == (0, 80, 70, 40)
    assert (table.firm("architect").bankruptcies, table.firm("architect").failed) == (0, 4)


def test_case_6_accepting_a_price_the_payer_no_longer_has_is_refused_and_changes_nothing():
    table = domego(activity=3, owner_money=45).offering("owner>architect", by="architect", price=60)
    before = to_json(table.state)

    with raises_illegal("price_over_money", price=60, money=45, payer=0):
        table.talk("owner>architect", by="owner", move=Accept(60))

    assert to_json(table.state) == before


def test_case_7_a_second_purchase_at_1k_is_refused():
    table = domego(activity=5).buy("architect", 10)

    with raises_illegal("prompt_closed"):
        table.buy("architect", 1)

    assert (table.firm("architect").money, table.firm("architect").stock) == (20, 10)


def test_case_8_activity_1_with_the_second_risk_tier():
    table = domego(activity=1).buy("owner", 10).place("owner", risk_tier=2)

    assert table.state.drawn == ((),)
    assert table.counters == (2, 4, 0)


def test_case_9_structure_that_cannot_reach_its_seven_cubes_goes_bankrupt():
    table = domego(activity=10, architect_stock=1, inspector_stock=2, architect_money=50, **BANKRUPT_STRUCTURE)

    assert (table.firm("structure").money, table.firm("structure").stock) == (7, 0)
    assert table.firm("structure").bankruptcies == 1
    assert table.money("architect") == (43,)
    assert table.events_of(Bankrupt) == [Bankrupt("required", 13, 0, 1, 7, 0, turn=10, seat=4)]
    assert [role for role, _ in table.keys] == ["architect", "inspector"]

    assert table.place("architect").place("inspector").events_of(ActivityEnded)[0].placed == 10


def test_case_10_an_architect_that_cannot_pay_for_the_new_firm_goes_bankrupt_too():
    table = domego(activity=10, architect_stock=1, architect_money=5, inspector_stock=2, **BANKRUPT_STRUCTURE)

    assert table.money("structure", "architect", "owner") == (7, 10, 140)
    assert (table.firm("structure").bankruptcies, table.firm("architect").bankruptcies) == (1, 1)
    assert table.events_of(Bankrupt) == [
        Bankrupt("required", 13, 0, 1, 7, 2, turn=10, seat=4),
        Bankrupt("replacement", 0, 1, 0, 10, 0, turn=10, seat=1),
    ]


def test_case_11_a_bankrupt_owner_receives_20k_and_nobody_pays():
    table = domego(activity=2, owner_money=1, owner_stock=0)

    assert table.money("owner", "architect", "engineer") == (20, 30, 20)
    assert table.events_of(Bankrupt) == [Bankrupt("required", 1, 0, None, 20, 20, turn=2, seat=0)]


def test_case_12_bank_withdraws_with_the_owner_at_9k():
    table = domego(activity=2, owner_money=9, owner_stock=1, deck={2: ["02-01", "02-05"]}).place("owner")

    assert table.money("owner") == (20,)
    assert table.events_of(Bankrupt) == [Bankrupt("card", 9, 0, None, 20, 20, turn=2, seat=0)]
    assert table.counters == (15, 1, 2)


def test_case_13_a_delay_on_activity_12_drawn_in_activity_1_moves_the_counter_only_then():
    table = domego(activity=1, deck={1: ["01-04", "01-05"]}).buy("owner", 10).place("owner")
    assert table.counters == (2, 1, 2)

    stocks = {f"{role}_stock": 9 for role in ("owner", "architect", "engineer", "inspector", "structure", "fitout")}
    table = table.skip_to(12, **stocks).default("allocate")

    ended = table.events_of(ActivityEnded)[0]
    own_days = sum(
        effect.amount
        for card in table.state.decks[11]
        for effect in card.effects
        if card.id in table.state.drawn[11] and effect.op == "delay"
    )
    assert ended.card_days == 10 + own_days
    assert table.state.delay == 2 + 30 + 10 + own_days


def test_case_14_novice_architect_in_activity_5_adds_a_card_to_activities_6_and_7():
    table = domego(activity=5, phase="allocation", deck={5: ["05-02", "05-05", "05-01"]}, architect_stock=3)

    table = table.place("architect", risk_tier=1).place("engineer", buy=3, risk_tier=1).place("inspector", buy=1)

    assert table.state.drawn[4] == ("05-02",)
    assert table.state.added == (0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0)


def test_case_15_clever_idea_in_activity_6_makes_it_12_days():
    table = domego(activity=6, deck={6: ["06-06", "06-04"]}, owner_stock=1, architect_stock=4)

    table = table.place("owner").place("architect", risk_tier=1)

    assert table.state.drawn[5] == ("06-06", "06-04")
    assert table.events_of(ActivityEnded)[0].days == 12


def test_case_16_reductions_larger_than_the_slots_draw_no_card():
    added = (0, 0, 0, 0, -2, 0, 0, 0, 0, 0, 0, 0)
    table = domego(activity=5, phase="allocation", added=added, architect_stock=3, engineer_stock=3, inspector_stock=3)

    table = table.place("architect", risk_tier=1).place("engineer", risk_tier=1).place("inspector", risk_tier=1)

    assert table.state.drawn[4] == ()
    assert table.counters == (5, 9, 0)


def test_case_17_cost_is_placed_plus_cubes_and_k_paid_to_risks():
    table = domego(activity=9, deck={9: ["09-02"]}, structure_stock=13, architect_stock=1)

    table = table.place("architect").place("structure", risk_tier=3, delay_tier=1)

    ended = table.events_of(ActivityEnded)[0]
    assert (ended.placed, ended.card_cubes, ended.card_k, ended.cost) == (13, 1, 0, 14)
    assert (ended.base_days, ended.fewer_days, ended.card_days, ended.days) == (50, 1, 2, 51)
    assert (ended.cards, ended.before, ended.after) == (1, Goals(0, 0, 0), Goals(51, 14, 1))


def ended(**given):
    """A match whose last activity is played without a card and without any change of money or cubes."""
    table = domego(activity=12, **given)
    return RULES.result(replace(table.state, phase="over", placed=()))


FINAL = {"delay": 370, "cost": 130, "failures": 18}


def test_case_18_owner_has_10_points_for_days_2_for_failures_and_6_of_profit():
    assert ended(**FINAL, owner_money=21).scores[0] == 10 + 2 + 6


def test_case_19_architect_has_5_points_for_both_targets_12_of_profit_and_2_for_failures():
    assert ended(**FINAL, architect_money=42).scores[1] == 5 + 12 + 2


@pytest.mark.parametrize(("bankruptcies", "score"), [(0, 4), (1, -6)])
def test_case_20_a_loss_is_worth_nothing_and_a_bankruptcy_10_points_less(bankruptcies, score):
    assert ended(**FINAL, engineer_money=17, engineer_bankruptcies=bankruptcies).scores[2] == score


def test_case_21_replaying_a_match_gives_the_same_states_events_and_scores():
    seed, moves, told = bytes(range(32)), [], []
    start = RULES.setup(CLASSIC, Options(), 6, LabelledDraws(seed))
    bots = [load("domego").bot("balanced")] * 6

    def keep(played):
        moves.append((played.seat, played.key, played.move))
        told.append((state_hash(to_json(played.state)), played.events))

    end = playout(RULES, start, bots, LabelledDraws(seed), bot_draws=FastDraws(1), on_move=keep)
    steps = list(fold(RULES, CLASSIC, Options(), 6, (SeedFrom(0, seed.hex()),), moves))

    assert [(step.state_hash, step.events) for step in steps[1:]] == told
    assert RULES.result(steps[-1].state) == end.result


def test_case_23_three_failures_at_one_deadline_are_settled_in_sheet_order():
    table = domego(activity=4, architect_money=30, contracts={}).default("architect>")
    owner = table.money("owner")

    assert [(drawn.payee, drawn.price) for drawn in table.events_of(ContractDrawn)] == [(4, 25), (5, 20), (2, 10)]
    assert table.events_of(Paid) == [
        Paid(4, 25, 0, turn=4, seat=1),
        Paid(5, 20, 15, turn=4, seat=1),
        Paid(2, 10, 0, turn=4, seat=1),
    ]
    assert table.events_of(Bankrupt) == [Bankrupt("contract", 0, 0, 0, 35, 0, turn=4, seat=1)]
    assert table.money("architect", "structure", "fitout", "engineer") == (25, 55, 50, 30)
    assert (table.firm("architect").bankruptcies, table.firm("architect").failed) == (1, 3)
    assert owner == (150 - 35,)


def test_case_24_accepting_90_after_the_offer_moved_to_95_is_refused():
    table = domego(activity=3).offer("owner>architect", by="architect", price=90)
    table = table.offer("owner>architect", by="architect", price=95)

    with raises_illegal("offer_changed", price=90, offer=95):
        table.talk("owner>architect", by="owner", move=Accept(90))


def test_case_25_others_see_the_old_purse_of_a_hidden_allocation_until_the_activity_resolves():
    table = domego(
        activity=8, phase="allocation", options=Options(hidden_allocations=True), structure_stock=1, fitout_stock=2
    )
    before = table.state.firms[4]

    table = table.place("structure", buy=3, risk_tier=1)

    placement = Allocate(3, 1, 0)
    seen = {seat: RULES.view(table.state, seat) for seat in (None, 0, 1, 2, 3, 4, 5)}
    assert [seen[seat].firms[4] == before for seat in (None, 0, 1, 2, 3, 5)] == [True] * 6
    assert [seen[seat].placed for seat in (None, 0, 1, 2, 3, 5)] == [(None, None)] * 6
    assert (seen[4].firms[4].money, seen[4].firms[4].stock, seen[4].placed) == (24, 0, (placement, None))
    assert [event.audience for event in table.events] == [(4,)]

    after = table.place("fitout")
    assert RULES.view(after.state, 0).firms[4].money == 24 - 2 * sum(
        event.bought for event in after.events if type(event).__name__ == "EffectApplied" and event.seat == 4
    )


def test_a_purchase_beyond_the_purse_is_refused():
    with raises_illegal("quantity_over_money", quantity=31, price=1, money=30):
        domego(activity=5).buy("architect", 31)


def test_an_answer_of_another_kind_is_refused():
    with raises_illegal("wrong_move", kind="allocate"):
        domego(activity=9, structure_stock=9).play("activity-9/allocate/structure", by="structure", move=Buy(1))
