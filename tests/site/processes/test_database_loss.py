"""PostgreSQL restarts under the site: its connections are killed one by one, at every query of a request."""

from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest
from django.db import close_old_connections, connection
from django.db.backends.postgresql.base import DatabaseWrapper
from django.db.utils import InternalError, OperationalError
from django.test import Client

from domego_site import database_loss
from domego_site.databases import database
from games.models import Job, Move
from games.platform import clock, hooks
from games.platform.work import outbox
from games.platform.work.jobs import do_job
from tests.games.factories import match_of, person

pytestmark = [pytest.mark.services, pytest.mark.django_db, pytest.mark.usefixtures("no_broker")]
# Where the connection of the test itself dies, nothing of it can be in a transaction.
really_written = pytest.mark.django_db(transaction=True)
EVERY = 4
"""Every fourth query of a page is tried, as all of them take half a minute."""


@pytest.fixture(autouse=True)
def _on_postgresql():
    if connection.vendor != "postgresql":
        pytest.skip("there is no server of databases")


@pytest.fixture
def server():
    """A connection of an administrator."""
    with psycopg.connect(**login(), autocommit=True) as administrator:
        yield administrator


def login():
    names = {"dbname": "NAME", "host": "HOST", "port": "PORT", "user": "USER", "password": "PASSWORD"}
    return {key: connection.settings_dict[name] for key, name in names.items() if connection.settings_dict[name]}


def kill(server, pid):
    server.execute("SELECT pg_terminate_backend(%s, 5000)", [pid])


@contextmanager
def killed_before(server, number):
    """Kill this thread's connection before query `number`. Yields the list of queries."""
    asked = []

    def ask(execute, sql, params, many, context):
        asked.append(sql)
        if len(asked) == number:
            kill(server, connection.connection.info.backend_pid)
        return execute(sql, params, many, context)

    try:
        with connection.execute_wrapper(ask):
            yield asked
    finally:
        close_old_connections()  # as at the end of each request of a real server


def browser(user):
    client = Client(raise_request_exception=False)
    client.force_login(user)
    return client


@really_written
def test_a_page_whose_connection_dies_is_made_once_more(server):
    ada = person()
    client = browser(ada)
    path = f"/matches/{match_of(ada).pk}/"
    with killed_before(server, 0) as asked:
        assert client.get(path).status_code == 200
    most = len(asked)

    answers = []
    for number in range(1, most + 1, EVERY):
        with killed_before(server, number):
            answers.append(client.get(path).status_code)

    assert most > EVERY
    assert set(answers) == {200}


@really_written
def test_a_decision_whose_connection_dies_is_refused_or_kept_and_counts_once_when_sent_again(server):
    ada = person()
    client = browser(ada)
    number, answers = 0, []
    while True:
        number += 1
        match = match_of(ada)
        path = f"/api/v1/matches/{match.pk}/seats/0/moves"
        body = {"key": "activity-1/buy/owner", "move": {"kind": "buy", "quantity": 1}, "submission_id": "once"}
        with killed_before(server, number) as asked:
            answer = client.post(path, body, content_type="application/json")
        if len(asked) < number:
            break
        again = client.post(path, body, content_type="application/json")
        close_old_connections()
        made = Move.objects.filter(match=match, number__gt=0).values_list("number", "submission_id")
        answers.append((answer.status_code, again.status_code in {200, 201}, list(made)))

    assert number > 10
    assert set(map(str, answers)) == {str((503, True, [(1, "once")]))}


@really_written
def test_the_refusal_says_when_to_come_again_and_keeps_the_decision_in_the_browser(server):
    ada = person()
    match = match_of(ada)
    form = {"seat": 0, "key": "activity-1/buy/owner", "kind": "buy", "quantity": 1, "submission_id": "once"}
    client = browser(ada)

    with killed_before(server, 3):
        answer = client.post(f"/matches/{match.pk}/play/", form)

    assert (answer.status_code, answer["Retry-After"], answer["Cache-Control"]) == (503, "5", "no-store")
    assert "data-unsent" in answer.content.decode()
    assert match.moves.count() == 1


