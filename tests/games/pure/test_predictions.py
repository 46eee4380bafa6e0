"""Predictions of a class in every game: they are offered before their outcome, from what everybody may know, and each
comes to one outcome.
"""

import pytest

from games.engine import codec, registry
from games.engine.draws import LabelledDraws
from games.engine.playout import playout
from games.engine.types import Outcome
from games.ui import faces
from games.ui.faces import Scene
from games.ui.learning import NOTHING
from tests.games.factories import role_ids

GAMES = [kind.key for kind in registry.all_games()]


def played(game, seed, name=None):
    """The rules, the scenario, and after each move of bots the state and the public events so far."""
    kind = registry.get(game)
    rules = kind.rules
    text = kind.scenarios[name or next(iter(kind.scenarios))]
    scenario, seats = rules.load_scenario(text), len(role_ids(text, game))
    draws = LabelledDraws(seed)
    start = rules.setup(scenario, codec.read_options(b"{}", rules.options_type), seats, draws)
    told = [event for event in start.events if event.audience is None]
    steps = [(start.state, list(told))]

    def look(move):
        told.extend(event for event in move.events if event.audience is None)
        steps.append((move.state, list(told)))

    bots = [kind.bots[kind.usual_bot](rules) for _seat in range(seats)]
    playout(rules, Outcome(start.state, start.events), bots, draws, bot_draws=LabelledDraws(bytes(32)), on_move=look)
    return rules, scenario, steps


def news_of(part, steps):
    """Each state after which a public event of a predicted kind was new, with all of these events so far."""
    before = -1
    for state, events in steps:
        known = [event for event in events if event.__struct_config__.tag in part.prediction_kinds]
        if len(known) > before:
            before = len(known)
            yield state, known


@pytest.mark.parametrize("seed", [bytes(32), bytes(range(32))], ids=["one", "other"])
@pytest.mark.parametrize("game", GAMES)
def test_a_prediction_is_offered_before_its_outcome_comes_to_one_and_keeps_it(game, seed):
    part = faces.get(game).progress
    rules, scenario, steps = played(game, seed)
    options, came, latest = {}, {}, set()

    for state, known in news_of(part, steps):
        for key, count in options.items():
            outcome = part.predicted(scenario, key, known)
            assert outcome in (None, NOTHING, *range(count))
            assert came.setdefault(key, outcome) == outcome or came[key] is None
            came[key] = outcome
        offered = part.predictables(Scene(scenario, rules.view(state, None)))
        for each in offered:
            assert part.predicted(scenario, each.key, known) is None
            assert len(set(each.options)) == len(each.options) >= 2
            assert len(each.odds) in (0, len(each.options))
            options[each.key] = len(each.options)
        latest = {each.key for each in offered} or latest

    assert options
    assert {key for key, outcome in came.items() if outcome is None} <= latest
    assert not part.predictables(Scene(scenario, rules.view(steps[-1][0], None)))
