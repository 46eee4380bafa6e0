"""The names of items in a draft of a scenario."""

import pytest
from django.utils.translation import override

from games.catalogue.utboheme.face.drafts import item_name


@pytest.mark.parametrize(
    ("name", "item", "words"),
    [
        ("terrain", {"resource": "beer", "hexagons": 4}, "Beer"),
        ("terrain", {"resource": None, "hexagons": 1}, "Desert"),
        ("harbour_kinds", {"rate": 3, "resource": None}, "3:1"),
        ("harbour_kinds", {"rate": 2, "resource": "course"}, "2:1 course material"),
        ("harbour_kinds", {"rate": 9, "resource": "gold"}, ""),
        ("terrain", ["beer"], ""),
        ("terrain", None, ""),
        ("tokens", 5, ""),
    ],
)
def test_hexagons_and_trade_zones_are_named_by_their_resource(name, item, words):
    with override("en"):
        assert item_name({}, name, item) == words
