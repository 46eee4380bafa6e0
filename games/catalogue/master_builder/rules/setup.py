"""The first state of a match."""

from games.catalogue.master_builder.rules import happenings
from games.catalogue.master_builder.rules.events import MatchBegun
from games.catalogue.master_builder.rules.piles import turned
from games.catalogue.master_builder.rules.scenario import SKILLS, Scenario
from games.catalogue.master_builder.rules.table import Table
from games.catalogue.master_builder.rules.turn import advance, begin
from games.catalogue.master_builder.rules.types import Fate, Firm, Hiring, Market, Options, Pile, Sheet, State, Talks
from games.engine.draws import Draws
from games.engine.errors import BadOptions
from games.engine.types import Outcome


def set_up(scenario: Scenario, options: Options, seats: int, draws: Draws) -> Outcome:
    """The first state, with the first round begun. Raises BadOptions."""
    _check(scenario, options, seats)
    table = Table(_empty(scenario, options, seats, draws), draws)
    tops = tuple(pile.seen[0] if pile.seen else None for pile in table.stacks)
    contracts = table.deck_left
    table.emit(MatchBegun(turn=1, seat=table.first, players=seats, cash=scenario.start_money, contracts=contracts,
                          tops=tops))  # fmt: skip
    if options.selective_events:
        for seat in table.order:
            happenings.deal(table, seat, scenario.event_hand)
    begin(table, 1)
    advance(table)
    return table.close()


def _check(scenario: Scenario, options: Options, seats: int) -> None:
    if seats not in scenario.players:
        raise BadOptions("seats", f"{scenario.scenario} is for {scenario.players} players, not {seats}")
    if options.first_player is not None and options.first_player >= seats:
        raise BadOptions("first_player", f"there are {seats} seats, counted from 0")
    if options.selective_events and len(scenario.events) <= seats * scenario.event_hand:
        raise BadOptions("selective_events", f"there are {len(scenario.events)} events only")


def _empty(scenario: Scenario, options: Options, seats: int, draws: Draws) -> State:
    stacks = []
    for skill in SKILLS:
        pile = Pile(unseen=tuple(worker.id for worker in scenario.workers if worker.skill == skill))
        stacks.append(turned(pile, f"workers-{skill}", draws))
    contracts = tuple(contract.number for contract in scenario.contracts)
    return State(
        sheet=_sheet(scenario, seats),
        options=options,
        round=1,
        last_round=scenario.rounds,
        phase="hire",
        first=draws.below(seats, "first-player") if options.first_player is None else options.first_player,
        bank=0,
        firms=(Firm(scenario.start_money),) * seats,
        stacks=tuple(stacks),
        deck=contracts,
        deck_left=len(contracts) - (scenario.removed_for_two if seats == 2 else 0),
        economy=tuple(card.id for card in scenario.economy),
        events=Pile(unseen=tuple(card.id for card in scenario.events)),
        lots=(),
        hiring=Hiring(),
        market=Market(),
        fate=Fate(),
        talks=Talks(),
        rentals=(),
        plans=(),
        owing=(),
    )


def _sheet(scenario: Scenario, seats: int) -> Sheet:
    return Sheet(
        rounds=scenario.rounds,
        wage_limit=scenario.wage_limit,
        draft=scenario.draft,
        goes=scenario.goes,
        first_reveal=scenario.first_reveal_extra,
        unsold_bonus=scenario.unsold_bonus,
        unfinished_section=scenario.unfinished_section,
        look_fee=scenario.look_fee,
        loans=scenario.loans,
        contracts=scenario.contracts,
        workers=scenario.workers,
        events=scenario.events,
        reveals=tuple((card.id, card.reveal[seats - 2]) for card in scenario.economy),
    )
