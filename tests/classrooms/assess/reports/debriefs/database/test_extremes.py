"""Rare cases are shown in full: very long names, all six roles bankrupt at once, points below zero."""

import re
from html import unescape

import pytest
from django.template.loader import render_to_string
from django.utils import translation

from classrooms.assess.reports import pdf, services
from classrooms.assess.reports.document import document
from classrooms.assess.reports.student import student_document
from tests.games.factories import match_of, person, play_on
from tests.site.html import dense

TEAM = "The Extraordinarily Long-Named Association of Unreinforced Enthusiasms, Group 12"
NAME = "Maximiliana-Konstantina von Oberländer-Papadopoulos de la Fuente y Montalbán-Wol"


@pytest.fixture
def extreme(steward):
    """A classic match of a long-named person in a long-named team; its facts know six bankruptcies and few points."""
    owner = person("owner", display_name=NAME)
    match = match_of(owner, by=steward, title="Workshop")
    type(match).objects.filter(pk=match.pk).update(team_name=TEAM)
    match.refresh_from_db()
    debrief = services.debrief_freeze(match=play_on(match, -1))
    told = debrief.facts["game_facts"]
    told["bankruptcies"] = [_ruin(seat) for seat in range(6)]
    for seat, role in enumerate(told["roles"]):
        role["bankruptcies"] = 1
        role["points"] |= {"bankruptcies": -10, "total": -26 - seat}
    debrief.save()
    return debrief, owner


def _ruin(seat):
    lost = {"lost_money": 3, "lost_stock": 1, "payer": None, "amount": 0, "by_bank": 0, "at": ""}
    return {"activity": 7, "seat": seat, "cause": "required", "card": "", **lost}


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_team_s_report_tells_all_of_it(extreme, language):
    with translation.override(language):
        told = document(extreme[0], language, full=True, paper=True)
        text = unescape(render_to_string("classrooms/reports/document.html", told))

    assert (told["name"], told["people"][0]["played_by"]) == (TEAM, NAME)
    assert TEAM in text
    assert NAME in text
    assert sorted(link["name"].id for chain in told["bankruptcies"] for link in chain) == sorted(
        row["name"].id for row in told["role_rows"]
    )
    assert [row["points"] for row in told["role_rows"]] == [f"−{26 + seat}" for seat in range(6)]
    assert re.findall(r'<td class="num"><b>(−\d+)</b></td>', dense(text))[:6] == [f"−{26 + seat}" for seat in range(6)]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_student_s_report_tells_it_too(extreme, language):
    debrief, owner = extreme
    with translation.override(language):
        told = student_document(debrief, owner, language)
        text = unescape(render_to_string("classrooms/reports/student.html", told))

    assert (told["team"], told["name"]) == (TEAM, NAME)
    assert TEAM in text
    assert '<p class="res-n"><b>−26</b></p>' in dense(text)


def test_the_team_s_paper_is_printed(extreme):
    printed = pdf.printed(pdf.team_draft(extreme[0], "fr"))

    assert printed.content[:5] == b"%PDF-"
    assert printed.pages <= 14
