"""Matches of Les colons de l'UTBohème on the site."""

from games.catalogue.utboheme.game import GAME
from games.engine.draws import FastDraws
from games.models import AuthorKind
from games.platform.selectors.position import state_of
from games.platform.services.authors import Author
from games.platform.services.holders import seat_assign
from games.platform.services.matches import match_create, match_start
from games.platform.services.moves import submit
from games.ui import faces

BY_NUMBER = {2: "two", 3: "three", 4: "classic"}


def match_of(*people, options=None, seed=bytes(range(32)), now=None, text="", **more):
    """A running match whose first seats these people hold; None leaves a seat to its bot. `text` is a scenario other
    than the usual one for so many players.
    """
    text = text or GAME.scenarios[BY_NUMBER[len(people)]]
    roles = [role.id for role in faces.get("utboheme").words.roles(GAME.rules.load_scenario(text))]
    by = next(filter(None, people), None)
    match = match_create(
        game="utboheme", roles=roles, by=by, scenario=text, options=options, seed=seed, now=now, **more
    )  # fmt: skip
    for seat, user in enumerate(people):
        if user is not None:
            seat_assign(match_id=match.pk, seat=seat, user=user, now=now)
    match_start(match_id=match.pk, now=now)
    match.refresh_from_db()
    return match


def play(match, user, seat, key, move, now=None):
    """Submit one move of a person."""
    by = Author(AuthorKind.PLAYER, user)
    submit(match_id=match.pk, seat=seat, key=key, move=move, by=by, now=now)
    match.refresh_from_db()


def pending(match):
    """The pending prompts of the match."""
    return [prompt for prompt in GAME.rules.prompts(state_of(match)) if not prompt.optional and not prompt.passive]


def play_on(match, user, moves=10**6, strength="greedy", until=None, now=None):
    """Play a bot's moves under the name of `user`: to the end, so many, or until a state fulfils `until`."""
    bot = GAME.bot(strength)
    while moves and not match.is_over:
        state = state_of(match)
        if until is not None and until(state):
            break
        prompt = pending(match)[0]
        play(match, user, prompt.seat, prompt.key, bot.answer(state, prompt, FastDraws(match.number)), now)
        moves -= 1
    return match
