"""The example of docs/develop/api.md is run unchanged."""

import ast
import subprocess
import sys

import pytest

from classrooms.models import Course, Enrolment, PublishedGrade, Session
from domego_site import paths
from games.models import Job, Match
from games.platform.work.jobs import do_job
from tests.games.factories import PASSWORD, person, play_on

EXAMPLE = paths.BASE_DIR / "examples" / "course_from_a_program.py"


def test_the_page_has_the_example_word_for_word_and_it_is_short():
    text = EXAMPLE.read_text()
    main = next(each for each in ast.parse(text).body if isinstance(each, ast.FunctionDef))

    assert text.split('"""\n', 1)[1].strip() in (paths.BASE_DIR / "docs" / "develop" / "api.md").read_text()
    assert (main.end_lineno or 0) - main.lineno < 30


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("no_broker")
def test_it_creates_a_course_people_and_a_session_and_reads_marks_and_papers(live_server):
    person("claire", can_create_courses=True)

    begun = run(live_server.url, "claire", PASSWORD)

    course, play_session, match = Course.objects.get(), Session.objects.get(), Match.objects.get()
    assert begun[-1] == f"session {play_session.pk} {match.pk}"
    assert [line.split(" http")[0] for line in begun[:-1]] == ["Zoe Martin", "Max Petit"]
    assert Enrolment.objects.filter(course=course, role="student").count() == 2
    assert (play_session.status, match.status) == ("running", "running")

    play_on(match, 500)
    for job in Job.objects.filter(kind="grades"):
        do_job(job.pk)
    program = start(live_server.url, "claire", PASSWORD, str(play_session.pk))
    while program.poll() is None:
        for job in Job.objects.filter(kind="paper", state="pending"):
            do_job(job.pk)
    out, err = program.communicate()

    assert program.returncode == 0, err
    lines = out.splitlines()
    assert [line.rpartition(" ")[0] for line in lines[:2]] == ["Zoe Martin", "Max Petit"]
    assert [int(line.rpartition(" ")[2]) > 10_000 for line in lines[2:]] == [True, True]
    assert PublishedGrade.objects.count() == 0


def start(*arguments):
    command = [sys.executable, str(EXAMPLE), *arguments]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def run(*arguments):
    program = start(*arguments)
    out, err = program.communicate(timeout=60)
    assert program.returncode == 0, err
    return out.splitlines()
