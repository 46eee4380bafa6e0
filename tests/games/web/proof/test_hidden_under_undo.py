"""Undone moves are not shown anywhere.

Two matches differ in a decision that a seat sent and undid. Another seat gets equal answers, letter by letter, at every
address, in the log, and after the decision that stays.
"""

import logging
import re
from collections import Counter
from random import Random

import pytest

from games.engine import registry
from games.engine.choices import edges
from games.models import AuthorKind
from games.platform.errors import ServiceError
from games.platform.selectors.position import game_of, state_of
from games.platform.services.authors import Author
from games.platform.services.holders import seat_assign
from games.platform.services.matches import match_create, match_start
from games.platform.services.moves import submit
from games.platform.services.undo import move_take_back
from games.platform.work.notices import notify_open
from tests.every_game import GAMES
from tests.games.factories import person, role_ids
from tests.games.pages.test_hidden import differences, forgotten, plain, told

pytestmark = pytest.mark.django_db

SECRETIVE = {"domego": {"hidden_allocations": True}, "utboheme": {"phases": "free"}}
"""Options that hide more."""
MOVES, LOOKS = 40, 2
CLOCKS = re.compile(r"\b\d\d:\d\d\b")


def begun(game):
    """A match with a person on each seat, and another person who runs it."""
    spec = registry.get(game)
    key, text = next(iter(spec.scenarios.items()))
    roles = role_ids(text, game)
    match = match_create(
        game=game, roles=roles, by=None, scenario_key=key, seed=b"undo" * 8, options=SECRETIVE.get(game, {})
    )
    people = [person() for _role in roles]
    for seat, user in enumerate(people):
        seat_assign(match_id=match.pk, seat=seat, user=user)
    match.stewards.add(person("tutor"))
    return match_start(match_id=match.pk), people


def sent(match, people, prompt, move):
    by = Author(AuthorKind.PLAYER, people[prompt.seat])
    submit(match_id=match.pk, seat=prompt.seat, key=prompt.key, move=move, by=by)
    notify_open(match_id=match.pk)
    match.refresh_from_db()


def seen_by_others(match, people, seat):
    """The answers to another seat and to the tutor."""
    others = [people[0 if seat else 1], match.stewards.get()]
    return {
        f"{who.username} {name}": (status, CLOCKS.sub("TIME", text))
        for who in others
        for name, (status, text) in told(match, who).items()
    }


def looks(match, people, prompt, moves, stands, caplog):
    """The answers to others after the undo of each of `moves`, then after `stands`; None if a move cannot be undone."""
    found = []
    for move in moves:
        caplog.clear()
        with forgotten():
            sent(match, people, prompt, move)
            try:
                move_take_back(match_id=match.pk, number=match.number, by=people[prompt.seat])
            except ServiceError:
                return None
            match.refresh_from_db()
            seen = seen_by_others(match, people, prompt.seat)
            sent(match, people, prompt, stands)
            seen |= {f"then {name}": each for name, each in seen_by_others(match, people, prompt.seat).items()}
            seen["log"] = ("", plain(caplog.text, match))
            found.append(seen)
        match.refresh_from_db()
    return found


@pytest.mark.parametrize("game", GAMES)
def test_what_was_taken_back_is_told_to_nobody_else(game, caplog):
    caplog.set_level(logging.INFO)
    chance, counted = Random(11), Counter()
    match, people = begun(game)
    rules = game_of(match).rules

    for _move in range(MOVES):
        if match.is_over or counted["looked"] == LOOKS:
            break
        state = state_of(match)
        prompt = chance.choice([each for each in rules.prompts(state) if not each.optional])
        moves = list(edges(rules.choices(state, prompt.seat, prompt.key)))
        if len(moves) > 1:
            first, second, stands = chance.choice(moves), *chance.sample(moves, 2)
            found = looks(
                match, people, prompt, (second, first) if first != second else (second, stands), stands, caplog
            )
            assert found is None or differences(found) == {}
            counted["stands" if found is None else "looked"] += 1
        sent(match, people, prompt, chance.choice(moves))

    assert counted["looked"] or counted["stands"] > 5, "in Dominyam each decision uncovers something"
