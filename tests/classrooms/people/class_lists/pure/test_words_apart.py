"""People of one name are distinguished by the first difference among team, number and address. No more is shown than
needed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from classrooms.people.class_lists.namesakes import name_key, words_apart

texts = st.text(alphabet="ab1.", max_size=8)
facts = st.lists(texts, min_size=4, max_size=4).map(lambda found: dict(enumerate(found)))


@pytest.mark.parametrize(
    ("first", "second"),
    [("Léa Martin", "MARTIN Lea"), ("Léa  Martin", "léa martin"), ("Martin, Léa", "Léa Martin"), ("A-B C", "a b c")],
)
def test_the_same_name_in_another_writing(first, second):
    assert name_key(first) == name_key(second)


def test_another_name():
    assert name_key("Léa Martin") != name_key("Léo Martin")


def test_teams_come_first_then_ends_of_numbers_then_beginnings_of_addresses():
    teams = {1: "Blue", 2: "Red", 3: "Red", 4: "", 5: ""}
    numbers = {2: "20261001", 3: "20261002"}
    mails = {4: "lea.martin@example.org", 5: "leonie@example.org"}

    assert words_apart([1, 2, 3, 4, 5], teams, numbers, mails) == {
        1: "Blue",
        2: "Red, number ends in 001",
        3: "Red, number ends in 002",
        4: "no team, address begins with lea",
        5: "no team, address begins with leo",
    }


def test_of_nothing_that_differs_the_order_tells():
    assert words_apart([7, 9], {7: "Red", 9: "Red"}, {}, {}) == {7: "1", 9: "2"}


def test_a_number_is_not_shown_to_more_than_half():
    """Students prove their identity by their number."""
    assert words_apart([7, 9], {}, {7: "1234", 9: "2235"}, {}) == {7: "1", 9: "2"}


@given(facts, facts, facts)
def test_all_words_differ(teams, numbers, mails):
    said = words_apart([0, 1, 2, 3], teams, numbers, mails)

    assert len(set(said.values())) == 4
