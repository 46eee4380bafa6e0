"""Roles with unlike means are held against games of the same role, never against each other."""

import re

import pytest
from django.utils import translation

from benchmarks import reach as made
from games.engine import registry
from games.engine.types import Result, Target
from games.kit import faces
from games.kit.reach import Reach, better_words, percentiles, reach_of
from games.models import SeatHolder
from tests.games.factories import match_of, person, played_by_bots

GAMES = sorted(made.PLAYED)
LADDER = Reach("", "1", "usual", 1000, False, (percentiles(range(1000)), (7,) * 101))


def test_a_score_is_placed_among_those_of_its_own_seat():
    assert [LADDER.better_than(0, score) for score in (-1, 250, 500, 998, 2000)] == [0, 25, 50, 99, 100]
    assert [LADDER.better_than(1, score) for score in (6, 7, 8)] == [0, 50, 100]


def test_where_less_is_better_so_is_the_place():
    costs = Reach("", "1", "usual", 1000, True, LADDER.scores)

    assert [costs.better_than(0, score) for score in (-1, 250, 2000)] == [100, 75, 0]


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "better than 25 % of 1,000 matches of bots in this role, with the usual options"),
        ("fr", "mieux que 25 % de 1 000 parties de robots dans ce rôle, avec les options habituelles"),
    ],
)
def test_it_is_told_in_words_and_not_at_all_where_it_is_not_known(language, words):
    with translation.override(language):
        assert better_words(LADDER, 0, 250).replace("\xa0", " ").replace("\u202f", " ") == words
        assert better_words(None, 0, 250) == ""


@pytest.mark.parametrize("key", GAMES)
def test_what_is_known_of_a_scenario_is_of_these_rules_and_of_all_its_seats(key):
    game = registry.get(key)
    for text in game.scenarios.values():
        scenario = game.rules.load_scenario(text)
        known = reach_of(game, scenario)

        assert known is not None, "python -m benchmarks.reach"
        assert len(known.scores) == max(game.rules.seat_counts(scenario))
        assert (known.bot, known.low_is_good) == (game.usual_bot, made.PLAYED[key])
        assert all(list(seat) == sorted(seat) for seat in known.scores)


@pytest.mark.parametrize("key", GAMES)
def test_bots_that_play_again_lie_about_the_middle(key):
    """Fifty other games: the mean place of a seat is 50 within four times its standard error, 4."""
    game = registry.get(key)
    text = next(iter(game.scenarios.values()))
    known = reach_of(game, game.rules.load_scenario(text))
    fresh = made.games_of(game, text, range(5000, 5050))

    for seat, scores in enumerate(zip(*fresh, strict=True)):
        assert abs(sum(known.better_than(seat, score) for score in scores) / len(scores) - 50) <= 16, seat


def test_a_scenario_of_ones_own_is_not_known():
    game = registry.get("domego")

    assert reach_of(game, game.rules.load_scenario(next(iter(game.micro.values())))) is None


def test_domego_says_how_many_targets_a_match_met_and_not_who_had_most_points():
    face = faces.get("domego")
    scenario = face.game.rules.load_scenario(face.game.scenarios["classic"])
    targets = (Target("delay", 380, 380, True), Target("cost", 140, 135, False), Target("failures", 20, 20, True))

    assert face.score_words(scenario, Result((9, 1, 1, 1, 1, 1), (1, 2, 2, 2, 2, 2), targets)) == "2 of 3 targets met"


@pytest.mark.parametrize("game", registry.all_games(), ids=lambda game: game.key)
def test_seats_are_ranked_unless_they_are_unlike(game):
    assert faces.get(game.key).ranks is (game.key not in GAMES)


@pytest.fixture
def over(db):
    """A small match of Domego that bots played to the end, its first seat held by somebody whose moves they were."""
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
    assert ">Better than, among bots</th>" in results
    assert ">Place</th>" not in results
    assert "as Project owner" in home or "points as" in home
    assert ", place " not in home