def test_a_fault_of_the_program_is_no_loss():
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL statement_timeout = 1")
        with pytest.raises(OperationalError) as slow:
            cursor.execute("SELECT pg_sleep(1)")

    assert not database_loss.is_loss(slow.value)
    assert not database_loss.is_loss(ValueError())


@pytest.fixture
def pooled():
    """Two connections of the site with a pool of two."""
    url = "postgres://{USER}:{PASSWORD}@{HOST}:{PORT}/{NAME}".format(**connection.settings_dict)
    settings = {**connection.settings_dict, **database(url, sqlite_file=Path(), pool_size=2)}
    made = [DatabaseWrapper({**settings, "TEST": {}}, alias="pooled") for _ in range(2)]
    yield made
    for each in made:
        each.close()
    made[0].close_pool()


def answers(wrapper):
    with wrapper.cursor() as cursor:
        cursor.execute("SELECT 1")
        return cursor.fetchone()[0]


def test_no_connection_of_the_pool_brings_a_fault_after_a_restart(server, pooled):
    assert [answers(each) for each in pooled] == [1] * 2
    for each in pooled:
        pid = each.connection.info.backend_pid
        each.close()
        kill(server, pid)

    assert [answers(each) for each in pooled] == [1] * 2


def test_where_nothing_answers_at_the_address_of_the_database_that_is_a_loss():
    settings = {**connection.settings_dict, "PORT": 1}
    with pytest.raises(OperationalError) as away:
        DatabaseWrapper(settings, alias="away").ensure_connection()

    assert database_loss.is_loss(away.value)


@pytest.fixture
def dying(server):
    """Jobs of kind "dying" lose their connection on the first attempt."""
    tried = []

    def work(job):
        tried.append(job.attempts)
        if len(tried) == 1:
            kill(server, connection.connection.info.backend_pid)
        Job.objects.get(pk=job.pk)

    kinds = dict(hooks.JOBS)
    hooks.JOBS["dying"] = hooks.Work(work)
    yield tried
    hooks.JOBS.clear()
    hooks.JOBS.update(kinds)


@really_written
def test_a_job_that_loses_its_connection_waits_for_its_next_try_and_not_for_the_end_of_its_lease(dying):
    job = outbox.job_request(kind="dying", match=match_of(scenario="pair"), now=clock.now())

    assert do_job(job.pk) is False
    job.refresh_from_db()
    assert job.state == Job.State.PENDING
    assert (job.lease_until - clock.now()).total_seconds() < 30
    assert do_job(job.pk) is True


def test_a_process_that_stands_still_in_a_transaction_gives_up_its_locks():
    """A process stopped from outside runs no more of its own code."""
    with connection.cursor() as cursor:
        cursor.execute("SHOW idle_in_transaction_session_timeout")
        assert cursor.fetchone() == ("1min",)


@really_written
def test_so_the_next_who_wants_the_row_has_it(monkeypatch, server):
    monkeypatch.setattr("domego_site.databases.STOPPED_SECONDS", 1)
    match = match_of(person())
    options = database("postgres://host/name", sqlite_file=Path(), pool_size=0)["OPTIONS"]
    row = "SELECT 1 FROM games_match WHERE id = %s FOR UPDATE"

    stopped = psycopg.connect(**login(), options=options["options"])
    stopped.execute(row, [match.pk])

    server.execute("SET lock_timeout = '20s'")
    assert server.execute(row, [match.pk]).fetchone() == (1,)
    with pytest.raises(psycopg.errors.IdleInTransactionSessionTimeout) as fault:
        stopped.execute("SELECT 1")
    with pytest.raises(InternalError) as error:
        raise InternalError from fault.value
    assert database_loss.is_loss(error.value)
