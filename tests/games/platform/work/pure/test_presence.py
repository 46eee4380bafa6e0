"""The signs that a person has a page open."""

from datetime import timedelta

import pytest
from django.core.cache.backends.locmem import LocMemCache

from domego_site.cache import ForgivingRedisCache
from games.platform.work import presence
from tests.games.factories import NOW


def later(seconds):
    return NOW + timedelta(seconds=seconds)


def test_people_are_seen_at_their_places():
    presence.seen(7, 1, NOW)
    presence.seen(7, 2, later(3))
    presence.seen("session-4", 1, later(5))

    assert presence.last_seen([7, "session-4", 8]) == {7: {1: NOW, 2: later(3)}, "session-4": {1: later(5)}, 8: {}}


def test_a_sign_is_written_at_most_every_ten_seconds():
    presence.seen(7, 1, NOW)
    presence.seen(7, 1, later(9))
    assert presence.last_seen([7]) == {7: {1: NOW}}

    presence.seen(7, 1, later(10))

    assert presence.last_seen([7]) == {7: {1: later(10)}}


@pytest.mark.parametrize(("seconds", "here"), [(0, True), (45, True), (46, False)])
def test_somebody_is_here_for_three_polls_of_a_page_in_the_background(seconds, here):
    assert presence.is_here(NOW, later(seconds)) is here


def test_a_clock_that_was_set_back_shows_who_is_here_and_nobody_who_is_gone():
    presence.seen(7, 1, later(3600))
    presence.seen(7, 2, later(3600))

    presence.seen(7, 1, NOW)

    signs = presence.last_seen([7])[7]
    assert {user: presence.is_here(at, NOW) for user, at in signs.items()} == {1: True, 2: False}


def test_who_was_never_seen_is_not_here():
    assert presence.is_here(None, NOW) is False


class CountingCache(LocMemCache):
    def __init__(self):
        super().__init__("counting", {})
        self.asked = []

    def get_many(self, keys, version=None):
        self.asked.append(len(keys))
        return super().get_many(keys, version)


def test_all_places_are_read_with_one_question(monkeypatch):
    counting = CountingCache()
    monkeypatch.setattr(presence, "cache", counting)

    presence.last_seen(range(50))

    assert counting.asked == [51]


def test_a_cache_that_is_away_knows_nothing_and_breaks_nothing(monkeypatch):
    away = ForgivingRedisCache("unix:///nowhere/presence.sock", {})
    monkeypatch.setattr(presence, "cache", away)

    presence.seen(7, 1, NOW)

    assert presence.last_seen([7]) is None
