"""Points of rubric lines, as pure functions: the same facts and params always give the same points. Points are
whole numbers from 0 to `FULL`, rounded half up once, at the end. None means that there is nothing to judge; the
facts then have a `why`.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from math import floor
from typing import Any, Final

from classrooms.play.sessions.queries.curves import curve_of
from games.ui.targets import table_share

FULL: Final = 10_000
BEST_REVIEW: Final = 4
FEWEST_REVIEWS: Final = 2
"""The least number of reviews; a single review would reveal its author."""
FEWEST_DECISIONS: Final = 3
"""The least number of own decisions with alternatives; two decisions say little."""
HALF: Final = Fraction(1, 2)
LEAST: Final = Fraction(3, 20)
"""The least share for own objectives, since roles are drawn."""
TYPED: Final = re.compile(r"[0-9]{1,4}(\.[0-9]{0,4})?", re.ASCII)

Facts = Mapping[str, Any]
Params = Mapping[str, Any]
Share = Fraction | None


def rounded(number: Fraction) -> int:
    """The next whole number, halves up."""
    return floor(number + Fraction(1, 2))


def points_of(kind: str, params: Params, facts: Facts) -> int | None:
    """Points of a line of this kind. Depends on nothing but its arguments. Raises LookupError for an unknown kind."""
    share = SHARES[kind](params, facts) if "why" not in facts else None
    return None if share is None else rounded(share * FULL)


def mean(shares: Iterable[Fraction]) -> Share:
    """The mean; None for an empty list."""
    found = list(shares)
    return sum(found, Fraction(0)) / len(found) if found else None


def project_share(params: Params, facts: Facts) -> Share:
    """The share of the targets reached: equal shares for each target of a table, and for each of several tables."""
    curve = curve_of(params)
    tables = [table_share(table["targets"], curve) for table in facts["tables"]]
    return mean(table for table in tables if table is not None)


def role_benchmarks(scores: Sequence[int], *, low_is_good: bool) -> dict[str, int]:
    """Benchmarks of a role, from the scores of games. One game in ten reaches `best`, half of them `middle`, all of
    them `worst`.
    """
    ordered = sorted(scores, reverse=not low_is_good)
    return {
        "best": ordered[max(len(ordered) // 10, 1) - 1],
        "middle": ordered[(len(ordered) - 1) // 2],
        "worst": ordered[-1],
    }


def has_spread(benchmarks: Mapping[str, int]) -> bool:
    """Do the games of bots have different scores? A scenario without chance gives all of them the same score, with
    which nothing can be compared.
    """
    return benchmarks["best"] != benchmarks["worst"]


def benchmark_share(seat: Facts) -> Fraction:
    """The share of a score by the benchmarks of its role: 1 at `best`, half at `middle`, `LEAST` at `worst`, straight
    lines between. It is never less than `LEAST`: a role may be hard.
    """
    sign = -1 if seat.get("low_is_good") else 1
    score, best, middle, worst = (sign * seat[name] for name in ("score", "best", "middle", "worst"))
    if score >= best:
        return Fraction(1)
    if score >= middle:
        return HALF + HALF * Fraction(score - middle, best - middle)
    return LEAST + (HALF - LEAST) * Fraction(score - worst, middle - worst) if score > worst else LEAST


def objectives_share(params: Params, facts: Facts) -> Share:
    """The mean over the seats that a person held. No seat counts more than the project result of the same match."""
    return mean(
        min(benchmark_share(seat), Fraction(seat["project"], FULL)) if "project" in seat else benchmark_share(seat)
        for seat in facts["seats"]
    )


def participation_share(params: Params, facts: Facts) -> Share:
    """The person's own decisions out of those of their seat, at most 1."""
    required, own = decisions_required(params, facts)
    return min(Fraction(1), own / required) if required else None


def decisions_required(params: Params, facts: Facts) -> tuple[Fraction, Fraction]:
    """The number of decisions to answer, and the person's own ones. Several `people` of a seat share its decisions
    equally. An own move that was late counts `late` percent.
    """
    required = sum((Fraction(seat["owed"], seat["people"]) for seat in facts["seats"]), Fraction(0))
    own = sum(
        (seat["own"] + Fraction(seat["late"] * params.get("late", 0), 100) for seat in facts["seats"]), Fraction(0)
    )
    return required, own


