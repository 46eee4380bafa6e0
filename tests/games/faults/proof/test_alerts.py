"""When the play worker dies and nobody opens a page, the operator is alerted all the same."""

import pytest

from tests.games.faults.site import Site

pytestmark = pytest.mark.django_db


@pytest.fixture
def watched(tmp_path, database_url):
    site = Site(tmp_path, database_url, OPERATOR_EMAIL="ops@example.org", SWEEP_ALERT_SECONDS="8", DISK_FREE_MB="0")
    site.start_broker()
    yield site
    site.end()


def subjects(site):
    lines = [line for mail in site.mails() for line in mail.splitlines()]
    return [line.partition("] ")[2][:18] for line in lines if line.startswith("Subject: ")]


def test_a_worker_that_stops_is_told_and_its_return_too(watched):
    watched.start_worker()
    watched.wait_for(lambda: watched.hand("has_swept"), "a sweep")
    watched.kill_worker()

    watched.start_web()
    watched.wait_for(lambda: watched.hand("alerts") == [["sweep", False]], "told")
    watched.wait_for(lambda: subjects(watched) == ["The sweep has not "], "mailed")

    watched.start_worker()
    watched.wait_for(lambda: ["sweep", True] in watched.hand("alerts"), "over")
    watched.wait_for(lambda: subjects(watched)[1:] == ["Over: The sweep ha"], "mailed")
