"""Points from facts: the rule of each line, computed by hand."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from classrooms.assess.grading import criteria
from classrooms.assess.grading.criteria import judged_share, points_of
from classrooms.assess.grading.criteria.objectives import role_benchmarks
from classrooms.assess.grading.points import FULL, points_from, scaled, weighted
from games.ui.targets import CURVES, curve_share


def target(value, aim, met=None):
    met = value <= aim if met is None else met
    return {"label": {"en": "Delay"}, "value": value, "target": aim, "met": met, "missed_by": max(0, value - aim)}


def project(*targets):
    return {"tables": [{"match": 1, "team": "Lintel", "targets": list(targets)}]}


@pytest.mark.parametrize(
    ("value", "expected"), [(300, 10000), (380, 10000), (381, 9947), (475, 5000), (569, 53), (570, 0), (900, 0)]
)
def test_a_target_gives_all_where_it_is_met_and_falls_to_nothing_at_half_above(value, expected):
    assert points_of("project", {}, project(target(value, 380))) == expected


def test_each_target_has_an_equal_share():
    facts = project(target(380, 380), target(162, 135), target(40, 20))

    # 1, then 1 - 27 / 67.5 = 0.6, then 0
    assert points_of("project", {}, facts) == 5333


@pytest.mark.parametrize(
    ("curve", "six", "eight", "five"),
    [("strict", 5700, 5100, 6000), ("usual", 7250, 6750, 7500), ("mild", 8800, 8400, 9000)],
)
def test_the_ready_curves_for_a_team_that_misses_all_three_by_6_8_and_5_percent(curve, six, eight, five):
    """Strict falls by 40 at 5 % and by the other 60 over the next 20; usual by 25 at 5 % and by 75 over the next 30;
    mild by 100 over 50. So 11.2, 14.3 and 17.5 of 20.
    """
    each = [points_of("project", {"curve": curve}, project(target(100 + by, 100))) for by in (6, 8, 5)]

    assert each == [six, eight, five]
    together = points_of("project", {"curve": curve}, project(target(106, 100), target(108, 100), target(105, 100)))
    assert scaled(Fraction(together, FULL), 20, 1) == {"strict": "11.2", "usual": "14.3", "mild": "17.5"}[curve]


@given(
    st.sampled_from(sorted(CURVES)), st.fractions(min_value=0, max_value=100), st.fractions(min_value=0, max_value=100)
)
def test_a_curve_never_rises_and_stays_between_all_and_nothing(name, one, other):
    less, more = sorted((one, other))

    assert 1 >= curve_share(less, CURVES[name]) >= curve_share(more, CURVES[name]) >= 0
    assert curve_share(Fraction(0), CURVES[name]) == 1


@given(st.fractions(min_value=0, max_value=100))
def test_strict_leaves_no_more_than_usual_and_usual_no_more_than_mild(missed):
    strict, usual, mild = (curve_share(missed, CURVES[name]) for name in ("strict", "usual", "mild"))

    assert strict <= usual <= mild


def test_a_line_is_judged_by_the_own_part_of_the_decisions():
    whole = {"tables": [{"targets": []}]}
    part = {"tables": [{"targets": [], "own": 3, "of": 12}]}
    seats = {"seats": [{"own": 6, "of": 12, "people": 1}, {"own": 4, "of": 4, "people": 1}]}
    shared = {"seats": [{"own": 4, "of": 12, "people": 2}]}

    assert judged_share("project", whole) == 1
    assert judged_share("project", part) == Fraction(1, 4)
    assert judged_share("objectives", seats) == Fraction(3, 4)
    assert judged_share("objectives", shared) == Fraction(2, 3)
    assert judged_share("participation", {"seats": [{"own": 0}]}) == 1
    assert judged_share("quiz", {"why": "not_yet"}) == 0


@given(st.integers(0, 30), st.integers(0, 30), st.integers(1, 3))
def test_nobody_is_judged_on_more_than_a_line(own, rest, sharing):
    share = judged_share("objectives", {"seats": [{"own": own, "of": own + rest, "people": sharing}]})

    assert 0 <= share <= 1


@pytest.mark.parametrize(("fall", "expected"), [(0, 0), (10, 0), (25, 0), (50, 5000), (100, 7500), (1000, 9750)])
def test_where_the_points_of_a_target_end_is_a_choice(fall, expected):
    assert points_of("project", {"fall": fall}, project(target(475, 380))) == expected


def test_a_target_of_nothing_that_is_missed_gives_nothing():
    assert points_of("project", {}, project(target(1, 0))) == 0


def test_somebody_at_two_tables_has_their_mean():
    facts = {"tables": [*project(target(1, 2))["tables"], *project(target(9, 2))["tables"]]}

    assert points_of("project", {}, facts) == 5000


ROLE = {"best": 30, "middle": 10, "worst": -10}


def test_what_a_role_reaches_is_read_off_games_of_bots():
    """Of the scores 1 to 1,000, the best hundred are 901 and more, the better half 501 and more. Costs are read the
    other way round.
    """
    scores = [*range(1, 1001)]

    assert role_benchmarks(scores, low_is_good=False) == {"best": 901, "middle": 501, "worst": 1}
    assert role_benchmarks(scores, low_is_good=True) == {"best": 100, "middle": 500, "worst": 1000}


@pytest.mark.parametrize(
    ("score", "expected"),
    [(45, 10000), (30, 10000), (20, 7500), (10, 5000), (0, 3250), (-10, 1500), (-90, 1500)],
)
def test_own_points_are_all_at_the_best_tenth_half_at_the_middle_and_straight_between(score, expected):
    assert points_of("objectives", {}, {"seats": [{"score": score, **ROLE}]}) == expected


def test_of_costs_the_low_ones_are_good():
    role = {"best": 100, "middle": 200, "worst": 400, "low_is_good": True}

    found = [points_of("objectives", {}, {"seats": [{"score": cost, **role}]}) for cost in (90, 150, 200, 300, 500)]

    assert found == [10000, 7500, 5000, 3250, 1500]


def test_a_role_in_which_half_of_the_games_reach_the_best_has_all_for_it():
    role = {"best": 6, "middle": 6, "worst": 5}

    assert [points_of("objectives", {}, {"seats": [{"score": score, **role}]}) for score in (6, 5)] == [10000, 1500]
    same = dict.fromkeys(role, 6)
    assert [points_of("objectives", {}, {"seats": [{"score": score, **same}]}) for score in (6, 5)] == [10000, 1500]


def test_who_sinks_the_project_gains_nothing_by_it():
    """The owner keeps all money, and the project ends 47 days late with 40 failures. Its cost alone is on target."""
    reached = project(target(427, 380), target(135, 135), target(40, 20))
    result = points_of("project", {"curve": "usual"}, reached)
    hoarder = {"score": 60, **ROLE}

    # 427 is 12.37 % above 380: 75 % x (35 - 12.37) / 30 = 56.6 % of a third; 40 failures are twice the target.
    assert result == 5219
    assert points_of("objectives", {}, {"seats": [hoarder]}) == 10000
    assert points_of("objectives", {}, {"seats": [{**hoarder, "project": result}]}) == 5219
    assert points_of("objectives", {}, {"seats": [{**hoarder, "project": result}, hoarder]}) == 7610


@given(st.lists(st.integers(-50, 50), min_size=1), st.integers(-80, 80), st.booleans())
def test_more_points_never_give_less_and_nobody_has_under_three_of_twenty(scores, score, low_is_good):
    role = role_benchmarks(scores, low_is_good=low_is_good) | {"low_is_good": low_is_good}
    better = score - 1 if low_is_good else score + 1
    one, other = (points_of("objectives", {}, {"seats": [{"score": each, **role}]}) for each in (score, better))

    assert 1500 <= one <= other <= FULL


def seat(owed=20, own=15, late=2, people=1, excused=0):
    return {"owed": owed, "own": own, "late": late, "people": people, "excused": excused}


def test_taking_part_is_own_moves_in_time_out_of_what_was_owed():
    assert points_of("participation", {}, {"seats": [seat()]}) == 7500
    assert points_of("participation", {}, {"seats": [seat(), seat(owed=10, own=0)]}) == 5000


def test_excused_decisions_do_not_count():
    assert points_of("participation", {}, {"seats": [seat(excused=5)]}) == 7500
    assert points_of("participation", {}, {"seats": [seat(owed=0, own=0, late=0, excused=5)]}) is None


def test_of_a_shared_seat_each_owes_a_part():
    assert points_of("participation", {}, {"seats": [seat(own=5, late=0, people=2)]}) == 5000
    assert points_of("participation", {}, {"seats": [seat(own=10, late=0, people=2)]}) == FULL
    assert points_of("participation", {}, {"seats": [seat(own=15, late=0, people=2)]}) == FULL


def test_late_own_moves_count_as_much_as_the_line_says():
    assert points_of("participation", {"late": 50}, {"seats": [seat()]}) == 8000
    assert points_of("participation", {"late": 100}, {"seats": [seat()]}) == 8500


def test_a_quiz_is_the_share_of_right_answers():
    assert points_of("quiz", {}, {"right": 7, "answered": 8, "asked": 9}) == 7778
    assert points_of("quiz", {}, {"right": 0, "answered": 0, "asked": 0}) is None


def test_a_survey_counts_by_being_sent_in():
    both = {"surveys": [{"when": "before", "done": True}, {"when": "after", "done": False}]}

    assert points_of("survey", {}, both) == 5000
    assert points_of("survey", {}, {"surveys": [{"when": "before", "done": True}]}) == FULL


def test_one_review_of_a_team_mate_is_not_told():
    assert points_of("peer", {}, {"reviews": 1, "sum": 4}) is None
    assert points_of("peer", {}, {"reviews": 3, "sum": 10}) == 8333


def test_a_forecast_journal_counts_as_it_reckons():
    assert points_of("forecast", {}, {"calibration": 6543}) == 6543


def test_facts_that_say_why_not_give_no_points():
    kinds = [criterion.kind for criterion in criteria.every()]

    assert {kind: points_of(kind, {}, {"why": "no_seat"}) for kind in kinds} == dict.fromkeys(kinds)


def test_the_final_mark_leaves_out_lines_without_points():
    assert weighted([(30, 8000), (30, None), (25, 6000), (0, 0)]) == Fraction(30 * 8000 + 25 * 6000, 55 * FULL)
    assert weighted([(30, None), (0, 5000)]) is None


@pytest.mark.parametrize(
    ("share", "scale", "decimals", "expected"),
    [
        (Fraction(29, 40), 20, 1, "14.5"),
        (Fraction(1449, 2000), 20, 1, "14.5"),
        (Fraction(14449, 20000), 20, 1, "14.4"),
        (Fraction(1), 20, 2, "20.00"),
        (Fraction(1, 2000), 20, 1, "0.0"),
        (Fraction(1, 400), 20, 1, "0.1"),
        (Fraction(5, 8), 100, 0, "63"),
    ],
)
def test_the_final_mark_is_rounded_half_up(share, scale, decimals, expected):
    assert scaled(share, scale, decimals) == expected


@pytest.mark.parametrize(
    ("text", "expected"), [("14,5", 7250), ("14.5", 7250), (" 20 ", FULL), ("0", 0), ("20.", FULL), ("0.001", 1)]
)
def test_a_typed_mark_may_have_a_comma(text, expected):
    assert points_from(text, 20) == expected


@pytest.mark.parametrize("text", ["", "21", "-1", "1e1", "14 5", "1.2.3", ".", "14/20", "nan", "²", "99999999999"])
def test_what_is_no_mark_is_refused(text):
    with pytest.raises(ValueError, match=r".*"):
        points_from(text, 20)


shares = st.fractions(min_value=0, max_value=1)
weights = st.integers(min_value=0, max_value=1000)
parts = st.lists(st.tuples(weights, st.none() | st.integers(min_value=0, max_value=FULL)), max_size=8)


@given(parts, st.integers(min_value=1, max_value=50))
def test_only_the_relation_of_weights_matters(lines, factor):
    assert weighted(lines) == weighted([(weight * factor, points) for weight, points in lines])


@given(parts)
def test_a_final_mark_lies_between_the_worst_and_the_best_line(lines):
    counted = [points for weight, points in lines if weight and points is not None]
    share = weighted(lines)

    assert (share is None) == (counted == [])
    if share is not None:
        assert Fraction(min(counted), FULL) <= share <= Fraction(max(counted), FULL)


@given(shares, st.sampled_from([20, 100]), st.integers(min_value=0, max_value=2))
def test_rounding_moves_a_mark_by_half_a_step_at_most(share, scale, decimals):
    written = Fraction(scaled(share, scale, decimals))

    assert abs(written - share * scale) <= Fraction(1, 2 * 10**decimals)
