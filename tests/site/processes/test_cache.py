import time

import pytest

from domego_site.cache import PAUSE, ForgivingRedisCache, server_may_be_away


@pytest.fixture
def lost(tmp_path):
    """A cache whose server does not exist."""
    return ForgivingRedisCache(f"unix://{tmp_path}/nobody.sock?db=1", {})


def test_reading_from_a_lost_server_misses(lost):
    assert lost.get("page") is None
    assert lost.get("page", "default") == "default"
    assert lost.get_many(["page", "other"]) == {}
    assert lost.has_key("page") is False


def test_writing_to_a_lost_server_is_dropped(lost):
    assert lost.set("page", "text") is None
    assert lost.set_many({"page": "text"}) == ["page"]
    assert lost.touch("page") is False
    assert lost.delete("page") is False
    assert lost.delete_many(["page"]) is None
    assert lost.clear() is None


def test_nobody_gets_through_by_adding_to_a_lost_server(lost):
    assert lost.add("nonce", 1) is False


def test_counting_on_a_lost_server_is_counting_on_a_missing_key(lost):
    with pytest.raises(ValueError, match="not found"):
        lost.incr("requests")


def test_a_lost_server_is_not_asked_again_at_once(lost, caplog):
    began = time.monotonic()
    for number in range(100):
        lost.get(f"page-{number}")

    assert time.monotonic() - began < PAUSE
    assert len(caplog.records) == 1


def test_nobody_is_told_of_a_server_that_is_not_started_yet(lost, caplog):
    caplog.set_level("WARNING")
    with server_may_be_away():
        assert lost.get("page") is None
    assert caplog.records == []


def test_a_server_that_answers_is_used(redis_socket):
    cache = ForgivingRedisCache(f"unix://{redis_socket}?db=1", {})
    cache.set_many({"a": 1, "b": (2, "two")})

    assert cache.get_many(["a", "b", "c"]) == {"a": 1, "b": (2, "two")}
    assert cache.incr("a") == 2
    assert cache.add("a", 5) is False
    cache.clear()

    assert cache.get("a") is None
