"""Matches of Dominyam on the site."""

from games.catalogue.dominyam.game import GAME
from games.engine.draws import FastDraws
from games.models import AuthorKind
from games.platform.selectors.position import state_of
from games.platform.services.authors import Author
from games.platform.services.holders import seat_assign
from games.platform.services.matches import match_create, match_start
from games.platform.services.moves import submit
from games.ui import faces


def match_of(*people, scenario="players_02", options=None, started=True, seed=bytes(range(32))):
    """A running match whose first seats these people hold; None leaves a seat to its bot."""
    text = GAME.scenarios[scenario]
    roles = [role.id for role in faces.get("dominyam").words.roles(GAME.rules.load_scenario(text))]
    by = next(filter(None, people), None)
    match = match_create(
        game="dominyam", roles=roles, by=by, scenario_key=scenario, options=options, seed=seed, title="Evening class"
    )
    for seat, user in enumerate(people):
        if user is not None:
            seat_assign(match_id=match.pk, seat=seat, user=user)
    if started:
        match_start(match_id=match.pk)
    match.refresh_from_db()
    return match


def play_on(match, user, moves=10**6, strength="greedy"):
    """Play a bot's moves under the name of `user`, to the end or so many of them."""
    bot, rules = GAME.bot(strength), GAME.rules
    while moves and not match.is_over:
        state = state_of(match)
        prompt = rules.prompts(state)[0]
        move = bot.answer(state, prompt, FastDraws(match.number))
        submit(match_id=match.pk, seat=prompt.seat, key=prompt.key, move=move, by=Author(AuthorKind.PLAYER, user))
        match.refresh_from_db()
        moves -= 1
    return match
