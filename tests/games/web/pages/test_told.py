"""The one sentence above a drawing that describes the last events."""

import pytest
from django.utils.html import strip_tags
from django.utils.safestring import mark_safe

from games.ui import faces
from games.ui.recap import Change, RecapCard
from games.web.regions.recap import Card, Figure, Group, Recap
from tests.every_game import GAMES
from tests.games.factories import person
from tests.games.web.pages.test_recaps_of_games import played

MINE = Change("Your cards", 3, 4, mine=True)
THEIRS = Change("Cards of B", 3, 4)


def card(number, *changes, short=False, **more):
    made = RecapCard(label="B", turn=1, numbers=(number,), changes=changes, **{"title": f"Card {number}"} | more)
    return Card(made, number, tuple(Figure(each, "") for each in changes), "", short, "")


def foremost(*cards, own=()):
    return Recap(9, "", (Group("", cards),), own=frozenset(own)).foremost.last


def test_what_another_did_to_the_reader_goes_before_newer_news():
    assert foremost(card(1, MINE), card(2, THEIRS), card(3)) == 1


def test_what_the_reader_did_does_not():
    assert foremost(card(1, MINE), card(2, THEIRS), own=[1]) == 2


def test_of_several_that_changed_something_of_the_reader_the_newest_is_told():
    assert foremost(card(1, MINE), card(2, MINE), card(3, THEIRS)) == 2


def test_a_card_goes_before_a_line_and_a_line_before_nothing():
    assert foremost(card(1), card(2, short=True)) == 1
    assert foremost(card(1, short=True), card(2, short=True)) == 2


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ({"title": "A six", "words": "Two cards for you."}, "A six. Two cards for you."),
        ({"title": "A six", "words": "long " * 60}, "A six"),
        ({"title": "A six", "words": mark_safe("<b>" + "x" * 140 + "</b>")}, "A six. <b>" + "x" * 140 + "</b>"),
        ({"title": "", "words": "Passes."}, "Passes."),
        ({"title": "A six", "words": "Two cards.", "sentence": "Threw 2 and 4."}, "Threw 2 and 4."),
    ],
)
def test_a_sentence_is_the_game_s_own_else_title_and_short_words(more, sentence):
    assert card(1, **more).sentence == sentence


@pytest.mark.django_db
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_games_that_are_played_on_a_drawing_tell_a_sentence_above_it_and_others_show_cards(client, game, language):
    ada = person("ada")
    match = played(game, ada)
    client.force_login(ada)

    page = client.get(f"/matches/{match.pk}/?seat=0", headers={"accept-language": language})
    text, recap = page.content.decode(), page.context["page"].part("recap").recap
    line = text.partition('class="rk-told"')[2].partition("</summary>")[0]

    assert bool(line) is faces.get(game).table.decides_on_drawing
    assert not line or strip_tags(recap.foremost.sentence).strip()
    assert not line or str(recap.foremost.sentence) in line
    assert (text.index('id="recap"') < text.index('<div class="table')) is bool(line)
