"""People who play a table to its end, each for their own seat."""

from games.engine.draws import FastDraws
from games.models import AuthorKind, Match
from games.platform.selectors import holders_of
from games.platform.selectors.position import game_of, state_of
from games.platform.services import moves
from games.platform.services.authors import Author


def match_in(session):
    return session.session_teams.get().match


def play(match: Match, number: int = 10_000, *, think: bool = False) -> Match:
    """Make so many moves. People make those of their seats, and bots the others. The moves are defaults, or those of
    the usual bot with `think`, as some games never end by defaults.
    """
    holders = {seat: users[0] for seat, users in holders_of(match).items()}
    for _move in range(number):
        match.refresh_from_db()
        if match.is_over:
            break
        game, state = game_of(match), state_of(match)
        asked = [each for each in game.rules.prompts(state) if not each.optional and not each.passive]
        prompt = asked[0]
        user = holders.get(prompt.seat)
        by = Author(AuthorKind.PLAYER, user) if user is not None else Author(AuthorKind.BOT, None)
        move = game.rules.default(state, prompt.seat, prompt.key)
        if think:
            move = game.bot(game.usual_bot).answer(state, prompt, FastDraws(match.number)) or move
        moves.submit(match_id=match.pk, seat=prompt.seat, key=prompt.key, move=move, by=by, announce=False)
    match.refresh_from_db()
    return match
