"""The result of a study in sentences for a lecturer, from the numbers of `analysis.analysed`.

These numbers are read, each with a name of the form of a path (`T` is a test, `A` an arm after the first):
`effect.T.A.difference` (right answers), `effect.T.A.low`, `.high`, `.g`, `.g_low`, `.g_high`;
`theme.THEME.A.low` and `.high`; `flow.ARM.drawn` and `flow.ARM.T`; `bound.A.low` and `.high`.
An absent number is one that the data cannot give.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.ui.analysis import counted, decimal, signed
from games.ui.sentences import listed, listed_with_and

Numbers = Mapping[str, float]

PLACES: Final = 2
"""Decimals of all figures."""
MOST: Final = 0.5
"""With this share of the difference or more at the third test, most of it stayed."""


@dataclass(frozen=True)
class Names:
    """Names of arms and themes by key, the number of questions of a test, and the keys of the tests in order. The
    first arm is the one that the others are compared with.
    """

    arms: Mapping[str, str]
    themes: Mapping[str, str]
    questions: int
    moments: Sequence[str] = ("before", "after", "later")

    def pairs(self) -> list[tuple[str, dict[str, str]]]:
        """Each later arm with its name and the name of the first arm, as values of a sentence."""
        (_first, other), *rest = self.arms.items()
        return [(key, {"arm": name, "other": other}) for key, name in rest]


def result(numbers: Numbers, names: Names) -> list[str]:
    """All sentences in order: the second test, the third test if there is one, and themes if there are any."""
    return [*second_test(numbers, names), *third_test(numbers, names), *by_theme(numbers, names)]


def second_test(numbers: Numbers, names: Names) -> list[str]:
    """A sentence for each later arm on the difference at the second test."""
    return [_second_test(numbers, names, key, values) for key, values in names.pairs()]


def _second_test(numbers: Numbers, names: Names, key: str, values: dict[str, str]) -> str:
    path = f"effect.{names.moments[1]}.{key}"
    if f"{path}.difference" not in numbers:
        text = _(
            "“%(arm)s” and “%(other)s” cannot be compared yet: it takes two answers to the second test in each arm."
        )
    elif not _has_interval(numbers, path):
        text = _(
            "There are too few teams or people to say whether “%(arm)s” or “%(other)s” teaches more: %(measured)s."
        )
    elif numbers[f"{path}.low"] > 0:
        text = _("On the second test, “%(arm)s” is ahead of “%(other)s” by %(amount)s (%(interval)s).")
    elif numbers[f"{path}.high"] < 0:
        text = _("On the second test, “%(arm)s” is behind “%(other)s” by %(amount)s (%(interval)s).")
    else:
        text = _("The study cannot say whether “%(arm)s” or “%(other)s” teaches more: %(measured)s.")
    return text % (values | _figures(numbers, names, path, values))


def third_test(numbers: Numbers, names: Names) -> list[str]:
    """A sentence for each later arm on how much of the difference is left at the third test. Empty without such a
    test.
    """
    if len(names.moments) < 3:
        return []
    return [_third_test(numbers, names, key, values) for key, values in names.pairs()]


def _third_test(numbers: Numbers, names: Names, key: str, values: dict[str, str]) -> str:
    after, later = (f"effect.{moment}.{key}" for moment in names.moments[1:3])
    if not any(numbers.get(f"flow.{arm}.{names.moments[2]}") for arm in names.arms):
        text = _("The third test has no answers yet: it will compare “%(arm)s” and “%(other)s” again.")
    elif f"{later}.difference" not in numbers:
        text = _("“%(arm)s” and “%(other)s” cannot be compared again: the third test has too few answers.")
    else:
        text = {
            "stayed": _("Most of the difference stayed: on the third test, %(measured)s."),
            "shrank": _("The difference shrank: on the third test, %(measured)s."),
            "unclear": _("The study cannot say how much of the difference stayed: on the third test, %(measured)s."),
        }[_left(numbers, after, later)]
    return text % (values | _figures(numbers, names, later, values))


def _left(numbers: Numbers, after: str, later: str) -> str:
    """The state of a clear difference: `stayed` if the later interval excludes 0 and `MOST` of it is there;
    `shrank` if less is there and the later interval lies below the first difference; otherwise `unclear`.
    """
    if not (_has_interval(numbers, after) and _has_interval(numbers, later)) or not _side(numbers, after):
        return "unclear"
    first, left = numbers[f"{after}.difference"], numbers[f"{later}.difference"]
    if _side(numbers, later) == _side(numbers, after) and left / first >= MOST:
        return "stayed"
    nearest = numbers[f"{later}.{'high' if first > 0 else 'low'}"]
    return "shrank" if left / first < MOST and nearest / first < 1 else "unclear"


def by_theme(numbers: Numbers, names: Names) -> list[str]:
    """A sentence for each later arm on the themes where it is ahead, where it is behind and where the study cannot say.
    Empty without themes.
    """
    return [_by_theme(numbers, names, key, values) for key, values in names.pairs()] if names.themes else []


def _by_theme(numbers: Numbers, names: Names, key: str, values: dict[str, str]) -> str:
    themes: dict[int, list[str]] = {1: [], -1: [], 0: []}
    for theme, name in names.themes.items():
        themes[_side(numbers, f"theme.{theme}.{key}")].append(name)
    texts = {
        1: _("“%(arm)s” is ahead of “%(other)s” in %(themes)s"),
        -1: _("“%(arm)s” is behind “%(other)s” in %(themes)s"),
        0: _("the study cannot say for “%(arm)s” and “%(other)s” in %(themes)s"),
    }
    parts = [texts[side] % (values | {"themes": listed_with_and(found)}) for side, found in themes.items() if found]
    return _("By theme, as a look without correction for several comparisons: %(parts)s.") % {"parts": listed(parts)}


def losses(numbers: Numbers, names: Names) -> str:
    """A sentence on the people without a second test, and on the differences possible with their answers. Empty before
    the draw.
    """
    after = names.moments[1]
    drawn = {arm: int(numbers.get(f"flow.{arm}.drawn", 0)) for arm in names.arms}
    lost = {arm: drawn[arm] - int(numbers.get(f"flow.{arm}.{after}", 0)) for arm in names.arms}
    people, missing = sum(drawn.values()), sum(lost.values())
    if not people:
        return ""
    if not missing:
        return _("All %(people)s people took the second test.") % {"people": people}
    if missing == people:
        return _("None of the %(people)s people has taken the second test yet.") % {"people": people}
    where = [_("“%(arm)s”: %(number)s") % {"arm": names.arms[arm], "number": number} for arm, number in lost.items()]
    told = ngettext(
        "%(missing)s of %(people)s people did not take the second test (%(where)s)",
        "%(missing)s of %(people)s people did not take the second test (%(where)s)",
        missing,
    ) % {"missing": missing, "people": people, "where": listed(where)}
    bounds = _bounds(numbers, names)
    if not bounds:
        return f"{told}."
    return _(
        "%(losses)s: with the lowest scores in one arm and the highest in the other, %(bounds)s right answers out of "
        "%(questions)s."
    ) % {"losses": told, "bounds": listed(bounds), "questions": names.questions}


def _bounds(numbers: Numbers, names: Names) -> list[str]:
    """The possible differences of each later arm that has them."""
    return [
        _("“%(arm)s” minus “%(other)s” could be from %(low)s to %(high)s")
        % (values | {end: signed(numbers[f"bound.{key}.{end}"], PLACES) for end in ("low", "high")})
        for key, values in names.pairs()
        if f"bound.{key}.low" in numbers
    ]


def _has_interval(numbers: Numbers, path: str) -> bool:
    return all(f"{path}.{name}" in numbers for name in ("low", "high", "g", "g_low", "g_high"))


def _side(numbers: Numbers, path: str) -> int:
    """1 or -1 where the interval lies above or below 0; 0 where it includes 0 or there is none."""
    if not _has_interval(numbers, path):
        return 0
    return (numbers[f"{path}.low"] > 0) - (numbers[f"{path}.high"] < 0)


def _figures(numbers: Numbers, names: Names, path: str, values: dict[str, str]) -> dict[str, str]:
    """A difference in words: its `amount`, its `interval`, and `measured` with its sign and both. Empty without one."""
    if f"{path}.difference" not in numbers:
        return {}
    difference = numbers[f"{path}.difference"]
    found = values | {
        "amount": _answers(decimal(abs(difference), PLACES), difference, names.questions),
        "change": _answers(signed(difference, PLACES), difference, names.questions),
    }
    if not _has_interval(numbers, path):
        return found | {"measured": _("“%(arm)s” minus “%(other)s” is %(change)s, without an interval") % found}
    figures = {name: decimal(numbers[f"{path}.{name}"], PLACES) for name in ("g", "g_low", "g_high")}
    found["interval"] = _("g = %(g)s; 95\xa0%% interval: %(g_low)s to %(g_high)s") % figures
    return found | {"measured": _("“%(arm)s” minus “%(other)s” is %(change)s (%(interval)s)") % found}


def _answers(number: str, value: float, questions: int) -> str:
    """A number of right answers: `2.10 right answers out of 24`."""
    return ngettext(
        "%(number)s right answer out of %(questions)s",
        "%(number)s right answers out of %(questions)s",
        counted(value, PLACES),
    ) % {"number": number, "questions": questions}
