"""The queries of a match's pages."""

import pytest

from games.models import Match
from games.platform.selectors import event_log
from tests.games.factories import match_of, person, play_on

pytestmark = pytest.mark.django_db


def read(match):
    kinds = sorted(set(match.events.values_list("kind", flat=True)))
    rows = (
        event_log.history(match, (0,)).events,
        event_log.known_events(match, (0,), kinds, 1, 0),
        event_log.record(match, (0,), kinds),
    )
    return [[event.pk for event in each] for each in rows]


def test_a_move_made_while_a_page_is_being_read_is_not_half_of_it():
    match = play_on(match_of(person()), 2)
    page = Match.objects.get(pk=match.pk)
    told = read(page)
    play_on(match, 1)

    assert read(page) == told
    assert read(match) != told
