"""The page of every game has a recap, made from stored data; nothing here names a game."""

import pytest
from django.utils.html import escape

from games.engine import registry
from games.engine.draws import FastDraws
from games.models import AuthorKind, SeatHolder
from games.platform.selectors import events_until
from games.platform.selectors.position import event_value, game_of, state_of
from games.platform.services.authors import Author
from games.platform.services.holders import seat_assign
from games.platform.services.matches import match_create, match_start
from games.platform.services.moves import submit
from games.ui import faces
from tests.every_game import GAMES
from tests.games.factories import SEED, person, role_ids

pytestmark = pytest.mark.django_db
MOVES, NEWS = 30, 20


def played(game, user):
    """A match of a game in its middle; `user` on the first seat has not seen the latest moves."""
    spec = registry.get(game)
    text = next(iter(spec.scenarios.values()))
    match = match_create(game=game, roles=role_ids(text, game), by=user, scenario=text, seed=SEED, title="Harbour")
    seat_assign(match_id=match.pk, seat=0, user=user)
    match_start(match_id=match.pk)
    for number in range(MOVES):
        match.refresh_from_db()
        rules, state = game_of(match).rules, state_of(match)
        if len(rules.prompts(state)) == 0:
            break
        prompt = next(each for each in rules.prompts(state) if not each.optional and not each.passive)
        move = spec.bot(spec.usual_bot).answer(state, prompt, FastDraws(number))
        by = Author(AuthorKind.BOT) if prompt.seat else Author(AuthorKind.PLAYER, user)
        submit(match_id=match.pk, seat=prompt.seat, key=prompt.key, move=move, by=by)
    match.refresh_from_db()
    SeatHolder.objects.filter(seat__match=match, user=user).update(seen_number=match.number - news_of(match))
    return match


def news_of(match):
    """The number of latest moves that are new: two thirds of all planned moves, fewer in a short match."""
    return match.number * NEWS // MOVES


@pytest.mark.parametrize("game", GAMES)
def test_every_card_stands_on_the_page_and_every_move_that_is_news_on_a_card(client, game):
    ada = person("ada")
    match = played(game, ada)
    client.force_login(ada)
    face, rows = faces.get(game), events_until(match, (0,)).filter(move__number__gt=match.number - news_of(match))
    scenario = game_of(match).rules.load_scenario(match.scenario)
    turns = sorted({row.turn for row in rows})[-2:]  # earlier ones are in the history
    rows = rows.filter(turn__in=turns)
    news = {row.move.number for row in rows if face.words.event(scenario, event_value(match, row.data))}
    assert news

    for language in ("en", "fr"):
        answer = client.get(f"/matches/{match.pk}/?seat=0", headers={"accept-language": language})
        page, recap = answer.content.decode(), answer.context["page"].part("recap").recap

        cards = [each.card for group in recap.groups for each in group.cards]
        assert news <= {number for card in cards for number in card.numbers}
        assert [
            card.title
            for card in cards
            if card.title and shown_title(recap, card) not in page.replace("&#39;", "&#x27;")
        ] == []
        assert all(card.words in page and card.note in page for card in cards)
        assert "%(" not in page


def shown_title(recap, card):
    """The title as shown: above a card, or as a sentence of its own in a line."""
    short = next(each.short for group in recap.groups for each in group.cards if each.card is card)
    return f"<span>{escape(card.title)}.</span>" if short else f"<h3>{escape(card.title)}</h3>"
