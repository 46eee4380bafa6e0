"""Results of long computations: read without a lock, and stored only if the basis is unchanged."""

import pytest
from django.db import connection, transaction

from games.models import Match
from games.platform.services.optimistic_store import TRIES, store_after_reading
from tests.games.factories import match_of, person

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def rows():
    return Match.objects.filter(pk=match_of(person(), scenario="pair").pk)


def reading(rows, changes):
    """A function that reads the title; the title changes during its first so many calls."""
    seen = []

    def read():
        title = rows.get().title
        seen.append((title, connection.in_atomic_block))
        if len(seen) <= changes:
            rows.update(title=f"{title}+", revision=rows.get().revision + 1)
        return title

    return seen, read


def stored(row, title):
    """The result, the title of the locked row, and whether a transaction is open."""
    return title, row.title, connection.in_atomic_block


@pytest.mark.parametrize("changes", range(TRIES))
def test_what_is_stored_was_read_after_the_last_change_and_without_a_lock_unless_others_change_it_again_and_again(
    rows, changes
):
    rows.update(title="x")
    seen, read = reading(rows, changes)

    found = store_after_reading(rows, "revision", read=read, store=stored)

    assert found == ("x" + "+" * changes, "x" + "+" * changes, True)
    assert seen == [("x" + "+" * number, number == TRIES - 1) for number in range(changes + 1)]


def test_in_a_transaction_it_is_stored_in_that_one(rows):
    rows.update(title="x")
    seen, read = reading(rows, 0)

    with transaction.atomic():
        assert store_after_reading(rows, "revision", read=read, store=stored) == ("x", "x", True)

    assert seen == [("x", True)]


def test_a_row_that_is_gone_meanwhile_is_not_written_about(rows):
    def read():
        rows.delete()

    with pytest.raises(Match.DoesNotExist):
        store_after_reading(rows, "revision", read=read, store=pytest.fail)
