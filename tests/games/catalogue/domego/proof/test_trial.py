"""Broken projects are found by trials, and the shipped ones are not accused."""

from functools import cache

import pytest
from django.utils.translation import override
from msgspec.structs import replace

from games.catalogue.domego.game import GAME
from games.catalogue.domego.rules.loader import load
from games.engine.trial import FLAGGED, findings, tried
from games.engine.trial.tally import Question
from games.ui.trial_words import finding_words
from tests.games.catalogue.domego.broken_projects import BROKEN, text_of
from tests.games.catalogue.domego.projects import project
from tests.games.catalogue.domego.table import CLASSIC

ENOUGH = 300


@cache
def classic():
    return tried(GAME, CLASSIC, range(ENOUGH))


def _all(found):
    """Findings with their parts."""
    return [each for one in found for each in (one, *one.parts)]


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_project_is_named_by_the_finding_made_for_it(name):
    broken = BROKEN[name]
    scenario = load(text_of(broken))

    trial = tried(GAME, scenario, range(broken.games))
    found = findings(GAME, scenario, trial, classic())

    words = {}
    for language in ("en", "fr"):
        with override(language):
            words[language] = [finding_words(GAME, scenario, trial, each) for each in _all(found)]
    assert all(english != french for english, french in zip(*words.values(), strict=True))
    assert (broken.key, broken.place) in {(each.key, each.place) for each in found if each.weight >= FLAGGED}


@pytest.mark.parametrize("key", GAME.scenarios)
def test_a_shipped_project_is_not_accused(key):
    scenario = GAME.shipped(key)

    found = findings(GAME, scenario, tried(GAME, scenario, range(ENOUGH)))

    assert [each for each in found if each.weight >= FLAGGED] == []


def test_good_players_need_not_agree_on_a_contract_but_should():
    trial = classic()
    refused = {**trial.experts.questions, "standard_contracts[2]": Question(0, 0, {"low": ENOUGH})}

    found = findings(GAME, CLASSIC, replace(trial, experts=replace(trial.experts, questions=refused)))

    assert [(each.key, each.params["share"]) for each in found if each.weight >= FLAGGED] == [("contract_unagreed", 0)]


@pytest.mark.parametrize("seed", range(12))
def test_a_project_of_any_size_can_be_tried(seed):
    scenario = load(project(3 + seed % 10, 3 + 3 * seed, seed))

    trial = tried(GAME, scenario, range(3))

    assert (trial.experts.games, trial.usual.games) == (3, 3)
    assert isinstance(findings(GAME, scenario, trial, trial), tuple)
