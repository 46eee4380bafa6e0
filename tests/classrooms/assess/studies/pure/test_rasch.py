"""Difficulties of questions by a Rasch model."""

import math
from random import Random

import numpy as np
import pytest

from classrooms.assess.studies.rasch import LeftOut, answers_of, fitted


def pair(first_only: int, second_only: int, both: int = 0, neither: int = 0) -> list[tuple[str, str, bool]]:
    """Persons with two items: right at the first only, at the second only, at both, at neither."""
    kinds = [(True, False)] * first_only + [(False, True)] * second_only
    kinds += [(True, True)] * both + [(False, False)] * neither
    return [
        row
        for person, (first, second) in enumerate(kinds)
        for row in ((f"p{person}", "first", first), (f"p{person}", "second", second))
    ]


def simulated(persons: int, items: int, *, forms: int = 1, seed: int = 1) -> list[tuple[str, str, bool]]:
    """Abilities are standard normal, difficulties lie evenly from -2 to 2. With three forms each person lacks a third
    of the items.
    """
    random = Random(seed)
    rows = []
    for person in range(persons):
        ability = random.gauss(0, 1)
        for item in range(items):
            if forms == 1 or item % forms != person % forms:
                right = random.random() < 1 / (1 + math.exp(difficulty(item, items) - ability))
                rows.append((f"p{person}", f"i{item:02}", right))
    return rows


def difficulty(item: int, items: int) -> float:
    return -2 + 4 * item / (items - 1)


def test_two_items_differ_by_the_log_ratio_of_persons_who_have_only_one_of_them_right():
    fit = fitted(pair(40, 20, both=30, neither=7))

    first, second = fit.items
    assert [first.item, second.item] == ["first", "second"]
    assert second.difficulty - first.difficulty == pytest.approx(math.log(40 / 20), abs=1e-8)
    assert first.difficulty + second.difficulty == pytest.approx(0, abs=1e-12)
    assert 2 * first.error == pytest.approx(math.sqrt(1 / 40 + 1 / 20), abs=1e-6)
    assert second.error == pytest.approx(first.error)
    assert (first.answers, first.right, second.answers, second.right) == (97, 70, 97, 50)
    assert (fit.persons, fit.extreme, fit.left_out) == (97, 37, ())


def test_answers_of_persons_with_one_item_change_nothing():
    """Alone, persons have the first item right and the second wrong, against the persons who have both."""
    alone = [(f"first {person}", "first", True) for person in range(200)]
    alone += [(f"second {person}", "second", False) for person in range(200)]

    fit = fitted(pair(1, 60) + alone)

    second, first = fit.items
    assert (second.item, first.item) == ("second", "first")
    assert first.difficulty - second.difficulty == pytest.approx(math.log(60), abs=1e-8)
    assert (first.answers, first.right, fit.persons, fit.extreme) == (261, 201, 461, 400)


def test_fewer_than_fifty_persons_with_right_and_wrong_answers_give_no_fit():
    assert fitted(pair(29, 20, both=100)) is None
    assert fitted(pair(30, 20)).persons == 50
    assert fitted([]) is None


@pytest.mark.parametrize("forms", [1, 3])
def test_planted_difficulties_are_recovered(forms):
    fit = fitted(simulated(400, 15, forms=forms))

    found = {each.item: each for each in fit.items}
    planted = [difficulty(item, 15) for item in range(15)]
    own = [found[f"i{item:02}"] for item in range(15)]
    off = np.array([each.difficulty for each in own]) - planted
    assert np.corrcoef([each.difficulty for each in own], planted)[0, 1] > 0.98
    assert np.abs(off).mean() < 0.15
    assert 0.6 < np.sqrt(np.mean((off / [each.error for each in own]) ** 2)) < 1.5
    assert {each.scale for each in own} == {0}


def test_persons_of_one_kind_are_counted_and_not_lost():
    """Twice the same class: the same difficulties, errors smaller by the square root of two."""
    once = simulated(120, 8)
    twice = once + [(f"again {person}", item, right) for person, item, right in once]

    small, large = fitted(once), fitted(twice)

    assert [each.difficulty for each in large.items] == pytest.approx([each.difficulty for each in small.items])
    ratios = [one.error / other.error for one, other in zip(small.items, large.items, strict=True)]
    assert ratios == pytest.approx([math.sqrt(2)] * 8, rel=1e-5)


def test_items_that_all_or_nobody_answered_right_are_left_out():
    rows = pair(40, 20)
    rows += [(f"p{person}", "easy", True) for person in range(60)]
    rows += [(f"p{person}", "hard", False) for person in range(60)]

    fit = fitted(rows)

    assert fit.items == fitted(pair(40, 20)).items
    assert fit.left_out == (LeftOut("easy", "all_right"), LeftOut("hard", "none_right"))


def test_an_item_that_is_linked_one_way_only_is_left_out():
    """All who have `top` right have all right, so nothing bounds its difficulty."""
    rows = [(person, item, right) for person, item, right in pair(40, 20, both=5, neither=5)]
    rows += [(f"p{person}", "top", 60 <= person < 65) for person in range(70)]

    fit = fitted(rows)

    assert [each.item for each in fit.items] == ["first", "second"]
    assert fit.left_out == (LeftOut("top", "not_linked"),)


def test_forms_without_a_common_person_have_scales_of_their_own():
    other = [(f"other {person}", f"other {item}", right) for person, item, right in pair(20, 40)]
    few = [(f"few {person}", f"few {item}", right) for person, item, right in pair(10, 9)]

    fit = fitted(pair(40, 20) + other + few)

    assert [(each.item, each.scale) for each in fit.items] == [
        ("first", 0),
        ("second", 0),
        ("other second", 1),
        ("other first", 1),
    ]
    assert fit.left_out == (LeftOut("few first", "few_persons"), LeftOut("few second", "few_persons"))
    assert (fit.persons, fit.extreme) == (120, 0)


def test_the_first_answer_of_a_person_to_an_item_counts():
    rows = pair(40, 20)

    assert fitted(rows + [(person, item, not right) for person, item, right in rows]) == fitted(rows)


def test_a_person_before_and_after_counts_as_two():
    row = {"person": "P1", "item": "A1", "form": "A", "theme": "", "confidence": ""}

    rows = answers_of([{**row, "moment": "before", "right": "0"}, {**row, "moment": "after", "right": "1"}])

    assert rows == [("P1 before", "A1", False), ("P1 after", "A1", True)]
