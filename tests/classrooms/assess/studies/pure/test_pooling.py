"""The pooled effect of studies, against published results."""

import math

import pytest
from scipy import stats

from classrooms.assess.studies.sharing.pooling import pooled
from classrooms.assess.studies.sharing.summary import StudyEffect

CLASP = [(5, 156, 8, 74), (5, 303, 17, 303), (12, 565, 9, 477), (69, 1570, 94, 1565), (9, 103, 11, 105),
         (313, 4659, 352, 4650)]  # fmt: skip
"""Events and women with aspirin, and without, in six trials (DerSimonian and Kacker 2007, Contemporary Clinical Trials
28, 105-114).
"""
BCG = [(4, 123, 11, 139), (6, 306, 29, 303), (3, 231, 11, 220), (62, 13598, 248, 12867), (33, 5069, 47, 5808),
       (180, 1541, 372, 1451), (8, 2545, 10, 629), (505, 88391, 499, 88391), (29, 7499, 45, 7277),
       (17, 1716, 65, 1665), (186, 50634, 141, 27338), (5, 2498, 3, 2341), (27, 16913, 29, 17854)]  # fmt: skip
"""Cases and people with the vaccine, and without, in 13 trials (Colditz and others 1994, JAMA 271, 698-702)."""
VIECHTBAUER = [(-0.581, 0.023), (0.530, 0.052), (0.771, 0.060), (1.031, 0.115), (0.553, 0.095), (0.295, 0.203),
               (0.078, 0.200), (0.573, 0.211), (-0.176, 0.051), (-0.232, 0.040)]  # fmt: skip
"""Effects and variances of the first example of Viechtbauer (2005), Journal of Educational and Behavioral Statistics
30, 261-293.
"""


def effects_of(pairs: list[tuple[float, float]]) -> list[StudyEffect]:
    """Studies from effects and variances."""
    return [StudyEffect(str(place), effect, math.sqrt(variance)) for place, (effect, variance) in enumerate(pairs)]


def log_odds_ratio(ill: int, people: int, ill_without: int, people_without: int) -> tuple[float, float]:
    counts = (ill, people - ill, ill_without, people_without - ill_without)
    return math.log(counts[0] * counts[3] / counts[1] / counts[2]), sum(1 / count for count in counts)


def log_risk_ratio(ill: int, people: int, ill_without: int, people_without: int) -> tuple[float, float]:
    ratio = ill / people / (ill_without / people_without)
    return math.log(ratio), 1 / ill - 1 / people + 1 / ill_without - 1 / people_without


def test_the_aspirin_trials_give_the_published_paule_mandel_results():
    """Tables 3 and 4: tau 0.3681, effect -0.3811, standard error 0.2060."""
    found = pooled(effects_of([log_odds_ratio(*trial) for trial in CLASP]))

    assert (found.tau, found.g, found.error) == pytest.approx((0.3681, -0.3811, 0.2060), abs=6e-5)


def test_the_vaccine_trials_give_the_published_heterogeneity():
    """Q = 152.23 with 12 degrees of freedom, I² = 92.12 %, as R's metafor prints it for `dat.bcg` (method DL)."""
    found = pooled(effects_of([log_risk_ratio(*trial) for trial in BCG]))

    assert (found.q, found.i_squared) == pytest.approx((152.2330, 92.12), abs=6e-3)
    assert found.q_chance == pytest.approx(stats.chi2.sf(152.2330, 12), rel=1e-3)


def test_the_first_example_of_viechtbauer_gives_the_published_variance_between_studies():
    """Page 271: empirical Bayes, which is the same as Paule and Mandel, 0.1920; I² 80.44 % with Q."""
    found = pooled(effects_of(VIECHTBAUER))

    assert found.tau**2 == pytest.approx(0.1920, abs=6e-5)
    assert found.i_squared == pytest.approx(80.4447, abs=6e-5)


def test_two_studies_by_hand():
    """Effects 0 and 1 with the error 0.5: Q = 2 is above 1, so the variance between is 0.5 - 0.25."""
    found = pooled(effects_of([(0.0, 0.25), (1.0, 0.25)]))

    reach = stats.t.ppf(0.975, 1) * 0.5
    assert (found.g, found.error, found.tau, found.q, found.i_squared) == pytest.approx((0.5, 0.5, 0.5, 2, 50))
    assert (found.low, found.high) == pytest.approx((0.5 - reach, 0.5 + reach))
    assert (found.predicted_low, found.predicted_high) == (None, None)
    assert [each.weight for each in found.studies] == pytest.approx([50, 50])
    assert (found.studies[1].low, found.studies[1].high) == pytest.approx((0.0200180, 1.9799820))


def test_three_studies_have_a_prediction_interval_by_hand():
    """Effects 0, 1 and 2 with the error 0.5: variance between 1 - 0.25, error of the mean the root of 1/3."""
    found = pooled(effects_of([(0.0, 0.25), (1.0, 0.25), (2.0, 0.25)]))

    reach = stats.t.ppf(0.975, 1) * math.sqrt(0.75 + 1 / 3)
    assert found.error == pytest.approx(math.sqrt(1 / 3))
    assert (found.predicted_low, found.predicted_high) == pytest.approx((1 - reach, 1 + reach))


def test_studies_that_agree_by_chance_do_not_make_the_interval_narrower():
    """Four equal effects with the error 0.2: the interval is that of the mean of four, with t of 3 degrees."""
    found = pooled(effects_of([(0.3, 0.04)] * 4))

    assert (found.tau, found.q, found.i_squared, found.q_chance) == pytest.approx((0, 0, 0, 1), abs=1e-9)
    assert found.high - found.g == pytest.approx(stats.t.ppf(0.975, 3) * 0.1)


def test_a_more_precise_study_weighs_more():
    found = pooled(effects_of([(0.3, 0.01), (0.3, 0.04), (0.3, 0.04)]))

    assert [each.weight for each in found.studies] == pytest.approx([200 / 3, 50 / 3, 50 / 3])


@pytest.mark.parametrize("count", [0, 1])
def test_fewer_than_two_studies_give_no_pooled_number(count):
    assert pooled(effects_of([(0.3, 0.04)] * count)) is None


def test_a_study_that_is_there_twice_is_refused():
    with pytest.raises(ValueError, match="twice"):
        pooled([StudyEffect("a", 0.3, 0.2), StudyEffect("a", 0.3, 0.2)])


@pytest.mark.parametrize("error", [0.0, -0.1, float("nan")])
def test_an_error_that_is_not_above_0_is_refused(error):
    with pytest.raises(ValueError, match="not above 0"):
        pooled([StudyEffect("a", 0.3, 0.2), StudyEffect("b", 0.3, error)])
