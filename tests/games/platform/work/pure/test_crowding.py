"""Pauses of pages of waiting people on a crowded site."""

import pytest

from games.platform.work.crowding import LONGEST, Crowding


@pytest.mark.parametrize(
    ("elapsed", "spent", "pause"),
    [(0.01, 0.01, 0.0), (0.016, 0.01, 0.0), (0.023, 0.01, LONGEST / 2), (0.03, 0.01, LONGEST), (9, 0.01, LONGEST)],
)
def test_the_pause_grows_with_the_time_that_pages_take_beyond_their_own(elapsed, spent, pause):
    crowding = Crowding()
    crowding.note(0.01, 0.01)
    for _page in range(200):
        crowding.note(elapsed, spent)

    assert crowding.pause == pytest.approx(pause)


@pytest.mark.parametrize(("usual", "pause"), [(1.0, LONGEST), (1.5, LONGEST / 2 * 8 / 7), (3.0, LONGEST / 2 * 8 / 7)])
def test_the_wait_for_a_far_database_is_no_crowd(usual, pause):
    crowding = Crowding()
    for _page in range(200):
        crowding.note(0.01 * usual, 0.01)
    assert crowding.pause == pytest.approx(LONGEST * max(0.0, usual / 1.5 - 1.6) / 1.4)
    for _page in range(200):
        crowding.note(0.036, 0.01)

    assert crowding.pause == pytest.approx(pause)


def test_there_is_no_pause_before_the_first_page_and_none_after_some_prompt_ones():
    crowding = Crowding()
    assert crowding.pause == 0
    crowding.note(0.1, 0.01)
    assert crowding.pause == LONGEST
    for _page in range(40):
        crowding.note(0.011, 0.01)

    assert crowding.pause == 0


def test_a_page_is_counted_although_it_fails():
    crowding = Crowding()
    with pytest.raises(ZeroDivisionError), crowding.page():
        1 / 0  # noqa: B018

    assert crowding.elapsed > 0
