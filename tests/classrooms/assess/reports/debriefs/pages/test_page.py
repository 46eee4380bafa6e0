"""The page: its readers, its state while it is computed, and numbers equal to those of the facts."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from classrooms.assess.reports import services
from games.models import Job
from games.platform.services.forks import match_fork
from games.platform.services.matches import match_abort
from games.ui import debriefs
from tests.classrooms.assess.reports.debriefs.conftest import frozen
from tests.games.factories import match_of, person, play_on, played_by_bots
from tests.site.html import dense


def page(match, name="debrief"):
    return reverse(f"classrooms:{name}", args=[match.pk])


@pytest.mark.parametrize("name", ["debrief", "debrief-pdf", "debrief-export"])
def test_strangers_learn_nothing(client, debrief, name):
    client.force_login(person())

    assert client.get(page(debrief.match, name)).status_code == 404


@pytest.mark.parametrize("name", ["debrief-make", "debrief-pdf"])
def test_strangers_cannot_have_anything_made(client, finished, name):
    client.force_login(person())

    assert client.post(page(finished, name)).status_code == 404


def test_visitors_are_asked_to_sign_in(client, finished):
    answer = client.get(page(finished))

    assert (answer.status_code, answer["Location"]) == (302, f"{reverse('classrooms:sign-in')}?next={page(finished)}")


def test_a_debrief_is_ready_when_the_match_is_over(client, steward):
    match = match_of(person(), scenario="tiny", by=steward)
    client.force_login(steward)

    assert "The debrief is ready when the match is over." in client.get(page(match)).content.decode()
    client.post(page(match, "debrief-make"))
    assert Job.objects.count() == 0


def test_a_game_without_charts_of_its_own_has_the_plain_sheet(client, steward, finished, monkeypatch):
    monkeypatch.setattr(debriefs, "get", lambda key: debriefs.Debriefing())
    client.force_login(steward)
    before = client.get(page(finished)).content.decode()

    frozen(finished)
    text = client.get(page(finished)).content.decode()

    assert ["<caption>Result</caption>" in shown for shown in (before, text)] == [False, True]
    assert "<h1>The match is over</h1>" in text


def test_a_match_that_was_ended_early_has_none(client, steward):
    match = match_of(person(), scenario="tiny", by=steward)
    match_abort(match_id=match.pk)
    client.force_login(steward)

    assert "There is no debrief." in client.get(page(match)).content.decode()


def test_while_it_is_made_the_page_shows_how_far_it_is_and_asks_again(client, steward, job):
    Job.objects.filter(pk=job.pk).update(state="running", progress=40)
    client.force_login(steward)

    text = client.get(page(job.match)).content.decode()

    assert '<progress id="making" max="100" value="40">' in text
    assert f'data-poll-url="{page(job.match)}"' in text
    assert '<noscript><meta http-equiv="refresh" content="3"></noscript>' in text


def test_when_it_is_made_the_page_stops_asking(client, steward, debrief):
    Job.objects.update(state="done", progress=100)
    client.force_login(steward)

    text = client.get(page(debrief.match)).content.decode()

    assert "data-poll-url" not in text
    assert "data-poll-stop" in text


def test_a_failure_is_told_and_whoever_runs_the_match_can_try_again(client, steward, job):
    Job.objects.filter(pk=job.pk).update(state="failed", attempts=3, error="OSError: disk full")
    client.force_login(steward)

    text = client.get(page(job.match)).content.decode()
    client.post(page(job.match, "debrief-make"))
    job.refresh_from_db()

    assert "The debrief could not be made." in text
    assert "disk full" not in text
    assert (job.state, job.attempts, job.error) == ("pending", 0, "")


def test_a_player_is_told_of_a_failure_but_cannot_start_it_anew(client, steward):
    player = person()
    match = match_of(player, scenario="tiny", by=steward)
    services.debrief_request(match=match)
    client.force_login(player)

    assert client.post(page(match, "debrief-make")).status_code == 403


def test_the_page_shows_the_numbers_of_the_facts(client, steward, debrief):
    told = debrief.facts["game_facts"]
    client.force_login(steward)

    text = dense(client.get(page(debrief.match)).content.decode())

    assert re.findall(r'<p class="res-n"><b>(?:<a [^>]*>)?(\d+)(?:</a>)?</b>', text) == [
        str(target["value"]) for target in told["targets"]
    ]
    assert re.findall(r'<td class="num"><b>(?:<a [^>]*>)?(−?\d+)(?:</a>)?</b></td><td>', text)[
        : len(told["roles"])
    ] == [str(role["points"]["total"]).replace("-", "−") for role in told["roles"]]
    assert debrief.digest in text


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_page_needs_no_inline_style_or_script(client, steward, debrief, language):
    client.force_login(steward)

    answer = client.get(page(debrief.match), headers={"accept-language": language})
    text = answer.content.decode()

    assert f'<html lang="{language}"' in text
    assert re.findall(r'\sstyle="|<style|<script>|\son[a-z]+="', text) == []
    assert len(re.findall(r'<svg [^>]*role="img"', text)) == 9
    assert answer["Cache-Control"] == "private, no-cache"


def test_a_part_with_a_button_is_open_and_the_others_are_behind_their_headings(client, steward, debrief):
    client.force_login(steward)
    text = client.get(page(debrief.match)).content.decode()
    parts = re.findall(r'<details class="sheet fold"( open)?>(.*?)</details>', text, re.DOTALL)

    assert len(parts) > 2
    assert [bool(is_open) for is_open, _ in parts] == ["<button" in inside for _, inside in parts]
    start = reverse("classrooms:analysis-start", args=[debrief.match_id])
    assert [bool(is_open) for is_open, inside in parts if start in inside] == [True]


def test_each_drawing_stands_beside_its_numbers(client, steward, debrief):
    client.force_login(steward)

    text = client.get(page(debrief.match)).content.decode()

    assert text.count('<figure class="chart">') == text.count('<details class="numbers">') == 6


def test_queries_do_not_grow_with_the_length_of_a_match(client, steward, debrief, classic):
    frozen(classic)
    client.force_login(steward)
    counts = []

    for match in (classic, debrief.match, classic):
        with CaptureQueriesContext(connection) as queries:
            client.get(page(match))
        counts.append(len(queries))

    assert counts[1] == counts[2] <= 20


def test_a_debrief_made_by_an_older_site_is_made_anew(client, steward, debrief):
    debrief.facts["game_facts"] = {"of": "another form"}
    debrief.save()
    Job.objects.update(state="done")
    client.force_login(steward)

    assert "The debrief of this match has not been made yet." in client.get(page(debrief.match)).content.decode()
    client.post(page(debrief.match, "debrief-make"))
    assert Job.objects.get(kind="debrief").state == "pending"


def test_the_exported_match_can_be_fetched_once_its_luck_is_known(client, steward, debrief):
    client.force_login(steward)

    answer = client.get(page(debrief.match, "debrief-export"))

    assert answer["Content-Disposition"] == f'attachment; filename="match-{debrief.match.pk}.json"'
    assert answer["X-Content-Type-Options"] == "nosniff"


def test_seed_and_export_wait_for_every_match_with_the_same_luck(client, steward, debrief):
    seed = debrief.match.seeds[0][1]
    client.force_login(steward)
    assert seed in client.get(page(debrief.match)).content.decode()

    match_of(person(), scenario="tiny", by=steward)

    assert seed not in client.get(page(debrief.match)).content.decode()
    assert client.get(page(debrief.match, "debrief-export")).status_code == 404


def test_players_of_a_match_see_its_debrief(client, steward):
    player = person()
    match = match_of(player, scenario="tiny", by=steward)
    played_by_bots(play_on(match, 200))
    services.debrief_freeze(match=match)
    client.force_login(player)

    text = client.get(page(match)).content.decode()

    assert player.display_name in text
    assert "Rebuild" not in text


def test_a_debrief_stays_closed_for_players_while_another_team_plays_with_the_same_cards(client, steward):
    player = person()
    match = played_by_bots(play_on(match_of(player, scenario="tiny", by=steward), 200))
    other = match_of(person(), scenario="tiny")
    frozen(match)
    client.force_login(player)
    assert "The debrief is still closed." in client.get(page(match)).content.decode()
    assert client.get(page(match, "debrief-pdf")).status_code == 302

    play_on(other, 200)

    assert "The debrief is still closed." not in client.get(page(match)).content.decode()


def test_whoever_runs_the_match_may_look_earlier(client, steward, debrief):
    match_of(person(), scenario="tiny")
    client.force_login(steward)

    assert debrief.digest in client.get(page(debrief.match)).content.decode()


def test_a_what_if_fork_does_not_close_the_debrief_of_its_match(client, steward):
    player = person()
    match = played_by_bots(play_on(match_of(player, scenario="tiny", by=steward), 200))
    frozen(match)
    match_fork(match_id=match.pk, number=1, by=player, reason="what if", same_cards=True)
    client.force_login(player)

    assert "The debrief is still closed." not in client.get(page(match)).content.decode()
