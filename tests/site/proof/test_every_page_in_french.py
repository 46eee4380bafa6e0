"""Automatic checks of accessibility on every page in French: the tests of the English pages."""

import pytest

from tests.site.every_page import Read, all_pages
from tests.site.pages.test_every_page import *  # noqa: F403
from tests.site.pages.test_every_page import pytestmark  # noqa: F401  star does not bring marks


@pytest.fixture(scope="module")
def pages(django_db_setup, django_db_blocker) -> tuple[Read, ...]:
    with django_db_blocker.unblock():
        return all_pages(("fr",))
