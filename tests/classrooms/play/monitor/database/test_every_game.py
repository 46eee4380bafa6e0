"""Every game can be watched from outside at every moment of a match: for the monitor and the comparison of teams."""

import pytest

from classrooms.play.monitor.queries.progress import comparison_of, progress_of
from games.engine.expected import digest_of, has_collective, target_ends
from games.models import AuthorKind
from games.platform.selectors.position import game_of, scenario_of, state_of
from games.platform.services.authors import Author
from games.platform.services.matches import match_create, match_start
from games.platform.services.moves import submit
from games.ui import faces
from tests.games.factories import NOW, SEED, role_ids

pytestmark = pytest.mark.django_db

PLAYER = Author(AuthorKind.PLAYER)
"""The author of a move by an unnamed player."""
MOVES = 60


def begun(face):
    """A match of the game's first scenario."""
    key, text = next(iter(face.game.scenarios.items()))
    game = face.game.key
    match = match_create(game=game, roles=role_ids(text, game), by=None, scenario_key=key, seed=SEED, now=NOW)
    return match_start(match_id=match.pk, now=NOW)


def defaults(match, count):
    """Play `count` default moves, each for the first seat that must decide."""
    for _move in range(count):
        match.refresh_from_db()
        if match.is_over:
            return
        rules, state = game_of(match).rules, state_of(match)
        prompt = next(prompt for prompt in rules.prompts(state) if not prompt.optional)
        move = rules.default(state, prompt.seat, prompt.key)
        submit(match_id=match.pk, seat=prompt.seat, key=prompt.key, move=move, by=PLAYER, now=NOW)


@pytest.mark.parametrize("face", faces.all_faces(), ids=lambda face: face.game.key)
def test_it_tells_how_it_stands_from_its_start_on(face):
    match = begun(face)
    turns = []
    for _look in range(4):
        told, side = progress_of([match])[match.pk], comparison_of([match])[match.pk]
        turns.append(told.turn)
        names = [gauge.name for gauge in told.gauges]
        assert len(set(names)) == len(names)
        assert 0 <= told.turn <= told.turns
        assert all(len(gauge.series) <= told.turns + 1 for gauge in told.gauges)
        assert all(len(gauge.pace) in (0, told.turns + 1) for gauge in told.gauges)
        assert side.across is None or set(side.across) <= set(names)
        # The second answer comes from the cache.
        assert (progress_of([match])[match.pk], comparison_of([match])[match.pk]) == (told, side)
        defaults(match, MOVES // 4)

    assert turns == sorted(turns)


@pytest.mark.parametrize("face", [each for each in faces.all_faces() if has_collective(each.game)])
def test_targets_that_a_forecast_names_are_gauges(face):
    match = begun(face)
    view = face.game.rules.view(state_of(match), None)
    ends = target_ends(face.game, scenario_of(match), view, digest_of(face.game, match.scenario, view, None), 1)

    gauges = {gauge.name: gauge.target for gauge in progress_of([match])[match.pk].gauges}

    assert {each.name: each.target for each in ends}.items() <= gauges.items()
