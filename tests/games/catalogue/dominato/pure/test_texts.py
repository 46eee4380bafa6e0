"""The texts of Dominato: their figures are those of the rules."""

import re

from django.utils.translation import override

from classrooms.assess.reports.guide import guide_of
from tests.games.catalogue.dominato.table import TILES
from tests.help_pages import source


def test_the_figures_of_the_rules_are_those_of_the_scenarios():
    for language in ("en", "fr"):
        numbers = {int(number) for number in re.findall(r"\d+", source("dominato", language, "rules"))}
        assert {len(TILES), 16, 10, 8, 2, 4} <= numbers


def test_the_plan_of_a_debrief_speaks_of_no_building_site():
    """All games share the plan, also those without a building site."""
    with override("fr"):
        plan = str(guide_of([], "")).lower()

    assert "signifie ailleurs" in plan
    assert "chantier" not in plan
