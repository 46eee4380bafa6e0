"""The table as pages: every phase in both languages, forms without a script, refusals, helper on and off."""

import json
import re
from html import unescape

import pytest

from games.catalogue.dominato import names
from games.catalogue.dominato.game import GAME
from games.catalogue.dominato.rules.places import places
from games.engine.draws import FastDraws
from games.models import AuthorKind
from games.platform.selectors.position import game_of, state_of
from games.platform.services.authors import Author
from games.platform.services.moves import submit
from tests.games.catalogue.dominato.matches import match_of
from tests.games.catalogue.dominato.policies import Busy
from tests.games.factories import person
from tests.site.html import Page

pytestmark = pytest.mark.django_db
CHALLENGE = {"validation": "challenge", "games": 1}


def page_of(client, match, seat, language="en"):
    """The table as the seat's player sees it."""
    answer = client.get(f"/matches/{match.pk}/?seat={seat}", headers={"accept-language": language})
    assert answer.status_code == 200
    return answer.content.decode()


def sent(client, match, seat, **fields):
    """Send a form of the seat's open prompt; returns the answer."""
    prompt = next(p for p in game_of(match).rules.prompts(state_of(match)) if p.seat == seat)
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
    bot, rules = Busy(GAME.rules), GAME.rules
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


def opened(options=None, moves=0):
    """A match of one person on both seats after some default moves, and the active seat."""
    user = person()
    match = match_of(user, user, options={"games": 1, **(options or {})})
    for _move in range(moves):
        state = state_of(match)
        if match.is_over:
            return user, match, None
        prompt = GAME.rules.prompts(state)[0]
        move = GAME.rules.default(state, prompt.seat, prompt.key)
        submit(match_id=match.pk, seat=prompt.seat, key=prompt.key, move=move, by=Author(AuthorKind.PLAYER, user))
        match.refresh_from_db()
    return user, match, GAME.rules.prompts(state_of(match))[0].seat


def wrong_move(match, seat):
    """A tile and a place where the tile is wrong."""
    state = state_of(match)
    free = places(state.table, False)
    for number in state.hands[seat]:
        tile = GAME.rules.view(state, seat).deck.tiles[number]
        for index, place in enumerate(free):
            if not place.fits(tile.a, tile.b):
                return {"tile": number, "place": index, "turned": 0}
    raise AssertionError


def test_the_helper_writes_balances_and_lists_what_fits(client):
    user, match, seat = opened(moves=1)
    client.force_login(user)
    html = page_of(client, match, seat)

    assert 'class="d-bal d-bal-' in html
    assert 'name="choice"' in html


def test_without_the_helper_nothing_tells_a_balance_or_what_fits(client):
    user, match, seat = opened({"helper": False}, moves=1)
    client.force_login(user)
    html = page_of(client, match, seat)
    data = json.loads(unescape(re.search(r'data-lay="([^"]*)"', html)[1]))

    assert 'class="d-bal' not in html
    assert 'name="choice"' not in html
    assert "Balance:" not in html
    assert [place[3] for place in data["places"]] == [[]] * 8


def test_one_choice_lays_a_tile(client):
    user, match, seat = opened(moves=1)
    client.force_login(user)
    html = page_of(client, match, seat)
    choice = re.search(r'<option value="(\d+-\d-\d+)"', html)[1]

    answer = sent(client, match, seat, choice=choice)

    assert (answer.status_code, len(state_of(match).table)) == (303, 2)


def test_a_wrong_tile_is_refused_with_the_numbers_and_what_was_chosen_stays(client):
    user, match, seat = opened({"helper": False}, moves=1)
    client.force_login(user)
    wrong = wrong_move(match, seat)

    answer = sent(client, match, seat, **wrong)
    html = answer.content.decode()

    assert (answer.status_code, len(state_of(match).table)) == (422, 1)
    assert "balance" in re.search(r'role="alert".*?<span>(.*?)</span>', html, re.DOTALL)[1].lower()
    assert f'value="{wrong["tile"]}" checked' in html
    assert f'<option value="{wrong["place"]}" selected' in html


@pytest.mark.parametrize("fields", [{}, {"tile": "1"}, {"choice": "x"}, {"tile": "-1", "place": "0"}])
def test_an_empty_or_odd_form_is_refused_and_changes_nothing(client, fields):
    user, match, seat = opened(moves=1)
    client.force_login(user)

    assert sent(client, match, seat, **fields).status_code == 422
    assert len(state_of(match).table) == 1


