"""Headlines, player sheets and lines of the record of generated matches contain the numbers of their records."""

import pytest

from games.catalogue.master_builder.debrief import DEBRIEF
from games.ui import faces
from tests.games.catalogue.master_builder.arithmetic import Sums
from tests.games.sentences import numbers, some

pytestmark = pytest.mark.xdist_group("game master_builder")


def matches():
    return some("master_builder", range(2))


def test_a_players_sheet_says_its_money_contracts_and_crew():
    for each in matches():
        sums = Sums(each)
        for seat in sums.seats:
            own = DEBRIEF.seat_context(each.where.scenario, each.facts, seat)
            told = [numbers(f"{figure['value']}; {figure['note']}") for figure in own["figures"]]
            place = 1 + sum(score > sums.end.scores[seat] for score in sums.end.scores)
            wages = sum(event.amount for event in each.of("wages_paid", seat=seat))
            idle = sum(amount for (own_seat, _turn), amount in sums.idle.items() if own_seat == seat)
            assert told[0] == [sums.end.scores[seat], place, len(sums.seats)]
            assert told[1] == [sums.end.cash[seat], each.where.scenario.start_money]
            assert told[2] == [wages, idle]
            won = [event for event in sums.won if event.seat == seat]
            assert [(row["round"], row["price"], row["brought"], numbers(row["gain"])) for row in own["contracts"]] == [
                (event.turn, event.price, sums.brought(event.contract), [sums.gain(event)]) for event in won
            ]
            fired = [event for event in each.of("left", seat=seat) if event.why == "fired"]
            assert numbers(own["crew_words"])[:2] == [len(each.of("hired", seat=seat)), len(fired)]


MONEY = {
    "stack_paid": ("fee",),
    "won": ("price",),
    "raised": ("bid",),
    "borrowed": ("amount",),
    "finished": ("payment",),
    "paid_off": ("amount",),
    "wages_paid": ("amount",),
}
"""By kind of event, the fields in k that the event's line mentions."""


def test_lines_of_the_record_say_the_money_of_their_events():
    words, seen = faces.get("master_builder").words.event, set()
    for each in matches():
        for event in each.events:
            kind = event.__struct_config__.tag
            line = words(each.where.scenario, event)
            if kind in MONEY and line is not None:
                seen.add(kind)
                assert {getattr(event, name) for name in MONEY[kind]} <= set(numbers(line.html)), (event, line.html)
    assert seen == set(MONEY)
