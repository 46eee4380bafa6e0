"""Plans of several steps. README decision 13."""

from collections.abc import Callable

from games.catalogue.utboheme.rules.events import PlanStopped
from games.catalogue.utboheme.rules.ledger import Ledger
from games.catalogue.utboheme.rules.moves import Offer, Plan, Step
from games.engine.errors import IllegalMove
from games.engine.types import Seat

Play = Callable[[Ledger, Seat, str, Step], None]
"""A function that plays one step that answers a prompt of this kind."""


def play_plan(ledger: Ledger, seat: Seat, plan: Plan, play: Play) -> None:
    """Play steps until one is refused, the turn is over, or others must answer first. A refused step changes nothing,
    because rules check before they change.
    """
    done, code, turn = 0, "", ledger.turn
    for step in plan.steps:
        if ledger.stage == "over" or ledger.turn != turn:
            code = "turn_is_over"
            break
        kind = "discard" if seat in ledger.owing else ledger.stage
        if kind == "discard" and seat not in ledger.owing:
            code = "others_answer_first"
            break
        try:
            play(ledger, seat, kind, step)
        except IllegalMove as refused:
            code = refused.code
            break
        done += 1
        if isinstance(step, Offer) and any("open" in offer.answers for offer in ledger.offers):
            code = "others_answer_first" if done < len(plan.steps) else ""
            break
    stopped = PlanStopped(
        turn=turn, seat=seat, audience=(seat,), done=done, steps=len(plan.steps), code=code
    )  # fmt: skip
    ledger.emit(stopped)
