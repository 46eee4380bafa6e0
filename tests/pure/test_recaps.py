"""Recaps of every game: the cards name every event, and their figures are those of the page."""

import re
from dataclasses import replace
from functools import cache
from html.parser import HTMLParser
from itertools import islice, pairwise

import pytest
from django.template.loader import render_to_string
from django.utils.html import escape
from django.utils.safestring import SafeData
from django.utils.translation import override

from games.engine.choices import edges
from games.engine.codec import to_json
from games.platform.selectors.recaps import cards_of, heading_by
from games.ui import help as help_pages
from games.ui.faces import RecapPart, Scene
from games.ui.recap import Happened
from tests.every_game import GAMES, of_settings, played, settings
from tests.recaps import Watched, face_of, seats_of


def few(game):
    """All variants and small scenarios of a game, and at most three of its usual scenarios."""
    names = sorted(name for name in settings() if name.startswith(f"{game}/"))
    usual = [name for name in names if name.partition("/")[2] in settings()[name].game.scenarios]
    return [name for name in names if name not in usual] + usual[:: max(1, -(-len(usual) // 3))]


NAMES = [name for game in GAMES for name in few(game)]
every_setting = of_settings(NAMES)
STRETCHES = 6
MOST, CHOICES = 25, 6
"""The numbers of positions of a game, and of moves of a prompt, that are tried."""


def watched(name):
    """A match of each strength of bots, in the view of one seat each."""
    return [seen(name, settings()[name].game.usual_bot, 0), seen(name, "random", len(seats_of(name)) - 1)]


@cache
def seen(name, bot, seat):
    return Watched(name, bot, seat)


def looked_back(name):
    """A game from its end, as seen by an observer, and by a seat to which everything is revealed."""
    return [Watched(name, "random", None), Watched(name, "random", 0, opened=True)]


def figures(cards):
    """The changes in their order, by figure."""
    found = {}
    for card in cards:
        for change in card.changes:
            found.setdefault((change.label, change.unit, change.why, change.mine), []).append(change)
    return found


@every_setting
def test_nothing_happened_makes_no_card(name):
    for each in watched(name):
        assert each.face.recap.cards(each.scene(0), ()) == ()


@every_setting
def test_a_figure_goes_on_where_the_card_before_left_it(name):
    for each in watched(name):
        for after, at in pairwise(each.cuts(STRETCHES)):
            for label, changes in figures(each.cards(after, at)).items():
                for one, other in pairwise(changes):
                    assert one.after == other.before, label


@every_setting
def test_a_figure_goes_on_where_it_was_when_somebody_looked_last(name):
    for each in watched(name):
        cuts = each.cuts(STRETCHES)
        whole, last = figures(each.cards(-1, cuts[-1])), {}
        for after, at in pairwise(cuts):
            for label, changes in figures(each.cards(after, at)).items():
                assert last.get(label, whole[label][0].before) == changes[0].before, label
                last[label] = changes[-1].after
        assert last == {label: changes[-1].after for label, changes in whole.items()}


@every_setting
def test_a_figure_that_explains_itself_is_what_the_page_showed_then_and_shows_now(name):
    for each in watched(name):
        for after, at in pairwise(each.cuts(STRETCHES)):
            for (label, _unit, why, _mine), changes in figures(each.cards(after, at)).items():
                if why:
                    kinds = each.face.explain.kinds(why)
                    before = each.face.explain.number(each.scene(after, kinds), why).total if after >= 0 else None
                    now = each.face.explain.number(each.scene(at, kinds), why).total
                    assert now == changes[-1].after, label
                    assert before in (None, changes[0].before), label


@every_setting
def test_every_move_that_is_news_is_told_by_a_card_and_none_that_was_not(name):
    for each in watched(name):
        for after, at in pairwise(each.cuts(STRETCHES)):
            happened, cards = each.happened(after, at), each.cards(after, at)
            news = {one.number for one in happened if each.face.words.event(each.where.scenario, one.event)}
            told = {number for card in cards for number in card.numbers}
            if cards:
                assert news <= told
            assert told <= {one.number for one in happened}
            assert [card.numbers[-1] for card in cards] == sorted(card.numbers[-1] for card in cards)


@pytest.mark.parametrize("game", GAMES)
def test_a_fault_in_the_cards_of_a_game_leaves_the_words_of_the_history(game, caplog):
    each = seen(next(name for name in NAMES if settings()[name].game.key == game), "random", 0)
    at = len(each.states) - 1
    happened = each.happened(-1, at)

    def breaks(scene, events):
        raise TypeError(events)

    faulty = replace(each.face, recap=RecapPart(cards=breaks, heading=breaks))
    cards = cards_of(faulty, each.scene(at), happened)

    news = {one.number for one in happened if each.face.words.event(each.where.scenario, one.event)}
    assert {number for card in cards for number in card.numbers} == news != set()
    assert heading_by(faulty, each.scene(at), each.events[at]) == ""
    assert len(caplog.records) == 2


@pytest.mark.parametrize("game", GAMES)
def test_words_in_place_of_cards_have_french_colons(game):
    each = seen(next(name for name in NAMES if settings()[name].game.key == game), "random", 0)
    at = len(each.states) - 1

    with override("fr"):
        cards = cards_of(replace(each.face, recap=RecapPart()), each.scene(at), each.happened(-1, at))

    assert cards
    assert [card.words for card in cards if re.search(r"[^\s]:(?=\s|<|$)", card.words)] == []


@every_setting
def test_figures_are_those_of_the_page_for_an_observer_and_after_the_end(name):
    for each in looked_back(name):
        last = len(each.states) - 1
        for (label, _unit, why, _mine), changes in figures(each.cards(-1, last)).items():
            assert all(one.after == other.before for one, other in pairwise(changes)), label
            if why:
                assert (
                    each.face.explain.number(each.scene(last, each.face.explain.kinds(why)), why).total
                    == changes[-1].after
                )


class Balanced(HTMLParser):
    """A parser that fails if tags are not balanced."""

    def __init__(self):
        super().__init__()
        self.open = []

    def handle_starttag(self, tag, attrs):
        self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


@every_setting
def test_cards_are_safe_html_in_both_languages_and_their_rules_stand_in_the_help(name):
    for language in ("en", "fr"):
        game = settings()[name].game.key
        pages = help_pages.pages(game, language)
        rules = {f"{page.slug}#{part.anchor}" for page in pages for part in page.sections} | {p.slug for p in pages}
        with override(language):
            for each in watched(name):
                for card in each.cards(-1, len(each.states) - 1):
                    assert card.label
                    assert card.title
                    assert card.rule in rules | {""}
                    for text in (card.words, card.note):
                        assert isinstance(text, SafeData) or escape(text) == text, text
                        parser = Balanced()
                        parser.feed(text)
                        assert parser.open == []


def secret_answers(name):
    """Moves of a seeded game with public effects equal to those of another move: the seat, and the outcomes of two such
    moves.
    """
    where = settings()[name]
    rules = where.game.rules
    start, moves, _ = played(name)
    before = [start.state, *(move.state for move in moves)]
    for state in before[:: max(1, len(before) // MOST)]:
        for prompt in rules.prompts(state):
            done = {}
            for move in islice(edges(rules.choices(state, prompt.seat, prompt.key)), CHOICES):
                outcome = rules.apply(state, prompt.seat, prompt.key, move, where.draws)
                public = to_json([event for event in outcome.events if event.audience is None])
                done.setdefault(public, []).append(outcome)
            for same in done.values():
                yield from ((prompt.seat, same[0], other) for other in same[1:])


def told(name, seat, outcome):
    """The cards of one move for one seat, as the page shows them in both languages."""
    face, where = face_of(name), settings()[name]
    known = [each for each in outcome.events if each.audience is None or seat in each.audience]
    happened = [Happened(event, 1, event.turn, event.seat) for event in known]
    view, prompts = where.game.rules.view(outcome.state, seat), where.game.rules.prompts(outcome.state)
    scene = Scene(where.scenario, view, seat, prompts, tuple(known), mine=(seat,))
    found = []
    for language in ("en", "fr"):
        with override(language):
            cards = face.recap.cards(scene, happened)
            found.append((cards, [render_to_string(c.template, {"it": c.context}) for c in cards if c.template]))
            found.append([face.words.event(where.scenario, event) for event in known])
    return found


@every_setting
def test_what_another_seat_keeps_to_itself_changes_no_card_and_no_word(name):
    for mover, one, other in secret_answers(name):
        for seat in seats_of(name):
            concerned = any(seat in (event.audience or ()) for event in (*one.events, *other.events))
            if seat != mover and not concerned:
                assert told(name, seat, one) == told(name, seat, other)


def keeps_secrets(game):
    """Does some move of the game give its own seat private information?"""
    names = [name for name in NAMES if settings()[name].game.key == game]
    moves = [move for name in names for move in played(name)[1]]
    return any(event.audience is not None and move.seat in event.audience for move in moves for event in move.events)


@pytest.mark.parametrize("game", GAMES)
def test_the_one_who_keeps_a_secret_is_told_it_on_a_card_or_in_words(game):
    names = [name for name in NAMES if settings()[name].game.key == game]
    answers = ((name, *each) for name in names for each in secret_answers(name))
    noticed = any(told(name, mover, one) != told(name, mover, other) for name, mover, one, other in answers)

    assert noticed == keeps_secrets(game)


@every_setting
def test_the_heading_names_ones_own_decision_in_both_languages(name):
    for each in watched(name):
        own = [at for at, mover in enumerate(each.movers) if mover == each.seat][:40]
        for at in own:
            said = []
            for language in ("en", "fr"):
                with override(language):
                    said.append(each.face.recap.heading(each.scene(at), each.events[at]))
            assert not any("%(" in text for text in said)
            assert said == ["", ""] or said[0] != said[1]
