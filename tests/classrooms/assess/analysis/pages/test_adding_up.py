"""The account of a class's matches adds up in every place: page, paper, slides, class report and file."""

import csv
import io
import json
import re
import zipfile

import pytest
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse
from django.utils import translation

from classrooms.assess.analysis.queries import analysis_of
from classrooms.assess.grading.files.research import spoken
from classrooms.assess.grading.files.research_zip import research_zip
from classrooms.assess.reports.class_report import class_document
from classrooms.assess.reports.document import document
from classrooms.assess.reports.services import debrief_freeze
from classrooms.assess.reports.slides import slides_document
from tests.classrooms.assess.analysis.conftest import analysed
from tests.classrooms.factories import course_of, session_of
from tests.games.factories import played_by_bots
from tests.site.html import numbers_of_rows, tenths

pytestmark = pytest.mark.django_db


@pytest.fixture
def play_session(steward):
    """Two tables of the classic scenario that bots have played, with analyses and debriefs."""
    found = session_of(course_of(steward), teams=2, started=True, luck="own")
    for table in found.session_teams.order_by("position"):
        match = analysed(played_by_bots(table.match))
        debrief_freeze(match=match)
    return found


def signed_in(user, language):
    client = Client(headers={"accept-language": language})
    client.force_login(user)
    return client


def accounts(play_session):
    return [analysis_of(table.match).account for table in play_session.session_teams.order_by("position")]


def is_a_sum(figures):
    """Do the first figure and the steps add up to the last one, in tenths?"""
    return sum(figures[:-1]) == figures[-1]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_page_and_paper_add_up_by_points_days_k_and_failures(play_session, steward, language):
    for table, account in zip(play_session.session_teams.order_by("position"), accounts(play_session), strict=True):
        address = reverse("classrooms:analysis", args=[table.match_id])
        page = signed_in(steward, language).get(address).content.decode()
        with translation.override(language):
            shown = document(table.match.debrief, language, paper=True)
            paper = render_to_string("classrooms/reports/document.html", shown)
        for html in (page, paper):
            rows = numbers_of_rows(html, {"en": "The account of the result", "fr": "Le compte du résultat"}[language])
            columns = list(zip(*rows, strict=True))
            assert len(columns) == 4
            assert [is_a_sum(column) for column in columns] == [True] * 4
            assert (rows[0], rows[-1]) == (list(account.reference), list(account.reached))


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_class_report_has_the_same_sums(play_session, language):
    caption = {
        "en": "Each team's account, in points of the project's result. Each line adds up.",
        "fr": "Le compte de chaque équipe, en points du résultat du projet. Chaque ligne tombe juste.",
    }[language]
    report = class_document(play_session, language)
    with translation.override(language):
        html = render_to_string("classrooms/reports/class.html", report)
    # The number of its table stands before.
    rows = [row[-len(report["account_heads"]) :] for row in numbers_of_rows(html, caption)]
    assert [is_a_sum(row) for row in rows] == [True, True]
    ends = [(row[0], row[-1]) for row in rows]
    assert ends == [(account.reference[0], account.reached[0]) for account in accounts(play_session)]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_each_sum_on_a_slide_adds_up(play_session, language):
    slides = slides_document(play_session, language)["slides"]
    number = r"\d+[.,]\d"
    sums = re.findall(
        rf">({number}(?: [+−]\xa0{number})* =\xa0{number})<", "".join(each.get("svg", "") for each in slides)
    )

    found = [[tenths(text) for text in re.findall(rf"−?\xa0?{number}", each)] for each in sums]

    assert [is_a_sum(row) for row in found] == [True, True]
    ends = [(row[0], row[-1]) for row in found]
    assert ends == [(account.reference[0], account.reached[0]) for account in accounts(play_session)]


def test_the_file_for_research_has_each_step(play_session):
    blocks = b"".join(research_zip(play_session, spoken(play_session, named=False), ""))
    text = zipfile.ZipFile(io.BytesIO(blocks)).read("account.csv").decode()
    rows = list(csv.DictReader(io.StringIO(text, newline="")))

    for table, account in zip(play_session.session_teams.order_by("position"), accounts(play_session), strict=True):
        own = [row for row in rows if row["match"] == str(table.match_id)]
        figures = [[float(row["points"]), *json.loads(row["measures"]).values()] for row in own]
        tenths = [[round(10 * each) for each in row] for row in figures]
        assert [is_a_sum(column) for column in zip(*tenths, strict=True)] == [True] * 4
        assert (own[0]["part"], own[-1]["part"]) == ("reference", "reached")
        assert tenths[-1] == list(account.reached)
        numbers = {int(row["move_number"]) for row in own if row["part"] == "decision"}
        assert numbers == {each.number for each in account.entries if each.kind == "decision"}
