"""Matches of Master Builder on the site."""

from collections.abc import Iterator

from games.catalogue.master_builder.game import GAME
from games.engine.draws import FastDraws
from games.models import AuthorKind
from games.platform.selectors.position import state_of
from games.platform.services.authors import Author
from games.platform.services.holders import seat_assign
from games.platform.services.matches import match_create, match_start
from games.platform.services.moves import submit
from games.ui import faces

SCENARIOS = {2: "classic_2", 3: "classic_3", 4: "classic"}


def match_of(*people, options=None, seed=bytes(range(32)), now=None, **more):
    """A running match with as many seats as people; None leaves a seat to its bot."""
    key = SCENARIOS[len(people)]
    roles = [role.id for role in faces.get("master_builder").words.roles(GAME.rules.load_scenario(GAME.scenarios[key]))]
    by = next(filter(None, people), None)
    match = match_create(
        game="master_builder", roles=roles, by=by, scenario_key=key, options=options, seed=seed, now=now, **more
    )
    for seat, user in enumerate(people):
        if user is not None:
            seat_assign(match_id=match.pk, seat=seat, user=user, now=now)
    match_start(match_id=match.pk, now=now)
    match.refresh_from_db()
    return match


def step(match, user, strength="thrifty", now=None):
    """Submit a bot's answer to the first open prompt, under the name of `user` (None: without an author)."""
    state = state_of(match)
    prompt = GAME.rules.prompts(state)[0]
    move = GAME.bot(strength).answer(state, prompt, FastDraws(match.number))
    by = Author(AuthorKind.PLAYER, user)
    submit(match_id=match.pk, seat=prompt.seat, key=prompt.key, move=move, by=by, now=now)
    match.refresh_from_db()


def play_until(match, user, *kinds, strength="thrifty", now=None):
    """Play until the first open prompt is of one of these kinds; returns the prompt, or None at the match's end."""
    while not match.is_over:
        prompt = GAME.rules.prompts(state_of(match))[0]
        if prompt.kind in kinds:
            return prompt
        step(match, user, strength, now)
    return None


def sites_of(match, seat):
    """The unfinished contracts of a seat."""
    return [site for site in state_of(match).firms[seat].sites if site.standing.bit_count() < 6]


def each_kind(match, user, strength="thrifty") -> Iterator[str]:
    """Play to the end; yields whenever a kind of prompt is open for the first time."""
    seen = set()
    while not match.is_over:
        new = {prompt.kind for prompt in GAME.rules.prompts(state_of(match))} - seen
        seen |= new
        if new:
            yield from new
        step(match, user, strength)


def page_of(client, match, seat=0, language="en"):
    answer = client.get(f"/matches/{match.pk}/?seat={seat}", headers={"accept-language": language})
    assert answer.status_code == 200
    return answer


def sent(client, match, prompt, **fields):
    """Send a form of this prompt; returns the answer."""
    answer = client.post(f"/matches/{match.pk}/play/", {"seat": prompt.seat, "key": prompt.key, **fields})
    match.refresh_from_db()
    return answer


def open_prompt(match, kind, seat=None):
    return next(p for p in GAME.rules.prompts(state_of(match)) if p.kind == kind and seat in (None, p.seat))


def said(answer):
    """The refusals on the card, without the links that follow them."""
    it = answer.context["page"].part("drawing").context["it"]
    return [error.partition(" <a ")[0] for panel in (it["main"], *it["more"]) if panel for error in panel["errors"]]
