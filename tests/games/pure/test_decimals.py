"""A noun after a decimal: in French it is singular below two, in English plural."""

import pytest
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from games.ui import analysis
from games.ui.analysis import counted


@pytest.mark.parametrize(
    ("language", "value", "words"),
    [
        ("en", 0.7, "0.7\xa0points of lead"),
        ("en", 1.0, "1.0\xa0points of lead"),
        ("fr", 0.7, "0,7\xa0point d’avance"),
        ("fr", 1.9, "1,9\xa0point d’avance"),
        ("fr", 1.96, "2,0\xa0points d’avance"),
        ("fr", 2.0, "2,0\xa0points d’avance"),
        ("fr", 12.3, "12,3\xa0points d’avance"),
    ],
)
def test_points_of_lead_are_told_in_the_number_of_the_language(language, value, words):
    with translation.override(language):
        assert analysis.get("dominato").worth(None, value) == words


@given(st.floats(-100, 100))
def test_a_decimal_is_never_counted_as_one(value):
    assert counted(value) == (0 if -1.95 < value < 1.95 else 2)