def quiz_share(params: Params, facts: Facts) -> Share:
    """Right answers out of the questions that were asked."""
    return Fraction(facts["right"], facts["asked"]) if facts["asked"] else None


def survey_share(params: Params, facts: Facts) -> Share:
    """The share of open surveys that were sent in. The answers do not matter."""
    return mean(Fraction(int(survey["done"])) for survey in facts["surveys"])


def forecast_share(params: Params, facts: Facts) -> Share:
    """The calibration of forecasts, as the forecast journal computes it."""
    return Fraction(facts["calibration"], FULL)


def decisions_share(params: Params, facts: Facts) -> Share:
    """A straight line from 1 for no loss to 0 at `zero` points lost by each own decision, on average over all
    seats. A negative loss, due to chance, counts as none.
    """
    number = sum(seat["n"] for seat in facts["seats"])
    lost = max(Fraction(0), sum((Fraction(seat["lost"]) for seat in facts["seats"]), Fraction(0)) / 100)
    most = Fraction(params.get("zero", 0)) * number
    return max(Fraction(0), 1 - lost / most) if most else Fraction(int(not lost))


def peer_share(params: Params, facts: Facts) -> Share:
    """The mean of the reviews by team mates; at least two are needed."""
    if facts["reviews"] < FEWEST_REVIEWS:
        return None
    return Fraction(facts["sum"], facts["reviews"] * BEST_REVIEW)


def manual_share(params: Params, facts: Facts) -> Share:
    """None: points of a line by hand are entered by the grader."""
    return None


OWN_DEED: Final = frozenset({"absent", "said_absent", "unanswered", "no_seat", "by_hand", "no_forecasts"})
"""Reasons for nothing to judge that may count as zero. All other reasons are not the student's: nothing was asked
yet, the match goes on, the game has none.
"""


def may_be_zero(facts: Facts) -> bool:
    """Is there nothing to judge because of the student's own absence or silence?"""
    return facts.get("why") in OWN_DEED


def judged_share(kind: str, facts: Facts) -> Fraction:
    """The part of the line's weight that can be judged, from 0 to 1: 0 if the facts have a `why`. For the team's
    result, a person who held a seat for a part of a match is judged on that part. For own objectives, the part
    is that of the seat's decisions that were the person's own. People who share a seat each have an equal part
    of its decisions.
    """
    if not facts or "why" in facts:
        return Fraction(0)
    parts = facts.get("tables" if kind == "project" else "seats", ()) if kind in ("project", "objectives") else ()
    return mean(_own_part(part) for part in parts) or Fraction(1 if not parts else 0)


def _own_part(part: Mapping[str, Any]) -> Fraction:
    """The person's own part; 1 if the facts give none."""
    if not part.get("of"):
        return Fraction(1)
    return min(Fraction(1), Fraction(part["own"] * part.get("people", 1), part["of"]))


SHARES: Final[Mapping[str, Callable[[Params, Facts], Share]]] = {
    "project": project_share,
    "objectives": objectives_share,
    "participation": participation_share,
    "quiz": quiz_share,
    "survey": survey_share,
    "forecast": forecast_share,
    "decisions": decisions_share,
    "peer": peer_share,
    "manual": manual_share,
}


def weighted(parts: Iterable[tuple[int | Fraction, int | None]]) -> Share:
    """The mean of (weight, points) over the parts that have points, as a share of 1. None where none has."""
    counted = [(weight, points) for weight, points in parts if points is not None and weight > 0]
    total = sum(weight for weight, _points in counted)
    return Fraction(sum(weight * points for weight, points in counted)) / (total * FULL) if total else None


def scaled(share: Fraction, scale: int, decimals: int) -> str:
    """A share of the best mark `scale`, rounded half up, with a point: "14.5"."""
    number = rounded(share * scale * 10**decimals)
    whole, rest = divmod(number, 10**decimals)
    return f"{whole}.{rest:0{decimals}}" if decimals else str(whole)


def points_from(text: str, scale: int) -> int:
    """Points for a mark typed with a point or a comma: "14,5" of 20 is 7250. Raises ValueError unless it is a
    number from 0 to `scale`.
    """
    number = text.strip().replace(",", ".")
    if not TYPED.fullmatch(number) or Fraction(number) > scale:
        raise ValueError(text)
    return rounded(Fraction(number) / scale * FULL)
