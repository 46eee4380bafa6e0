"""Roles by lot and in rotation: one place for each person, the same seed the same result, and each role once in as many
sessions."""

from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from classrooms.play.sessions.services.dealing import assigned, by_lot, by_rotation

seeds = st.text(min_size=1, max_size=8)
groups = st.lists(st.integers(1, 10_000), min_size=1, max_size=8, unique=True)


def one_each(number):
    return [(seat,) for seat in range(number)]


def roles_for(number):
    return [f"role-{seat}" for seat in range(number)]


@given(groups, seeds)
def test_by_lot_each_person_gets_one_place_and_the_order_of_people_says_nothing(people, seed):
    dealt = by_lot(people, one_each(len(people)), seed)

    assert sorted(person for person, _hand in dealt) == sorted(people)
    assert sorted(hand for _person, hand in dealt) == one_each(len(people))
    assert by_lot(people[::-1], one_each(len(people)), seed) == dealt


def test_by_lot_each_order_of_three_people_comes_about_as_often():
    orders = Counter(
        tuple(person for person, _hand in by_lot([1, 2, 3], one_each(3), str(seed))) for seed in range(600)
    )

    assert set(orders) == set(permutations([1, 2, 3]))
    assert min(orders.values()) > 60


@settings(max_examples=60)
@given(groups, st.data())
def test_in_rotation_everybody_has_each_role_once_in_as_many_sessions(people, data):
    roles, played = roles_for(len(people)), Counter()
    for _session in roles:
        seed = data.draw(seeds)
        dealt = by_rotation(people, one_each(len(people)), roles, played, seed)
        assert by_rotation(people[::-1], one_each(len(people)), roles, dict(played), seed) == dealt
        assert sorted(hand for _person, hand in dealt) == one_each(len(people))
        played.update((person, roles[seat]) for person, (seat,) in dealt)

    assert played == {(person, role): 1 for person in people for role in roles}


@settings(max_examples=60)
@given(st.integers(1, 6), st.integers(0, 3), seeds)
def test_in_rotation_small_teams_beside_bots_have_each_role_before_one_comes_again(people, bots, seed):
    roles, played = roles_for(people + bots), Counter()
    for session in range(len(roles)):
        dealt = by_rotation(range(people), one_each(len(roles)), roles, played, f"{seed}{session}")
        assert len({hand for _person, hand in dealt}) == people
        played.update((person, roles[seat]) for person, (seat,) in dealt)

    assert set(played.values()) == {1}


def test_in_rotation_people_who_hold_two_roles_change_both():
    roles, hands, played = roles_for(6), [(0, 3), (1, 4), (2, 5)], Counter()
    for session in range(3):
        for person, hand in by_rotation([7, 8, 9], hands, roles, played, str(session)):
            played.update((person, roles[seat]) for seat in hand)

    assert played == {(person, role): 1 for person in (7, 8, 9) for role in roles}


@given(st.integers(1, 5).flatmap(lambda n: st.lists(st.lists(st.integers(0, 9), min_size=n, max_size=n), max_size=n)))
def test_the_cheapest_assignment_is_found(costs):
    columns = assigned(costs)

    every = permutations(range(len(costs[0]) if costs else 0), len(costs))
    least = min(sum(row[column] for row, column in zip(costs, each, strict=True)) for each in every)
    assert len(set(columns)) == len(costs)
    assert sum(row[column] for row, column in zip(costs, columns, strict=True)) == least


def test_more_rows_than_columns_cannot_be_assigned():
    with pytest.raises(ValueError, match="empty"):
        assigned([[1], [2]])
