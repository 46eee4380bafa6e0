"""The account of a common result as tables, in the current language. All figures are differences of stored tenths,
so the rounded figures add up.
"""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from statistics import stdev
from typing import Any, Final

from django.utils.translation import gettext as _

from games.engine.analysis.accounts import TENTHS, Entry, Kind, ResultAccount
from games.ui.analysis import AnalysisWords, decimal, plus_minus, signed
from games.ui.faces import RoleName
from games.ui.faces.facilitation import BROUGHT

Row = dict[str, Any]
NEAR: Final = 10
"""Tenths of a point: a decision with a smaller loss is nearly the best."""
FEWEST: Final = 3
"""The least number of decisions by which a person is judged."""
PARTS: Final[tuple[Kind, ...]] = ("luck", "decision", "means", "brought", "rest")


def decimal_figure(tenths: int) -> str:
    """A stored figure with one decimal, as in `78.0`."""
    return decimal(tenths / TENTHS)


def difference(tenths: int) -> str:
    """A stored difference with its sign, as in `+3.2` or `−0.4`."""
    return signed(tenths / TENTHS)


def sums_of(account: ResultAccount) -> dict[str, tuple[int, ...]]:
    """Sums by kind: the project's result, then the measures. Kinds without any effect are left out, except luck
    and decisions.
    """
    found: dict[str, tuple[int, ...]] = {}
    for kind in PARTS:
        total = account.total(kind)
        if kind in ("luck", "decision") or any(total):
            found[kind] = total
    return found


def names_of(words: AnalysisWords) -> dict[str, str]:
    """The names of the parts of an account."""
    return {
        "reference": _("Reference at the start"),
        "luck": str(words.chance_brought),
        "decision": _("What decisions gave away"),
        "means": str(words.beyond_means),
        "brought": str(BROUGHT),
        "rest": _("Not attributed"),
        "reached": _("Reached"),
    }


def lines_of(account: ResultAccount, words: AnalysisWords) -> list[Row]:
    """Rows from the reference result to the result reached."""
    names = names_of(words)
    rows = [_line("reference", names, account.reference, decimal_figure)]
    rows += [_line(kind, names, total, difference) for kind, total in sums_of(account).items()]
    return [*rows, _line("reached", names, account.reached, decimal_figure)]


def _line(key: str, names: dict[str, str], figures: tuple[int, ...], as_text: Any) -> Row:
    points, *measures = map(as_text, figures)
    return {"key": key, "name": names[key], "points": points, "measures": measures, "whole": as_text is decimal_figure}


def turns_of(account: ResultAccount, titles: dict[int, str]) -> list[Row]:
    """Rows by turn: the effect of chance on the result, then the loss by decisions in the result and each measure."""
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
    """Rows by seat: the loss by its own decisions; empty for a seat with too few decisions to be judged."""
    rows = []
    for seat, role in enumerate(roles):
        lost = [-each.project for each in account.entries if _is_decision(each) and each.seat == seat]
        rows.append(
            {"role": role, "decisions": len(lost), "total": "", "average": "", "each": "", "near": 0}
            | _given_away(lost)
        )
    return rows


def person_of(account: ResultAccount, own: AbstractSet[int]) -> Row:
    """The loss by the decisions of these moves; empty for fewer than three decisions."""
    lost = [-each.project for each in account.entries if _is_decision(each) and each.number in own]
    found = _given_away(lost)
    return found and {"decisions": len(lost), **found}


def _given_away(lost: Sequence[int]) -> Row:
    if len(lost) < FEWEST:
        return {}
    mean, error = sum(lost) / len(lost), stdev(lost) / len(lost) ** 0.5
    return {
        "total": decimal_figure(sum(lost)),
        "average": decimal(mean / TENTHS),
        "each": plus_minus(mean / TENTHS, error / TENTHS, sign=False),
        "near": sum(each <= NEAR for each in lost),
    }


def _is_decision(each: Entry) -> bool:
    return each.kind == "decision"


def summary_of(account: ResultAccount, words: AnalysisWords) -> str:
    """`78.0 (reference) − 6.0 (cards) − 31.0 (decisions) = 41.0 of 100 points.`"""
    names = {
        "luck": str(words.chance),
        "decision": _("decisions"),
        "means": _("could not be paid for"),
        "brought": _("brought by the facilitator"),
        "rest": _("not attributed"),
    }
    parts = [_("%(points)s (reference)") % {"points": decimal_figure(account.reference[0])}]
    for kind, (points, *_measures) in sums_of(account).items():
        if points or kind in ("luck", "decision"):
            sign = "\u2212" if points < 0 else "+"
            parts.append(f"{sign}\xa0{decimal_figure(abs(points))} ({names[kind]})")
    return _("%(parts)s = %(reached)s of 100 points.") % {
        "parts": " ".join(parts),
        "reached": decimal_figure(account.reached[0]),
    }
