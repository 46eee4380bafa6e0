"""Explanations of every game: points add up from events of the record, and rules are in its help, in each language."""

import ast

import pytest

from games.engine.errors import IllegalMove
from games.engine.registry import load
from games.ui import faces
from games.ui import help as help_pages
from games.ui.faces import Scene
from games.ui.refusals import PLATFORM_REFUSALS
from tests.every_game import GAMES, of_settings, played, settings

LANGUAGES = ["en", "fr"]


def ended(name, bot):
    """The scenario of a game, its last state and all events of a whole match."""
    start, moves, end = played(name, bot)
    return settings()[name].scenario, end.state, [*start.events, *(event for move in moves for event in move.events)]


def explained(name, bot, what):
    scenario, state, events = ended(name, bot)
    spec, face = settings()[name].game, faces.get(settings()[name].game.key)
    kinds = face.explain.kinds(what)
    record = tuple(event for event in events if event.__struct_config__.tag in kinds)
    scene = Scene(scenario, spec.rules.view(state, None), None, (), record)
    return scene, face.explain.number(scene, what), spec.rules.result(state)


def codes_of(game):
    """Every code of a refusal in the source of a game's rules, which is a file or a package."""
    folder = load(game).folder
    trees = [ast.parse(path.read_text()) for path in (*folder.glob("rules.py"), *folder.glob("rules/**/*.py"))]
    calls = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Call)]
    raised = [call.args[0] for call in calls if getattr(call.func, "id", "") == "IllegalMove" and call.args]
    named = [node for first in raised for node in ([first.body, first.orelse] if is_choice(first) else [first])]
    return {node.value for node in named if isinstance(node, ast.Constant)}


def is_choice(node):
    return isinstance(node, ast.IfExp)


def headings(game, language):
    """Pages of the help and their headings, as links write them."""
    pages = help_pages.pages(game, language)
    return {page.slug for page in pages} | {f"{page.slug}#{part.anchor}" for page in pages for part in page.sections}


@pytest.mark.parametrize("bot", ["usual", "random"])
@of_settings(sorted(settings()))
def test_points_add_up_from_moves_of_the_record(name, bot):
    bot = settings()[name].game.usual_bot if bot == "usual" else bot
    cited = set()
    for seat in range(max(settings()[name].game.rules.seat_counts(settings()[name].scenario))):
        scene, found, result = explained(name, bot, f"points-{seat}")
        if not faces.get(settings()[name].game.key).explain.kinds(f"points-{seat}"):
            pytest.skip("a game that explains no points")

        # Where few points are good, the score is their opposite.
        assert (abs(found.total), sum(term.amount for term in found.terms)) == (abs(result.scores[seat]), found.total)
        cited |= {place for term in found.terms for place in term.places}
    assert cited <= set(range(len(scene.record)))
    assert bool(cited) == bool(scene.record)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_the_rule_behind_points_stands_in_the_help(game, language):
    if not faces.get(game).explain.kinds("points-0"):
        pytest.skip("a game that explains no points")
    found = explained(next(name for name in settings() if name.startswith(f"{game}/")), "random", "points-0")[1]

    assert found.rule in headings(game, language)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_the_rule_behind_every_refusal_stands_in_the_help(game, language):
    face = faces.get(game)
    rules = {code: face.words.refusals.because(IllegalMove(code), 0).rule for code in codes_of(game)}

    assert {code: rule for code, rule in rules.items() if rule not in headings(game, language)} == {}
    plain = {code for code, rule in rules.items() if "#" not in rule and not code.startswith("plan_")}
    assert plain <= {"wrong_move", "prompt_closed", "below_zero"}


@pytest.mark.parametrize("game", GAMES)
def test_every_refusal_has_words_also_where_no_scenario_could_be_read(game):
    face = faces.get(game)

    for code in codes_of(game) - set(PLATFORM_REFUSALS):
        try:
            assert face.words.refusals.describe(None, IllegalMove(code)), code
        except KeyError:
            continue  # words, which want the numbers of the refusal


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_the_advice_for_a_session_stands_in_the_help(game, language):
    face = faces.get(game)

    assert face.advice in headings(game, language) | {""}
