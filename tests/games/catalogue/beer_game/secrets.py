"""Changes of a position that a seat must not notice: the secrets of the other seats of a chain."""

from typing import Any

from msgspec.structs import replace

from games.engine.draws import Draws


def with_others(state: Any, seat: int, draws: Draws) -> Any:
    """The state with other stocks, costs and pending orders of the other seats; unchanged with open information."""
    if state.over or state.options.information == "open":
        return state
    stages = tuple(
        stage
        if each == seat
        else replace(
            stage,
            stock=draws.below(20, "secrets"),
            cost=draws.below(200, "secrets"),
            rows=(),
            ordered=None if stage.ordered is None else draws.below(state.terms.most_order + 1, "secrets"),
        )
        for each, stage in enumerate(state.stages)
    )
    return replace(state, stages=stages)


CHANGE = with_others
