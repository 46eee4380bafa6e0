"""An account of a common result as tables, in the current language. Its figures add up as they stand there: all are
differences of stored tenths.
"""

from statistics import stdev
from typing import Any, Final

from django.utils.translation import gettext as _

from games.engine.analysis.accounts import TENTHS, Entry, Kind, ResultAccount
from games.kit.analysis import AnalysisWords, decimal, plus_minus, signed
from games.kit.faces import RoleName

Row = dict[str, Any]
NEAR: Final = 10
"""Tenths of a point: a decision that gave away no more is nearly the best."""
FEWEST: Final = 3
"""Decisions by which somebody is judged at least."""
PARTS: Final[tuple[Kind, ...]] = ("luck", "decision", "means", "rest")


def told(tenths: int) -> str:
    """`78.0`."""
    return decimal(tenths / TENTHS)


def difference(tenths: int) -> str:
    """`+3.2`, `−0.4`."""
    return signed(tenths / TENTHS)


def sums_of(account: ResultAccount) -> dict[str, tuple[int, ...]]:
    """By kind: the project's result, then the measures. What brought nothing to anything is left out, but for luck and
    decisions.
    """
    found: dict[str, tuple[int, ...]] = {}
    for kind in PARTS:
        total = account.total(kind)
        if kind in ("luck", "decision") or any(total):
            found[kind] = total
    return found


def names_of(words: AnalysisWords) -> dict[str, str]:
    """What the parts of an account are called."""
    return {
        "reference": _("Reference at the start"),
        "luck": str(words.chance_brought),
        "decision": _("What decisions gave away"),
        "means": str(words.beyond_means),
        "rest": _("Not attributed"),
        "reached": _("Reached"),
    }


def lines_of(account: ResultAccount, words: AnalysisWords) -> list[Row]:
    """From the reference to what was reached."""
    names = names_of(words)
    rows = [_line("reference", names, account.reference, told)]
    rows += [_line(kind, names, total, difference) for kind, total in sums_of(account).items()]
    return [*rows, _line("reached", names, account.reached, told)]


def _line(key: str, names: dict[str, str], figures: tuple[int, ...], as_text: Any) -> Row:
    points, *measures = map(as_text, figures)
    return {"key": key, "name": names[key], "points": points, "measures": measures, "whole": as_text is told}


def turns_of(account: ResultAccount, titles: dict[int, str]) -> list[Row]:
    """By turn: what chance brought to the result, what decisions gave away of it and of each measure."""
    rows = []
    for turn, title in titles.items():
        luck, *_measures = account.total("luck", turn)
        points, *measures = account.total("decision", turn)
        rows.append({
            "title": title,
            "luck": difference(luck),
            "points": difference(points),
            "measures": [difference(each) for each in measures],
        })  # fmt: skip
    return rows


def people_of(account: ResultAccount, roles: tuple[RoleName, ...]) -> list[Row]:
    """By seat: what its own decisions gave away; empty for who decided too little to be judged."""
    rows = []
    for seat, role in enumerate(roles):
        lost = [-each.project for each in account.entries if _is_decision(each) and each.seat == seat]
        row = {"role": role, "decisions": len(lost), "total": "", "each": "", "near": 0}
        if len(lost) >= FEWEST:
            mean, error = sum(lost) / len(lost), stdev(lost) / len(lost) ** 0.5
            row |= {
                "total": told(sum(lost)),
                "each": plus_minus(mean / TENTHS, error / TENTHS, sign=False),
                "near": sum(each <= NEAR for each in lost),
            }
        rows.append(row)
    return rows


def _is_decision(each: Entry) -> bool:
    return each.kind == "decision"


def summary_of(account: ResultAccount, words: AnalysisWords) -> str:
    """`78.0 (reference) − 6.0 (cards) − 31.0 (decisions) = 41.0 of 100 points.`"""
    names = {
        "luck": str(words.chance),
        "decision": _("decisions"),
        "means": _("could not be paid for"),
        "rest": _("not attributed"),
    }
    parts = [_("%(points)s (reference)") % {"points": told(account.reference[0])}]
    for kind, (points, *_measures) in sums_of(account).items():
        if points or kind in ("luck", "decision"):
            sign = "\u2212" if points < 0 else "+"
            parts.append(f"{sign}\xa0{told(abs(points))} ({names[kind]})")
    return _("%(parts)s = %(reached)s of 100 points.") % {"parts": " ".join(parts), "reached": told(account.reached[0])}
