"""The results of each player over the match."""

from collections.abc import Sequence

from msgspec import structs

from games.catalogue.dominato.facts.tables import GamePlayed, SeatResult, StepPlayed
from games.engine.types import places


def seat_results(
    games: Sequence[GamePlayed], received: Sequence[int], brought: Sequence[int]
) -> tuple[SeatResult, ...]:
    """The results by seat. Points and ranks are those of the finished games, and of the points that the facilitator
    brought.
    """
    ended = [game for game in games if game.points]
    points = tuple(sum(game.points[seat] for game in ended) + given for seat, given in enumerate(brought))
    where = places(tuple(-each for each in points))
    won = tuple(sum(game.winner == seat for game in ended) for seat in range(len(received)))
    steps = [step for game in games for step in game.steps]
    return tuple(
        structs.replace(
            _result(seat, steps, points[seat], where[seat], won[seat], received[seat]), brought=brought[seat]
        )
        for seat in range(len(received))
    )


def _result(seat: int, steps: Sequence[StepPlayed], points: int, place: int, won: int, received: int) -> SeatResult:
    own = [step for step in steps if step.seat == seat]
    laid = [step for step in own if step.laid is not None and not step.tried]
    stayed = [step for step in laid if not step.taken_back]
    passed = [step for step in own if step.laid is None]
    claims = [claim for step in steps for claim in step.claims if claim.seat == seat]
    return SeatResult(
        seat=seat,
        points=points,
        place=place,
        won=won,
        placed=len(stayed),
        links=sum(step.order for step in stayed),
        simple=sum(step.kind == "simple" for step in stayed),
        double_t=sum(step.kind == "double_t" for step in stayed),
        nested=sum(step.kind == "nested" for step in stayed),
        triples=sum(step.kind in ("triple", "quadruple") for step in stayed),
        passes=len(passed),
        needless_passes=sum(step.options > 0 for step in passed),
        below_best=sum(step.order < step.best for step in stayed if not step.is_wrong),
        wrong=sum(step.is_wrong for step in laid),
        caught=sum(step.taken_back for step in laid),
        claims_true=sum(claim.upheld for claim in claims),
        claims_false=sum(not claim.upheld for claim in claims),
        overlooked=sum(step.stands_wrong for step in steps if step.seat != seat),
        received=received,
    )
