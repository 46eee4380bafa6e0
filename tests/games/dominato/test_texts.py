"""The texts of Dominato: figures that are those of the rules."""

import re

from tests.games.dominato.table import TILES
from tests.help_pages import source


def test_the_figures_of_the_rules_are_those_of_the_scenarios():
    for language in ("en", "fr"):
        numbers = {int(number) for number in re.findall(r"\d+", source("dominato", language, "rules"))}
        assert {len(TILES), 16, 10, 8, 2, 4} <= numbers
