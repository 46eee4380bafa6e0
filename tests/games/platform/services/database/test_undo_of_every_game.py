"""Undo in every game leaves everything as if the decision had never been sent."""

from collections import Counter
from random import Random

import pytest

from games.engine import registry
from games.engine.choices import edges
from games.models import AuthorKind
from games.platform.errors import MatchNotRunning, UndoReveals
from games.platform.selectors.event_log import history
from games.platform.selectors.position import game_of, state_of
from games.platform.selectors.replaying import difference
from games.platform.services.authors import Author
from games.platform.services.holders import seat_assign
from games.platform.services.matches import match_create, match_start
from games.platform.services.moves import submit
from games.platform.services.undo import move_take_back
from games.platform.work.notices import notify_open
from tests.every_game import GAMES
from tests.games.factories import person, role_ids
from tests.games.platform.services.pages.test_undo import everything

pytestmark = pytest.mark.django_db

MOVES = 30


def begun(game, user):
    spec = registry.get(game)
    key, text = next(iter(spec.scenarios.items()))
    match = match_create(game=game, roles=role_ids(text, game), by=None, scenario_key=key, seed=b"undo" * 8)
    for seat in match.seats.all():
        seat_assign(match_id=match.pk, seat=seat.index, user=user)
    return match_start(match_id=match.pk)


def seen_of(match, user):
    """All data that a move changes, the pending decisions, and the log with the events of all seats."""
    prompts = game_of(match).rules.prompts(state_of(match))
    told = [(event.number, event.move.number, event.data) for event in history(match, range(20), length=500).events]
    return everything(match), prompts, told


@pytest.mark.parametrize("game", GAMES)
def test_a_decision_taken_back_is_as_if_it_had_never_been_sent(game):
    ada, random, counted = person(), Random(7), Counter()
    match = begun(game, ada)
    by = Author(AuthorKind.PLAYER, ada)

    for _move in range(MOVES):
        match.refresh_from_db()
        rules = game_of(match).rules
        notify_open(match_id=match.pk)
        before, number = seen_of(match, ada), match.number
        prompt = random.choice(rules.prompts(state_of(match)))
        move = random.choice(list(edges(rules.choices(state_of(match), prompt.seat, prompt.key))))
        what = {"match_id": match.pk, "seat": prompt.seat, "key": prompt.key, "move": move, "by": by}
        submit(**what)
        notify_open(match_id=match.pk)
        try:
            match = move_take_back(match_id=match.pk, number=number + 1, by=ada)
        except UndoReveals:
            counted["stands"] += 1
            continue
        except MatchNotRunning:
            break
        counted["taken back"] += 1
        assert seen_of(match, ada) == before
        assert match.number == number + 2
        if random.random() < 0.7:
            submit(**what)

    match.refresh_from_db()
    by_chance = match.moves.filter(number__gt=0).exclude(draws=[]).count()
    assert counted["taken back"] or by_chance == counted["stands"] == MOVES
    assert difference(match) is None
