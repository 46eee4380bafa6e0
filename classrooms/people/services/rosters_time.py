"""Extra time as class lists write it."""

import re
from typing import Final

MOST_EXTRA_TIME: Final = 9999
"""A hundred times the usual time: no limit to what somebody needs, only to slips of the finger."""
A_THIRD: Final = 33
YES: Final = frozenset(
    [
        "1",
        "x",
        "oui",
        "o",
        "yes",
        "y",
        "true",
        "vrai",
        "ja",
        "j",
        "sí",
        "si",
        "s",
        "sim",
        "sì",
        "✓",
        "✔",
        "tiers",
        "33,3",
        "33,33",
        "33.3",
        "33.33",
    ]
) | {
    "tiers temps",
    "tiers-temps",
    "1/3 temps",
}
NO: Final = frozenset(["0", "non", "n", "no", "nein", "não", "false", "faux", "-", "–", "—", "néant", "aucun"])


def is_yes(text: str) -> bool:
    """Does a cell of extra time only say that there is some? That is a third more, as French universities give it."""
    return " ".join(text.casefold().split()) in YES


def read_extra_time(text: str) -> int | None:
    """Percent of 33, 33%, 33 % or 1/3; a yes is a third; nothing and a no are 0, and None is none of these."""
    bare = text.strip().removesuffix("%").strip()
    if is_yes(text) or bare in ("33,3", "33,33", "33.3", "33.33"):
        return A_THIRD
    if not bare or bare.casefold() in NO:
        return 0
    part = re.fullmatch(r"([1-9])/([1-9])", bare)
    if part:
        return int(part[1]) * 100 // int(part[2]) if int(part[1]) <= 3 * int(part[2]) else None
    if not re.fullmatch(r"[0-9]{1,4}", bare) or int(bare) > MOST_EXTRA_TIME:
        return None
    return int(bare)
