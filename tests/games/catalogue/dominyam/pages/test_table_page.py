"""The table as pages: the dice, meals and the end in both languages, forms without a script, refusals."""

import pytest

from games.catalogue.dominyam.rules.table import meals
from games.platform.selectors.position import game_of, state_of
from tests.games.catalogue.dominyam.matches import match_of, play_on
from tests.games.factories import person
from tests.site.html import Page

pytestmark = pytest.mark.django_db


@pytest.fixture
def me(client):
    user = person("nadia")
    client.force_login(user)
    return user


def page_of(client, match, seat=0, language="en"):
    answer = client.get(f"/matches/{match.pk}/?seat={seat}", headers={"accept-language": language})
    assert answer.status_code == 200
    return answer.content.decode()


def sent(client, match, **fields):
    """Send the form of the open prompt; returns the answer."""
    prompt = game_of(match).rules.prompts(state_of(match))[0]
    answer = client.post(f"/matches/{match.pk}/play/", {"seat": prompt.seat, "key": prompt.key, **fields})
    match.refresh_from_db()
    return answer


def assert_sound(html, language):
    page = Page(html)
    assert (page.language, page.headings, page.inline, page.twice) == (language, 1, [], set())


@pytest.mark.parametrize("scenario", ["players_01", "players_02", "players_14"])
@pytest.mark.parametrize("options", [{}, {"difference_points": True, "value_end": "low"}], ids=["usual", "variant"])
def test_the_table_is_sound_in_every_phase_and_both_languages(client, me, scenario, options):
    players = int(scenario[-2:])
    match = match_of(*[me] * players, scenario=scenario, options=options)
    seen = set()
    while not match.is_over and match.number < 40:
        state = state_of(match)
        phase = (state.rolls_left, any(True for _ in meals(state)))
        if phase not in seen:
            seen.add(phase)
            for language in ("en", "fr"):
                assert_sound(page_of(client, match, state.seat, language), language)
        play_on(match, me, 1)
    play_on(match, me)

    for language in ("en", "fr"):
        assert_sound(page_of(client, match, 0, language), language)
    for path in ("replay/?at=5", "history/", "explain/?what=points-0"):
        assert_sound(client.get(f"/matches/{match.pk}/{path}").content.decode(), "en")
    assert len(seen) > 3


def test_the_dice_that_are_ticked_stay(client, me):
    match = match_of(me, scenario="players_01")
    before = state_of(match)

    assert sent(client, match, reroll="1", keep=["1", "3", "4"]).status_code == 303

    after = state_of(match)
    assert [after.dice[at] for at in (0, 2, 3)] == [before.dice[at] for at in (0, 2, 3)]
    assert (after.roll, after.rolls_left) == (2, 1)


def test_throwing_no_die_is_refused_and_the_ticks_stay(client, me):
    match = match_of(me, scenario="players_01")

    answer = sent(client, match, reroll="1", keep=["1", "2", "3", "4", "5"])

    assert (answer.status_code, state_of(match).roll) == (422, 1)
    assert answer.content.decode().count('name="keep"') == 5
    assert [die.kept for die in answer.context["page"].part("drawing").context["it"]["dice"]] == [True] * 5


def test_a_meal_is_eaten_by_its_button(client, me):
    match = match_of(me, scenario="players_01")
    while not (found := list(meals(state_of(match)))):
        button = "keep_none" if state_of(match).rolls_left else "none"
        assert sent(client, match, **{button: "1"}).status_code == 303
    meal = found[0]

    sent(client, match, eat=f"{meal.places[0]}-{meal.places[1]}-{meal.point}")

    assert state_of(match).hands[0] == meal.places


@pytest.mark.parametrize("meal", ["", "1-2", "29-1-1", "1-2-7", "x"])
def test_a_meal_that_is_none_is_refused(client, me, meal):
    match = match_of(me, scenario="players_01")

    assert sent(client, match, eat="1", meal=meal).status_code == 422
    assert match.number == 0


def test_a_refused_meal_says_which_rule_with_the_numbers(client, me):
    match = match_of(me, scenario="players_01")

    text = sent(client, match, eat="1", meal="14-15-1").content.decode()

    assert "The domino of place 14 is not at the void&#x27;s mercy: both its long sides are covered." in text


def test_one_can_go_without_and_the_next_turn_is_one_lower(client, me):
    match = match_of(me, scenario="players_01")

    sent(client, match, none="1")

    assert state_of(match).turn == 13


@pytest.mark.parametrize("scenario", ["players_01", "players_03"])
def test_the_table_and_the_start_page_follow_the_number_of_players(client, me, scenario):
    answer = client.get(f"/games/start/dominyam/?scenario={scenario}")

    assert len(answer.context["form"].seat_fields()) == int(scenario[-2:])


def test_a_match_is_started_from_the_page_with_its_options(client, me):
    fields = {
        "scenario": "players_02", "seat-0": "me", "seat-1": "bot:strong", "mode": "free", "options-value_end": "low",
        "options-stall_limit": "3", "options-difference_points": "on",
    }  # fmt: skip
    assert client.post("/games/start/dominyam/", fields).status_code == 302

    options = me.stewarded_matches.get().options
    assert options == '{"difference_points":true,"value_end":"low","stall_limit":3}'


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_match_that_is_over_does_not_say_what_would_be_if_it_ended_now(client, me, language):
    match = match_of(me, me, scenario="players_02")
    now, end = {"en": ("if it ended now", "final scores"), "fr": ("finissait maintenant", "scores finaux")}[language]
    running = page_of(client, match, 0, language)
    play_on(match, me)

    assert (now in running, end in running) == (True, False)
    over = page_of(client, match, 0, language)
    assert (match.is_over, now in over, end in over) == (True, False, True)
