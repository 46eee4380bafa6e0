"""What Domego expects of the end: the three counters and the points of a role. Money in k, time in days."""

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from games.domego.bots.firm import FirmBot
from games.domego.bots.taste import BALANCED, CAUTIOUS, MINIMAL
from games.domego.rules.allocation import cubes_of
from games.domego.rules.compile import compiled
from games.domego.rules.moves import Allocate
from games.domego.rules.rules import RULES
from games.domego.rules.scenario import Scenario
from games.domego.rules.scoring import points_of
from games.domego.rules.sheet import Goals, Part
from games.domego.rules.types import Firm, State
from games.domego.rules.view import View
from games.engine.draws import Draws
from games.engine.expected import Option
from games.engine.types import Prompt, Seat

TASTES: Final = tuple(FirmBot(taste, RULES) for taste in (MINIMAL, BALANCED, CAUTIOUS))
"""What a role may have placed whose placement is not shown."""


class DomegoExpecting:
    """See `games.engine.expected.Expecting`."""

    version: int = 1
    policy: str = "balanced"
    playouts: int = 200
    option_playouts: int = 200
    compared: Sequence[str] = ("delay", "cost", "failures", "points")

    def deal(self, scenario: Scenario, view: View, draws: Draws) -> State:
        """The cards of the scenario in any order, and for each hidden placement what one bot or another would do."""
        sheet, decks = compiled(scenario)
        state = State(
            sheet, decks, view.options, view.turn, view.phase, view.delay, view.cost, view.failures, _purses(view),
            view.buyers, view.talks, view.placed, view.bankrupt, view.added, view.waiting, view.prices, view.drawn,
        )  # fmt: skip
        return _with_hidden(state, view, draws) if view.placed else state

    def values(self, state: State, seat: Seat) -> Mapping[str, int]:
        """Days, cost, cards; the role's points, and what each of its objectives gives (in the order of its sheet)."""
        reached = Goals(state.delay, state.cost, state.failures)
        points = points_of(state.sheet, seat, state.firms[seat], reached)
        parts = {f"objective-{number}": won for number, won in enumerate(points.objectives)}
        return {
            "delay": state.delay,
            "cost": state.cost,
            "failures": state.failures,
            "points": points.total,
            **parts,
            "bankruptcies": points.bankruptcies,
            "failed": points.failed,
        }

    def options(self, state: State, seat: Seat) -> Sequence[Option]:
        """See `Expecting.options`."""
        return ()


def _purses(view: View) -> tuple[Firm, ...]:
    """The firms as before the placements that the view shows."""
    firms = list(view.firms)
    if view.placed:
        for part, move in zip(view.sheet.activities[view.turn - 1].parts, view.placed, strict=True):
            if move is not None:
                firms[part.role] = _before(firms[part.role], part, move, view.sheet.high_price)
    return tuple(firms)


def _before(firm: Firm, part: Part, move: Allocate, price: int) -> Firm:
    return replace(firm, money=firm.money + move.buy * price, stock=firm.stock - move.buy + cubes_of(part, move))


def _with_hidden(state: State, view: View, draws: Draws) -> State:
    """Somebody who has placed and does not show it."""
    placed = list(state.placed)
    for line, (part, ready) in enumerate(zip(state.sheet.activities[state.turn - 1].parts, view.ready, strict=True)):
        if ready and placed[line] is None:
            key = f"activity-{state.turn}/allocate/{state.sheet.role_ids[part.role]}"
            bot = TASTES[draws.below(len(TASTES), key)]
            move = bot.answer(state, Prompt(key, part.role, "allocate"), draws)
            placed[line] = move if isinstance(move, Allocate) else None
    return replace(state, placed=tuple(placed))


EXPECTING: Final = DomegoExpecting()
