"""Master Builder's part in trials: contracts, loans, and events that concern nobody."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from games.catalogue.master_builder.rules.accounts import MONEY
from games.catalogue.master_builder.rules.events import (
    Borrowed,
    EventTurned,
    Finished,
    MadeUnavailable,
    MatchEnded,
    PaidOff,
    Revealed,
    WagesRaised,
    Won,
)
from games.catalogue.master_builder.rules.events import Left as WorkerLeft
from games.catalogue.master_builder.rules.scenario import Scenario
from games.engine.trial.remarks import Finding, Share, remark, share_of
from games.engine.trial.rules import Drawn, Happened, Note, Notes, Took, TrialRules, heading, usual_seconds
from games.engine.trial.tally import CardTally, Question, Trial

SECONDS: Final[Mapping[str, int]] = {
    "draft": 25, "hire": 25, "take": 25, "nominate": 50, "bid": 15, "buy": 30, "play_event": 30, "choose": 30,
    "rent": 100, "plan": 200, "borrow": 30, "repay": 15,
}  # fmt: skip
"""Estimates by kind of decision; a whole game takes about 90 minutes and does not fit into 60."""
SELDOM: Final = 0.02
"""A contract is never finished if good players finish it in fewer of the games in which it is revealed."""
UNSURE: Final = 0.15
"""Nothing is called useless before its share cannot be above this."""
MANY: Final = 25
"""Percent of the contracts: so many that nobody finishes are too many."""
MANY_EVENTS: Final = 20
"""Percent of the events: so many that concern nobody are too many."""


def notes(scenario: Scenario) -> Notes:
    """Contracts by their fate, loans by seat, and events with or without effect."""
    contracts = {each.number: f"contracts[{index}]" for index, each in enumerate(scenario.contracts)}
    cards = {card.id: f"events[{index}]" for index, card in enumerate(scenario.events)}

    def found(events: Sequence[Any]) -> Iterator[Note]:
        turned, changed = "", False
        for event in events:
            match event:
                case Revealed():
                    yield from (Took(contracts[number], "revealed") for number in event.contracts)
                case Won():
                    yield Took(contracts[event.contract], "won")
                case Finished():
                    yield Took(contracts[event.contract], "finished")
                case Borrowed():
                    yield Happened("loans", event.seat or 0)
                case EventTurned() | MatchEnded():
                    if turned:
                        yield Drawn(turned, "" if changed else "nobody")
                    turned, changed = cards[event.event] if isinstance(event, EventTurned) else "", False
                case MadeUnavailable() | WagesRaised() | PaidOff():
                    changed = changed or bool(event.workers)
                case WorkerLeft() if event.why != "fired":
                    changed = True

    return _each_once(found)


def _each_once(found: Callable[[Sequence[Any]], Iterator[Note]]) -> Notes:
    """Notes in which a card that is drawn several times in a game counts once, with its effect if it had one."""

    def once(events: Sequence[Any]) -> Iterator[Note]:
        drawn: dict[str, str] = {}
        for note in found(events):
            if isinstance(note, Drawn):
                drawn[note.place] = note.why and drawn.get(note.place, note.why)
            else:
                yield note
        yield from (Drawn(place, why) for place, why in drawn.items())

    return once


def _is_seldom(share: Share) -> bool:
    return share.value < SELDOM and share.high < UNSURE


def lints(scenario: Scenario, trial: Trial) -> Iterator[Finding]:
    """Findings on contracts and events."""
    never = []
    for index, contract in enumerate(scenario.contracts):
        path = f"contracts[{index}]"
        answers = trial.experts.questions.get(path, Question()).answers
        if _is_seldom(share_of(answers.get("finished", 0), answers.get("revealed", 0))):
            never.append(
                remark(
                    "contract_never",
                    "Contract %(number)s: revealed in %(revealed)s games, never finished",
                    20,
                    path,
                    number=contract.number,
                    revealed=answers.get("revealed", 0),
                )
            )
    if never:
        weight = 60 if 100 * len(never) > MANY * len(scenario.contracts) else 30
        yield remark(
            "contracts_never",
            "Contracts that good players never finish: %(never)s of %(contracts)s.",
            weight,
            never[0].place,
            None,
            tuple(never),
            never=len(never),
            contracts=len(scenario.contracts),
        )
    dead = []
    for index, card in enumerate(scenario.events):
        path = f"events[{index}]"
        tallies = [tally.cards.get(path, CardTally()) for tally in (trial.experts, trial.usual)]
        drawn = sum(each.drawn for each in tallies)
        if _is_seldom(share_of(sum(each.changed for each in tallies), drawn)):
            dead.append(
                remark(
                    "event_dead",
                    "Event %(event)s: turned in %(drawn)s games, concerned nobody",
                    20,
                    path,
                    event=card.id,
                    drawn=drawn,
                )
            )
    if dead:
        weight = 60 if 100 * len(dead) > MANY_EVENTS * len(scenario.events) else 30
        yield remark(
            "events_dead",
            "Events that never matter: %(dead)s of %(events)s.",
            weight,
            dead[0].place,
            None,
            tuple(dead),
            dead=len(dead),
            events=len(scenario.events),
        )
    for index, contract in enumerate(scenario.contracts):
        if contract.payment <= contract.min_bid and contract.payment:
            yield remark(
                "contract_poor",
                "Contract %(number)s pays %(payment)sk, which is not above its lowest bid, %(bid)sk.",
                55,
                f"contracts[{index}].payment",
                number=contract.number,
                payment=contract.payment,
                bid=contract.min_bid,
            )


TRIAL: Final = TrialRules(
    seconds=usual_seconds(SECONDS),
    notes=notes,
    counted=("loans",),
    account=MONEY,
    account_title=heading("Money by round"),
    length="rounds",
    lints=lints,
)
