"""Points by objective at and around the targets, and the forecast."""

import pytest
from msgspec.structs import replace

from games.catalogue.domego.rules.forecast import Range, forecast
from games.catalogue.domego.rules.rules import RULES
from games.catalogue.domego.rules.scoring import points_now, points_of
from games.catalogue.domego.rules.sheet import Goals, Objective
from games.catalogue.domego.rules.types import Firm, Waiting
from games.engine.types import Target
from tests.games.catalogue.domego.table import domego

STATE = domego().state


def points(role, firm, delay=380, cost=135, failures=20):
    found = points_of(STATE.sheet, role, firm, Goals(delay, cost, failures))
    return found.objectives, found.bankruptcies, found.failed, found.total


def test_exactly_on_target_meets_a_flat_objective_and_gives_0_to_a_per_unit_one():
    assert points(0, Firm(15)) == ((0, 0, 0), 0, 0, 0)
    assert points(1, Firm(30)) == ((5, 0, 0), 0, 0, 5)
    assert points(3, Firm(20)) == ((0, 1, 5), 0, 0, 6)


@pytest.mark.parametrize(("delay", "cost", "flat"), [(380, 136, 0), (381, 135, 0), (379, 134, 5)])
def test_the_architects_five_points_need_both_targets(delay, cost, flat):
    assert points(1, Firm(0), delay=delay, cost=cost)[0][0] == flat


def test_beyond_the_target_nothing_is_given_and_nothing_taken():
    assert points(0, Firm(15), delay=500, failures=40)[0] == (0, 0, 0)


def test_the_owners_profit_counts_from_15_and_others_from_their_start_money():
    assert points(0, Firm(21), 400)[0][2] == 6
    assert points(4, Firm(33), 400)[0][0] == 2 * 3
    assert points(4, Firm(29), 400)[0][0] == 0


def test_tokens_are_10_and_5_points_and_scores_can_be_negative():
    assert points(5, Firm(0, 0, 2, 3), 400, 200, 30) == ((0, 0, 0), -20, -15, -35)


def test_a_project_may_give_points_for_its_cost():
    sheet = replace(STATE.sheet, roles=(replace(STATE.sheet.roles[0], objectives=(Objective("cost", 2, True),)),))

    assert points_of(sheet, 0, Firm(0), Goals(0, 130, 0)).objectives == (10,)


def test_equal_scores_share_the_place():
    table = domego(activity=12, delay=400, cost=200, failures=40, owner_money=15, owner_stock=2)
    result = RULES.result(replace(table.state, phase="over", placed=()))

    assert (result.scores, result.places) == ((0,) * 6, (1,) * 6)
    assert result.targets == (
        Target("delay", 400, 380, False),
        Target("cost", 200, 135, False),
        Target("failures", 40, 20, False),
    )


def test_there_is_no_result_before_the_end():
    assert RULES.result(STATE) is None
    assert [found.total for found in points_now(STATE)] == [380 + 20 + 135, 5 + 20, 4, 6, 4, 4]


def test_the_forecast_at_handover_runs_from_all_tiers_to_no_tier_and_the_worst_cards():
    stocks = {f"{role}_stock": 9 for role in ("owner", "architect", "engineer", "inspector", "structure", "fitout")}
    waiting = (Waiting("01-04", 1, "delay", 10, 12), Waiting("07-02", 7, "resources", 2, 12, 5))
    table = domego(activity=12, delay=300, cost=100, failures=10, waiting=waiting, **stocks)

    limits = forecast(RULES.view(table.state, None))

    assert limits.failures == Range(10, 15)
    assert limits.delay == Range(300 + 30 - 20 + 10 - 8, 300 + 30 + 10 + 10 + 10 + 10 + 10 + 5)
    assert limits.cost == Range(100 + 13 + 2, 100 + 13 + 2 + 30 + 4 + 3 + 2 + 2 + 1)


def test_a_placement_narrows_the_forecast():
    table = domego(activity=9, structure_stock=20, architect_stock=3)
    before = forecast(RULES.view(table.state, None))

    after = forecast(RULES.view(table.place("structure", risk_tier=3, delay_tier=4).state, None))

    assert (after.failures.least, after.failures.most) == (before.failures.least, before.failures.most - 3)
    assert after.cost.least == before.cost.least + 11


def test_a_bankrupt_role_places_what_is_required_and_no_more():
    table = domego(activity=12, structure_money=0, structure_stock=0, architect_stock=5, owner_stock=5, fitout_stock=9)

    assert forecast(RULES.view(table.state, None)).failures == Range(1, 5)


def test_when_the_match_is_over_the_forecast_is_the_result():
    state = replace(domego(activity=12, delay=370, cost=130, failures=18).state, phase="over")

    limits = forecast(RULES.view(state, None))
    assert (limits.delay, limits.cost, limits.failures) == (Range(370, 370), Range(130, 130), Range(18, 18))
