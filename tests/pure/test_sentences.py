"""Sentences made from parts."""

import pytest
from django.utils.safestring import SafeData, mark_safe
from django.utils.translation import override

from games.ui.sentences import with_subject


@pytest.mark.parametrize(
    ("language", "who", "words", "said"),
    [
        ("en", "Owner", "Bought 9 cubes.", "Owner: bought 9 cubes."),
        ("fr", "Maître d’ouvrage", "A acheté 9 cubes.", "Maître d’ouvrage\xa0: a acheté 9 cubes."),
        ("en", "<Ann>", "<b>Red 1</b> is laid.", "&lt;Ann&gt;: <b>Red 1</b> is laid."),
        ("en", "Player A", "<b>Wins the game.</b> 0 points.", "Player A: <b>wins the game.</b> 0 points."),
        ("en", "Player A", "UV founded.", "Player A: UV founded."),
    ],
)
def test_what_somebody_did_is_told_after_who_did_it(language, who, words, said):
    with override(language):
        found = with_subject(who, mark_safe(words))

    assert (found, isinstance(found, SafeData)) == (said, True)
