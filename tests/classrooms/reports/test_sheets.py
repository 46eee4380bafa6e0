"""How papers are typeset: first things first, and nothing torn apart at the end of a sheet."""

import pytest
from django.db import transaction

from classrooms.reports import pdf
from classrooms.reports.services import debrief_freeze
from games.engine import registry
from games.services.matches import match_create, match_start
from tests.classrooms.reports.layout import Layout
from tests.every_game import GAMES
from tests.games.factories import SEED, played_by_bots, role_ids

LEAST = 1 / 3
"""No sheet but the last is less full."""


@pytest.fixture(scope="module", params=GAMES)
def ended(request, django_db_setup, django_db_blocker):
    """A match of each game that bots have played to its end."""
    with django_db_blocker.unblock(), transaction.atomic():
        match = bots_alone(request.param)
        debrief_freeze(match=match)
        yield match
        transaction.set_rollback(True)


def bots_alone(game):
    """The shipped scenario that comes first."""
    text = next(iter(registry.get(game).scenarios.values()))
    match = match_create(game=game, roles=role_ids(text, game), by=None, scenario=text, seed=SEED)
    match_start(match_id=match.pk)
    return played_by_bots(match)


def test_nothing_is_torn_apart_and_no_sheet_is_empty(ended, db):
    """In one language each, in turn: what keeps things together are rules of the styles, which know no language."""
    language = ("en", "fr")[GAMES.index(ended.game) % 2]
    laid_out = Layout(pdf.team_draft(ended.debrief, language, full=True))

    assert laid_out.headings_last() == []
    assert laid_out.figures_apart() == []
    assert [rows for rows in laid_out.last_rows() if rows < 2] == []
    assert [filled for filled in laid_out.filled()[:-1] if filled < LEAST] == []
