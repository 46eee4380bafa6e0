"""One's own scores, and the best ones of a class."""

import pytest

from classrooms.models import Course, Enrolment
from games.engine.facilitation import Brought
from games.models import Match
from games.platform.services.facilitation import event_bring
from games.platform.services.forks import match_fork
from games.platform.services.interventions import Actor
from tests.games.catalogue.dominyam.matches import match_of, play_on
from tests.games.factories import person

pytestmark = pytest.mark.django_db
ADDRESS = "/games/dominyam/results/"


@pytest.fixture
def me(client):
    user = person("olga")
    client.force_login(user)
    return user


def scored(user, score, **more):
    """A finished match of one player with this score."""
    match = play_on(match_of(user, scenario="players_01", **more), user)
    Match.objects.filter(pk=match.pk).update(result={"scores": [score], "places": [1], "targets": []})
    return match


def course_of(name, *users, role="student"):
    course = Course.objects.create(name=name)
    for user in users:
        Enrolment.objects.create(course=course, user=user, role=role)
    return course


def best(client):
    lists = client.get(ADDRESS).context["lists"]
    return [
        (each.course, each.ranking, [(row.place, row.person, row.score, row.matches) for row in each.rows])
        for each in lists
    ]


def test_strangers_are_sent_to_sign_in_and_an_unknown_game_has_no_results(client, me):
    assert client.get("/games/nonsense/results/").status_code == 404
    client.logout()
    assert client.get(ADDRESS).status_code == 302


def test_nothing_finished_leads_to_a_match(client, me):
    match_of(me, scenario="players_01")

    assert "You have not finished a match of this game yet." in client.get(ADDRESS).content.decode()


def test_ones_own_matches_stand_newest_first_and_nobody_elses(client, me):
    other = person()
    first, second = scored(me, 80), scored(me, 90)
    scored(other, 99)

    own = client.get(ADDRESS).context["own"]

    assert [(row.match, row.score, row.ranking) for row in own] == [(second, 90, "Alone"), (first, 80, "Alone")]


def test_a_class_sees_the_best_score_of_each_student_and_equal_ones_share_a_place(client, me):
    amir, lena, stranger = person("amir"), person("lena"), person("sven")
    course_of("Tuesday", me, amir, lena)
    for user, score in ((me, 70), (me, 91), (amir, 104), (lena, 91), (stranger, 120)):
        scored(user, score)

    assert best(client) == [
        ("Tuesday", "Alone", [(1, "Amir", 104, 1), (2, "Olga", 91, 2), (2, "Lena", 91, 1)])
    ]  # fmt: skip


def test_ways_of_counting_have_lists_of_their_own_and_matches_of_several_have_none(client, me):
    course_of("Tuesday", me)
    scored(me, 100)
    scored(me, 80, options={"value_end": "low"})
    play_on(match_of(me, me), me)

    assert best(client) == [
        ("Tuesday", "Alone", [(1, "Olga", 100, 1)]),
        ("Tuesday", "Alone, lower half", [(1, "Olga", 80, 1)]),
    ]


def test_an_instructor_reads_the_list_and_is_not_in_it_and_a_fork_does_not_count(client, me):
    amir = person("amir")
    course = course_of("Tuesday", amir)
    Enrolment.objects.create(course=course, user=me, role="instructor")
    scored(me, 120)
    match = scored(amir, 90)
    fork = match_fork(match_id=match.pk, number=match.number - 1, by=me, reason="again")
    play_on(fork, amir)

    assert best(client) == [("Tuesday", "Alone", [(1, "Amir", 90, 1)])]


def test_a_match_with_an_event_of_the_facilitator_is_ones_own_and_does_not_count_among_the_best(client, me):
    course_of("Tuesday", me)
    match = match_of(me, scenario="players_01")
    event_bring(match_id=match.pk, brought=Brought("bonus", 9, 0), actor=Actor(person()))
    match.refresh_from_db()
    play_on(match, me)
    plain = scored(me, 0)

    own = client.get(ADDRESS).context["own"]

    assert [row.match for row in own] == [plain, match]
    assert best(client) == [("Tuesday", "Alone", [(1, "Olga", 0, 1)])]


def test_the_number_of_queries_does_not_grow_with_matches(client, me, django_assert_num_queries):
    course_of("Tuesday", me)
    scored(me, 80)
    client.get(ADDRESS)
    with django_assert_num_queries(8) as one:
        client.get(ADDRESS)
    scored(me, 81)
    scored(me, 82)
    with django_assert_num_queries(len(one)):
        client.get(ADDRESS)
