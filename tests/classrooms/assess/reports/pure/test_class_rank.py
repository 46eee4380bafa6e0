"""The rank of a class among classes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from classrooms.assess.reports.class_rank import ClassRank, class_rank

MEANS = st.lists(st.integers(-5, 5).map(float), min_size=4, max_size=12)


def test_a_class_above_three_of_four_others_has_rank_75():
    rank = class_rank(12.5, [10, 11, 12, 13])

    assert rank == ClassRank(classes=5, lower=3, equal=0, higher=1)
    assert rank.percent == 75


def test_classes_with_the_same_mean_count_half():
    rank = class_rank(11, [10, 11, 11, 13, 14])

    assert rank == ClassRank(classes=6, lower=1, equal=2, higher=2)
    assert rank.percent == 40


@pytest.mark.parametrize("others", [[], [1.0, 2.0, 3.0], [1.0, 2.0, 3.0, float("nan")], [1.0, 2.0, 3.0, float("inf")]])
def test_below_five_classes_there_is_no_rank(others):
    assert class_rank(2.0, others) is None


def test_a_class_without_a_mean_has_no_rank():
    assert class_rank(float("nan"), [1, 2, 3, 4, 5]) is None


@given(own=st.integers(-5, 5).map(float), others=MEANS)
def test_the_rank_of_the_negative_figure_is_the_rest_to_100(own, others):
    rank, turned = class_rank(own, others), class_rank(-own, [-mean for mean in others])

    assert rank.percent + turned.percent == pytest.approx(100)
    assert rank.lower + rank.equal + rank.higher + 1 == rank.classes == len(others) + 1
