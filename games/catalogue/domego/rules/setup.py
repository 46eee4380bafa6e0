"""The first state of a match. Booklet, "Installation"."""

from games.catalogue.domego.rules.compile import compiled
from games.catalogue.domego.rules.ledger import Ledger
from games.catalogue.domego.rules.scenario import Scenario
from games.catalogue.domego.rules.turn import advance, begin
from games.catalogue.domego.rules.types import Firm, Options, State
from games.engine.draws import Draws
from games.engine.errors import BadOptions
from games.engine.types import Outcome


def set_up(scenario: Scenario, options: Options, seats: int, draws: Draws) -> Outcome:
    """The first state, with the first activity sheet revealed. Raises BadOptions."""
    if seats != len(scenario.roles):
        raise BadOptions("seats", f"{len(scenario.roles)} roles need {len(scenario.roles)} seats, not {seats}")
    _check_options(scenario, options)
    sheet, decks = compiled(scenario)
    state = State(
        sheet=sheet,
        decks=decks,
        options=options,
        turn=1,
        phase="special",
        delay=0,
        cost=0,
        failures=0,
        firms=tuple(Firm(role.start_money) for role in sheet.roles),
        buyers=(),
        talks=(),
        placed=(),
        bankrupt=(False,) * seats,
        added=(0,) * len(sheet.activities),
        waiting=(),
        prices=(None,) * len(sheet.contracts),
        drawn=(),
    )
    ledger = Ledger(state)
    begin(ledger, 1)
    advance(ledger, draws)
    return ledger.close()


def _check_options(scenario: Scenario, options: Options) -> None:
    pairs = [contract.pair for contract in scenario.standard_contracts]
    for index, pair in enumerate(options.fixed_contracts):
        if pair not in pairs:
            raise BadOptions(f"fixed_contracts[{index}]", f"there is no contract {pair}")
        if pair in options.fixed_contracts[:index]:
            raise BadOptions(f"fixed_contracts[{index}]", f"{pair} is listed twice")
    if options.payments == "staged":
        for pair in pairs:
            if pair not in scenario.staged_payments:
                raise BadOptions("payments", f"the scenario has no staged payments for {pair}")
