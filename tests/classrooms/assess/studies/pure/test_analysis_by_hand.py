"""Numbers of the analysis, equal to those worked out by hand or by another library."""

import math
from random import Random

import numpy as np
import pytest
import statsmodels.api as sm

from classrooms.assess.studies.package import analysis
from classrooms.assess.studies.package.analysis import analysed, differences, regression
from tests.classrooms.assess.studies.simulated import by_hand


def part_of(study, prefix):
    return {name.removeprefix(prefix): value for name, value in analysed(study).items() if name.startswith(prefix)}


def close(**numbers):
    return {name: pytest.approx(value, abs=1e-9) for name, value in numbers.items()}


def test_two_groups_of_single_people_without_a_score_before():
    study = by_hand(
        *(("a", "", None, score) for score in (10, 12, 14)), *(("b", "", None, score) for score in (13, 15, 17))
    )

    reach = 2.7764451051977987 * math.sqrt(4 / 3 + 4 / 3)  # Student's t with 4 degrees of freedom; variances of 4
    assert part_of(study, "effect.after.b.") == close(
        difference=3,
        people=6,
        teams=3,
        freedom=4,
        error=2 * math.sqrt(2 / 3),  # both variances are 4, of three people each
        g=0.8 * 3 / 2,  # correction 1 - 3 / (4 * 4 - 1), standard deviation 2
        low=3 - reach,
        high=3 + reach,
        g_low=0.8 * (3 - reach) / 2,
        g_high=0.8 * (3 + reach) / 2,
    )


@pytest.mark.parametrize("size", [3, 5, 12])
def test_two_equal_groups_of_single_people_have_two_degrees_of_freedom_less_than_people(size):
    random = Random(size)
    study = by_hand(*((arm, "", None, random.randint(0, 20)) for arm in "ab" for _person in range(size)))

    assert part_of(study, "effect.after.b.freedom") == close(**{"": 2 * size - 2})


def test_teams_of_one_size_are_compared_by_their_means():
    teams = {"a": ((10, 12), (14, 16), (12, 14)), "b": ((12, 14), (15, 19), (18, 18))}
    people = [
        (arm, f"{arm}{number}", None, score)
        for arm in teams
        for number, team in enumerate(teams[arm])
        for score in team
    ]
    found = part_of(by_hand(*people), "effect.after.b.")

    # Means of teams: 11, 15, 13 (variance 4) and 13, 17, 18 (variance 7).
    reach = 2.7764451051977987 * math.sqrt(4 / 3 + 7 / 3)
    assert (found["difference"], found["teams"], found["freedom"]) == (pytest.approx(3), 3, pytest.approx(4))
    assert (found["low"], found["high"]) == (pytest.approx(3 - reach), pytest.approx(3 + reach))


def test_for_units_of_one_person_the_error_is_that_of_hc2():
    random = np.random.default_rng(1)
    columns = np.column_stack([np.ones(30), np.arange(30) % 2, random.normal(12, 4, 30), np.arange(30) % 3 == 0])
    outcome = columns @ [3, 1, 0.5, 2] + random.normal(0, 1 + columns[:, 1], 30)

    fit = sm.OLS(outcome, columns).fit(cov_type="HC2")
    found = [regression(outcome, columns, np.arange(30), contrast)[:2] for contrast in range(4)]

    assert found == [
        (pytest.approx(value), pytest.approx(error)) for value, error in zip(fit.params, fit.bse, strict=True)
    ]


def test_an_arm_with_one_team_has_no_interval():
    many = [("a", f"a{place // 2}", None, score) for place, score in enumerate((10, 12, 15, 11, 14, 9, 8, 16, 13, 13))]
    one = [("b", "b0", None, score) for score in (13, 15, 17)]

    found = part_of(by_hand(*many, *one), "effect.after.b.")

    assert found.keys() == {"difference", "people", "teams", "freedom", "g"}
    assert (found["teams"], found["freedom"] > analysis.FEWEST_FREEDOM) == (1, True)


def test_reliability_is_kr_20():
    study = by_hand(*((arm, "", score) for arm, score in zip("abab", (3, 2, 1, 0), strict=True)), items=3)

    # Shares right 3/4, 1/2, 1/4; sum of p (1 - p) 5/8; variance of the totals 5/4.
    assert part_of(study, "reliability.") == close(**{"A.before": 3 / 2 * (1 - (5 / 8) / (5 / 4))})


def test_forms_are_equated_by_their_means_weighted_by_people():
    people = [("a", "", 10, 13), ("b", "", 12, 15), ("a", "", 8, 17), ("b", "", 9, None)]
    study = by_hand(*people, orders=("AB", "AB", "BA", "BA"))

    # Before: 11 against 8.5, weight 2 * 2 / 4. After: 17 against 14, weight 1 * 2 / 3.
    shift = (2.5 * 1 + 3 * 2 / 3) / (1 + 2 / 3)
    assert part_of(study, "equating.") == close(shift=shift)
    assert part_of(study, "mean.") == close(
        **{"a.before": (10 + 8 + shift) / 2, "b.before": (12 + 9 + shift) / 2},
        **{"a.after": (13 + shift + 17) / 2, "b.after": 15 + shift},
    )


