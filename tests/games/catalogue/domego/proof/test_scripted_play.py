"""The figures of the rules page's scripted play, as means over many games."""

import pytest

from games.catalogue.domego.rules.rules import RULES
from tests.games.catalogue.domego.policies import Policy
from tests.games.catalogue.domego.pure.test_bots import means


@pytest.mark.parametrize(
    ("risk", "delay", "expected"),
    [(0, 0, (436, 119, 43)), (1, 0, (394, 136, 14)), (1, 1, (356, 168, 13)), (2, 0, (378, 148, 2))],
    ids=["no reduction", "first risk tier", "first risk and delay tiers", "second risk tier"],
)
def test_scripted_play_reproduces_the_rules_page_over_2000_games(risk, delay, expected):
    found = means([Policy(RULES, risk, delay)] * 6, 2000)

    within = (3, 2, 1)
    assert [abs(found[i] - expected[i]) <= within[i] for i in range(3)] == [True] * 3, found
