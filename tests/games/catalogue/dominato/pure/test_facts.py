"""The facts behind the debrief's tables, computed from events alone."""

from games.catalogue.dominato.bots import BOTS
from games.catalogue.dominato.facts import facts
from games.catalogue.dominato.facts.tables import ClaimMade, Fault
from games.catalogue.dominato.rules.events import Dealt, GameBegun
from games.catalogue.dominato.rules.types import Options
from games.engine.codec import from_json, to_json
from games.engine.record import Record
from tests.games.catalogue.dominato.policies import Busy, played
from tests.games.catalogue.dominato.table import SCENARIOS, game, tiles

AT = "2026-03-02T09:00:00+00:00"


def records(events_of_moves):
    return [Record(n, None, "", "player", AT, tuple(events)) for n, events in enumerate(events_of_moves)]


def told(players, options, bot, seed):
    start, moves, end = played(players, options, bot, seed)
    found = facts(SCENARIOS[players], options, records([start.events, *(move.events for move in moves)]))
    return found, end


def test_points_places_and_tables_are_those_of_the_match():
    for players in (2, 3, 4):
        found, end = told(players, Options(), BOTS["greedy"], players)

        assert found.finished
        assert tuple(seat.points for seat in found.seats) == end.result.scores
        assert tuple(seat.place for seat in found.seats) == end.result.places
        assert tuple(each.how for each in found.games) == tuple(score.how for score in end.state.done)
        assert found.games[-1].table == end.state.table
        assert sum(seat.placed for seat in found.seats) == sum(len(each.table) for each in found.games)
        assert from_json(to_json(found), type(found)) == found


def test_with_challenges_hands_and_errors_add_up():
    for seed in range(6):
        found, end = told(3, Options(validation="challenge", games=1), Busy, seed)
        steps = found.games[0].steps

        assert found.games[0].table == end.state.table
        assert steps[-1].left == tuple(len(hand) for hand in end.state.hands) or steps[-1].taken_back
        claims = [claim for step in steps for claim in step.claims]
        assert sum(claim.upheld for claim in claims) == sum(step.taken_back for step in steps)
        assert sum(seat.caught for seat in found.seats) == sum(step.taken_back for step in steps)
        assert sum(seat.received for seat in found.seats) == sum(claim.upheld for claim in claims)
        assert all(step.is_wrong for step in steps if step.taken_back)


def test_a_turn_tells_what_was_possible_what_was_asked_and_who_claimed():
    options = Options(validation="challenge", games=1)
    hands = ([(3, -1), (1, 1), (2, -1)], [(2, 0), (4, 0)])
    position = game(*hands, board=[], validation="challenge")
    done = [(GameBegun(turn=1, seat=0, games=1, hand=16, aside=0),
             *(Dealt(turn=1, seat=s, audience=(s,), tiles=tiles(*hand)) for s, hand in enumerate(hands)))]  # fmt: skip
    moves = (
        lambda: position.place(0, 0, 0, "H", 2, -1),
        lambda: position.place(1, 4, -1, "V", 4, 0),
        lambda: position.claim(0),
        lambda: position.give(0, 1, 1),
        lambda: position.pass_turn(0),
    )
    for move in moves:
        move()
        done.append(position.did)

    found = facts(SCENARIOS[2], options, records(done))
    first, wrong, passed = found.games[0].steps

    assert (first.order, first.kind, first.options, first.faults) == (0, "", 3, ())
    assert (wrong.order, wrong.kind, wrong.faults) == (1, "simple", (Fault(2, 4, -1),))
    assert (wrong.claims, wrong.taken_back, wrong.options) == ((ClaimMade(0, True),), True, 2)
    assert (passed.laid, passed.left, passed.best) == (None, (1, 3), 1)
    assert (found.finished, found.games[0].how) == (False, None)
    assert (found.seats[0].claims_true, found.seats[1].caught, found.seats[1].received) == (1, 1, 1)
