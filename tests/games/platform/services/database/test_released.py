"""A person who has left a seat cannot move for it any more, not even in a request that had already begun."""

import pytest

from games.platform.errors import NotYourSeat
from games.platform.services.holders import seat_release
from tests.games.factories import match_of, person, play_default, record_of

pytestmark = pytest.mark.django_db


def test_a_move_of_somebody_released_a_moment_ago_is_refused_and_changes_nothing():
    ada = person()
    match = match_of(ada)
    seat_release(match_id=match.pk, seat=0, user=ada)
    before = record_of(match)

    with pytest.raises(NotYourSeat):
        play_default(match, 0, ada)

    assert record_of(match) == before
