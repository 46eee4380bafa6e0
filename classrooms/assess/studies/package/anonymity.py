"""People of a replication package without names: groups that are large enough, and numbers that follow no order.

An arm and a stratum are what others could know about a person. Each such group therefore has at least `FEWEST` people
(k-anonymity).
"""

import hashlib
import hmac
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final

FEWEST: Final = 5
"""The fewest people of an arm and a stratum."""
OTHER: Final = "other"
"""The stratum that unites small ones."""

Row = Mapping[str, str]


def check(people: Sequence[Row], fewest: int = FEWEST) -> dict[tuple[str, str], int]:
    """The groups that are too small, with their number of people, by arm and stratum."""
    groups = Counter((row["arm"], row["stratum"]) for row in people)
    return {group: count for group, count in sorted(groups.items()) if count < fewest}


def merged(people: Sequence[Row], fewest: int = FEWEST) -> list[dict[str, str]]:
    """The people with strata that are large enough, in the same order.

    A stratum that is too small in one arm becomes `OTHER` in all arms, so that strata still say nothing about arms. If
    `OTHER` is too small itself, the smallest stratum joins it. A last stratum alone is empty for everybody. An arm with
    fewer than `fewest` people stays too small, and `check` finds it.
    """
    rows = [dict(row) for row in people]
    while small := {stratum for _arm, stratum in check(rows, fewest)}:
        sizes = Counter(row["stratum"] for row in rows)
        if len(sizes) == 1:
            break
        if small == {OTHER}:
            small.add(min((each for each in sizes if each != OTHER), key=lambda each: (sizes[each], each)))
        for row in rows:
            row["stratum"] = OTHER if row["stratum"] in small else row["stratum"]
    if check(rows, fewest) or {row["stratum"] for row in rows} == {OTHER}:
        return [row | {"stratum": ""} for row in rows]
    return rows


def renamed(tables: Mapping[str, Any], key: bytes) -> dict[str, Any]:
    """The tables with persons P001, P002 and so on, and teams T01, T02 and so on.

    Numbers follow a hash of the old names with `key`. Nobody can compute them from the names without the key. Rows are
    in the order of the new numbers. Rows of persons who are not in `people` are left out.
    """
    persons = _numbered({row["person"] for row in tables["people"]}, key, "P", 3)
    teams = _numbered({row["team"] for row in tables["people"]} - {""}, key, "T", 2) | {"": ""}
    people = [{**row, "person": persons[row["person"]], "team": teams[row["team"]]} for row in tables["people"]]
    found = {"plan": tables["plan"], "people": _sorted(people)}
    for name in ("answers", "experience", "games"):
        rows = [row for row in tables[name] if row["person"] in persons]
        found[name] = _sorted([{**row, "person": persons[row["person"]]} for row in rows])
    return found


def _numbered(names: set[str], key: bytes, letter: str, digits: int) -> dict[str, str]:
    ordered = sorted(names, key=lambda name: hmac.digest(key, f"{letter} {name}".encode(), hashlib.sha256))
    width = max(digits, len(str(len(ordered))))
    return {name: f"{letter}{number:0{width}}" for number, name in enumerate(ordered, 1)}


def _sorted(rows: list[dict[str, str]]) -> list[dict[str, str]]:
    return sorted(rows, key=lambda row: (row["person"], sorted(row.items())))
