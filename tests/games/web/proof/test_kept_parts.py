"""Cached parts of pages equal, byte by byte, freshly rendered ones.

The test runs for each seat after each move of seeded matches of every game. `KEPT_MATCHES=100` plays a hundred of each.
"""

import json
import os
import sys
from collections import Counter
from functools import _lru_cache_wrapper
from random import Random

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from classrooms.play.monitor.queries import progress
from games.engine import registry
from games.engine.choices import edges
from games.models import AuthorKind
from games.platform import kept as kept_in_cache
from games.platform.errors import ServiceError
from games.platform.selectors.position import game_of, state_of
from games.platform.services.authors import Author
from games.platform.services.holders import seat_assign
from games.platform.services.matches import match_create, match_start
from games.platform.services.moves import submit
from games.platform.services.undo import move_take_back
from games.ui import faces
from games.ui.languages import by_language
from tests.every_game import GAMES
from tests.games.factories import person

pytestmark = [pytest.mark.django_db, pytest.mark.timeout(24 * 3600)]

MATCHES = int(os.environ.get("KEPT_MATCHES", "1"))
MOST_MOVES = int(os.environ.get("KEPT_MOVES", "60"))
RULES = ("engine", "rules", "bots", "analysis", "micro")
"""Folders whose caches are no parts of a page: other tests compare them with the rules."""


def kept_functions():
    """Every caching function of the site, with its uncached function and the places of its name."""
    found = {}
    for module in [each for name, each in list(sys.modules.items()) if name.startswith(("games.", "classrooms."))]:
        if set(module.__name__.split(".")) & set(RULES):
            continue
        for name, value in list(vars(module).items()):
            if is_kept(value) and not set(value.__module__.split(".")) & set(RULES):
                found.setdefault(value, []).append((module, name))
    return found


def is_kept(value):
    if isinstance(value, _lru_cache_wrapper):
        return True
    cells = getattr(value, "__closure__", None) or ()
    return callable(value) and any(isinstance(cell.cell_contents, _lru_cache_wrapper) for cell in cells)


class Checked:
    """A cached function that also computes the value anew at each call, and compares."""

    def __init__(self, kept, counted):
        self.kept, self.counted = kept, counted
        self.name = f"{kept.__module__}.{kept.__name__}"

    def __call__(self, *args, **kwargs):
        kept = self.kept(*args, **kwargs)
        if type(kept).__eq__ is object.__eq__:
            return kept  # a tool, such as a prepared query: nothing that is shown
        fresh = self.kept.__wrapped__(*args, **kwargs)
        self.counted[self.name] += 1
        assert (type(kept), kept) == (type(fresh), fresh), (self.name, args)
        return kept

    def __getattr__(self, name):
        return getattr(self.kept, name)


@pytest.fixture
def counted(monkeypatch):
    """The number of calls of each caching function."""
    found = Counter()
    for kept, places in kept_functions().items():
        checked = Checked(kept, found)
        for module, name in places:
            monkeypatch.setattr(module, name, checked)
    return found


def begun(game, chance):
    """A match with people on all seats, in one of the first scenarios and any variant."""
    spec, face = registry.get(game), faces.get(game)
    key = chance.choice(sorted(spec.scenarios)[:4])
    variants = list(spec.variants.values()) if key == next(iter(spec.scenarios)) else []
    options = chance.choice([{}, *map(json.loads, variants)])
    roles = [role.id for role in face.words.roles(spec.rules.load_scenario(spec.scenarios[key]))]
    match = match_create(
        game=game, roles=roles, by=None, scenario_key=key, options=options, expected="off", seed=chance.randbytes(32)
    )
    people = [person() for _role in roles]
    for seat, user in enumerate(people):
        seat_assign(match_id=match.pk, seat=seat, user=user)
    return match_start(match_id=match.pk), people


def look(match, people, clients, move):
    """Open everybody's page, by turns in both languages, and the lists of matches."""
    for seat, client in enumerate(clients):
        client.cookies["django_language"] = ("en", "fr")[(seat + move) % 2]
        answer = client.get(reverse("games:live", args=[match.pk]), {"seat": seat})
        assert answer.status_code == 200
    for language in ("en", "fr"):
        with translation.override(language):
            for what, kind in (("progress", progress.progress_of), ("comparison", progress.comparison_of)):
                kind([match])
                kept = kind([match])[match.pk]
                ((_match, fresh),) = progress._computed_values(what, [match.pk])
                assert kept_in_cache._ENCODER.encode(kept) == kept_in_cache._ENCODER.encode(fresh)


@pytest.mark.parametrize("number", range(MATCHES))
@pytest.mark.parametrize("game", GAMES)
def test_what_is_kept_is_what_would_be_made_anew(game, number, counted):
    chance = Random(f"{game}/{number}")
    match, people = begun(game, chance)
    clients = [Client() for _each in people]
    for client, user in zip(clients, people, strict=True):
        client.force_login(user)
    rules, moves = game_of(match).rules, 0

    while not match.is_over and moves < MOST_MOVES:
        look(match, people, clients, moves)
        prompts = rules.prompts(state_of(match))
        prompt = chance.choice([each for each in prompts if not each.optional] or prompts)
        options = list(edges(rules.choices(state_of(match), prompt.seat, prompt.key)))
        user = people[prompt.seat]
        submit(
            match_id=match.pk, seat=prompt.seat, key=prompt.key, move=chance.choice(options),
            by=Author(AuthorKind.PLAYER, user),
        )  # fmt: skip
        match.refresh_from_db()
        if chance.random() < 0.2:
            try:
                match = move_take_back(match_id=match.pk, number=match.number, by=user)
            except ServiceError:
                match.refresh_from_db()
        moves += 1
    look(match, people, clients, moves)

    assert moves > 2  # by lot a match may be over after a few
    assert sum(counted.values()) > 10 * moves


def test_this_would_notice_what_depends_on_more_than_it_is_kept_by():
    told = iter(("Ada", "Bob", "Cleo"))
    name = Checked(by_language()(lambda seat: next(told)), Counter())

    with pytest.raises(AssertionError):
        name(0)
