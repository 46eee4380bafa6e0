"""The findings of a class report: those of each team's debrief, kept until what they were found in changes."""

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from classrooms.assess.reports import talking_points
from classrooms.assess.reports.facts import digest_of, parse_facts
from classrooms.assess.reports.findings import findings_in
from classrooms.assess.reports.services import debrief_freeze
from games.platform.selectors.position import scenario_of
from games.ui import debriefs, faces
from tests.classrooms.play.questions.asking import AFTER, answer, class_of, finish, match_in, question


@pytest.fixture(autouse=True)
def empty_cache():
    cache.clear()


def own(debrief):
    """The findings as the team's own debrief has them."""
    facts, scenario, debriefing = parse_facts(debrief.facts), scenario_of(debrief.match), debriefs.get("domego")
    roles, game_facts = faces.get("domego").words.roles(scenario), debriefing.parse_facts(facts.game_facts)
    aside = talking_points.aside_of(debrief.match)
    return talking_points.found_in(debrief.match, facts, debriefing, scenario, game_facts, roles, aside)


def keys(found):
    return {each.key for each in found}


@pytest.mark.parametrize("language", ["en", "fr"])
def test_each_team_has_the_findings_of_its_debrief_in_the_readers_language(ended, language):
    matches = [ended.match(0), ended.match(1)]

    with translation.override(language):
        first, later = findings_in(ended.session, matches), findings_in(ended.session, matches)
        expected = {ended.match(table).pk: own(ended.debrief(table)) for table in (0, 1)}

    assert first == later == expected
    assert all(expected.values())


def test_later_readings_take_as_many_queries_for_any_number_of_teams(ended):
    matches = [ended.match(0), ended.match(1)]
    findings_in(ended.session, matches)
    counted = []
    for some in (matches[:1], matches):
        with CaptureQueriesContext(connection) as queries:
            findings_in(ended.session, some)
        counted.append(len(queries))

    assert counted[0] == counted[1]


def test_a_debrief_that_was_made_anew_is_read_anew(ended):
    debrief = ended.debrief()
    before = findings_in(ended.session, [debrief.match])
    moves = [{**move, "by": "deadline"} for move in debrief.facts["moves"]]
    debrief.facts = {**debrief.facts, "moves": moves}
    debrief.digest = digest_of(debrief.facts)
    debrief.save()

    after = findings_in(ended.session, [debrief.match])

    assert "late_answers" not in keys(before[debrief.match_id])
    assert "late_answers" in keys(after[debrief.match_id])


def test_an_answer_of_the_quiz_that_comes_in_later_counts(db):
    play_session, people = class_of("ana", "bob", "cy", teams=[["ana", "bob", "cy"]])
    asked, match = question(play_session, AFTER, "after"), match_in(play_session)
    finish(play_session)
    debrief_freeze(match=match_in(play_session))
    before = findings_in(play_session, [match])
    for user in people.values():
        answer(asked, user, right=False)

    after = findings_in(play_session, [match])

    assert keys(after[match.pk]) - keys(before[match.pk]) == {"quiz_missed"}
