"""Patterns found in played matches: their citations and numbers agree with the record."""

import pytest

from classrooms.assess.reports.talking_points import theme_name
from games.catalogue.master_builder.debrief import DEBRIEF
from games.catalogue.master_builder.debrief.patterns import PATTERNS, Play
from games.catalogue.master_builder.names import player_name
from games.catalogue.master_builder.rules.scenario import rank_of
from games.ui.patterns import MOST, ranked
from tests.games.catalogue.master_builder.matches import folded, records
from tests.games.catalogue.master_builder.pattern_facts import trace_of
from tests.games.catalogue.master_builder.table import CLASSIC

MATCHES = [
    (2, "plain", 0, ("random",)),
    (3, "all_variants", 1, ("strong", "random")),
    (4, "plain", 2, ("thrifty", "strong")),
    (4, "all_variants", 0, ("random",)),
]
every_match = pytest.mark.parametrize("match", MATCHES)
MANY = [
    (3, variant, seed, bots)
    for bots in (("random",), ("strong", "random", "thrifty"))
    for variant in ("plain", "all_variants")
    for seed in range(6)
]


def found(match):
    """The patterns found in a match by key, and the trace that they cite."""
    trace = trace_of(records(*match))
    return {each.key: each for each in DEBRIEF.patterns(CLASSIC, folded(*match), trace)}, trace


@every_match
def test_everything_cites_something_once_and_also_whom_it_is_about(match):
    seen, trace = found(match)

    assert list(seen.values()) == PATTERNS.look(Play(CLASSIC, folded(*match), trace))
    assert len(ranked(seen.values())) == min(MOST, len(seen))
    for each in seen.values():
        events = [trace.events[place] for place in each.hit.events]
        assert events
        assert theme_name(each.theme) != each.theme
        assert len(set(each.hit.events)) == len(each.hit.events)
        assert each.hit.seats[:1] == () or each.hit.seats[0] in {event.seat for event in events}


def test_every_pattern_is_found_in_some_match():
    assert {key for match in MANY for key in found(match)[0]} == set(PATTERNS.patterns)


def cited(key):
    """For each match with a pattern: the pattern's finding, and the cited events."""
    for match in MANY:
        seen, trace = found(match)
        if key in seen:
            yield match, seen[key].hit, [trace.events[place] for place in seen[key].hit.events]


def test_a_limit_is_that_of_its_player_and_near_the_price():
    for _match, hit, (limit, won) in cited("limit_too_low"):
        assert (limit.kind, won.kind, limit.seat) == ("limit_left", "won", hit.seats[0])
        assert limit.data["contract"] == won.data["contract"]
        assert 0 <= won.data["price"] - limit.data["limit"] <= 3
        assert limit.seat != won.seat


def test_who_is_fired_soon_was_hired_a_round_before_at_the_earliest():
    for _match, hit, events in cited("fired_soon"):
        hired = {event.data["worker"]: event for event in events if event.kind == "hired"}
        left = [event for event in events if event.kind == "left"]
        assert len(left) == 3
        assert {event.seat for event in events} == set(hit.seats)
        assert all(event.turn - hired[event.data["worker"]].turn <= 1 for event in left)


def test_places_above_the_rank_asked_for_are_counted_over_the_whole_match():
    for match, hit, _events in cited("skill_wasted"):
        seat, places, above = hit.seats[0], 0, 0
        for record in records(*match):
            for event in record.events:
                if type(event).__name__ == "Work" and event.seat == seat:
                    sections = CLASSIC.contracts[event.contract - 1].sections
                    needs = next(part.needs for part in sections if part.id == event.section)
                    pairs = zip(sorted(map(rank_of, needs)), sorted(map(rank_of, event.workers)), strict=True)
                    places += len(needs)
                    above += sum(own > need for need, own in pairs)
        assert hit.fact == (
            f"On {above} of the {places} places that {player_name(seat)} filled stood "
            "somebody above the rank asked for."
        )


def test_idle_workers_are_cited_with_the_wages_of_their_rounds():
    for match, hit, events in cited("idle_paid"):
        lines = [each for each in folded(*match).rounds if each.seat == hit.seats[0] and each.idle_wages]
        worst = sorted(lines, key=lambda each: -each.idle_wages)[:3]
        assert [(event.kind, event.turn) for event in events] == [
            (kind, each.round) for each in worst for kind in ("idle", "wages_paid")
        ]
