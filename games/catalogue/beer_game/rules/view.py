"""The information of a seat: its own stage, and of others only what the options open. After the end, everything."""

from games.catalogue.beer_game.rules.chains import supplier
from games.catalogue.beer_game.rules.types import Options, Row, Stage, State, Terms
from games.engine.types import Seat, Value
from games.engine.view_projection import seen


class StageView(Value, frozen=True):
    """A stage as far as it is visible; names are those of `Stage`. `owed` are orders that reached the supplier (or the
    factory's plan) and are not shipped yet.
    """

    stock: int
    backlog: int
    transit: tuple[int, ...]
    mail: tuple[int, ...]
    owed: int
    received: int
    incoming: int
    shipped: int
    ordered: int | None
    cost: int
    rows: tuple[Row, ...]

    @property
    def on_order(self) -> int:
        """The supply line: orders not delivered yet, including this week's order."""
        return sum(self.transit) + sum(self.mail) + self.owed + (self.ordered or 0)


class View(Value, frozen=True):
    """A match as one seat sees it; `viewer` None is an observer. Stages that are hidden are None."""

    terms: Terms
    options: Options
    viewer: Seat | None
    week: int
    over: bool
    asked: int | None
    done: tuple[bool, ...]
    """True for each seat that has ordered this week."""
    stages: tuple[StageView | None, ...]


def view_of(state: State, seat: Seat | None) -> View:
    """The match as a seat sees it, made from visible information only."""
    opened = state.over or state.options.information == "open"
    shown = [opened or each == seat for each in range(len(state.stages))]
    knows_demand = opened or state.options.information == "demand" or (seat is not None and _sells(state, seat))
    return seen(
        View,
        state,
        viewer=seat,
        asked=state.asked if knows_demand else None,
        done=tuple(stage.ordered is not None for stage in state.stages),
        stages=tuple(_stage(state, each) if shown[each] else None for each in range(len(state.stages))),
    )


def _sells(state: State, seat: Seat) -> bool:
    """True if this is a retailer, who sees the demand of the sites."""
    return seat == 0 or seat == state.terms.chains[0]


def _stage(state: State, seat: Seat) -> StageView:
    stage: Stage = state.stages[seat]
    above = supplier(state.terms.chains, seat)
    return StageView(
        stock=stage.stock,
        backlog=stage.backlog,
        transit=stage.transit,
        mail=stage.mail,
        owed=stage.waiting if above is None else state.stages[above].backlog,
        received=stage.received,
        incoming=stage.incoming,
        shipped=stage.shipped,
        ordered=stage.ordered,
        cost=stage.cost,
        rows=stage.rows,
    )
