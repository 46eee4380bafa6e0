"""The review of a draft shows the marks that its rubric would give to finished matches of bots."""

import re

import pytest

from classrooms.assess.grading.rubric import book_ensure
from classrooms.models import GradeBook, RoleScores
from classrooms.play.sessions import services as sessions
from games.models import Job
from games.platform.work.jobs import do_job
from tests.classrooms.assess.grading.sessions import signed_in
from tests.classrooms.factories import course_of
from tests.games.factories import person

pytestmark = pytest.mark.django_db
REVIEW = "Marks to expect"


def draft(game="domego", **more):
    claire = person("claire")
    return sessions.session_create(course=course_of(claire), by=claire, game=game, title="Tuesday", **more)


def to_review(play_session):
    """Go from the step of late answers straight to the review."""
    desk = signed_in(play_session.created_by)
    answer = desk.post(
        f"/sessions/{play_session.pk}/edit/4/", {"late_policy": "default", "unfinished": "later", "to": "6"}
    )
    assert answer.status_code == 302
    return desk


def reviewed(desk, play_session):
    return desk.get(f"/sessions/{play_session.pk}/edit/6/").content.decode()


def marks_in(page):
    """The five marks of each line of the rubric."""
    rows = re.findall(r'<th scope="row">([^<]+)</th>((?:\s*<td class="num">[\d.]+</td>)+)', page)
    return {title: [float(mark) for mark in re.findall(r">([\d.]+)<", cells)] for title, cells in rows}


def test_games_are_asked_for_on_the_way_to_the_review_and_shown_when_they_are_there():
    play_session = draft()
    desk = to_review(play_session)

    assert "Bots are playing 1,000 matches" in reviewed(desk, play_session)
    assert do_job(Job.objects.get(kind="role_scores").pk)

    assert not GradeBook.objects.exists()
    page = reviewed(desk, play_session)
    marks = marks_in(page)
    assert list(marks) == ["Project result"]
    lowest, quarter, middle, upper, highest = marks["Project result"]
    assert 10 < lowest < quarter < middle < upper <= highest <= 20
    assert "What 1,000 matches of bots with these options would get, out of 20" in " ".join(page.split())


def test_own_objectives_are_shown_where_they_are_on_and_never_above_the_project():
    play_session = draft()
    book = book_ensure(play_session=play_session)
    book.lines.create(kind="objectives", weight=30, position=9)
    desk = to_review(play_session)
    row = RoleScores.objects.get()
    row.scores, row.made_at = [[10, 8, 6, 4, 2]] * 6, play_session.created_at
    met = {"name": "delay", "target": 380, "reached": [380] * 4 + [418], "met": [1] * 4 + [0]}
    row.targets = [met]
    row.save()

    # 418 is 10 % above 380: 62.5 % of the line. The best score is 10, the middle one 6, the worst 2.
    assert marks_in(reviewed(desk, play_session)) == {
        "Project result": [12.5, 20.0, 20.0, 20.0, 20.0],
        "Own objectives": [3.0, 6.5, 10.0, 15.0, 20.0],
    }
    row.targets = [{**met, "reached": [418, *[380] * 4], "met": [0, *[1] * 4]}]
    row.save()
    assert marks_in(reviewed(desk, play_session))["Own objectives"] == [3.0, 6.5, 10.0, 12.5, 15.0]


def test_nothing_is_said_of_a_rehearsal():
    play_session = draft(is_rehearsal=True)
    desk = to_review(play_session)

    assert REVIEW not in reviewed(desk, play_session)
    assert not Job.objects.filter(kind="role_scores").exists()


def test_looking_at_the_review_asks_for_no_games():
    play_session = draft()

    assert REVIEW not in reviewed(signed_in(play_session.created_by), play_session)
    assert not RoleScores.objects.exists()
