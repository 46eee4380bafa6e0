"""Marks and papers by a program."""

import pytest

from classrooms.assess.grading.rubric import book_ensure
from classrooms.assess.grading.services.publishing import grades_publish
from classrooms.assess.reports.papers import make
from classrooms.models import PublishedGrade, User
from games.models import Job, Match
from tests.classrooms.factories import session_of
from tests.games.factories import play_on

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_broker")]


@pytest.fixture
def played(course, zoe):
    """A session whose only table has ended; Zoe held a seat and moved nothing herself."""
    play_session = session_of(course, teams=[[zoe]], started=True, scenario="classic")
    play_on(Match.objects.get(), 500)
    book_ensure(play_session=play_session)
    return play_session


def test_instructors_read_all_marks_with_what_they_rest_on(program, teacher, played, zoe):
    grades_publish(play_session=played, incomplete=True)

    told = program(teacher).get(f"/sessions/{played.pk}/marks").json()

    published = PublishedGrade.objects.get(user=zoe)
    row = told["marks"][0]
    assert told["scale"] == 20
    assert (row["person"], row["name"], row["team"]) == (zoe.pk, "Zoe Martin", "Team 1")
    assert (row["final"] or row["mark_state"], row["published"]) == (published.final or published.state,) * 2
    assert {line["weight"] for line in row["lines"]} != set()
    own = program(zoe).get(f"/sessions/{played.pk}/marks/mine").json()
    assert (own["final"] or own["mark_state"], own["scale"]) == (published.final or published.state, 20)


def test_a_student_reads_no_mark_before_it_is_published_and_never_anothers(program, played, zoe):
    assert program(zoe).get(f"/sessions/{played.pk}/marks/mine").json() == {
        "final": None,
        "mark_state": "",
        "unfinished": [],
        "scale": None,
        "published_at": None,
    }
    assert program(zoe).get(f"/sessions/{played.pk}/marks").status_code == 403
    assert program(User.objects.get(username="assi")).get(f"/sessions/{played.pk}/marks").status_code == 403


def test_a_rehearsal_has_no_marks(program, teacher, course):
    rehearsal = session_of(course, is_rehearsal=True)

    answer = program(teacher).get(f"/sessions/{rehearsal.pk}/marks")

    assert (answer.status_code, answer.json()["code"]) == (409, "rehearsal_has_no_grades")


def test_papers_are_asked_for_made_by_a_worker_and_fetched(program, teacher, played):
    caller = program(teacher)
    path = f"/sessions/{played.pk}/papers"
    assert caller.get(path).json() == {"papers": []}

    asked = caller.post(path, language="en", kinds=["team"]).json()["papers"]
    assert [(paper["kind"], paper["state"], paper["url"]) for paper in asked] == [("team", "working", None)]
    assert caller.get(f"{path}/{asked[0]['id']}").status_code == 404
    job = Job.objects.get(kind="paper")
    make(job)
    job.delete()

    ready = caller.get(path).json()["papers"][0]
    assert (ready["state"], ready["url"]) == ("ready", f"/api/v1{path}/{ready['id']}")
    paper = caller.get(f"{path}/{ready['id']}", headers={"Accept": "application/pdf"})
    assert (paper.status_code, paper["Content-Type"]) == (200, "application/pdf")
    assert b"".join(paper.streaming_content)[:5] == b"%PDF-"
    refused = caller.get(f"{path}/999", headers={"Accept": "application/pdf"})
    assert (refused.status_code, refused.json()["code"]) == (404, "not_found")
