"""One may write at a time where the database is SQLite: nobody waits for a worker that works something out."""

import json
from contextlib import contextmanager

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from classrooms.assess.grading.services.grades import grades_compute
from classrooms.assess.reports.facts import facts_of
from classrooms.assess.reports.jobs import make_debrief
from classrooms.assess.reports.services import debrief_freeze, debrief_request
from classrooms.care.erasure.services.people import person_erase
from classrooms.models import Debrief, GradeBook, Mark, Participation
from games.models import Job, Match
from games.platform.work.jobs import do_job
from tests.classrooms.assess.grading.sessions import end, everybody_moves, matches_of, people, session_with
from tests.games.factories import match_of, person, play_on

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("no_broker")]
RECORD = ("games_move", "games_event")


def read_from_the_record(work):
    """The numbers of queries on the record, outside of all transactions and inside one."""
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


@contextmanager
def meanwhile(do, *, after=0):
    """Call `do` after so many queries, or, without `after`, before the first query on the record."""
    waiting, asked = [do], []

    def ask(execute, sql, params, many, context):
        if waiting and not after and any(f'FROM "{table}"' in sql for table in RECORD):
            waiting.pop()()
        answer = execute(sql, params, many, context)
        asked.append(sql)
        if waiting and len(asked) == after:
            waiting.pop()()
        return answer

    with connection.execute_wrapper(ask):
        yield
    assert waiting == []


def test_marks_of_whoever_is_erased_while_they_are_computed_are_not_stored():
    ann, bob = people(2)
    play_session = everybody_moves(session_with([ann, bob]))

    with meanwhile(lambda: person_erase(user=ann)):
        grades_compute(play_session=play_session)

    marked = Mark.objects.filter(line__book__session=play_session).values_list("user", flat=True)
    assert {*marked} == {bob.pk}
    assert [*Participation.objects.filter(session=play_session).values_list("user", flat=True)] == [bob.pk]


def test_a_debrief_does_not_name_whoever_is_erased_while_it_is_made():
    ann = person("ann", display_name="Ann Aarden")
    match = play_on(match_of(ann, scenario="pair"), -1)
    with CaptureQueriesContext(connection) as reading:
        assert "Aarden" in json.dumps(facts_of(match))

    # After the row's stamp, the row, and all of its facts.
    with meanwhile(lambda: person_erase(user=ann), after=2 + len(reading)):
        debrief = debrief_freeze(match=match)

    assert "Aarden" not in json.dumps(debrief.facts)


def test_a_match_that_is_thrown_away_while_its_debrief_is_made_is_nobodys_fault(caplog):
    match = play_on(match_of(person(), scenario="pair"), -1)
    job = debrief_request(match=match)

    with caplog.at_level("INFO"), meanwhile(lambda: Match.objects.filter(pk=match.pk).delete()):
        assert do_job(job.pk) is False

    assert not Debrief.objects.exists()
    (told,) = [each for each in caplog.records if each.name == "games.platform.work.jobs"]
    assert (told.levelname, "was thrown away with its match" in told.message) == ("INFO", True)
