"""One world for all tables of the matrix."""

from collections.abc import Iterator

import pytest
from django.db import transaction

from tests.matrix.world import World, world


@pytest.fixture(scope="module")
def site(django_db_setup, django_db_blocker) -> Iterator[World]:
    """One world for the whole table. Changes of requests are rolled back."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield world()
        transaction.set_rollback(True)
