"""Purchases and placements, and their visibility for the other players."""

import pytest

from games.catalogue.domego.rules.events import Bought, Placed
from games.catalogue.domego.rules.moves import Allocate, Buy
from games.catalogue.domego.rules.rules import RULES
from games.catalogue.domego.rules.types import Options
from games.engine.codec import to_json
from games.engine.types import Choice, Span
from tests.games.catalogue.domego.table import domego, raises_illegal

HIDDEN = Options(hidden_allocations=True)


def test_a_purchase_at_1k_moves_money_into_cubes():
    table = domego(activity=1).buy("owner", 20)

    assert (table.firm("owner").money, table.firm("owner").stock) == (130, 20)
    assert table.events[0] == Bought(20, 20, 130, 20, turn=1, seat=0)


def test_a_purchase_below_0_is_refused():
    with raises_illegal("below_zero", number=-5):
        domego(activity=1).buy("owner", -5)


def test_nothing_may_be_bought():
    assert domego(activity=1).buy("owner", 0).keys == [("owner", "activity-1/allocate/owner")]


def test_a_passed_deadline_buys_what_is_required_in_all_activities_as_far_as_money_goes():
    assert domego(activity=8).default().firm("structure").stock == 17
    assert domego(activity=8, structure_money=11).default("structure").firm("structure").stock == 11


def test_a_passed_deadline_places_what_is_required_and_buys_what_is_missing():
    table = domego(activity=9, structure_stock=3, architect_stock=1)

    assert RULES.default(table.state, 4, "activity-9/allocate/structure") == Allocate(2, 0, 0)
    assert RULES.default(table.state, 1, "activity-9/allocate/architect") == Allocate(0, 0, 0)


def test_the_default_of_a_placement_that_is_there_leaves_it_there():
    table = domego(activity=9, structure_stock=9).place("structure", risk_tier=2)

    assert RULES.default(table.state, 4, "activity-9/allocate/structure") == Allocate(0, 2, 0)


def test_choices_list_the_tiers_that_stock_and_money_reach():
    table = domego(activity=9, structure_stock=6, structure_money=2)

    assert RULES.choices(table.state, 4, "activity-9/allocate/structure") == (
        Choice(Allocate(0, 0, 0), (Span("buy", 0, 1),)),
        Choice(Allocate(0, 0, 1), (Span("buy", 0, 1),)),
        Choice(Allocate(1, 0, 2), (Span("buy", 1, 1),)),
        Choice(Allocate(1, 1, 0), (Span("buy", 1, 1),)),
    )


@pytest.mark.parametrize(
    ("move", "code", "params"),
    [
        (Allocate(0, 4, 0), "no_such_tier", {"name": "risk", "tier": 4, "tiers": 3}),
        (Allocate(0, 0, 5), "no_such_tier", {"name": "delay", "tier": 5, "tiers": 4}),
        (Allocate(0, -1, 0), "no_such_tier", {"name": "risk", "tier": -1, "tiers": 3}),
        (Allocate(-1, 0, 0), "below_zero", {"number": -1}),
        (Allocate(3, 0, 0), "quantity_over_money", {"quantity": 3, "price": 2, "money": 5}),
        (Allocate(1, 1, 1), "cubes_short", {"cubes": 8, "held": 7}),
    ],
)
def test_a_placement_beyond_the_sheet_the_purse_or_the_stock_is_refused(move, code, params):
    table = domego(activity=9, structure_stock=6, structure_money=5)

    with raises_illegal(code, **params):
        table.play("activity-9/allocate/structure", by="structure", move=move)


def test_a_placement_may_be_replaced_until_the_last_role_has_placed():
    table = domego(activity=9, structure_stock=9, architect_stock=1).place("structure", risk_tier=2)

    assert [(prompt.seat, prompt.optional) for prompt in table.prompts] == [(1, False), (4, True)]
    table = table.place("structure", delay_tier=1)
    assert table.state.placed == (None, Allocate(0, 0, 1))
    assert table.firm("structure").stock == 9

    table = table.place("architect")
    assert table.state.turn == 10
    with raises_illegal("prompt_closed"):
        table.play("activity-9/allocate/structure", by="structure", move=Allocate())


def test_an_open_placement_is_seen_by_all_with_the_purse_after_it():
    table = domego(activity=9, structure_stock=4, architect_stock=1).place("structure", buy=2, delay_tier=1)

    for seat in (None, 0, 4):
        view = RULES.view(table.state, seat)
        assert view.placed == (None, Allocate(2, 0, 1))
        assert (view.firms[4].money, view.firms[4].stock) == (26, 0)
    assert table.events == (Placed(5, 6, 2, 0, 1, 0, 1, turn=9, seat=4),)


def test_a_hidden_placement_changes_nothing_that_the_others_see():
    table = domego(activity=9, options=HIDDEN, structure_stock=20, architect_stock=1)
    one, other = table.place("structure", risk_tier=3), table.place("structure", buy=7, delay_tier=4)

    for seat in (None, 0, 1, 2, 3, 5):
        assert to_json(RULES.view(one.state, seat)) == to_json(RULES.view(other.state, seat))
    assert to_json(RULES.view(one.state, 4)) != to_json(RULES.view(other.state, 4))
    assert RULES.view(one.state, 0).ready == (False, True)


@pytest.mark.parametrize("seat", [None, 0, 1, 2, 3, 4, 5])
def test_the_order_of_the_decks_is_in_no_view(seat):
    table = domego(activity=9)
    other = domego(activity=9, deck={turn: ["09-05", "10-05", "12-09"] for turn in range(1, 13)})

    assert table.state.decks != other.state.decks
    assert to_json(RULES.view(table.state, seat)) == to_json(RULES.view(other.state, seat))


@pytest.mark.parametrize(
    "key",
    ["activity-1/buy/architect", "activity-2/buy/owner", "activity-01/buy/owner", "activity-1/buy/", "buy/owner", ""],
)
def test_a_key_that_is_not_open_is_refused(key):
    with raises_illegal("prompt_closed"):
        domego(activity=1).play(key, by="owner", move=Buy(1))


def test_a_talk_of_others_is_closed_to_a_seat():
    with raises_illegal("prompt_closed"):
        domego(activity=4).play("activity-4/negotiate/architect>fitout", by="owner", move=Buy(1))
