"""A match stopped half-way: its debrief says how far it came, shows the moves so far and judges nothing."""

import re
from functools import cache
from html import unescape

import msgspec
import pytest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation

from classrooms.assess.analysis.access import is_readable
from classrooms.assess.reports import pdf, services
from classrooms.assess.reports.document import document
from classrooms.assess.reports.facts import parse_facts
from classrooms.assess.reports.student import student_document
from classrooms.drawing import charts
from classrooms.models import Debrief
from games.engine.record import Record
from games.models import Job, Match
from games.platform.services.forks import match_fork
from games.platform.services.holders import seat_assign
from games.platform.services.matches import match_abort, match_create, match_start
from games.platform.work.jobs import do_job
from games.ui import debriefs, faces
from tests.classrooms.assess.reports.debriefs.conftest import frozen
from tests.classrooms.papers import work
from tests.every_game import GAMES, played, settings
from tests.games.factories import match_of, person, play_default, play_on, role_ids
from tests.site.html import dense

CUTS = (0, 0.1, 0.5, 1)
"""Shares of all moves: from none to all but the last one."""


@cache
def shortest(game):
    """The setting of a game with the fewest moves."""
    return min((name for name in settings() if name.startswith(f"{game}/")), key=lambda name: len(played(name)[1]))


def records_of(name, cut):
    """The record of a seeded match up to a cut."""
    start, moves, _end = played(name)
    whole = [Record(0, None, "", "rules", "2026-03-02T09:00:00+00:00", start.events)]
    whole += [Record(n, m.seat, m.key, "bot", "2026-03-02T09:01:00+00:00", m.events) for n, m in enumerate(moves, 1)]
    return whole[: 1 + round(cut * (len(whole) - 2))]


@pytest.mark.parametrize("cut", CUTS)
@pytest.mark.parametrize("game", GAMES)
def test_the_facts_of_every_game_make_a_debrief_wherever_the_record_ends(game, cut):
    where, debriefing = settings()[shortest(game)], debriefs.get(game)
    found = where.game.facts(where.scenario, where.options, records_of(shortest(game), cut))
    kept = debriefing.parse_facts(msgspec.to_builtins(found))
    face = faces.get(game)
    people = [""] * len(face.words.roles(where.scenario))

    for language in ("en", "fr"):
        with translation.override(language):
            drawn = debriefing.charts(where.scenario, kept)
            told = {
                **debriefing.context(where.scenario, kept, people),
                "headline": debriefing.stopped(where.scenario, kept),
                "so_far": debriefing.so_far(where.scenario, kept),
                "charts": {chart.name: {"chart": chart, "svg": ""} for chart in drawn},
                "paper": True,
            }
            for sheet in ("classrooms/reports/stopped.html", *debriefing.stopped_sheets):
                assert "<h" in render_to_string(sheet, told)
            assert told["headline"].startswith({"en": "Stopped", "fr": "Arrêtée"}[language])
            if debriefing.seat_sheet:
                for seat in range(len(people)):
                    own = debriefing.seat_context(where.scenario, kept, seat)
                    assert "<h3>" in render_to_string(debriefing.seat_sheet, {"own": own})
    assert [charts.draw(chart)[:4] for chart in drawn if not cut] == ["<svg"] * (0 if cut else len(drawn))


def stopped(game, moves, *people, by=None):
    """A match of a game's first scenario that was stopped after so many default moves."""
    kind = settings()[shortest(game)].game
    text = next(iter(kind.scenarios.values()))
    made = match_create(
        game=game, roles=role_ids(text, game), by=by, scenario_key=next(iter(kind.scenarios)), title="T"
    )
    for seat, user in enumerate(people):
        seat_assign(match_id=made.pk, seat=seat, user=user)
    match_start(match_id=made.pk)
    return ended(play_on(Match.objects.get(pk=made.pk), moves))


def ended(match):
    match_abort(match_id=match.pk)
    match.refresh_from_db()
    return match


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("game", GAMES)
def test_team_and_student_reports_of_every_game_render(steward, game, language):
    player = person()
    match = stopped(game, 12, player, by=steward)
    made = services.debrief_freeze(match=match)

    with translation.override(language):
        team = document(made, language, paper=True, full=True)
        own = student_document(made, player, language, paper=True)
        text = unescape(render_to_string("classrooms/reports/document.html", team))
        student = unescape(render_to_string("classrooms/reports/student.html", own))

    assert f"<h1>{team['headline']}</h1>" in text
    assert own["headline"] == team["headline"]
    assert own["headline"] in student
    assert [part["score"] for part in own["parts"]] == [None]
    assert team["log"]


