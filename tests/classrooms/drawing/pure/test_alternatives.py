"""Text alternatives of every game's charts: each fact once, in whole words, with the signs of the language."""

import re
from functools import cache

import pytest
from django.conf import settings as site
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.html import escape

from classrooms.drawing import charts
from classrooms.drawing.look import static_file
from games.engine.record import Record
from games.ui import debriefs
from tests.every_game import GAMES, played, settings

AT = "2026-03-02T09:00:00Z"
LONGEST_REPEATED = 3
"""The longest run of words that a caption and the text beside it may share."""


@cache
def facts_of(name):
    """A whole seeded game, as its debrief reads it."""
    where = settings()[name]
    start, moves, _end = played(name, where.game.usual_bot)
    records = [Record(0, None, "", "rules", AT, start.events)]
    records += [Record(n, move.seat, move.key, "bot", AT, move.events) for n, move in enumerate(moves, start=1)]
    return debriefs.get(where.game.key).parse_facts(where.game.facts(where.scenario, where.options, records))


def charts_of(game):
    """All charts of a game, for each setting."""
    for name, where in settings().items():
        if where.game.key == game:
            yield from debriefs.get(game).charts(where.scenario, facts_of(name))


def words_of(text):
    return re.findall(r"\w+", text.casefold())


def runs(text):
    words, length = words_of(text), LONGEST_REPEATED + 1
    return {tuple(words[at : at + length]) for at in range(len(words) - length + 1)}


every_game = pytest.mark.parametrize("game", GAMES)
every_language = pytest.mark.parametrize("language", [code for code, _name in site.LANGUAGES])


@every_game
@every_language
def test_what_a_caption_says_is_not_said_again(game, language):
    with translation.override(language):
        for chart in charts_of(game):
            assert chart.alt.strip()
            assert chart.title.casefold() not in chart.alt.casefold()
            assert runs(chart.title) & runs(chart.alt) == set(), chart.title


@every_game
@every_language
def test_no_name_and_no_unit_is_doubled(game, language):
    with translation.override(language):
        for chart in charts_of(game):
            assert not re.search(r"\b(\w[\w ]*?)\s*[:.,;]?\s+\1\s*:", chart.alt), chart.alt
            assert not re.search(r"\b(\w{3,}) \1\b", chart.alt), chart.alt
            unit = re.escape(chart.unit)
            if unit:
                assert not re.search(rf"\d\s?{unit}\s?{unit}\b", chart.alt), chart.alt
                assert not (re.search(rf"\b{unit}\b", chart.alt) and re.search(rf"\d{unit}\b", chart.alt)), chart.alt


@every_game
@every_language
def test_signs_are_those_of_the_language(game, language):
    with translation.override(language):
        for chart in charts_of(game):
            for text in (chart.title, chart.alt, chart.unit, *(words for _look, words in chart.key)):
                assert not re.search(r"(?<![\w-])-\d", text), text  # a hyphen for a minus
                assert not re.search(r"\s\s|\s[,.]|[.,;:]{2}", text), text
                assert not re.search(r"\d (?:%|k\b)", text), text
                if language == "fr":
                    assert not re.search(r"(?<![\xa0\u202f])[:;?!](?:\s|$)", text), text
                else:
                    assert not re.search(r"\s[:;?!]", text), text


@every_game
@every_language
def test_on_the_page_a_chart_says_its_words_once_beside_its_key(game, language):
    styles = static_file("shell/debrief.css").read_text()
    with translation.override(language):
        for chart in charts_of(game):
            shown = {"chart": chart, "svg": charts.draw(chart)}
            page = render_to_string("games/debrief/figure.html", {"chart": shown, "caption": True})

            assert page.count(escape(chart.alt)) == 1
            assert "<title" not in page
            figure = page[page.index("<figure") : page.index("</figure>")]
            assert [words for _look, words in chart.key if escape(words) not in figure] == []
            assert [look for look, _words in chart.key if f".{look.split()[-1]}" not in styles] == []
