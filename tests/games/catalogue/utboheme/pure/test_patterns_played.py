"""The patterns over games of bots: their citations exist, and their numbers are those of the facts."""

from functools import cache

import msgspec
import pytest
from django.utils import translation

from games.catalogue.utboheme.debrief import DEBRIEF
from games.catalogue.utboheme.facts import Facts, facts
from games.ui.patterns import TRANSFER, ranked
from tests.games.catalogue.utboheme.pattern_facts import trace_of
from tests.games.catalogue.utboheme.pure.test_facts import played
from tests.games.catalogue.utboheme.table import CLASSIC

TABLES = [("strong",) * 4, ("strong", "random", "greedy", "random"), ("greedy",) * 4, ("random",) * 4]
THEMES = {"result", "time", "cost", "risk", "money", "agreement", "fairness", "cooperation", "process", TRANSFER}


@cache
def looked(seed):
    """(found, facts, trace) of a game; the facts went through storage."""
    records, _states, options = played(seed, TABLES[seed % len(TABLES)])
    kept = DEBRIEF.parse_facts(msgspec.to_builtins(facts(CLASSIC, options, records)))
    trace = trace_of(records)
    return DEBRIEF.patterns(CLASSIC, kept, trace), kept, trace


@pytest.mark.parametrize("seed", range(8))
def test_what_is_found_cites_lines_of_the_record_in_themes_of_the_platform(seed):
    found, kept, trace = looked(seed)

    assert isinstance(kept, Facts)
    assert len(found) >= 3
    for each in found:
        assert each.theme in THEMES
        assert each.hit.events
        assert set(each.hit.events) <= set(range(len(trace.events)))
        assert set(each.hit.seats) <= set(range(4))
    assert ranked(found)[-1].key == "found_again"


@pytest.mark.parametrize("seed", range(8))
def test_the_events_cited_are_about_whom_they_are_said_to_be(seed):
    found, kept, trace = looked(seed)
    hits = {each.key: each.hit for each in found}

    if "lost_on_sevens" in hits:
        hit = hits["lost_on_sevens"]
        cited = [trace.events[place] for place in hit.events]
        assert {(event.kind, event.seat) for event in cited} == {("discarded", hit.seats[0])}
        assert kept.seats[hit.seats[0]].discarded == max(player.discarded for player in kept.seats)
    if "trade_terms" in hits:
        (place,) = hits["trade_terms"].events
        assert (trace.events[place].seat, trace.events[place].data["partner"]) == hits["trade_terms"].seats
    assert ("nobody_traded" in hits) == ("trade_terms" not in hits)
    if "robber_cost" in hits:
        seat = hits["robber_cost"].seats[0]
        cited = [trace.events[place].data for place in hits["robber_cost"].events]
        assert all(data.get("victim") == seat or data["due"][seat] for data in cited)


@pytest.mark.parametrize("share", [0, 0.02, 0.3, 0.9])
def test_nothing_breaks_where_a_record_ends_earlier(share):
    records, _states, options = played(3, TABLES[3])
    some = records[: 1 + int(share * len(records))]

    for each in DEBRIEF.patterns(CLASSIC, facts(CLASSIC, options, some), trace_of(some)):
        assert set(each.hit.events) <= set(range(sum(len(record.events) for record in some)))


def test_patterns_speak_french_over_a_whole_game():
    records, _states, options = played(1, TABLES[1])
    found, trace = facts(CLASSIC, options, records), trace_of(records)
    english = {each.key: each.hit for each in DEBRIEF.patterns(CLASSIC, found, trace)}
    with translation.override("fr"):
        french = {each.key: each.hit for each in DEBRIEF.patterns(CLASSIC, found, trace)}

    assert french.keys() == english.keys()
    assert [key for key in english if french[key].ask == english[key].ask] == []
    assert [key for key in english if french[key].fact == english[key].fact] == []
