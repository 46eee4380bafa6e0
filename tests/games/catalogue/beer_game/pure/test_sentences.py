"""Headlines, stage sheets and lines of the record of generated matches contain the numbers of their records."""

import pytest
from msgspec.structs import replace

from games.catalogue.beer_game.debrief import DEBRIEF
from games.catalogue.beer_game.game import GAME
from games.catalogue.beer_game.rules.types import Order
from games.engine.draws import FastDraws
from games.ui import faces
from tests.every_game import settings
from tests.games.catalogue.beer_game.arithmetic import Sums, line, own_chain
from tests.games.sentences import generated, numbers, some

pytestmark = pytest.mark.xdist_group("game beer_game")


def matches():
    return some("beer_game", range(4))


def test_a_stages_sheet_says_its_weeks():
    for each in matches():
        sums = Sums(each)
        for seat in sums.seats:
            own = DEBRIEF.seat_context(each.where.scenario, each.facts, seat)
            cost, service, swing = (numbers(str(figure["value"])) for figure in own["figures"])
            assert (cost, service) == ([sums.costs[seat]], [sums.service(seat)])
            assert swing == ([int(100 * sums.swing(seat))] if len(set(sums.demand)) > 1 else [])
            for row, week in zip(own["weeks"], sums.weeks[seat], strict=True):
                assert {name: row[name] for name in ("received", "incoming", "shipped", "stock", "backlog")} == {
                    name: getattr(week, name) for name in ("received", "incoming", "shipped", "stock", "backlog")
                }


def test_lines_of_the_record_say_the_numbers_of_their_events():
    words = faces.get("beer_game").words.event
    for each in matches():
        for event in each.events:
            assert numbers(words(each.where.scenario, event).html) == line(event, Sums(each).chains)


def received(setting, more):
    """The pallets that each seat receives week by week, if each seat orders `more` than usual in the first week."""
    where = settings()[setting]
    state = replace(where.start().state, demand=where.scenario.demand)
    came = [[] for _seat in range(where.scenario.seats)]
    first = True
    while prompts := GAME.rules.prompts(state):
        for prompt in prompts:
            move = Order(4 + (more if first else 0))
            outcome = GAME.rules.apply(state, prompt.seat, prompt.key, move, FastDraws(1))
            state = outcome.state
            for event in outcome.events:
                if event.__struct_config__.tag == "week":
                    came[event.seat].append(event.received)
        first = False
    return came


@pytest.mark.parametrize("setting", ["beer_game/classic", "beer_game/slow_mail"])
def test_an_order_comes_in_as_many_weeks_later_as_is_said(setting):
    sums = Sums(generated(setting, 1, "strong"))
    usual, more = received(setting, 0), received(setting, 5)
    first = [
        next(week for week, pair in enumerate(zip(before, after, strict=True), 2) if pair[0] != pair[1])
        for before, after in zip(usual, more, strict=True)
    ]

    assert min(first[:-1]) - 1 == own_chain(sums)[0]
