"""A number outside the rules is refused with the bound of the rules, in the forms of every game."""

import re
from collections import Counter
from itertools import product

import pytest
from django import forms

from games.engine.registry import load
from games.ui import faces
from games.ui.faces import Scene
from tests.every_game import GAMES, settings, spread

HUGE = 10**12
OFTEN = 40
"""The number of forms with a field that are tried."""
SENT = ({}, {"how": "counter"}, {"send": "offer"}, {"send": "keep"})
"""Further fields that buttons send for a form other than the usual one."""
NOT_TYPED = {"accept", "contract", "renter", "seen", "risk_tier", "delay_tier", "tile", "turned", "place"}
"""Number fields that a button, a choice or a hidden field sends."""
TYPED = {
    "beer_game": {"amount"},
    "domego": {"quantity", "price", "buy"},
    "dominato": {"said"},
    "dominyam": {"guess"},
    "master_builder": {"bid", "limit", "price"},
    "utboheme": {f"{side}-{kind}" for side in ("give", "get", "discard", "keep") for kind in
                 ("beer", "sleep", "coffee", "course", "food")},
}  # fmt: skip


def forms_of(name):
    """The forms of a game's prompts: a form for some data, and the name of a number field."""
    where = settings()[name]
    face, rules = faces.get(where.game.key), where.game.rules
    for state in spread(name, 1, 80):
        prompts = rules.prompts(state)
        for prompt, more in product(prompts, SENT):
            scene = Scene(where.scenario, rules.view(state, prompt.seat), prompt.seat, prompts)

            def made(data, scene=scene, prompt=prompt, more=more):
                return face.table.form(scene, prompt, more | data)

            for field, kind in made({}).fields.items():
                if isinstance(kind, forms.IntegerField) and field not in NOT_TYPED:
                    yield made, field


def refused(form, field):
    return " ".join(str(error) for error in form.errors.get(field, []))


@pytest.mark.parametrize("game", GAMES)
def test_a_number_that_nobody_could_play_is_refused_with_a_bound_that_can_be_played(game):
    spec, met = load(game), Counter()
    for name in [next(iter(spec.scenarios)), *spec.variants]:
        for made, field in forms_of(f"{game}/{name}"):
            met[field] += 1
            if met[field] > OFTEN:
                continue
            for number in (HUGE, -HUGE):
                said = refused(made({field: str(number)}), field)
                bounds = [int(each) for each in re.findall(r"-?\d+", said.replace("\u2212", "-"))]

                assert len(bounds) == 1, (field, said)
                assert abs(bounds[0]) < 1000, (field, said)
                assert refused(made({field: str(bounds[0])}), field) != said, field

    assert set(met) == TYPED[game]
