"""The order of a week: deliveries arrive, orders arrive and are filled, costs are counted, then all seats order."""

from collections.abc import Mapping

from msgspec.structs import replace

from games.catalogue.beer_game.rules.chains import customer, retailers, supplier
from games.catalogue.beer_game.rules.scenario import Demand, Scenario
from games.catalogue.beer_game.rules.types import (
    ROWS,
    BeerEvent,
    Begun,
    Demanded,
    Ended,
    Options,
    Order,
    Row,
    Stage,
    State,
    Terms,
    Week,
)
from games.engine.draws import Draws
from games.engine.errors import ScenarioError
from games.engine.types import Outcome, Seat


def set_up(scenario: Scenario, options: Options, seats: int, draws: Draws) -> Outcome:
    """The state in the first week before its orders. Raises ScenarioError for another number of seats."""
    if seats != scenario.seats:
        raise ScenarioError("chains", f"{scenario.seats} play, not {seats}")
    terms = Terms(**{name: getattr(options, name, None) or getattr(scenario, name) for name in Terms.__struct_fields__})
    begun = Begun(turn=1, weeks=terms.weeks, stock=scenario.stock, flow=scenario.flow)
    state, events = first_week(terms, options, scenario.demand, begun, draws)
    return Outcome(state, (begun, *events))


def first_week(
    terms: Terms, options: Options, demand: Demand, begun: Begun, draws: Draws
) -> tuple[State, tuple[BeerEvent, ...]]:
    """The first week up to its orders, with the stock and the flow of `begun`."""
    stages = tuple(
        Stage(
            stock=begun.stock,
            backlog=0,
            transit=(begun.flow,) * terms.shipping_delay,
            mail=(begun.flow,) * mail_weeks(terms, seat),
        )
        for seat in range(sum(terms.chains))
    )
    return next_week(State(terms, options, demand, 0, 0, False, stages), draws)


def mail_weeks(terms: Terms, seat: Seat) -> int:
    """The weeks from an order to its arrival at the supplier. A factory's own production begins in the next week.
    README decision 4.
    """
    return 1 if supplier(terms.chains, seat) is None else terms.order_delay


def audience(options: Options, seat: Seat) -> tuple[Seat, ...] | None:
    """The seats that may see the events of a stage; None: all."""
    return None if options.information == "open" else (seat,)


def hearers(state: State) -> tuple[Seat, ...] | None:
    """The seats that hear the demand of the sites; None: all."""
    return None if state.options.information != "own" else retailers(state.terms.chains)


def next_week(state: State, draws: Draws) -> tuple[State, tuple[BeerEvent, ...]]:
    """The next week up to its orders. All stages act at once, with earlier shipments."""
    week = state.week + 1
    asked = demand_of(state, week, draws)
    after = tuple(_stage(state, seat, asked) for seat in range(len(state.stages)))
    stages = tuple(_loaded(state.terms, after, seat) for seat in range(len(after)))
    events = tuple(
        Week(
            turn=week,
            seat=seat,
            audience=audience(state.options, seat),
            received=each.received,
            incoming=each.incoming,
            shipped=each.shipped,
            stock=each.stock,
            backlog=each.backlog,
            cost=week_cost(state.terms, each),
        )
        for seat, each in enumerate(stages)
    )
    begun = replace(state, week=week, asked=asked, stages=stages)
    return begun, (Demanded(turn=week, audience=hearers(state), amount=asked), *events)


def demand_of(state: State, week: int, draws: Draws) -> int:
    """The demand of the sites in a week, the same in all chains. Without a spread no random number is drawn."""
    usual, spread = state.demand.usual(week), state.demand.spread
    if not spread:
        return usual
    return max(0, usual - spread + draws.below(2 * spread + 1, f"week-{week}/demand"))


def week_cost(terms: Terms, stage: Stage) -> int:
    """The cost of a stage for a week with this stock and backlog at its end."""
    return stage.stock * terms.stock_cost + stage.backlog * terms.backlog_cost


def _stage(state: State, seat: Seat, asked: int) -> Stage:
    """A stage after its deliveries and shipments. `_loaded` sends its shipments to the customer."""
    stage, below = state.stages[seat], customer(state.terms.chains, seat)
    incoming = asked if below is None else state.stages[below].mail[0]
    received = stage.transit[0]
    at_hand, owed = stage.stock + received, stage.backlog + incoming
    shipped = min(at_hand, owed)
    after = replace(
        stage,
        stock=at_hand - shipped,
        backlog=owed - shipped,
        transit=stage.transit[1:],
        received=received,
        incoming=incoming,
        shipped=shipped,
        asked=stage.asked + incoming,
        at_once=stage.at_once + max(0, shipped - stage.backlog),
    )
    return replace(after, cost=stage.cost + week_cost(state.terms, after))


def _loaded(terms: Terms, stages: tuple[Stage, ...], seat: Seat) -> Stage:
    """The stage with its supplier's shipment, or its own production, added at the end of `transit`."""
    stage, above = stages[seat], supplier(terms.chains, seat)
    if above is not None:
        return replace(stage, transit=(*stage.transit, stages[above].shipped), mail=stage.mail[1:])
    wanted = stage.waiting + stage.mail[0]
    started = wanted if terms.capacity is None else min(wanted, terms.capacity)
    return replace(stage, transit=(*stage.transit, started), mail=stage.mail[1:], waiting=wanted - started)


def end_week(state: State, orders: Mapping[Seat, Order], draws: Draws) -> Outcome:
    """Send the orders of all stages. Then the next week begins, or the match ends."""
    stages = tuple(_sent(stage, state.week, orders[seat].amount) for seat, stage in enumerate(state.stages))
    sent = replace(state, stages=stages)
    if state.week == state.terms.weeks:
        ended = Ended(turn=state.week, costs=tuple(each.cost for each in stages))
        return Outcome(replace(sent, over=True), (ended,))
    return Outcome(*next_week(sent, draws))


def _sent(stage: Stage, week: int, amount: int) -> Stage:
    """The stage with its order in the mail and the week on the record sheet."""
    row = Row(week, stage.received, stage.incoming, stage.shipped, stage.stock, stage.backlog, amount)
    return replace(stage, mail=(*stage.mail, amount), rows=(*stage.rows, row)[-ROWS:])
