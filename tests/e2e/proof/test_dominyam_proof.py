"""A match of Dominyam alone, to its score and debrief."""

import pytest

from tests.e2e.browser.test_dominyam import MOST_MOVES, play_to_the_end, start_alone
from tests.e2e.browser.test_phone import PHONE


@pytest.mark.parametrize("thumb", [False, True], ids=["keys", "thumb"])
def test_a_lone_game_is_played_to_its_score_and_debrief(open_context, thumb):
    page = open_context(**PHONE if thumb else {}).new_page()
    start_alone(page)

    moves = play_to_the_end(page, thumb=thumb)

    assert 14 <= moves <= MOST_MOVES
    score = page.locator("#decision tbody tr.me td.num").inner_text()
    page.goto("/games/dominyam/results/")
    assert score in page.locator("#own-results").inner_text()