def test_with_challenges_a_claim_a_gift_and_a_pass_are_sent_by_their_buttons(client):
    user, match, seat = opened({"validation": "challenge"}, moves=1)
    client.force_login(user)
    other = 1 - seat

    assert sent(client, match, seat, **wrong_move(match, seat)).status_code == 303
    if "check" in [prompt.kind for prompt in GAME.rules.prompts(state_of(match))]:
        assert "Much hangs on it" in page_of(client, match, other)
    assert sent(client, match, other, claim="1").status_code == 303
    assert "You found the error" in page_of(client, match, other)
    assert sent(client, match, other).status_code == 422
    assert sent(client, match, other, tile=state_of(match).hands[other][0]).status_code == 303
    assert sent(client, match, other, **{"pass": "1"}).status_code == 303
    assert [len(hand) for hand in state_of(match).hands][seat] > 15


def test_whoever_checks_a_tile_without_seeing_it_reads_which_it_is_and_where_it_lies(client):
    user, match, seat = opened({"validation": "challenge"}, moves=1)
    client.force_login(user)
    assert sent(client, match, seat, **wrong_move(match, seat)).status_code == 303

    laid = state_of(match).table[-1]
    told = re.search(r'id="d-check">.*?<p class="vh">(.*?)</p>', page_of(client, match, 1 - seat), re.DOTALL)

    assert told is not None
    assert told[1].startswith(f"{names.tile(laid.a, laid.b)}, ")
    assert told[1].endswith(" tile 1")


def test_points_explain_themselves_by_game(client):
    user, match, _seat = opened(moves=60)
    client.force_login(user)
    assert match.is_over
    html = client.get(f"/matches/{match.pk}/explain/?what=points-0").content.decode()

    assert_sound(html, "en")
    assert "Points of Player A" in html
    assert client.get(f"/matches/{match.pk}/explain/?what=points-7").status_code == 302
    assert str(match.result["scores"][0]) in html


def test_the_start_page_offers_the_options(client):
    client.force_login(person())
    html = client.get("/games/start/dominato/").content.decode()

    assert_sound(html, "en")
    names = ("validation", "helper", "games", "free_pass", "incidental_contacts")
    assert all(f'name="options-{name}"' in html for name in names)


def test_a_pupil_has_the_table_alone_until_the_whole_page_is_asked_for(client):
    user = person()
    match = match_of(user, user, scenario="two")
    match.stewards.add(user)
    client.force_login(user)
    around = ('id="menu"', 'id="history"', 'id="talk"', 'id="steer"')

    whole = page_of(client, match, 0)
    moved = client.get(f"/matches/{match.pk}/?alone=1")
    alone, news = page_of(client, match, 0), client.get(f"/matches/{match.pk}/live/?seat=0").content.decode()
    client.get(f"/matches/{match.pk}/?alone=0")

    assert [part in whole for part in around] == [True] * 4
    assert moved["Location"] == f"/matches/{match.pk}/"
    assert [part in alone or part in news for part in around] == [False] * 4
    assert 'id="layout"' in alone
    assert_sound(alone, "en")
    assert [part in page_of(client, match, 0) for part in around] == [True] * 4


@pytest.mark.parametrize(("options", "asks"), [({}, False), ({"say_first": True}, True)])
def test_the_first_tile_is_asked_about_only_where_something_was_said_of_it(client, options, asks):
    user = person()
    match = match_of(user, user, user, scenario="three", options={**CHALLENGE, **options})
    client.force_login(user)
    first = state_of(match).seat

    def lay(seat):
        tile = state_of(match).hands[seat][0]
        given = {"said": "1"} if options else {}
        assert sent(client, match, seat, tile=str(tile), place="0", turned="0", **given).status_code == 303

    lay(first)
    players = [(first + 1) % 3, (first + 2) % 3]
    assert ['id="claim-form"' in page_of(client, match, seat) for seat in players] == [asks, asks]
    lay(players[0])
    shown = [seat for seat in range(3) if seat != players[0]]
    assert all('id="claim-form"' in page_of(client, match, seat) for seat in shown)
