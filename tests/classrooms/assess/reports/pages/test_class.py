"""The class's report: comparison of teams, common patterns, and questions to all."""

import re
import xml.etree.ElementTree as ET

import pytest
from django.template.loader import render_to_string
from django.urls import reverse

from classrooms.assess.reports.class_report import _from_different_teams, class_document
from classrooms.assess.reports.pdf import class_draft
from classrooms.assess.reports.strips import strip_of
from classrooms.play.monitor.queries import compare
from tests.classrooms.factories import enrol
from tests.games.factories import person
from tests.site.html import steady


def test_each_team_stands_there_with_what_its_match_came_to(ended):
    told = class_document(ended.session, "en")

    stored = [{t["name"]: t["value"] for t in ended.match(table).result["targets"]} for table in (0, 1)]
    shown = {
        row["team"].side.mark: {cell["gauge"].name: cell["gauge"].value for cell in row["cells"]}
        for row in told["result_rows"]
    }
    assert shown == {"1": stored[0], "2": stored[1]}
    assert {row["team"].side.mark: row["sum"] for row in told["result_rows"]} == {
        str(table + 1): sum(ended.match(table).result["scores"]) for table in (0, 1)
    }


def test_of_a_game_without_targets_none_are_told_and_less_than_nothing_has_a_minus(ended):
    told = class_document(ended.session, "en")
    told["result_rows"][0]["least"] = -3
    shown, bare = (
        render_to_string("classrooms/reports/class.html", told | {"has_target": is_so}) for is_so in (True, False)
    )

    for words in ("Those that met most targets first", "Target met"):
        assert words in shown
        assert words not in bare
    assert ">\u22123</td>" in bare


def test_a_pattern_is_told_with_the_teams_that_have_it(ended):
    told = class_document(ended.session, "en")

    for row in told["common"]:
        assert 2 <= row["count"] <= row["of"] == 2
        assert row["marks"] == "1, 2"
    assert len({row["theme"] for row in told["plenary"]}) == len(told["plenary"])


def test_the_questions_for_all_take_their_examples_from_different_teams(ended):
    told = class_document(ended.session, "en")

    names = [row["example"] for row in told["plenary"]]
    for row in told["plenary"]:
        shown = {"example": row["example"], "fact": row["fact"], "ask": row["ask"]}
        assert shown in row["examples"]
        assert {each["example"] for each in row["examples"]} == set(row["teams"])
    free = [name for row in told["plenary"] for name in row["teams"]]
    assert set(names) == set(free) == {"Team 1", "Team 2"}
    assert abs(names.count("Team 1") - names.count("Team 2")) <= 1


def test_a_question_takes_the_team_that_was_used_least_and_of_those_the_one_that_shows_it_best():
    def question(*teams):
        return {"examples": [{"example": team, "fact": team, "ask": "?"} for team in teams]}

    told = _from_different_teams([question("A", "B"), question("A", "B", "C"), question("A"), question("A", "C", "B")])

    assert [row["fact"] for row in told] == ["A", "B", "A", "C"]


def test_quiz_and_survey_are_counted_over_the_class(ended):
    told = class_document(ended.session, "en")

    assert [(row["right"], row["given"], row["percent"]) for row in told["quiz"]] == [(2, 3, 67)]
    assert [(each.counts, each.mean) for each in told["survey"].items["after"]] == [((0, 0, 0, 3, 0), 4.0)]


@pytest.mark.parametrize("address", ["class-report", "session-reports"])
def test_it_is_the_instructor_s(client, ended, stranger, address):
    observer = enrol(ended.session.course, person("looker"), "observer")
    people = {"student": ended.people["amir"], "stranger": stranger, "observer": observer, "teacher": ended.teacher}
    statuses = {}
    for name, user in people.items():
        client.force_login(user)
        statuses[name] = client.get(reverse(f"classrooms:{address}", args=[ended.session.pk])).status_code

    assert statuses == {"student": 403, "stranger": 404, "observer": 403, "teacher": 200}


def test_names_are_there_only_if_asked_for(client, ended):
    client.force_login(ended.teacher)
    ended.session.session_teams.filter(position=0).update(name="The Amir Gang")
    address = reverse("classrooms:class-report", args=[ended.session.pk])
    body = {}
    for query in ("", "?names=1"):
        text = steady(client.get(address + query).content.decode())
        body[query] = [name for name in ("Amir", "Lea", "Yuki") if name in text]

    assert body == {"": [], "?names=1": ["Amir", "Lea", "Yuki"]}


def tree(strip):
    return ET.fromstring(strip.svg)  # noqa: S314  drawn by this site


def test_a_strip_holds_all_values_between_its_ends_and_piles_up_equal_ones():
    strip = strip_of("Delay", "days", [("A", "1", 360), ("B", "2", 400), ("C", "3", 360), ("D", "4", 380)], target=380)

    words = [(each.text, float(each.get("x")), float(each.get("y"))) for each in tree(strip).iter("text")]
    heights = {text: y for text, _x, y in words}
    assert {text: x for text, x, _y in words} == {
        "1": 16.0, "3": 16.0, "4": 320.0, "2": 624.0, "360": 16.0, "380": 320.0, "400": 624.0,
    }  # fmt: skip
    assert heights["1"] - heights["3"] == pytest.approx(18)
    assert (strip.low, strip.middle, strip.high) == (360, 370.0, 400)
    assert (strip.best, strip.worst) == ("A, C", "B")
    assert tree(strip).get("aria-label") == "4 teams from 360 to 400, half of them at most 370. Target 380."


def test_what_is_usual_takes_the_place_of_the_middle_half_and_has_no_best():
    strip = strip_of("Price", "k", [("A", "1", 90)], usual=(80, 115), fewer=None)

    box = tree(strip).find(".//rect")
    assert (box.get("x"), box.get("width"), strip.best, strip.worst) == ("16", "608", "", "")
    assert tree(strip).get("aria-label") == "1 team at 90. Usual: 80 to 115."


def test_on_paper_each_drawing_says_in_a_title_what_there_is_to_see(ended):
    text = class_draft(ended.session, "en").text

    drawings = re.findall(r'<svg [^>]*aria-label="([^"]*)"[^>]*>(?:<title>(.*?)</title>)?', text)
    assert len(drawings) > 3
    assert [label for label, title in drawings if title != label] == []


def test_more_is_better_where_a_measure_says_so():
    strip = strip_of("Points", "", [("A", "1", -3), ("B", "2", 12)], fewer=False)

    assert (strip.best, strip.worst) == ("B", "A")


def test_a_pattern_of_all_teams_is_not_followed_by_a_list_of_them():
    assert [compare.marks_of(["1", "2", "3"], of) for of in (3, 4)] == ["all", "1, 2, 3"]
    assert compare.marks_of(["1", "2"], 2) == "1, 2"
