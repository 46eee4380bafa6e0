"""Groups of a replication package are large enough, and numbers of people follow no order."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from classrooms.assess.studies.package.anonymity import check, merged, renamed
from tests.classrooms.assess.studies.simulated import study_of


def people_of(*groups):
    """People of groups, each an arm, a stratum and a number of people."""
    places = [(arm, stratum) for arm, stratum, count in groups for _person in range(count)]
    return [
        {"person": f"p{number}", "arm": arm, "team": "", "stratum": stratum, "order": "AB"}
        for number, (arm, stratum) in enumerate(places)
    ]


def sizes(people):
    return dict(Counter((row["arm"], row["stratum"]) for row in people))


GROUPS = st.dictionaries(
    st.tuples(st.sampled_from("ab"), st.sampled_from(["", "x", "y", "z", "other"])), st.integers(1, 12), min_size=1
).map(lambda groups: people_of(*((*group, count) for group, count in groups.items())))


@given(GROUPS, st.integers(2, 6))
def test_every_group_is_large_enough_or_nobody_has_a_stratum(people, fewest):
    found = merged(people, fewest)

    assert check(found, fewest) == {} or {row["stratum"] for row in found} == {""}


@given(GROUPS)
def test_only_strata_change_and_each_in_all_arms(people):
    found = merged(people)

    assert [row | {"stratum": ""} for row in found] == [row | {"stratum": ""} for row in people]
    changes = {(old["stratum"], new["stratum"]) for old, new in zip(people, found, strict=True)}
    assert len(changes) == len({old for old, _new in changes})
    assert all(new in (old, "other", "") for old, new in changes)


@given(GROUPS)
def test_merging_again_changes_nothing(people):
    assert merged(merged(people)) == merged(people)


@given(GROUPS)
def test_the_groups_that_are_too_small_are_those_below_the_number(people):
    assert check(people, 5) == {group: count for group, count in sizes(people).items() if count < 5}


@pytest.mark.parametrize(
    ("groups", "expected"),
    [
        ([("a", "x", 5), ("b", "x", 6), ("a", "y", 5), ("b", "y", 5)], None),
        (
            [("a", "x", 9), ("b", "x", 9), ("a", "y", 4), ("b", "y", 6), ("a", "z", 3), ("b", "z", 2)],
            {("a", "x"): 9, ("b", "x"): 9, ("a", "other"): 7, ("b", "other"): 8},
        ),
        (
            [("a", "x", 9), ("b", "x", 9), ("a", "y", 6), ("b", "y", 6), ("a", "z", 1), ("b", "z", 1)],
            {("a", "x"): 9, ("b", "x"): 9, ("a", "other"): 7, ("b", "other"): 7},
        ),
        ([("a", "x", 9), ("b", "x", 9), ("a", "y", 1)], {("a", ""): 10, ("b", ""): 9}),
        ([("a", "x", 2), ("b", "x", 9)], {("a", ""): 2, ("b", ""): 9}),
    ],
    ids=["large", "small ones unite", "the smallest joins", "one is left", "a small arm"],
)
def test_strata_are_merged_as_far_as_needed(groups, expected):
    people = people_of(*groups)

    assert sizes(merged(people)) == (expected or sizes(people))


def test_people_and_teams_get_numbers_of_their_own():
    found = renamed(study_of(1), b"key")

    assert [row["person"] for row in found["people"]] == [f"P{number:03}" for number in range(1, 49)]
    assert {row["team"] for row in found["people"]} == {f"T{number:02}" for number in range(1, 9)}


@settings(max_examples=20)
@given(st.randoms(use_true_random=False))
def test_the_order_of_rows_leaves_no_trace(random):
    tables = study_of(2, people=12)
    shuffled = {name: random.sample(rows, len(rows)) for name, rows in tables.items() if name != "plan"}

    assert renamed(shuffled | {"plan": tables["plan"]}, b"key") == renamed(tables, b"key")


def test_another_key_gives_other_numbers():
    tables = study_of(3)
    for number, row in enumerate(tables["people"]):
        row["stratum"] = f"s{number}"

    orders = {key: [row["stratum"] for row in renamed(tables, key)["people"]] for key in (b"one", b"two")}

    assert sorted(orders[b"one"]) == sorted(orders[b"two"]) == sorted(row["stratum"] for row in tables["people"])
    assert orders[b"one"] != orders[b"two"] != [row["stratum"] for row in tables["people"]]


def test_rows_stay_with_their_person_and_people_with_their_team():
    tables = study_of(4)

    found = renamed(tables, b"key")

    assert _by_person(found) == _by_person(tables)
    assert _teams(found) == _teams(tables)


def test_rows_of_others_are_left_out():
    tables = study_of(5)
    gone = tables["people"].pop()["person"]

    found = renamed(tables, b"key")

    assert gone in {row["person"] for row in tables["answers"]}
    assert len(found["answers"]) == sum(row["person"] != gone for row in tables["answers"])
    assert {row["person"] for row in found["answers"]} <= {row["person"] for row in found["people"]}


def _by_person(tables):
    """The rows of each person without the number, as a multiset."""
    rows = [(name, row) for name in ("answers", "experience", "games") for row in tables[name]]
    return Counter(
        tuple(sorted((name, *sorted((row | {"person": ""}).items())) for name, row in rows if row["person"] == person))
        for person in (row["person"] for row in tables["people"])
    )


def _teams(tables):
    """The members of each team without numbers, as a multiset."""
    teams = {row["team"] for row in tables["people"]}
    return Counter(
        tuple(sorted((row["arm"], row["stratum"], row["order"]) for row in tables["people"] if row["team"] == team))
        for team in teams
    )
