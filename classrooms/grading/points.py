"""Points from facts, pure: whoever has the facts of a mark and the params of its line can work its points out again.

Points are whole numbers from 0 to `FULL`, rounded half up once, at the end. None says that there is nothing to judge;
facts then have a `why`.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from math import floor
from typing import Any, Final

from games.kit.targets import CURVES, Curve, table_share

FULL: Final = 10_000
BEST_REVIEW: Final = 4
FEWEST_REVIEWS: Final = 2
"""One review alone would tell its author."""
FEWEST_DECISIONS: Final = 3
"""So many own decisions that had alternatives: what two cost says little."""
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
    """None for none."""
    found = list(shares)
    return sum(found, Fraction(0)) / len(found) if found else None


OWN_CURVE: Final = "own"
"""A straight line from the target to nothing at `fall` percent above it."""


def curve_of(params: Params) -> Curve:
    """The curve of a line for the project result. Params without a name of one are of a straight line of their own."""
    name = params.get("curve", OWN_CURVE)
    return CURVES[str(name)] if name != OWN_CURVE else Curve(0, 100, int(params.get("fall", 50)))


def project_share(params: Params, facts: Facts) -> Share:
    """Each target has an equal share of its table; several tables count alike."""
    curve = curve_of(params)
    tables = [table_share(table["targets"], curve) for table in facts["tables"]]
    return mean(table for table in tables if table is not None)


def percentile(below: int, equal: int, among: int) -> Fraction:
    """The mid-rank: the part of `among` scores that is lower, and half of the part that is equal. A score that is
    itself among them counts among the equal ones.
    """
    return Fraction(2 * below + equal, 2 * among)


def rank_in(score: int, scores: Sequence[int]) -> tuple[int, int]:
    """How many scores are below, and how many are equal."""
    return sum(other < score for other in scores), sum(other == score for other in scores)


def objectives_share(params: Params, facts: Facts) -> Share:
    """The mean over the seats that somebody holds, each with its percentile among the same role."""
    return mean(percentile(seat["below"], seat["equal"], seat["n"]) for seat in facts["seats"])


def participation_share(params: Params, facts: Facts) -> Share:
    """Own moves in time out of the decisions that counted; of a seat that several `people` share, each owes an equal
    part. `late` percent of an own move that came too late count.
    """
    owed = sum((Fraction(seat["owed"], seat["people"]) for seat in facts["seats"]), Fraction(0))
    own = sum(
        (seat["own"] + Fraction(seat["late"] * params.get("late", 0), 100) for seat in facts["seats"]), Fraction(0)
    )
    return min(Fraction(1), own / owed) if owed else None


def quiz_share(params: Params, facts: Facts) -> Share:
    """Right answers out of the questions that were asked."""
    return Fraction(facts["right"], facts["asked"]) if facts["asked"] else None


def survey_share(params: Params, facts: Facts) -> Share:
    """Surveys that were sent in out of those that were open. What was answered does not matter."""
    return mean(Fraction(int(survey["done"])) for survey in facts["surveys"])


def forecast_share(params: Params, facts: Facts) -> Share:
    """How well forecasts and what came of them agree, as the journal reckons it."""
    return Fraction(facts["calibration"], FULL)


def decisions_share(params: Params, facts: Facts) -> Share:
    """A straight line from all for nothing lost to nothing at `zero` points lost by each own decision, on average over
    all seats. What chance made negative is nothing lost.
    """
    number = sum(seat["n"] for seat in facts["seats"])
    lost = max(Fraction(0), sum((Fraction(seat["lost"]) for seat in facts["seats"]), Fraction(0)) / 100)
    most = Fraction(params.get("zero", 0)) * number
    return max(Fraction(0), 1 - lost / most) if most else Fraction(int(not lost))


def peer_share(params: Params, facts: Facts) -> Share:
    """The mean of what team mates said, from two reviews on."""
    if facts["reviews"] < FEWEST_REVIEWS:
        return None
    return Fraction(facts["sum"], facts["reviews"] * BEST_REVIEW)


def manual_share(params: Params, facts: Facts) -> Share:
    """Nothing: what counts on a line by hand is typed."""
    return None


OWN_DEED: Final = frozenset({"absent", "said_absent", "unanswered", "no_seat", "by_hand", "no_forecasts"})
"""Reasons for nothing to judge that may count as zero. All others are not the student's: nothing was asked yet, the
match goes on, the game has none.
"""


def may_be_zero(facts: Facts) -> bool:
    """Is there nothing to judge because the student left nothing?"""
    return facts.get("why") in OWN_DEED


def judged_share(kind: str, facts: Facts) -> Fraction:
    """How much of the line's weight there is something to judge on, from 0 to 1: 0 where facts say why not. Who held a
    seat for a part of a match is judged on that part of the team's result, and everybody on own objectives by the part
    of the seat's decisions that were their own; of a seat that several `people` share, each owes an equal part.
    """
    if not facts or "why" in facts:
        return Fraction(0)
    parts = facts.get("tables" if kind == "project" else "seats", ()) if kind in ("project", "objectives") else ()
    return mean(_own_part(part) for part in parts) or Fraction(1 if not parts else 0)


def _own_part(part: Mapping[str, Any]) -> Fraction:
    """1 where nothing says that it is less."""
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
    """Points for a mark that somebody typed, with a point or a comma: "14,5" of 20 is 7250. Raises ValueError for what
    is no number from 0 to `scale`.
    """
    number = text.strip().replace(",", ".")
    if not TYPED.fullmatch(number) or Fraction(number) > scale:
        raise ValueError(text)
    return rounded(Fraction(number) / scale * FULL)
