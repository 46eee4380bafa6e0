"""Roles with unlike mean scores are compared with games of the same role, never with each other."""

import re
from bisect import bisect_left, bisect_right

import pytest
from django.utils import translation

from benchmarks import reach as made
from games.engine import registry
from games.engine.types import Result, Target
from games.models import SeatHolder
from games.ui import faces
from games.ui.role_benchmarks import RoleBenchmarks, percentiles, reach_of, usual_words
from tests.games.factories import match_of, person, played_by_bots

GAMES = sorted(made.PLAYED)
LADDER = RoleBenchmarks("", "1", "usual", 1000, False, (percentiles(range(1000)), (7,) * 101))


def test_half_of_the_games_of_a_seat_end_where_it_is_usual():
    assert (LADDER.usual(0), LADDER.usual(1)) == ((250, 749), (7, 7))


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "usual in this role: 250 to 749"),
        ("fr", "habituel dans ce rôle : de 250 à 749"),
    ],
)
def test_it_is_told_in_words_and_not_at_all_where_it_is_not_known(language, words):
    with translation.override(language):
        assert usual_words(LADDER, 0).replace("\xa0", " ") == words
        assert usual_words(None, 0) == ""


def test_games_that_all_end_alike_are_no_comparison():
    assert usual_words(LADDER, 1) == ""


@pytest.mark.parametrize("key", GAMES)
def test_a_score_is_compared_where_bots_games_differ_and_nowhere_else(key):
    game = registry.get(key)
    for text in game.scenarios.values():
        known = reach_of(game, game.rules.load_scenario(text))
        for seat, scores in enumerate(known.scores):
            assert bool(usual_words(known, seat)) is (len(set(scores)) > 1)


@pytest.mark.parametrize("key", GAMES)
def test_a_scenario_with_other_texts_is_the_same_and_one_with_another_figure_is_not(key):
    game = registry.get(key)
    text = next(iter(game.scenarios.values()))
    known = reach_of(game, game.rules.load_scenario(text))

    other_words = re.sub(r'"(en|fr)": "[^"]', r'"\1": "X', text)
    assert other_words != text
    assert reach_of(game, game.rules.load_scenario(other_words)) == known

    figure = re.compile(r'"(weeks|cost)": (\d+)')
    other_figure = figure.sub(lambda found: f'"{found[1]}": {int(found[2]) + 1}', text, count=1)
    assert other_figure != text
    assert reach_of(game, game.rules.load_scenario(other_figure)) is None


@pytest.mark.parametrize("key", GAMES)
def test_what_is_known_of_a_scenario_is_of_these_rules_and_of_all_its_seats(key):
    game = registry.get(key)
    for text in game.scenarios.values():
        scenario = game.rules.load_scenario(text)
        known = reach_of(game, scenario)

        assert known is not None, "python -m benchmarks.reach"
        assert len(known.scores) == max(game.rules.seat_counts(scenario))
        assert (known.bot, known.low_is_good) == (game.usual_bot, game.low_is_good)
        assert all(list(seat) == sorted(seat) for seat in known.scores)


@pytest.mark.parametrize("key", GAMES)
def test_bots_that_play_again_lie_about_the_middle(key):
    """Fifty other games: the mean rank of a seat is one half, within four times its standard error of 0.04."""
    game = registry.get(key)
    text = next(iter(game.scenarios.values()))
    known = reach_of(game, game.rules.load_scenario(text))
    fresh = made.games_of(game, text, range(5000, 5050))

    for seat, scores in enumerate(zip(*fresh, strict=True)):
        rising = known.scores[seat]
        places = [(bisect_left(rising, score) + bisect_right(rising, score)) / (2 * len(rising)) for score in scores]
        assert abs(sum(places) / len(places) - 0.5) <= 0.16, seat


def test_a_scenario_of_ones_own_is_not_known():
    game = registry.get("domego")

    assert reach_of(game, game.rules.load_scenario(next(iter(game.micro.values())))) is None


def test_domego_says_how_many_targets_a_match_met_and_not_who_had_most_points():
    face = faces.get("domego")
    scenario = face.game.rules.load_scenario(face.game.scenarios["classic"])
    targets = (Target("delay", 380, 380, True), Target("cost", 140, 135, False), Target("failures", 20, 20, True))

    assert face.words.score(scenario, Result((9, 1, 1, 1, 1, 1), (1, 2, 2, 2, 2, 2), targets)) == "2 of 3 targets met"


@pytest.mark.parametrize("game", registry.all_games(), ids=lambda game: game.key)
def test_seats_are_ranked_unless_they_are_unlike(game):
    assert faces.get(game.key).ranks is (game.key not in GAMES)


@pytest.fixture
def over(db):
    """A small match of Domego that bots played to the end; a person holds the first seat and is the author of its
    moves.
    """
    me = person("olga")
    match = played_by_bots(match_of(scenario="tiny", by=me))
    SeatHolder.objects.create(seat=match.seats.get(index=0), user=me, since=match.started_at)
    match.moves.filter(seat=0, number__gt=0).update(author_kind="player", author=me)
    return me, match


def test_no_page_ranks_the_roles_of_a_match(over, client):
    me, match = over
    client.force_login(me)
    table, text, results, home = (
        client.get(address).content.decode()
        for address in (f"/matches/{match.pk}/", f"/matches/{match.pk}/text/", "/games/domego/results/", "/games/")
    )

    assert "Roles have different means and aims" in table
    assert ">Place</th>" not in table
    assert re.search(r"<p>\s*[A-Z][^<(]*\([^<)]*\):\s+-?\d+", text)
    assert not re.search(r"<p>\s*\d\. [^<(]*\([^<)]*\):", text)
    assert ">Usual in this role</th>" in results
    assert ">Place</th>" not in results
    assert "as Project owner" in home or "points as" in home
    assert ", place " not in home
