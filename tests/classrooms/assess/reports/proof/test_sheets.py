"""Typesetting of papers: the important parts come first, and no block is torn apart at the end of a sheet."""

import pytest
from django.db import transaction
from django.template.loader import render_to_string
from msgspec.structs import replace

from classrooms.assess.reports import pdf, talking_points
from classrooms.assess.reports.facts import parse_facts
from classrooms.assess.reports.services import debrief_freeze
from games.engine import registry
from games.platform.selectors.position import scenario_of
from games.platform.services.matches import match_create, match_start
from games.ui import debriefs, faces
from games.ui.debriefs import Numbers
from tests.classrooms.assess.reports.layout import Layout
from tests.every_game import GAMES
from tests.games.factories import SEED, played_by_bots, role_ids

LEAST = 1 / 3
"""The least used share of every sheet but the last."""


@pytest.fixture(scope="module", params=GAMES)
def ended(request, django_db_setup, django_db_blocker):
    """A match of each game that bots have played to its end."""
    with django_db_blocker.unblock(), transaction.atomic():
        match = bots_alone(request.param)
        debrief_freeze(match=match)
        yield match
        transaction.set_rollback(True)


def bots_alone(game):
    """A finished match of bots in the first shipped scenario."""
    text = next(iter(registry.get(game).scenarios.values()))
    match = match_create(game=game, roles=role_ids(text, game), by=None, scenario=text, seed=SEED)
    match_start(match_id=match.pk)
    return played_by_bots(match)


def test_nothing_is_torn_apart_and_no_sheet_is_empty(ended, db):
    """Each game is checked in one language, in turn. The styles that keep parts together are the same in all."""
    language = ("en", "fr")[GAMES.index(ended.game) % 2]
    laid_out = Layout(pdf.team_draft(ended.debrief, language, full=True))

    assert laid_out.headings_last() == []
    assert laid_out.figures_apart() == []
    assert [rows for rows in laid_out.last_rows() if rows < 2] == []
    assert [filled for filled in laid_out.filled()[:-1] if filled < LEAST] == []


UNITS = {"master_builder": "77 k,", "beer_game": "77 units of cost,"}


def test_who_ended_far_apart_is_told_in_what_the_game_counts(ended, db):
    facts, debriefing, scenario = parse_facts(ended.debrief.facts), debriefs.get(ended.game), scenario_of(ended)
    roles = faces.get(ended.game).words.roles(scenario)
    apart = replace(facts, result={"scores": [77, *(1,) * (len(roles) - 1)]})
    game_facts, aside = debriefing.parse_facts(facts.game_facts), talking_points.aside_of(ended)
    found = talking_points.found_in(ended, apart, debriefing, scenario, game_facts, roles, aside)
    told = [each.hit.fact for each in found if each.key == "far_apart"]

    assert [UNITS.get(ended.game, "77 points,") in fact for fact in told] == [True] * (len(roles) > 2)


@pytest.mark.parametrize("tag", ["h2", "p"])
def test_what_stands_apart_in_an_analysis_does_so_on_paper(tag):
    apart, beside = (f'<section><div></div><{tag} class="{style}">Words.</{tag}></section>' for style in ("gap", ""))
    styles = '<link rel="stylesheet" href="/shell/debrief.css">'
    laid_out = Layout(Paper(f'{styles}<article class="sheet">{apart}{beside}</article>'))

    far, near = laid_out.spaces_above(tag)
    assert far > near == 0


def test_the_table_of_a_chart_has_real_minus_signs():
    table = Numbers(("Turn", "Change"), (("-1", -2), ("2", 3)))
    page = render_to_string("games/debrief/table.html", {"title": "Luck", "table": table})

    assert ">\u22122</td>" in page
    assert ">-2<" not in page
    assert ">3</td>" in page


class Paper:
    """A page written by hand, without a match."""

    def __init__(self, text: str) -> None:
        self.text = text
