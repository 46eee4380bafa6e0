import pytest


@pytest.fixture(autouse=True)
def _no_broker(no_broker):
    """For all tests of the cockpit."""
