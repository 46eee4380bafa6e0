"""The table as pages: every phase in both languages, forms without a script, refusals, helper on and off."""

import pytest

from games.dominato.spec import SPEC
from games.engine.draws import FastDraws
from games.models import AuthorKind
from games.position import spec_of, state_of
from games.services.authors import Author
from games.services.moves import submit
from tests.games.dominato.matches import match_of
from tests.games.dominato.policies import Busy
from tests.games.factories import person
from tests.site.pages import Page

pytestmark = pytest.mark.django_db
CHALLENGE = {"validation": "challenge", "games": 1}


def page_of(client, match, seat, language="en"):
    """The table as the seat's player sees it."""
    answer = client.get(f"/matches/{match.pk}/?seat={seat}", headers={"accept-language": language})
    assert answer.status_code == 200
    return answer.content.decode()


def sent(client, match, seat, **fields):
    """A form of the seat's open prompt, as it is sent."""
    prompt = next(p for p in spec_of(match).rules.prompts(state_of(match)) if p.seat == seat)
    answer = client.post(f"/matches/{match.pk}/play/", {"seat": seat, "key": prompt.key, **fields})
    match.refresh_from_db()
    return answer


def assert_sound(html, language):
    page = Page(html)
    assert (page.language, page.headings, page.inline, page.twice) == (language, 1, [], set())


@pytest.mark.parametrize("options", [{}, {"helper": False}, CHALLENGE, {**CHALLENGE, "helper": False}])
def test_the_table_is_sound_in_every_phase_and_both_languages(client, options):
    user = person()
    match = match_of(user, user, user, scenario="three", options=options)
    client.force_login(user)
    seen = set()
    bot, rules = Busy(SPEC.rules), SPEC.rules
    for number in range(40):
        state = state_of(match)
        prompts = rules.prompts(state)
        if not prompts:
            break
        prompt = prompts[0]
        fresh = (prompt.kind, state.phase, state.step < 2) not in seen
        seen.add((prompt.kind, state.phase, state.step < 2))
        if fresh:
            for language in ("en", "fr"):
                assert_sound(page_of(client, match, prompt.seat, language), language)
        move = bot.answer(state, prompt, FastDraws(number))
        submit(match_id=match.pk, seat=prompt.seat, key=prompt.key, move=move, by=Author(AuthorKind.PLAYER, user))
        match.refresh_from_db()
    assert_sound(client.get(f"/matches/{match.pk}/replay/?at=5").content.decode(), "en")
    assert_sound(client.get(f"/matches/{match.pk}/history/").content.decode(), "en")
