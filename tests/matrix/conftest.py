"""One world for every table of the matrix."""

from collections.abc import Iterator

import pytest
from django.db import transaction

from tests.matrix.world import World, world


@pytest.fixture(scope="module")
def site(django_db_setup, django_db_blocker) -> Iterator[World]:
    """One world for the whole table: nothing that a request changes stays."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield world()
        transaction.set_rollback(True)
