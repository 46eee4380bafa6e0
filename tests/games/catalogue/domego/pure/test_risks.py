"""Risk cards, bankruptcies that they cause, and the balance."""

from games.catalogue.domego.rules.events import (
    ActivityEnded,
    Bankrupt,
    CardDrawn,
    CardsDue,
    EffectApplied,
    EffectDeferred,
)
from games.catalogue.domego.rules.types import Waiting
from tests.games.catalogue.domego.table import domego


def test_cubes_for_a_card_come_from_stock_and_the_rest_is_bought_at_2k():
    table = domego(activity=6, deck={6: ["06-03", "06-04"]}, owner_stock=2, owner_money=9, architect_stock=4)

    table = table.place("owner").place("architect", risk_tier=1)

    assert (table.firm("owner").money, table.firm("owner").stock) == (7, 0)
    assert table.events_of(EffectApplied) == [
        EffectApplied("06-03", 6, "delay", 2, turn=6),
        EffectApplied("06-03", 6, "resources", 2, "done", 2, 2, 4, turn=6, seat=1),
        EffectApplied("06-03", 6, "resources", 2, "done", 2, 1, 2, turn=6, seat=0),
    ]
    assert table.events_of(ActivityEnded)[0].cost == 5 + 4


def test_cards_are_drawn_by_number_and_told_by_id():
    table = domego(activity=6, deck={6: ["06-06", "06-04"]}, owner_stock=1, architect_stock=4)

    table = table.place("owner").place("architect", risk_tier=1)

    assert table.events_of(CardsDue) == [CardsDue(3, 0, 1, 2, turn=6)]
    assert table.events_of(CardDrawn) == [CardDrawn("06-06", 1, turn=6), CardDrawn("06-04", 2, turn=6)]


def test_an_effect_on_a_later_activity_waits_and_is_paid_before_the_cards_are_drawn():
    table = domego(activity=6, deck={6: ["06-01", "06-04"], 7: ["07-05"]}, owner_stock=2, architect_stock=12)
    table = table.place("owner").place("architect", risk_tier=1)

    assert table.events_of(EffectDeferred) == [
        EffectDeferred("06-01", "resources", 1, 7, turn=6, seat=3),
        EffectDeferred("06-01", "resources", 1, 7, turn=6, seat=2),
    ]
    assert table.state.waiting == (
        Waiting("06-01", 6, "resources", 1, 7, 3),
        Waiting("06-01", 6, "resources", 1, 7, 2),
    )

    table = table.skip_to(7, inspector_stock=9, engineer_stock=9).place("inspector", risk_tier=1)
    table = table.place("engineer", risk_tier=1).place("owner").place("architect", buy=0, risk_tier=1)

    assert table.events_of(EffectApplied)[:2] == [
        EffectApplied("06-01", 6, "resources", 1, "done", 1, turn=7, seat=3),
        EffectApplied("06-01", 6, "resources", 1, "done", 1, turn=7, seat=2),
    ]
    assert table.state.waiting == ()
    assert table.events_of(ActivityEnded)[0].card_cubes == 2


def test_money_received_does_not_lower_the_cost():
    table = domego(activity=1, deck={1: ["01-06", "01-05"]}).buy("owner", 1).place("owner")

    assert table.firm("owner").money == 154
    assert table.events_of(EffectApplied) == [EffectApplied("01-06", 1, "money", 5, k=-5, turn=1, seat=0)]
    assert table.counters == (2, 1, 2)


def test_money_paid_to_a_risk_counts_in_the_cost_by_its_k():
    table = domego(activity=2, deck={2: ["02-01", "02-05"]}, owner_stock=1).place("owner")

    assert (table.firm("owner").money, table.counters) == (140, (15, 1 + 10, 2))


def test_a_payment_that_fails_takes_nothing_and_counts_nothing():
    table = domego(activity=10, deck={10: ["10-03"]}, structure_stock=12, structure_money=1, architect_stock=3)
    table = table.skip_to(10, inspector_stock=4).place("structure", risk_tier=2).place("architect", risk_tier=1)

    table = table.place("inspector")

    assert table.events_of(EffectApplied) == [
        EffectApplied("10-03", 10, "money", -2, "unpaid", turn=10, seat=4),
        EffectApplied("10-03", 10, "resources", 2, "void", turn=10, seat=4),
    ]
    assert table.events_of(Bankrupt) == [Bankrupt("card", 1, 0, 1, 7, 0, turn=10, seat=4)]
    ended = table.events_of(ActivityEnded)[0]
    assert (ended.placed, ended.cost) == (7 + 3 + 2, 12)
    assert (table.firm("structure").money, table.firm("structure").stock) == (7, 0)


