"""The figures that Domego compares for a decision."""

import pytest

from games.catalogue.domego.rules.moves import Accept, Allocate, BreakOff, Buy, Offer
from games.engine.draws import LabelledDraws
from games.engine.expected import digest_of, part_of, position, with_options
from tests.every_game import played, settings

WHERE = settings()["domego/classic"]
PART = part_of(WHERE.game)


def state_asking(kind, seat):
    """The first position of a bots' match in which a seat is asked for this."""
    start, moves, _end = played("domego/classic", "balanced")
    for state in (start.state, *(move.state for move in moves)):
        if any(
            each.seat == seat and each.kind == kind and not each.optional for each in WHERE.game.rules.prompts(state)
        ):
            return state
    raise AssertionError(kind)


def found_in(state, seat):
    view = WHERE.game.rules.view(state, seat)
    digest = digest_of(WHERE.game, "classic", view, seat)
    alone = position(WHERE.game, WHERE.scenario, view, seat, digest)
    return with_options(WHERE.game, WHERE.scenario, view, seat, digest, alone)


def test_buying_cubes_shows_its_worth():
    found = found_in(state_asking("buy", 0), 0)
    none, best = found.options["buy/0"]["points"].mean, max(each["points"].mean for each in found.options.values())

    assert len(found.options) >= 8
    assert best > none


def test_every_pair_of_tiers_that_can_be_paid_is_compared_over_the_same_luck():
    state = state_asking("allocate", 0)
    found = found_in(state, 0)
    part = state.sheet.activities[state.turn - 1].parts[0]

    assert set(found.options) == {f"place/{r}/{d}" for r in range(len(part.risk)) for d in range(len(part.delay))}
    assert found.options["place/1/0"]["failures"].mean < found.options["place/0/0"]["failures"].mean
    assert found.options["place/1/0"]["cost"].mean != found.options["place/0/0"]["cost"].mean


def test_a_higher_price_takes_from_the_payer_and_gives_to_the_payee():
    state = state_asking("negotiate", 1)
    for seat, gains in ((0, False), (1, True)):
        options = found_in(state, seat).options
        prices = sorted(int(key.rpartition("/")[2]) for key in options if key.rpartition("/")[2].isdecimal())
        low, high = (options[f"talk/0/{price}"]["points"].mean for price in (prices[0], prices[-1]))
        assert (high > low) == gains
        assert "talk/0/broken" in options


@pytest.mark.parametrize("kind", ["buy", "allocate", "negotiate"])
def test_all_options_are_legal(kind):
    state = state_asking(kind, 1)
    for option in PART.options(state, 1):
        after = state
        for seat, key, move in option.moves:
            after = WHERE.game.rules.apply(after, seat, key, move, LabelledDraws(b"x")).state


def test_moves_are_named_like_the_options_they_stand_for():
    view = WHERE.game.rules.view(state_asking("negotiate", 1), 1)
    key = "activity-3/negotiate/owner>architect"

    assert PART.named(view, 1, key, Accept(90)) == "talk/0/90"
    assert PART.named(view, 1, key, BreakOff()) == "talk/0/broken"
    assert PART.named(view, 1, key, Offer(90)) == ""
    assert PART.named(view, 1, "activity-3/allocate/owner", Allocate(5, 1, 2)) == "place/1/2"
    assert PART.named(view, 1, "activity-1/buy/owner", Buy(7)) == "buy/7"