@pytest.fixture
def half(steward):
    """A small match of one person, stopped after its first activity."""
    player = person("amir")
    match = match_of(player, scenario="tiny", by=steward)
    while parse_facts(services.debrief_freeze(match=match).facts).game_facts["activities"] == []:
        play_default(match)
    Debrief.objects.all().delete()
    return ended(match)


def page(match, name="debrief"):
    return reverse(f"classrooms:{name}", args=[match.pk])


def test_it_is_not_made_by_itself_but_whoever_runs_the_match_can_have_it_made(client, steward, half):
    client.force_login(steward)
    before = client.get(page(half)).content.decode()
    asked = list(half.jobs.filter(kind="debrief"))

    client.post(page(half, "debrief-make"))
    do_job(Job.objects.get(match=half, kind="debrief").pk)
    text = client.get(page(half)).content.decode()

    assert asked == []
    assert "The debrief of this match has not been made yet." in before
    assert "<h1>Stopped after activity 1 of 2</h1>" in text
    assert work() == [f"team-{half.pk}-en"]
    assert half.papers.get().file.read(5) == b"%PDF-"


def test_the_first_sheet_shows_the_counters_against_the_plan_and_judges_nothing(client, steward, half):
    made = frozen(half)
    told = made.facts["game_facts"]
    client.force_login(steward)

    text = client.get(page(half)).content.decode()
    row = told["activities"][0]
    goals = {target["name"]: target["target"] for target in told["targets"]}

    assert [re.findall(r'<td class="num">(-?\d+)</td>', line) for line in _so_far(dense(text))] == [
        [str(row["after"]["delay"]), str(row["plan"]["delay"]), str(goals["delay"])],
        [str(row["after"]["cost"]), str(row["plan"]["cost"]), str(goals["cost"])],
        [str(row["after"]["failures"]), str(row["slots"]), str(goals["failures"])],
    ]
    for verdict in ("targets met", "Missed by", "Met, ", "Points by objective", "points by role"):
        assert verdict not in text


def _so_far(text):
    table = text.split("Against the pace of a match that goes to plan", 1)[1].split("</table>", 1)[0]
    return re.findall(r'<tr><th scope="row">.*?</tr>', table)


def test_the_own_report_has_neither_points_nor_objectives(client, half):
    frozen(half)
    client.force_login(half.seats.get(index=0).holders.get().user)

    text = client.get(page(half, "own-report")).content.decode()

    assert "The team: Stopped after activity 1 of 2." in text
    assert "Your objectives" not in text
    assert '<h3>Money</h3><p class="res-n">' in dense(text)
    assert "<h3>Points</h3>" not in text


@pytest.mark.parametrize("started", [False, True])
def test_without_a_move_there_is_nothing_to_tell(client, steward, started):
    match = ended(match_of(person(), scenario="tiny", by=steward, started=started))
    client.force_login(steward)

    client.post(page(match, "debrief-make"))

    assert "There is no debrief." in client.get(page(match)).content.decode()
    assert list(match.jobs.all()) == []


def test_it_stays_closed_and_its_seed_secret_while_another_team_plays_with_the_same_cards(client, half):
    other = match_of(person(), scenario="tiny")
    frozen(half)
    player, seed = half.seats.get(index=0).holders.get().user, half.seeds[0][1]
    client.force_login(player)
    closed = client.get(page(half)).content.decode()
    attached = pdf.attached(half)

    play_on(other, -1)
    opened = client.get(page(half)).content.decode()

    assert ("The debrief is still closed." in closed, seed in closed, attached) == (True, False, [])
    assert ("The debrief is still closed." in opened, seed in opened) == (False, True)


def test_a_branch_that_goes_on_with_the_same_cards_keeps_the_seed_secret(client, steward, half):
    frozen(half)
    match_fork(match_id=half.pk, number=1, by=steward, reason="again", same_cards=True)
    client.force_login(steward)

    text = client.get(page(half)).content.decode()

    assert half.seeds[0][1] not in text


def test_only_finished_matches_are_analysed(half):
    assert is_readable(half, steward=True) is False
