"""A session of which one team was stopped half-way: it is named, and counts in no ranking."""

import re
from html import unescape

import pytest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation

from classrooms.assess.reports import batch
from classrooms.assess.reports.class_report import class_document
from classrooms.models import Paper
from classrooms.play.monitor.services import cockpit
from games.models import Job
from games.platform.services.interventions import Actor
from games.platform.services.matches import match_abort
from games.platform.work.jobs import do_job
from tests.classrooms.assess.reports.conftest import session_of_tables
from tests.classrooms.play.questions.asking import match_in
from tests.games.factories import person, play_on

pytestmark = pytest.mark.django_db


@pytest.fixture
def half():
    """A session of three teams: the first has finished, the second stopped after two moves, the third before any."""
    people = [person(name) for name in ("amir", "lea", "yuki")]
    play_session = session_of_tables([[each] for each in people])
    play_on(match_in(play_session, 0), -1)
    play_on(match_in(play_session, 1), 2)
    for table in (1, 2):
        match_abort(match_id=match_in(play_session, table).pk)
    return play_session


def asked(play_session, *kinds, language="en"):
    batch.batch_request(play_session=play_session, language=language, kinds=kinds, full=True)
    return [item.title for item in batch.batch_progress(play_session).items]


def test_teams_and_students_of_a_stopped_match_have_reports_if_somebody_moved(half):
    assert asked(half, "class", "team", "student") == [
        "Class report with names",
        "Team 1, with the plan for the debrief",
        "Team 2, with the plan for the debrief",
        "Team 1",
        "Team 2",
        "Amir, Team 1",
        "Lea, Team 2",
    ]


def test_their_papers_are_printed(half):
    asked(half, "class", "team", "student", language="fr")
    stopped = Paper.objects.filter(match=match_in(half, 1))
    chosen = [*stopped, Paper.objects.get(kind="class")]
    for report in chosen:
        do_job(Job.objects.get(kind="paper", subject=str(report.pk)).pk)

    assert {report.kind for report in chosen} == {"class", "team", "student"}
    for report in chosen:
        report.refresh_from_db()
        assert report.file.read(5) == b"%PDF-"


def marks_of(strip):
    """The numbers in circles on a strip."""
    return re.findall(r'font-size="11"[^>]*>(\d+)</text>', strip.svg)


def test_the_class_report_names_it_and_leaves_it_out_of_every_ranking(half):
    asked(half, "class", "team", "student")

    told = class_document(half, "en", full=True)

    ranked = [(row["team"].side.ranked.rank, row["team"].name, row["sum"]) for row in told["result_rows"]]
    assert ranked[1:] == [(0, "Team 2", None), (0, "Team 3", None)]
    stopped = [team.stopped for team in told["teams"]][1:]
    assert stopped == [f"stopped: {told['teams'][1].side.progress.sub}", "stopped: activity 1 of 2"]
    assert [team.name for team in told["over"]] == ["Team 1"]
    assert {number for row in told["measures"] for number in marks_of(row["strip"])} == {"1"}
    assert {mark for row in told["common"] for mark in row["teams"]} == {"Team 1"}
    assert (told["open_count"], told["stopped_count"]) == (0, 2)


def test_a_class_whose_teams_were_all_stopped_has_a_report_without_rankings(half):
    half.session_teams.get(position=0).delete()

    for language, headline in (("en", "No team came to the end"), ("fr", "Aucune équipe n’est allée au bout")):
        with translation.override(language):
            told = class_document(half, language)
            assert told["headline"] == headline
            assert headline in unescape(render_to_string("classrooms/reports/class.html", told))


def test_verdicts_on_targets_are_only_those_of_teams_that_finished(client, half):
    client.force_login(half.course.enrolments.get(role="instructor").user)

    text = client.get(reverse("classrooms:class-report", args=[half.pk])).content.decode()
    rows = text.split("</tbody>", 1)[0].split("<tr>")[2:]

    assert ["met</span>" in row or "missed</span>" in row for row in rows] == [True, False, False]
    assert "2 teams were stopped before their results" in text


def test_a_branch_that_a_step_back_left_is_no_team_of_its_own():
    play_session = session_of_tables([[person("amir")]])
    left = play_on(match_in(play_session), 2)
    teacher = play_session.course.enrolments.get(role="instructor").user
    table = play_session.session_teams.get()
    actor = Actor(teacher, "read wrongly")
    fork = cockpit.table_step_back(session_team_id=table.pk, match_id=left.pk, number=1, actor=actor)
    play_on(fork, -1)

    titles = asked(play_session, "class", "team", "student")
    told = class_document(play_session, "en", full=True)

    left.refresh_from_db()
    assert left.status == "aborted"
    assert set(Paper.objects.exclude(match=None).values_list("match", flat=True)) == {fork.pk}
    assert titles[1:] == ["Team 1, with the plan for the debrief", "Team 1", "Amir, Team 1"]
    assert [team.side.table.match_id for team in told["teams"]] == [fork.pk]
