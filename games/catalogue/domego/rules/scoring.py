"""Points by objective, the collective targets, and the result. Booklet, "Fin de partie"; README decision 15."""

from games.catalogue.domego.rules.sheet import Goals, Objective, Sheet
from games.catalogue.domego.rules.types import Firm, State
from games.engine.types import Result, Target, Value, places


class Points(Value, frozen=True):
    """The score of a role. `objectives` are in the order of its sheet; tokens count negative."""

    objectives: tuple[int, ...]
    bankruptcies: int
    failed: int
    total: int


def points_of(sheet: Sheet, role: int, firm: Firm, reached: Goals) -> Points:
    """The points of a role with these purses and counters at the end."""
    won = tuple(_points(objective, firm, sheet.goals, reached) for objective in sheet.roles[role].objectives)
    bankruptcies = -sheet.bankruptcy_points * firm.bankruptcies
    failed = -sheet.failed_points * firm.failed
    return Points(won, bankruptcies, failed, sum(won) + bankruptcies + failed)


def _points(objective: Objective, firm: Firm, goals: Goals, reached: Goals) -> int:
    """Exactly on target meets a flat objective and gives 0 to a per-unit one; profit counts only if positive."""
    match objective.metric:
        case "profit":
            spare = firm.money - objective.baseline
        case "delay":
            spare = goals.delay - reached.delay
        case "cost":
            spare = goals.cost - reached.cost
        case "failures":
            spare = goals.failures - reached.failures
        case _:
            spare = min(goals.delay - reached.delay, goals.cost - reached.cost)
    if spare < 0:
        return 0
    return objective.points * spare if objective.per_unit else objective.points


def points_now(state: State) -> tuple[Points, ...]:
    """The points by seat, if the match ended here."""
    reached = Goals(state.delay, state.cost, state.failures)
    return tuple(points_of(state.sheet, role, firm, reached) for role, firm in enumerate(state.firms))


def scores(state: State) -> tuple[int, ...]:
    """Totals by seat."""
    return tuple(points.total for points in points_now(state))


def result_of(state: State) -> Result | None:
    """Scores, places and targets once the last balance is drawn."""
    if state.phase != "over":
        return None
    totals = scores(state)
    reached = Goals(state.delay, state.cost, state.failures)
    return Result(totals, places(totals), targets_of(state.sheet.goals, reached))


def targets_of(goals: Goals, reached: Goals) -> tuple[Target, ...]:
    """The collective result: exactly on target meets it."""
    return tuple(
        Target(name, value, target, value <= target)
        for name, value, target in (
            ("delay", reached.delay, goals.delay),
            ("cost", reached.cost, goals.cost),
            ("failures", reached.failures, goals.failures),
        )
    )
