"""Matches of Dominato on the site."""

from games.catalogue.dominato.game import GAME
from games.platform.services.holders import seat_assign
from games.platform.services.matches import match_create, match_start
from games.ui import faces


def match_of(*people, scenario="two", options=None, started=True, seed=bytes(range(32)), text=""):
    """A running match whose first seats these people hold; None leaves a seat to its bot."""
    text = text or GAME.scenarios[scenario]
    roles = [role.id for role in faces.get("dominato").words.roles(GAME.rules.load_scenario(text))]
    match = match_create(
        game="dominato", roles=roles, by=next(filter(None, people), None), scenario=text, options=options, seed=seed
    )
    for seat, user in enumerate(people):
        if user is not None:
            seat_assign(match_id=match.pk, seat=seat, user=user)
    if started:
        match_start(match_id=match.pk)
    match.refresh_from_db()
    return match
