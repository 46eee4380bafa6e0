"""What people see of an analysis, who sees it, and what they can start and stop."""

import re

import pytest
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse
from msgspec.structs import replace

from classrooms.analysis import services
from classrooms.analysis.document import Telling, analysis_context, verdict_of
from classrooms.analysis.queries import analysis_of
from classrooms.models import Analysis
from classrooms.reports.services import debrief_freeze
from games.engine.analysis import Weighed
from games.engine.analysis.decisions import Difference
from games.engine.analysis.statistics import Mean
from games.models import Match
from games.services.holders import seat_assign
from tests.classrooms.analysis.conftest import analysed
from tests.games.factories import match_of, person, played_by_bots

pytestmark = pytest.mark.django_db


def at(user, language="en") -> Client:
    client = Client(headers={"accept-language": language})
    client.force_login(user)
    return client


def page(match: Match, user, name: str = "analysis", query: str = "", **more) -> str:
    response = at(user, **more).get(reverse(name, args=[match.pk]) + query)
    assert response.status_code == 200
    return response.content.decode()


@pytest.fixture
def player(finished):
    user = person("player")
    seat_assign(match_id=finished.pk, seat=0, user=user)
    return user


def test_before_its_start_the_page_says_what_it_will_tell_and_offers_it(finished, steward):
    text = page(finished, steward)

    assert "How much of this result was luck" in text
    assert "Analyse this match" in text


def test_a_press_starts_it_and_the_page_follows_until_it_is_cancelled(finished, player):
    client = at(player)

    assert client.post(reverse("analysis-start", args=[finished.pk])).status_code == 302
    assert Analysis.objects.get(match=finished).asked_by == player
    working = page(finished, player)
    assert 'data-poll-url="' in working
    assert "Cancel the analysis" in working
    assert "data-poll-stop" not in page(finished, player, query="?live")

    client.post(reverse("analysis-cancel", args=[finished.pk]))
    assert "Start the analysis again" in page(finished, player)
    assert "data-poll-stop" in page(finished, player, query="?live")


def test_who_only_looks_on_reads_and_starts_nothing(finished, steward):
    observer = person("observer")
    finished.observers.add(observer)

    assert "Analyse this match" not in page(finished, observer)
    assert at(observer).post(reverse("analysis-start", args=[finished.pk])).status_code == 403
    assert not Analysis.objects.exists()


def test_strangers_find_nothing(finished):
    for name in ("analysis", "what-if"):
        assert at(person()).get(reverse(name, args=[finished.pk])).status_code == 404


@pytest.mark.parametrize(("name", "posted"), [("analysis", False), ("what-if", False), ("analysis-start", True)])
def test_while_another_team_draws_the_same_cards_players_learn_nothing(finished, player, steward, name, posted):
    match_of(scenario="tiny", by=steward)
    client, address = at(player), reverse(name, args=[finished.pk])

    answer = client.post(address) if posted else client.get(address)

    assert answer.status_code == (404 if posted else 302)
    assert page(finished, steward).count("Analyse this match") == 1


def test_a_match_that_goes_on_has_no_analysis_page(steward):
    match = match_of(scenario="tiny", by=steward)

    assert at(steward).get(reverse("analysis", args=[match.pk])).status_code == 302


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_finished_page_shows_luck_skill_and_every_decision(known, steward, language):
    results = analysis_of(known)

    text = page(known, steward, language=language)

    words = {"en": ("How much was luck", "How well it was played"), "fr": ("La part de la chance", "La qualité du jeu")}
    assert [text.count(heading) for heading in words[language]] == [1, 1]
    links = [f"{reverse('what-if', args=[known.pk])}?at={each.number}" for each in results.weighing.decisions]
    assert [link for link in links if f'{link}"' not in text] == []
    assert results.seed in text


def test_the_debrief_shows_the_analysis_and_offers_it_before(finished, steward):
    debrief_freeze(match=finished)

    assert "Analyse this match" in page(finished, steward, "debrief")
    analysed(finished)
    assert "How much was luck" in page(finished, steward, "debrief")


def test_repairs_are_counted_and_shown(known):
    results = analysis_of(known)
    changed = replace(results, luck=replace(results.luck, repairs={"price": 2, "purchase": 3}))

    told = Telling(known, changed, "en").told()

    assert told["unanswered"] == results.luck.unanswered
    assert (told["repaired"], told["repairs"]) == (5, [("price cut to the money", 2), ("purchase cut to the money", 3)])


@pytest.mark.parametrize(
    ("lost", "won", "verdict"),
    [
        (2.9, 2.9, "even"),
        (-9, 2, "even"),
        (9, 4, "better_open"),
        (4, 9, "good"),
        (0, 9, "good"),
        (9, -9, "better_open"),
    ],
)
def test_only_what_is_beyond_the_noise_is_judged(lost, won, verdict):
    by = Difference(1, Mean(lost, 1.0), ())

    assert verdict_of(Weighed(1, 0, 1, "topic", "kind", (), by, by, Mean(won, 1.0))) == verdict


def test_on_paper_there_is_the_same_without_links(known):
    context = analysis_context(known, "en")
    text = render_to_string(context["analysis_sheet"], {**context, "match": known, "paper": True})

    assert "How much was luck" in text
    assert "<a " not in text


def test_a_match_without_results_gives_reports_nothing(finished):
    assert analysis_context(finished, "en") == {"analysis": None, "analysis_sheet": ""}


def test_the_replay_links_to_the_turning_points(known, steward):
    results = analysis_of(known)
    number = results.weighing.decisions[0].number
    row = Analysis.objects.get(match=known)
    row.results = services.written(replace(results, turning=(number,)))
    row.save()

    text = page(known, steward, "games:replay")

    assert f'<option value="{number}" label="' in text
    assert re.search(rf'<a href="\?at={number}"\s*>\s*Move {number}: ', text)
    player = played_by_bots(match_of(scenario="tiny", by=steward, seed=bytes(32)))
    assert "replay-marks" not in page(player, steward, "games:replay")
