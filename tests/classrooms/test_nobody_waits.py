"""One may write at a time where the database is SQLite: nobody waits for a worker that works something out."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from classrooms.grading.services.grades import grades_compute
from classrooms.models import Debrief, GradeBook, Mark
from classrooms.reports.jobs import make_debrief
from classrooms.reports.services import debrief_request
from games.models import Job
from tests.classrooms.grading.sessions import end, matches_of, people, session_with
from tests.games.factories import match_of, person, play_on

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("no_broker")]
RECORD = ("games_move", "games_event")


def read_from_the_record(work):
    """How often the record is read: outside of all transactions, and in one."""
    with CaptureQueriesContext(connection) as done:
        work()
    is_inside, found = False, {False: 0, True: 0}
    for query in done.captured_queries:
        sql = query["sql"]
        if sql.startswith("BEGIN"):
            is_inside = True
        elif sql in ("COMMIT", "ROLLBACK"):
            is_inside = False
        elif any(f'FROM "{table}"' in sql for table in RECORD):
            found[is_inside] += 1
    return found[False], found[True]


def test_grades_are_computed_before_they_are_locked():
    play_session = session_with(people(2), people(2, "other"))
    for match in matches_of(play_session):
        end(play_on(match, 4), (6, 6, 6, 5, 24, 10), (475, 135, 20))

    outside, inside = read_from_the_record(lambda: grades_compute(play_session=play_session))

    assert outside > 0
    assert inside == 0
    assert GradeBook.objects.get(session=play_session).computed_at is not None
    assert Mark.objects.filter(line__book__session=play_session, points__isnull=False).exists()


def test_a_debrief_is_made_before_it_is_stored_with_its_papers():
    match = play_on(match_of(person(), scenario="pair"), -1)
    job = debrief_request(match=match)

    outside, inside = read_from_the_record(lambda: make_debrief(job))

    assert outside > 0
    assert inside == 0
    assert Debrief.objects.get(match=match).facts
    assert Job.objects.filter(kind="paper").exists()
