"""What all tests share: translations are compiled, and a cache that one test filled is empty for the next."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from domego_site import translations

ROOT = Path(__file__).resolve().parent.parent


def pytest_configure(config: pytest.Config) -> None:
    # Under xdist the workers start after this has run once.
    if not hasattr(config, "workerinput"):
        translations.compile_all(ROOT)


@pytest.fixture(autouse=True)
def _empty_cache() -> Iterator[None]:
    from django.core.cache import cache

    yield
    cache.clear()