def test_gains_are_shares_of_the_gain_that_was_possible():
    study = by_hand(("a", "", 10, 15), ("a", "", 14, 17), ("b", "", 5, 5), ("b", "", 7, None))

    assert part_of(study, "gain.") == close(a=4, b=0)
    assert part_of(study, "both.") == close(a=2, b=1)
    assert part_of(study, "normalised_gain.") == close(a=4 / (20 - 12), b=0)


def test_bounds_put_the_lowest_score_in_one_arm_and_the_highest_in_the_other():
    scores = {"a": (10, 12, None), "b": (14, 16, None)}
    study = by_hand(*((arm, "", None, score) for arm in scores for score in scores[arm]))

    assert part_of(study, "bound.b.") == close(
        low=(14 + 16 + 10) / 3 - (10 + 12 + 16) / 3,
        high=(14 + 16 + 16) / 3 - (10 + 12 + 10) / 3,
    )


def test_nobody_missing_gives_no_bounds():
    assert part_of(by_hand(("a", "", 10, 12), ("b", "", 9, 15)), "bound.") == {}


def test_calibration_leaves_out_answers_without_a_confidence():
    study = by_hand(("a", "", 2), ("b", "", 1), items=3)
    for row, confidence in zip(study["answers"], ("80", "", "40", "100", "50", ""), strict=True):
        row["confidence"] = confidence

    assert part_of(study, "confidence.") == close(**{"a.before": 60, "b.before": 75})
    assert part_of(study, "right.") == close(**{"a.before": 50, "b.before": 50})


def test_experience_is_the_mean_of_the_means_of_people():
    study = by_hand(("a", "", 2), ("a", "", 2), ("b", "", 1))
    study["experience"] = [
        {"person": person, "item": "", "dimension": "social", "value": value}
        for person, value in (("P001", "1"), ("P001", "3"), ("P002", "5"), ("P002", ""), ("P003", ""))
    ]

    assert part_of(study, "experience.") == close(**{"a.social": (2 + 5) / 2})
    assert part_of(study, "experience_people.") == close(**{"a.social": 2})


def test_a_relation_is_the_correlation_where_everybody_is_a_unit():
    scores = ((5, 9), (6, 8), (7, 15), (9, 11), (4, 12), (8, 13))
    study = by_hand(*(("a" if place % 2 else "b", "", *pair) for place, pair in enumerate(scores)))
    measures = (3, 1, 8, 4, 6, 5)
    study["plan"]["relations"] = ["luck"]
    study["games"] = [{"person": f"P{place + 1:03}", "luck": str(each)} for place, each in enumerate(measures)]

    gains = [after - before for before, after in scores]
    assert part_of(study, "relation.luck.slope") == close(**{"": np.corrcoef(gains, measures)[0, 1]})


def test_an_arm_that_is_a_stratum_is_not_compared():
    people = [(arm, "", None, score) for arm in "ab" for score in (10, 12, 15)]
    study = by_hand(*people, strata=["group 1"] * 3 + ["group 2"] * 3)

    assert part_of(study, "effect.") == {}


def test_an_arm_without_answers_leaves_the_others_compared():
    two = [("a", "", None, 10), ("a", "", None, 14), ("b", "", None, 13), ("b", "", None, 17)]
    study = by_hand(*two, ("c", "", None, None), ("c", "", None, None))

    found = part_of(study, "effect.")
    assert {name.split(".")[1] for name in found} == {"b"}
    assert found == part_of(by_hand(*two), "effect.")


def test_teams_that_the_model_fits_by_themselves_leave_no_degrees_of_freedom():
    # The model fits both teams exactly in the direction that compares the arms.
    columns = np.array(
        [[1, 0, 4, 1], [1, 0, 8, 1], [1, 0, 6.4, 1], [1, 1, 8, 0], [1, 1, 10, 1], [1, 1, 8, 0]], dtype=float
    )

    _difference, error, freedom = regression(np.array([3.0, 9, 4, 8, 12, 5]), columns, np.array([0, 0, 0, 1, 1, 1]), 1)

    assert error == pytest.approx(0, abs=1e-6)
    assert math.isnan(freedom)


@pytest.mark.parametrize("stored", [{}, {"one": 2.0}, {"one": 1.00001}, {"one": math.nan}])
def test_a_number_that_is_absent_or_other_or_no_number_is_different(stored):
    assert [name for name, _one, _other in differences({"one": 1.0}, stored)] == ["one"]


def test_a_number_within_the_tolerance_is_the_same():
    assert differences({"one": 1000.0}, {"one": 1000.0 * (1 + analysis.TOLERANCE / 2)}) == []
