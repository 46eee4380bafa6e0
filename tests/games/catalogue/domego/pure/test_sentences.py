"""Headlines, role sheets and lines of the record of generated matches contain the numbers of their records."""

import re

import pytest

from games.catalogue.domego.debrief import DEBRIEF
from games.catalogue.domego.debrief.headline import lead as lead_words
from games.catalogue.domego.debrief.story import Story
from games.ui import faces
from tests.games.catalogue.domego import arithmetic
from tests.games.catalogue.domego.arithmetic import Sums
from tests.games.sentences import numbers, some, spelled

pytestmark = pytest.mark.xdist_group("game domego")


def matches():
    return some("domego", range(6))


def test_what_events_put_into_purses_adds_up_to_the_purses_of_the_rules():
    for each in matches():
        sums = Sums(each)
        for seat in sums.seats:
            moved = sum(sums._moved(event, seat) for event in each.events)
            assert sums.start(seat) + moved == sums.firms[seat].money


def test_the_lead_says_how_many_targets_were_met_and_what_failed():
    for each in matches():
        sums, scenario = Sums(each), each.where.scenario
        said = re.sub(r"None of", "", lead_words(Story(scenario, each.facts)))
        assert numbers(spelled(said.replace("One of", "1 of"), "en")) == arithmetic.lead(sums)


def test_a_roles_sheet_says_what_it_did_and_what_that_cost_and_brought():
    for each in matches():
        sums, scenario = Sums(each), each.where.scenario
        for seat in sums.seats:
            own = DEBRIEF.seat_context(scenario, each.facts, seat)
            told = [numbers(f"{figure['value']}; {figure['note']}") for figure in own["figures"]]
            assert [told[0][:1], *told[1:]] == arithmetic.figures(sums, seat)
            for row in own["decisions"]:
                expected = arithmetic.decision(sums, row["number"], seat)
                assert {name: numbers(row[name]) for name in expected} == expected, (each.name, row)


def test_lines_of_the_record_say_the_numbers_of_their_events():
    words = faces.get("domego").words.event
    for each in matches():
        for event in each.events:
            line = words(each.where.scenario, event)
            expected = arithmetic.line(event, 1, 2)
            html = re.sub(r"(<i>.*?</i>)\. .*", r"\1", line.html) if line else ""
            html = re.sub(r"<i>.*?</i>|<q>.*?</q>", "", html)
            assert (numbers(html) if line else None) == expected, (event, line)