def test_a_role_bankrupt_by_a_card_loses_its_delay_reduction_but_no_card_is_added():
    table = domego(activity=9, deck={9: ["09-02"]}, structure_stock=12, structure_money=1, architect_stock=3)

    table = table.place("structure", risk_tier=3, delay_tier=1).place("architect", delay_tier=2)

    ended = table.events_of(ActivityEnded)[0]
    assert (ended.cards, ended.fewer_days, ended.placed) == (1, 3, 5 + 3)
    assert table.firm("structure").bankruptcies == 1


def test_a_second_card_on_a_role_bankrupt_in_this_activity_is_void():
    table = domego(activity=12, deck={12: ["12-02", "12-04"]}, added=(0,) * 11 + (-1,))
    stocks = {"owner_stock": 2, "architect_stock": 5, "fitout_stock": 7, "inspector_stock": 3, "engineer_stock": 1}
    table = table.skip_to(12, structure_stock=3, structure_money=0, **stocks, fitout_money=9)

    table = table.place("owner").place("architect", risk_tier=1).place("fitout", risk_tier=1)
    table = table.place("inspector", risk_tier=1).place("engineer").place("structure")

    assert table.state.drawn[11] == ("12-02",)
    assert table.firm("structure").bankruptcies == 1
    assert table.state.firms[4].money == 0


def test_a_new_firm_inherits_the_effects_that_wait_for_later_activities():
    waiting = (Waiting("07-02", 7, "resources", 2, 10, 4),)
    table = domego(activity=10, phase="special", waiting=waiting, structure_money=13, architect_stock=1)

    assert table.firm("structure").bankruptcies == 1
    table = table.skip_to(10, inspector_stock=2).place("architect").place("inspector")
    assert [told.how for told in table.events_of(EffectApplied) if told.since == 7] == ["void"]

    quiet = {9: ["09-05", "09-03", "09-06", "09-02"]}
    table = domego(activity=9, deck=quiet, waiting=waiting, structure_money=3, architect_stock=1).place("architect")
    assert table.firm("structure").bankruptcies == 1
    assert table.state.waiting == waiting


def test_when_nobody_is_left_to_place_the_activity_resolves_by_itself():
    table = domego(activity=8, phase="allocation", structure_money=0, fitout_money=0, architect_money=100)

    assert (table.state.turn, len(table.state.drawn[7])) == (9, 4)
    assert table.events_of(ActivityEnded)[0].placed == 4
    assert [told.seat for told in table.events_of(Bankrupt)] == [4, 5]


def test_solvency_is_checked_again_after_each_bankruptcy():
    """The architect could place its cube, but not any more once it has paid for the new structural firm."""
    table = domego(activity=9, structure_money=0, architect_money=2 * (7 + 3) + 2 + 1)

    assert [(told.seat, told.cause, told.amount) for told in table.events_of(Bankrupt)] == [
        (4, "required", 22),
        (1, "required", 2 * (1 + 2 + 2) + 3),
    ]


def test_solvency_is_checked_round_after_round_in_seat_order():
    """The architect, who pays 3k for the new design engineer, fails in the next round: after the inspector."""
    table = domego(activity=7, engineer_money=0, inspector_money=0, architect_money=12)

    assert [(told.seat, told.cause) for told in table.events_of(Bankrupt)] == [
        (2, "required"),
        (3, "required"),
        (1, "required"),
    ]


def test_an_activity_lasts_at_least_0_days():
    table = domego(activity=1, waiting=(Waiting("x", 1, "delay", -9, 1, None),)).buy("owner", 9)

    table = table.place("owner", risk_tier=2)

    assert table.events_of(ActivityEnded)[0].days == 0
    assert table.state.delay == 0


def test_the_last_balance_ends_the_match():
    stocks = {f"{role}_stock": 9 for role in ("owner", "architect", "engineer", "inspector", "structure", "fitout")}
    table = domego(activity=12, **stocks).default()

    assert table.prompts == ()
    assert table.events[-1].scores == table.result.scores
    assert [target.name for target in table.result.targets] == ["delay", "cost", "failures"]
