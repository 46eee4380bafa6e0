"""Facts of a match for tests of patterns: `play_of(**changes)` has no pattern except those caused by the changes.

The match has three players and four rounds. Its record is made from the tables, so that citations can be looked up.
"""

from typing import Any

import msgspec
from msgspec.structs import replace

from games.catalogue.master_builder.debrief.patterns import Play
from games.catalogue.master_builder.facts.tables import (
    ContractFacts,
    Facts,
    HarmFacts,
    LoanFacts,
    PlayerFacts,
    RoundFacts,
)
from games.catalogue.master_builder.names import player_name
from games.engine.record import Record
from games.ui.patterns import Logged, Trace
from tests.games.catalogue.master_builder.table import CLASSIC

PLAYERS, ROUNDS = 3, 4
A, B, C = range(PLAYERS)


def line(round_: int, seat: int, **more: Any) -> RoundFacts:
    """A round of a player who pays 12k to four workers, all of them at work."""
    usual: dict[str, Any] = {
        "round": round_,
        "seat": seat,
        "start": 40,
        "wages": 12,
        "end": 30 - seat,
        "busy": 4,
        "sections": 2,
        "possible": 2,
        "without_events": 2,
    }
    return RoundFacts(**{**usual, **more})


def rounds(*changed: RoundFacts) -> tuple[RoundFacts, ...]:
    """The lines of all players, round by round."""
    usual = {(each.round, each.seat): each for each in changed}
    keys = [(round_, seat) for round_ in range(1, ROUNDS + 1) for seat in range(PLAYERS)]
    return tuple(usual.get(key) or line(*key) for key in keys)


def contract(number: int, seat: int, **more: Any) -> ContractFacts:
    """A contract of round 1 that was sold for one more than the next bid, was finished, and left 20k."""
    least = CLASSIC.contracts[number - 1].min_bid
    usual: dict[str, Any] = {
        "contract": number,
        "seat": seat,
        "round": 1,
        "price": least + 3,
        "min_bid": least,
        "runner_up": least + 2,
        "bonus": 0,
        "how": "auction",
        "sections": 6,
        "finished": 3,
        "labour": 20,
        "brought": least + 43,
    }
    return ContractFacts(**{**usual, **more})


def contracts(*changed: ContractFacts) -> tuple[ContractFacts, ...]:
    """Contracts 1, 2 and 3, one for each player, and changed ones of other numbers."""
    usual = {each.contract: each for each in changed}
    first = tuple(usual.pop(number, None) or contract(number, number - 1) for number in (1, 2, 3))
    return (*first, *usual.values())


def loan(seat: int, round_: int = 2, **more: Any) -> LoanFacts:
    """A small loan that was repaid at the higher rate in round 4."""
    usual: dict[str, Any] = {"loan": "small", "cash": 10, "cost": 15, "repaid": 4, "late": True}
    return LoanFacts(seat=seat, round=round_, **{**usual, **more})


def harm(seat: int, round_: int = 2, **more: Any) -> HarmFacts:
    """The effect of Winter fever on a player."""
    return HarmFacts(**{"round": round_, "number": 1, "event": "E08", "seat": seat, **more})


def player(seat: int, **more: Any) -> PlayerFacts:
    """A player who hired five workers and ended in the order of the seats."""
    usual: dict[str, Any] = {
        "seat": seat,
        "cash": 70 - seat,
        "unfinished": 0,
        "debts": 0,
        "score": 70 - seat,
        "place": seat + 1,
        "income": 90,
        "bids": 10,
        "wages": 48,
        "idle_wages": 0,
        "down_wages": 0,
        "interest": 0,
        "finished": 1,
        "hired": 5,
        "fired": 0,
    }
    return PlayerFacts(**{**usual, **more})


def players(*changed: PlayerFacts) -> tuple[PlayerFacts, ...]:
    """All three players."""
    return tuple(next((each for each in changed if each.seat == seat), player(seat)) for seat in range(PLAYERS))


def play_of(*said: tuple[str, int, int, dict[str, Any]], **changes: Any) -> Play:
    """The facts of the match. `said` are events outside the tables: kind, round, seat, fields. `changes`: fields of the
    facts.
    """
    facts = Facts(
        players=PLAYERS,
        ended=True,
        last_round=ROUNDS,
        rounds=rounds(),
        contracts=contracts(),
        unsold=(),
        loans=(),
        harm=(),
        seats=players(),
    )
    facts = replace(facts, **changes)
    return Play(CLASSIC, facts, record(facts, said))


def record(facts: Facts, said: Any) -> Trace:
    """The record: events of the kinds that the rules write, round by round."""
    events: list[Logged] = []

    def say(kind: str, turn: int, seat: int | None = None, **data: Any) -> None:
        events.append(Logged(len(events), len(events), kind, turn, seat, data))

    for turn in range(1, 1 + max((each.round for each in facts.rounds), default=0)):
        say("round_begun", turn, A)
        for kind, _turn, seat, data in (each for each in said if each[1] == turn):
            say(kind, turn, seat, **data)
        for made in (each for each in facts.contracts if each.round == turn):
            _sale(made, say)
        for number in {each.number for each in facts.harm if each.round == turn}:
            say("event_turned", turn, A, number=number)
            for seen in (each for each in facts.harm if (each.round, each.number) == (turn, number)):
                say("made_unavailable" if seen.down else "wages_raised", turn, seen.seat)
        for row in (each for each in facts.rounds if each.round == turn and each.idle_wages):
            say("idle", turn, row.seat)
        for made in (each for each in facts.contracts if each.finished == turn):
            say("finished", turn, made.seat, contract=made.contract)
        for owed in (each for each in facts.loans if each.round == turn):
            say("borrowed", turn, owed.seat)
        for row in (each for each in facts.rounds if each.round == turn):
            say("wages_paid", turn, row.seat, amount=row.wages)
    if facts.ended:
        say("match_ended", facts.last_round)
    return Trace(roles=tuple(player_name(seat) for seat in range(PLAYERS)), events=tuple(events))


def _sale(made: ContractFacts, say: Any) -> None:
    if made.how == "auction":
        say("nominated", made.round, made.seat, contract=made.contract, bid=made.min_bid)
        bids = [] if made.runner_up is None else [made.runner_up, made.price]
        for bid in bids:
            say("raised", made.round, made.seat, contract=made.contract, bid=bid)
    say("won", made.round, made.seat, contract=made.contract)


def trace_of(records: list[Record]) -> Trace:
    """The record of a match that was played."""
    events: list[Logged] = []
    for each in records:
        for event in each.events:
            data = msgspec.to_builtins(event)
            events.append(Logged(len(events), each.number, data["kind"], event.turn, event.seat, data))
    return Trace(roles=tuple(player_name(seat) for seat in range(PLAYERS)), events=tuple(events))
