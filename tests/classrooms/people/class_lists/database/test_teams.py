"""Teams by hand and by lot."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from classrooms.models import Enrolment, Team
from classrooms.people.class_lists.services.teams import (
    TeamNameTaken,
    TeamNameUnfit,
    TeamPlays,
    students_move,
    team_create,
    team_delete,
    team_rename,
)
from classrooms.people.class_lists.services.teams_balance import divided, meetings, pairs_of, sizes, teams_for_size
from classrooms.people.class_lists.services.teams_lot import LotChanged, Wish, lot_apply, lot_draw, new_seed
from games.platform.errors import BadRequest
from tests.classrooms.factories import course_of, enrol, session_of
from tests.games.factories import NOW, person

pytestmark = pytest.mark.django_db
calm = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
"""No deadlines, so that slow machines pass."""


@pytest.fixture
def people():
    return [person(f"p{number}") for number in range(7)]


@pytest.fixture
def course(people):
    return course_of(person("claire"), people)


def members(course):
    return {team.name: sorted(user.username for user in team.members.all()) for team in course.teams.all()}


def wish(**more):
    return Wish(**{"by": "teams", "number": 3, "seed": "bridge", **more})


def test_teams_without_a_name_are_numbered(course):
    Team.objects.create(course=course, name="Team 2")

    assert [team_create(course=course).name for _team in range(3)] == ["Team 1", "Team 3", "Team 4"]


@pytest.mark.parametrize("name", ["x" * 81, "a\0b", "\u202e"])
def test_a_name_that_cannot_be_shown_is_refused(course, name):
    with pytest.raises(TeamNameUnfit):
        team_create(course=course, name=name)


def test_two_teams_of_a_course_have_different_names_whatever_their_case(course):
    keystone, lintel = (team_create(course=course, name=name) for name in ("Keystone", " Lintel "))
    team_create(course=course_of(person()), name="Keystone")
    with pytest.raises(TeamNameTaken):
        team_create(course=course, name="KEYSTONE")
    with pytest.raises(TeamNameTaken):
        team_rename(team=lintel, name="keystone")

    assert team_rename(team=keystone, name="KeyStone").name == "KeyStone"
    assert sorted(members(course)) == ["KeyStone", "Lintel"]


def test_a_student_who_moves_leaves_the_other_team(course, people):
    one, two = (team_create(course=course) for _team in range(2))

    assert students_move(course=course, team=one, user_ids=[people[0].pk, people[1].pk]) == 2
    assert students_move(course=course, team=two, user_ids=[people[0].pk]) == 1
    assert members(course) == {"Team 1": ["p1"], "Team 2": ["p0"]}
    assert students_move(course=course, team=two, user_ids=[people[0].pk]) == 0
    assert students_move(course=course, team=None, user_ids=[people[0].pk, people[5].pk]) == 1
    assert members(course) == {"Team 1": ["p1"], "Team 2": []}


def test_moving_in_one_course_leaves_the_teams_of_another(course, people):
    other = course_of(person(), people)
    there = team_create(course=other)
    there.members.add(people[0])

    students_move(course=course, team=team_create(course=course), user_ids=[people[0].pk])

    assert members(other) == {"Team 1": ["p0"]}


def test_only_students_of_the_course_get_into_its_teams(course, people):
    team = team_create(course=course)
    gone = enrol(course, person(), left_at=NOW)
    helper = enrol(course, person(), "assistant")
    for user in (person(), gone, helper):
        with pytest.raises(BadRequest):
            students_move(course=course, team=team, user_ids=[people[0].pk, user.pk])
    with pytest.raises(BadRequest):
        students_move(course=course, team=team_create(course=course_of(person())), user_ids=[people[0].pk])

    assert members(course) == {"Team 1": []}


def test_a_team_at_a_table_stays_until_the_session_has_ended(course, people):
    session = session_of(course, teams=[people[:2]])
    team = Team.objects.get(name="Team 1")
    with pytest.raises(TeamPlays) as refused:
        team_delete(team=team)
    assert str(refused.value) == "Team 1 has a table in the session “Tuesday workshop” that has not ended."
    type(session).objects.update(status="finished")

    team_delete(team=team)

    table = session.session_teams.get()
    assert (members(course), table.name, table.team) == ({}, "Team 1", None)


def test_a_lot_is_looked_at_and_then_made_as_it_was_shown(course, people):
    lot = lot_draw(course=course, wish=wish())
    assert members(course) == {}

    made = lot_apply(course=course, wish=wish(), digest=lot.digest)

    assert [len(team) for team in lot.teams] == [3, 2, 2]
    assert {team.name: {user.pk for user in team.members.all()} for team in made} == {
        name: set(team) for name, team in zip(lot.names, lot.teams, strict=True)
    }
    assert {team.seed for team in made} == {"bridge"}


def test_the_same_seed_gives_the_same_teams_and_others_give_others(course):
    """Two seeds may agree by chance, once in some two hundred classes of seven; twenty do not."""
    seeds = [f"bridge {number}" for number in range(20)]

    first, again = ([lot_draw(course=course, wish=wish(seed=seed)).teams for seed in seeds] for _ in range(2))

    assert first == again
    assert len({tuple(map(tuple, teams)) for teams in first}) > 10


def test_a_lot_that_is_out_of_date_changes_nothing(course, people):
    lot = lot_draw(course=course, wish=wish())
    enrol(course, person("late"))

    with pytest.raises(LotChanged):
        lot_apply(course=course, wish=wish(), digest=lot.digest)

    assert members(course) == {}


def test_a_lot_for_the_rest_leaves_teams_alone(course, people):
    kept = team_create(course=course, name="Keystone")
    kept.members.set(people[:2])
    rest = wish(everyone=False, number=2)

    lot_apply(course=course, wish=rest, digest=lot_draw(course=course, wish=rest).digest)

    found = members(course)
    assert (found["Keystone"], sorted(map(len, found.values()))) == (["p0", "p1"], [2, 2, 3])
    assert sorted(found) == ["Keystone", "Team 1", "Team 2"]


def test_a_lot_for_everybody_keeps_names_and_drops_teams_that_no_session_knows(course, people):
    for name in ("Arch", "Beam", "Crane", "Derrick"):
        team_create(course=course, name=name)
    played = session_of(course, teams=1)
    Team.objects.filter(name="Team 1").update(name="Zenith")
    Team.objects.get(name="Zenith").members.add(people[0])
    two = wish(number=2)

    lot_apply(course=course, wish=two, digest=lot_draw(course=course, wish=two).digest)

    found = members(course)
    assert sorted((name, len(team)) for name, team in found.items()) == [("Arch", 4), ("Beam", 3), ("Zenith", 0)]
    assert played.session_teams.get().team.name == "Zenith"


def test_those_who_were_at_a_table_or_in_a_team_are_kept_apart(course, people):
    session_of(course, teams=[people[:2], people[2:4]])
    for team in course.teams.all():
        team.members.clear()
    team_create(course=course, name="Now").members.set(people[4:6])

    lot = lot_draw(course=course, wish=wish(number=2))

    ids = [user.pk for user in people]
    for one, two in ((0, 1), (2, 3), (4, 5)):
        assert not any({ids[one], ids[two]} <= set(team) for team in lot.teams)
    assert lot.repeated == 0


def test_how_many_pairs_meet_again_is_counted_where_it_cannot_be_helped(course, people):
    session_of(course, teams=[people])

    assert lot_draw(course=course, wish=wish(number=1)).repeated == 21


def test_a_class_without_students_gives_no_teams(course):
    Enrolment.objects.update(left_at=NOW)

    assert lot_draw(course=course, wish=wish()).teams == ()


@pytest.mark.parametrize("wrong", [{"number": 0}, {"number": 301}, {"seed": ""}, {"seed": "x" * 41}, {"by": "luck"}])
def test_a_wish_that_makes_no_sense_is_refused(wrong):
    with pytest.raises(BadRequest):
        wish(**wrong)


def test_a_new_seed_can_be_read_out_loud():
    assert (len(new_seed()), new_seed() == new_seed()) == (8, False)


@pytest.mark.parametrize(
    ("people", "size", "teams"), [(36, 6, 6), (37, 6, 6), (34, 6, 6), (33, 6, 6), (32, 6, 5), (1, 6, 1), (10, 4, 3)]
)
def test_a_size_gives_the_number_of_teams_that_comes_nearest(people, size, teams):
    assert teams_for_size(people, size) == teams


@calm
@given(st.integers(1, 400), st.integers(1, 400))
def test_sizes_differ_by_at_most_one_and_nobody_is_left_out(people, teams):
    found = sizes(people, teams)

    assert (sum(found), max(found) - min(found) <= 1, min(found) >= 1) == (people, True, True)


classes = st.sets(st.integers(1, 60), min_size=1, max_size=30)


@calm
@given(classes, st.integers(1, 8), st.text(min_size=1, max_size=5), st.lists(st.sets(st.integers(1, 60), max_size=6)))
def test_everybody_is_in_exactly_one_team_and_mates_meet_no_more_often_than_by_lot(people, teams, seed, earlier):
    together = pairs_of(earlier)

    found = divided(people, teams, seed, together)

    assert sorted(person for team in found for person in team) == sorted(people)
    assert sorted(map(len, found), reverse=True) == sizes(len(people), teams)
    assert found == divided(sorted(people, reverse=True), teams, seed, together)
    assert pairs_of(earlier) == together
    assert meetings(found, together) >= 0


@calm
@given(st.integers(2, 6), st.text(min_size=1, max_size=5))
def test_a_class_that_played_once_is_divided_without_meeting_again(size, seed):
    first = [list(range(team * size, (team + 1) * size)) for team in range(size + 2)]

    second = divided([person for team in first for person in team], len(first), seed, pairs_of(first))

    assert meetings(second, pairs_of(first)) == 0
