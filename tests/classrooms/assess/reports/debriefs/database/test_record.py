"""The record of a match in words, as printed in papers."""

import re

from classrooms.assess.reports.facts import parse_facts
from classrooms.assess.reports.record import record_of
from games.catalogue.utboheme.game import GAME
from games.platform.selectors.position import scenario_of
from games.ui import faces
from tests.classrooms.assess.reports.debriefs.conftest import frozen
from tests.games.catalogue.utboheme.matches import match_of, play_on


def lines_of(match):
    """The lines of the record that name a place of the island."""
    face, scenario = faces.get("utboheme"), scenario_of(match)
    record = record_of(match, parse_facts(frozen(match).facts), face, scenario, face.words.roles(scenario))
    return [line["words"] for turn in record.turns for line in turn["lines"] if "data-u-at" in line["words"]]


def test_places_of_a_board_that_chance_laid_are_named_by_what_lies_around_them(steward):
    match = match_of(steward, steward, text=GAME.micro["quiet"])
    play_on(match, steward)

    told = lines_of(match)

    assert len(told) > 8
    assert [words for words in told if re.search(r'data-u-at="[a-z0-9-]+">[0-9]', words)] == []


def test_where_todays_game_does_not_know_the_board_any_more_their_numbers_stand(steward):
    match = match_of(steward, steward, text=GAME.micro["quiet"])
    play_on(match, steward)
    match.state = '{"another": 1}'

    told = lines_of(match)

    assert len(told) > 8
    assert [words for words in told if not re.search(r'data-u-at="[a-z0-9-]+">[0-9]', words)] == []
