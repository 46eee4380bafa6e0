"""Extra time as class lists write it."""

from typing import Final

MOST_EXTRA_TIME: Final = 9999
"""The greatest extra time in percent, a hundred times the usual time: it only excludes slips of the finger."""
PART: Final = "123456789"
"""Digits of a fraction such as "1/3"."""
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
    if len(bare) == 3 and bare[1] == "/" and bare[0] in PART and bare[2] in PART:
        return int(bare[0]) * 100 // int(bare[2]) if int(bare[0]) <= 3 * int(bare[2]) else None
    if not (bare.isascii() and bare.isdecimal() and len(bare) <= 4) or int(bare) > MOST_EXTRA_TIME:
        return None
    return int(bare)
