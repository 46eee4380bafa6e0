"""The team's report: questions that rest on lines of the record, and a plan that only the instructor sees."""

import re

import pytest
from django.urls import reverse
from django.utils import timezone

from classrooms.assess.reports.document import document
from classrooms.assess.reports.guide import MINUTES
from classrooms.models import Analysis, Paper
from games.models import Job
from tests.classrooms.papers import stamp, team_paper

PLAN = "Plan for the debrief"


def page(client, ended, who):
    client.force_login(who)
    return client.get(reverse("classrooms:debrief", args=[ended.match().pk])).content.decode()


@pytest.fixture
def run_by_teacher(ended):
    """Make the instructor a steward of the match."""
    ended.match().stewards.add(ended.teacher)
    return ended


def test_each_question_leads_to_lines_of_the_record_and_to_the_board(client, ended):
    text = page(client, ended, ended.people["amir"])
    asked = text.partition('<ol class="asks">')[2].partition("</ol>")[0]

    cited = re.findall(r'href="#(line-\d+)"', asked)
    boards = re.findall(r'/replay/\?at=(\d+)"', asked)
    assert 3 <= asked.count('class="ask"') <= 8
    assert cited
    assert set(cited) <= set(re.findall(r'<tr id="(line-\d+)"', text))
    assert len(boards) == len(cited)


def test_the_plan_is_the_instructor_s(client, run_by_teacher):
    ended = run_by_teacher

    assert PLAN not in page(client, ended, ended.people["amir"])
    assert PLAN in page(client, ended, ended.teacher)


def test_the_plan_fills_its_minutes_without_a_gap_and_asks_nothing_twice(ended):
    told = document(ended.debrief(), "en", full=True)
    steps = told["guide"]["steps"]

    assert (steps[0]["since"], steps[-1]["until"]) == (0, MINUTES)
    assert [step["until"] for step in steps[:-1]] == [step["since"] for step in steps[1:]]
    asked = [row["key"] for step in steps for row in step["questions"]] + [row["key"] for row in told["guide"]["spare"]]
    assert len(asked) == len(set(asked))
    assert set(asked) <= {row["key"] for row in told["talking"]}


def test_the_instructor_s_copy_is_made_when_asked_for(client, run_by_teacher):
    ended = run_by_teacher
    address = reverse("classrooms:staff-report-pdf", args=[ended.match().pk])
    client.force_login(ended.people["amir"])
    assert client.post(address).status_code == 403
    client.force_login(ended.teacher)

    client.post(address)

    report = Paper.objects.get()
    assert (report.kind, report.full, Job.objects.get(kind="paper").subject) == ("team", True, str(report.pk))
    assert "The PDF with the plan is being made." in page(client, ended, ended.teacher)


def test_numbers_lead_to_what_adds_up_to_them(client, ended):
    text = page(client, ended, ended.people["amir"])
    explained = reverse("games:explain", args=[ended.match().pk])

    linked = set(re.findall(rf'href="{explained}\?what=([a-z]+(?:-\d+)?)"', text))
    assert linked >= {"delay", "cost", "failures", "points-0", "points-1", "money-0", "money-1"}


def test_an_analysis_makes_older_papers_out_of_date(ended):
    before = stamp(team_paper(ended.match()))
    now = timezone.now()
    Analysis.objects.create(
        match=ended.match(), status="done", progress=100, seed="ab", playouts=1, results="{}", digest="a" * 64,
        asked_at=now, done_at=now,
    )  # fmt: skip

    assert stamp(team_paper(ended.match())) != before


def test_without_people_who_sent_in_enough_a_team_s_survey_is_not_shown(ended):
    assert document(ended.debrief(), "en")["team_survey"] == []
