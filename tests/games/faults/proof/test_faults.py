"""Processes die in mid-match, and every match goes on by itself: real broker, real workers, real kills.

With FAULT_SECONDS=60 the broker stays away for a minute instead of some seconds.
"""

import os
import time

import pytest

from tests.games.faults.site import PATIENCE

# The site has a database of its own; the mark makes this run on PostgreSQL as well.
pytestmark = pytest.mark.django_db

FAULT_SECONDS = float(os.environ.get("FAULT_SECONDS", "6"))
MATCHES = 6


def moves_made(site, ids):
    return sum(number for _status, number in site.hand("progress", ids))


def are_finished(site, ids):
    return {status for status, _number in site.hand("progress", ids)} == {"finished"}


def in_mid_match(site, ids):
    """Wait until thirty moves were made; some matches must be running then."""
    site.wait_for(lambda: moves_made(site, ids) >= 30, "thirty moves")
    assert not are_finished(site, ids)


def wait_until_finished(site, ids):
    site.wait_for(lambda: are_finished(site, ids), "finished")


def mails_to(site, pk):
    """The mails to the person of a match."""
    return [mail for mail in site.mails() if f"To: p{pk}@example.org" in mail]


def test_the_pool_and_then_the_whole_worker_are_killed_in_mid_match(site):
    ids = site.hand("start", MATCHES, 0)
    in_mid_match(site, ids)
    assert site.kill_pool() >= 2
    made = moves_made(site, ids)
    site.wait_for(lambda: moves_made(site, ids) > made, "more moves by a new pool")
    assert not are_finished(site, ids)

    site.kill_worker()
    time.sleep(1)  # a server of databases still does what it was told to before
    made = moves_made(site, ids)
    time.sleep(1)
    assert moves_made(site, ids) == made
    site.start_worker()

    wait_until_finished(site, ids)
    assert site.hand("faults", ids) == []


def test_a_worker_whose_beat_died_ends_so_that_both_are_started_again(site):
    site.kill_beat()

    assert site.worker.wait(PATIENCE) == os.EX_SOFTWARE
    site.start_worker()
    wait_until_finished(site, site.hand("start", 1, 0))


def test_the_broker_is_away_for_a_while(site):
    (held,) = site.hand("start", 1, 2)
    site.wait_for(lambda: site.hand("notices", held), "told")
    ids = site.hand("start", MATCHES, 0)
    in_mid_match(site, ids)

    site.stop_broker()
    before = time.monotonic()
    assert site.hand("play", held) == 1
    assert site.hand("play", held) == 2
    assert time.monotonic() - before < 5, "a person's move waits for no broker"
    time.sleep(FAULT_SECONDS)
    site.start_broker()

    wait_until_finished(site, ids)
    site.wait_for(lambda: site.hand("faults", [held, *ids]) == [], "everybody told")
    # The decision in between was answered before anybody could be told of it.
    told = site.wait_for(lambda: site.hand("notices", held)[1:], "told of what is open now")
    assert told == [[f"p{held}", 0, "activity-2/allocate/owner"]]


def test_a_web_process_dies_between_commit_and_publish(site):
    (held,) = site.hand("start", 1, 1)
    site.wait_for(lambda: site.hand("notices", held), "told")

    assert site.hand("play_and_die", held) is None
    assert site.hand("progress", [held]) == [["running", 1]]

    told = site.wait_for(lambda: site.hand("notices", held)[1:], "told of the next decision")
    assert told == [[f"p{held}", 0, "activity-1/allocate/owner"]]
    assert site.hand("faults", [held]) == []


def test_people_who_never_come_are_told_once_mailed_once_and_played_for(site):
    ids = site.hand("start", 2, 2)
    site.wait_for(lambda: all(site.hand("notices", pk) for pk in ids), "told")
    site.hand("age_notices")
    # Mails that other tests' matches owe go out as well, in any order.
    site.wait_for(lambda: all(mails_to(site, pk) for pk in ids), "mailed")
    site.kill_worker()
    site.start_worker()

    def hurried():
        site.hand("hurry", ids)
        return are_finished(site, ids)

    site.wait_for(hurried, "played to the end by deadlines")
    assert site.hand("faults", ids) == []
    for pk in ids:
        told = site.hand("notices", pk)
        assert len(told) == len({tuple(row) for row in told})
        assert len(mails_to(site, pk)) == 1
    claimed, sent, stuck = site.hand("claims")
    assert claimed == sent + stuck
