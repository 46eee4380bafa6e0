"""Labelled chance: even, the same for the same label, and committed to beforehand."""

import hashlib
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.draws import FastDraws, LabelledDraws, commitment, derive, seed_from_text
from games.engine.types import Draw

CHI_SQUARE_999 = {1: 10.83, 5: 20.52, 7: 24.32, 11: 31.26}
"""Value of chi-square that chance exceeds once in a thousand, by degrees of freedom."""


def chi_square(counts, sides, draws):
    expected = draws / sides
    return sum((counts[value] - expected) ** 2 / expected for value in range(sides))


@pytest.mark.parametrize("sides", [2, 6, 8, 12])
@pytest.mark.parametrize("kind", ["labels", "seeds", "fast"])
def test_all_values_are_about_equally_likely(sides, kind):
    draws = 6000
    if kind == "labels":
        source = LabelledDraws(b"chi-square")
        values = Counter(source.below(sides, f"activity-{number}/card-1") for number in range(draws))
    elif kind == "seeds":
        values = Counter(LabelledDraws(number.to_bytes(2, "big")).below(sides, "card-1") for number in range(draws))
    else:
        fast = FastDraws(7)
        values = Counter(fast.below(sides, "") for _ in range(draws))

    assert set(values) == set(range(sides))
    assert chi_square(values, sides, draws) < CHI_SQUARE_999[sides - 1]


def test_two_labels_of_one_seed_are_independent():
    pairs = Counter()
    for number in range(6000):
        draws = LabelledDraws(number.to_bytes(2, "big"))
        pairs[draws.below(3, "activity-1/card-1") * 4 + draws.below(4, "activity-1/card-2")] += 1

    assert chi_square(pairs, 12, 6000) < CHI_SQUARE_999[11]


def test_a_label_decides_alone_whatever_was_drawn_before():
    alone, late = LabelledDraws(b"seed"), LabelledDraws(b"seed")
    for number in range(50):
        late.below(6, f"other-{number}")

    assert alone.below(80, "activity-4/card-1") == late.below(80, "activity-4/card-1")
    assert LabelledDraws(b"other").below(2**60, "x") != LabelledDraws(b"seed").below(2**60, "x")


def test_what_was_drawn_is_kept_in_order_without_repeats():
    draws = LabelledDraws(b"seed")
    first, second = draws.below(6, "b"), draws.below(2, "a")
    draws.below(6, "b")

    assert draws.taken == (Draw("b", 6, first), Draw("a", 2, second))


def test_long_seeds_are_taken_whole():
    assert LabelledDraws(b"x" * 100).below(2**60, "a") != LabelledDraws(b"x" * 101).below(2**60, "a")


def test_a_seed_is_not_empty():
    with pytest.raises(ValueError, match="at least one byte"):
        LabelledDraws(b"")


def test_the_commitment_is_the_sha256_of_the_seed():
    assert commitment(b"seed") == hashlib.sha256(b"seed").hexdigest()


def test_derived_seeds_differ_by_purpose_and_from_their_source():
    seed = bytes(range(32))

    assert len({seed, derive(seed, "bots"), derive(seed, "fork-1"), derive(seed, "fork-2")}) == 4
    assert len(derive(seed, "bots")) == 32


def test_a_typed_seed_depends_on_its_salt():
    assert seed_from_text("team", b"1" * 16) != seed_from_text("team", b"2" * 16)
    assert seed_from_text("team", b"1" * 16) == seed_from_text("team", b"1" * 16)


def test_fast_draws_repeat_from_their_seed():
    one, other = FastDraws(3), FastDraws(3)

    assert [one.below(9, "a") for _ in range(20)] == [other.below(9, "b") for _ in range(20)]


@given(st.binary(min_size=1, max_size=40), st.integers(2, 40), st.data())
def test_the_draws_of_a_table_come_before_the_seed_and_change_no_others(seed, sides, data):
    own = Draw("activity-1/card-1", sides, data.draw(st.integers(0, sides - 1)))
    table, site = LabelledDraws(seed, (own,)), LabelledDraws(seed)

    assert table.below(sides, own.label) == own.value
    assert table.taken == (own,)
    assert table.below(sides, "activity-1/card-2") == site.below(sides, "activity-1/card-2")
    assert table.below(sides + 1, own.label) == site.below(sides + 1, own.label)
