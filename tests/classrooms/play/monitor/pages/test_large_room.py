"""Long lists of a large session: pages, groups of teams with the same need, and a screen that shows teams by turns."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from classrooms.assess.grading.views import grades
from classrooms.people.class_lists.views import people, teams
from classrooms.play.monitor.compare_drawing import curves
from classrooms.play.monitor.queries import compare, room
from classrooms.play.monitor.queries.room import PER_SCREEN, SCREEN_SECONDS, screen_of, turn_of
from classrooms.play.monitor.views import pages
from classrooms.play.sessions.services.projecting import projector_token
from classrooms.play.sessions.views import lobby
from tests.classrooms.factories import course_of, session_of, team_of
from tests.classrooms.play.monitor.workshop import workshop
from tests.games.factories import person, play_on

pytestmark = pytest.mark.django_db
A_TEAM = re.compile(r"Team \d")


@pytest.fixture
def large(client, monkeypatch):
    """Three teams where two fit on a page; the third one has ended. Its teacher is signed in."""
    for module, name in ((pages, "PER_PAGE"), (compare, "PER_PAGE"), (room, "PER_SCREEN")):
        monkeypatch.setattr(module, name, 2)
    found = workshop(teams=3)
    for table, moves in zip(found.tables, (12, 20, -1), strict=True):
        play_on(table.match, moves)
    client.force_login(found.teacher)
    return found


def teams_in(answer, region):
    """The names of teams in a section of a page, each once, in their order."""
    part = answer.content.decode().partition(f'id="{region}"')[2].partition("</section>")[0]
    return list(dict.fromkeys(A_TEAM.findall(part)))


def address(found, name, query=""):
    return reverse(f"classrooms:{name}", args=[found.play_session.pk]) + query


def test_the_monitor_shows_its_teams_page_by_page_in_the_chosen_order(client, large):
    first = client.get(address(large, "monitor", "?sort=name"))
    second = client.get(address(large, "monitor", "?sort=name&page=2"))

    assert teams_in(first, "teams") == ["Team 1", "Team 2"]
    assert teams_in(second, "teams") == ["Team 3"]
    assert 'href="?sort=name&amp;page=2#teams"' in first.content.decode()
    assert "3 to 3 of 3" in second.content.decode()
    onward = f"/sessions/{large.play_session.pk}/monitor/?sort=name&amp;page=2#teams"
    assert f'value="{onward}"' in second.content.decode()


def test_the_news_of_a_page_are_those_of_its_teams_and_have_their_own_tag(client, large):
    page = client.get(address(large, "monitor", "?sort=name&page=2")).content.decode()
    live = re.search(r'data-poll-url="([^"]+)"', page)[1].replace("&amp;", "&")

    second, first = client.get(live), client.get(address(large, "monitor-live", "?sort=name"))

    assert teams_in(second, "teams") == ["Team 3"]
    assert second["ETag"] != first["ETag"]


def test_groups_of_teams_have_their_number_and_show_their_teams(client, large):
    everything = client.get(address(large, "monitor")).context
    ended = client.get(address(large, "monitor", "?show=over"))

    groups = {group.key: len(group.rows) for group in everything["groups"]}
    assert groups["all"] == 3
    assert groups["over"] == 1
    assert sum(number for key, number in groups.items() if key != "all") >= 3
    assert teams_in(ended, "teams") == ["Team 3"]
    assert ended.context["shown"] == "over"


@pytest.mark.parametrize("query", ["?page=99", "?page=-1", "?page=x", "?show=nothing", "?page=1&show=<b>", "?page="])
def test_an_unknown_page_or_group_leads_to_a_known_one(client, large, query):
    for name in ("monitor", "monitor-live", "compare", "compare-live"):
        assert client.get(address(large, name, query)).status_code == 200


def test_teams_that_fit_on_a_page_have_neither_pages_nor_groups(client):
    found = workshop(teams=2)
    client.force_login(found.teacher)

    for name in ("monitor", "compare"):
        page = client.get(address(found, name)).content.decode()
        assert "team-groups" not in page
        assert "pager" not in page


def test_the_comparison_has_panels_and_waiting_times_for_a_page_and_courses_of_all(large):
    first, second = (compare.compared(large.play_session, page) for page in ("", "2"))
    whole = compare.compared(large.play_session)

    assert [side.table.name for side in first.page] == ["Team 1", "Team 2"]
    assert [side.table.name for side in second.page] == ["Team 3"]
    assert [side.mark for side in second.page] == ["3"]
    assert [panel.name for panel in curves(second)[0].panels] == ["Team 3"]
    assert curves(second)[0].shared == curves(whole)[0].shared
    assert [side.table.name for side in whole.page] == ["Team 1", "Team 2", "Team 3"]
    assert [side.mark for side in second.by_rank] == [side.mark for side in whole.by_rank]
    assert [list(side.times.waits) for side in second.page] == [list(whole.sides[2].times.waits)]


def test_the_file_of_the_comparison_has_all_teams(client, large):
    told = client.get(address(large, "compare-csv", "?page=2")).content.decode()

    assert set(A_TEAM.findall(told)) == {"Team 1", "Team 2", "Team 3"}


def test_the_choice_of_a_turn_keeps_the_page(client, large):
    page = client.get(address(large, "compare", "?page=2")).content.decode()

    assert '<input type="hidden" name="page" value="2">' in page
    assert "page=2" in re.search(r'data-poll-url="([^"]+)"', page)[1]


def test_a_part_of_the_screen_that_is_asked_for_stays(client, large):
    token = projector_token(large.play_session)

    second = client.get(f"/projector/{token}/?page=2")
    live = client.get(f"/projector/{token}/live/?page=2")

    last = second.context["room"].league[2].row.table.name
    assert teams_in(second, "league") == teams_in(live, "league") == [last]
    assert "Show by turns" in second.content.decode()
    assert "X-Again" not in live.headers


def test_the_screen_asks_again_when_the_next_teams_have_their_turn(client, large):
    answer = client.get(f"/projector/{projector_token(large.play_session)}/live/")

    assert 0 < float(answer.headers["X-Again"]) <= SCREEN_SECONDS
    assert "Show by turns" not in answer.content.decode()


def test_a_screen_that_holds_all_teams_does_not_change(client):
    found = workshop(teams=2)

    answer = client.get(f"/projector/{projector_token(found.play_session)}/live/")

    assert "X-Again" not in answer.headers
    assert "pager" not in answer.content.decode()


@given(teams=st.integers(1, 100), start=st.integers(0, 10**6))
def test_each_team_is_on_the_screen_once_in_a_round_of_turns(teams, start):
    parts = -(-teams // PER_SCREEN)
    begin = datetime(2030, 1, 1, tzinfo=UTC) + timedelta(seconds=start)
    moments = [begin + timedelta(seconds=SCREEN_SECONDS * turn) for turn in range(parts)]

    shown = [team for moment in moments for team in screen_of(range(teams), moment)]

    assert sorted(shown) == list(range(teams))
    assert len({turn_of(teams, moment) for moment in moments}) == parts
    assert (turn_of(teams, begin) is None) == (parts == 1)


def test_the_people_of_a_course_and_their_marks_are_listed_page_by_page(client, monkeypatch):
    monkeypatch.setattr(people, "PER_PAGE", 2)
    monkeypatch.setattr(grades, "PER_PAGE", 2)
    teacher = person()
    students = [person(f"student-{number}", display_name=f"Student {number}") for number in range(5)]
    play_session = session_of(course_of(teacher, students), teams=[students], started=True)
    client.force_login(teacher)
    client.post(f"/sessions/{play_session.pk}/grades/compute/")

    listed = client.get(f"/courses/{play_session.course_id}/people/?page=3")
    marks = client.get(f"/sessions/{play_session.pk}/grades/?page=2")

    assert [row.user.display_name for row in listed.context["people"].students] == ["Student 4"]
    assert "5 students" in listed.content.decode()
    assert [row.user.display_name for row in marks.context["rows"]] == ["Student 2", "Student 3"]
    assert "5 students, marks of" in re.sub(r"\s+", " ", marks.content.decode())


def test_the_lobby_lists_its_tables_page_by_page_and_those_with_somebody_missing_first(client, monkeypatch):
    monkeypatch.setattr(lobby, "PER_PAGE", 2)
    teacher, students = person(), [person(f"student-{number}") for number in range(3)]
    play_session = session_of(course_of(teacher, students), teams=[[each] for each in students])
    client.force_login(students[0])
    client.get(f"/sessions/{play_session.pk}/lobby/")
    client.force_login(teacher)

    first = client.get(f"/sessions/{play_session.pk}/lobby/")
    second = client.get(f"/sessions/{play_session.pk}/lobby/?page=2")
    live = re.search(r'data-poll-url="([^"]+)"', second.content.decode())[1].replace("&amp;", "&")

    assert teams_in(first, "lobby-tables") == ["Team 2", "Team 3"]
    assert teams_in(second, "lobby-tables") == teams_in(client.get(live), "lobby-tables") == ["Team 1"]
    assert "Tables at which somebody is missing come first." in first.content.decode()


def test_the_teams_of_a_course_are_listed_page_by_page_and_a_change_leads_to_its_page(client, monkeypatch):
    monkeypatch.setattr(teams, "PER_PAGE", 2)
    teacher = person()
    students = [person(f"student-{number}") for number in range(3)]
    course = course_of(teacher, students)
    made = [team_of(course, [[each] for each in students], number) for number in range(3)]
    client.force_login(teacher)

    listed = client.get(f"/courses/{course.pk}/teams/?page=2")
    renamed = client.post(f"/courses/{course.pk}/teams/{made[2].pk}/", {"action": "rename", "name": "Team 9"})

    assert [line.team.pk for line in listed.context["page"]] == [made[2].pk]
    assert renamed.headers["Location"] == f"/courses/{course.pk}/teams/?page=2#team-{made[2].pk}"
