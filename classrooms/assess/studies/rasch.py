"""Difficulties of questions by a Rasch model. It imports numpy, scipy and statsmodels: for the slow worker only.

Model: the log odds of a right answer are the person's ability less the difficulty of the item. Difficulties are
estimated by conditional maximum likelihood given each person's number of right answers (Andersen 1970), so nothing is
assumed about the spread of abilities. Persons may have answered different items.

Estimates exist only for items that are linked both ways: from each item to each other one leads a chain of pairs, the
first of a pair answered right and the second wrong by one person (Fischer 1981). Each set of linked items has a scale
of its own, whose mean difficulty is 0. Scales cannot be compared.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any, Final, Literal, TypeAlias

import msgspec
import numpy as np
from scipy.sparse.csgraph import connected_components
from statsmodels.discrete.conditional_models import ConditionalLogit

FEWEST_PERSONS: Final = 50
"""A scale needs so many persons with some answers right and some wrong."""

Reason: TypeAlias = Literal["all_right", "none_right", "not_linked", "few_persons"]


class Difficulty(msgspec.Struct, frozen=True):
    """The difficulty of an item in logits, its standard error, and the answers that it rests on. `scale` numbers the
    sets of linked items from 0, the largest first.
    """

    item: str
    difficulty: float
    error: float
    answers: int
    right: int
    scale: int


class LeftOut(msgspec.Struct, frozen=True):
    """An item without a difficulty, and the reason."""

    item: str
    reason: Reason


class Fit(msgspec.Struct, frozen=True):
    """The difficulties, easiest first in each scale; the items without one; the persons behind them.

    `persons` answered at least one of these items. `extreme` ones have, in each scale, all right or all wrong, so they
    say nothing about difficulties.
    """

    items: tuple[Difficulty, ...]
    left_out: tuple[LeftOut, ...]
    persons: int
    extreme: int


def fitted(rows: Iterable[tuple[str, str, bool]]) -> Fit | None:
    """The fit of rows of person, item and whether the answer is right; None if no scale has 50 persons.

    Of several answers of a person to an item the first one counts.
    """
    answers: dict[str, dict[str, bool]] = defaultdict(dict)
    for person, item, right in rows:
        answers[person].setdefault(item, bool(right))
    items = sorted({item for own in answers.values() for item in own})
    table = np.full((len(answers), len(items)), np.nan)
    place = {item: column for column, item in enumerate(items)}
    for row, own in enumerate(answers.values()):
        for item, right in own.items():
            table[row, place[item]] = right
    found: list[Difficulty] = []
    left_out: list[LeftOut] = []
    answered, informed = np.zeros(len(table), dtype=bool), np.zeros(len(table), dtype=bool)
    scale = 0
    for columns in _linked(table):
        part = table[:, columns]
        informs = _informs(part)
        if len(columns) < 2 or informs.sum() < FEWEST_PERSONS:
            left_out += [LeftOut(items[column], _reason(table[:, column], len(columns))) for column in columns]
            continue
        difficulties, errors = _estimates(part[informs])
        found += [
            Difficulty(
                items[column],
                float(difficulty),
                float(error),
                int(np.isfinite(table[:, column]).sum()),
                int(np.nansum(table[:, column])),
                scale,
            )
            for column, difficulty, error in zip(columns, difficulties, errors, strict=True)
        ]
        answered |= np.isfinite(part).any(axis=1)
        informed |= informs
        scale += 1
    if not found:
        return None
    return Fit(
        tuple(sorted(found, key=lambda each: (each.scale, each.difficulty))),
        tuple(sorted(left_out, key=lambda each: each.item)),
        int(answered.sum()),
        int((answered & ~informed).sum()),
    )


def _linked(table: Any) -> list[list[int]]:
    """Sets of columns that are linked both ways, the largest first."""
    right, wrong = (table == 1).astype(float), (table == 0).astype(float)
    count, labels = connected_components(right.T @ wrong > 0, directed=True, connection="strong")
    sets = [[int(column) for column in np.flatnonzero(labels == label)] for label in range(count)]
    return sorted(sets, key=lambda columns: (-len(columns), columns))


def _informs(part: Any) -> Any:
    """Has the person a right and a wrong answer among these columns?"""
    return (part == 1).any(axis=1) & (part == 0).any(axis=1)


def _reason(column: Any, linked: int) -> Reason:
    if linked > 1:
        return "few_persons"
    if not (column == 0).any():
        return "all_right"
    return "not_linked" if (column == 1).any() else "none_right"


def _estimates(part: Any) -> tuple[Any, Any]:
    """Difficulties with mean 0 and their standard errors. Each person has a right and a wrong answer."""
    count = part.shape[1]
    known, right = np.isfinite(part), np.nan_to_num(part)
    model = _CountedLogit(known, right)
    near = model.fit(method="bfgs", skip_hessian=True)  # Newton's steps alone may leave from a far start
    result = model.fit(start_params=near.params, method="newton")
    centred = np.eye(count)[:, 1:] - 1 / count
    covariance = centred @ result.cov_params() @ centred.T
    return centred @ result.params, np.sqrt(np.diag(covariance))


class _CountedLogit(ConditionalLogit):
    """The conditional likelihood of many persons, computed once for each set of items and number of right answers.

    The library sees one person of each such kind. The others of the kind have the same denominator; the sums of their
    right answers are added to the score.
    """

    def __init__(self, known: Any, right: Any) -> None:
        kinds: dict[tuple[bytes, int], list[int]] = defaultdict(list)
        for person in range(len(known)):
            kinds[known[person].tobytes(), int(right[person].sum())].append(person)
        first = [persons[0] for persons in kinds.values()]
        dummies = -np.eye(known.shape[1])[:, 1:]
        places = [(group, item) for group, person in enumerate(first) for item in np.flatnonzero(known[person])]
        groups, columns = (np.array(each) for each in zip(*places, strict=True))
        super().__init__(right[np.array(first)[groups], columns], dummies[columns], groups=groups)
        self.counts = np.array([len(persons) for persons in kinds.values()])
        self.others = (right.sum(axis=0) - self.counts @ right[first]) @ dummies

    def loglike(self, params: Any) -> Any:
        """The log likelihood of all persons."""
        return sum(count * self.loglike_grp(group, params) for group, count in enumerate(self.counts)) + (
            self.others @ params
        )

    def score(self, params: Any) -> Any:
        """The gradient of the log likelihood of all persons."""
        return sum(count * self.score_grp(group, params) for group, count in enumerate(self.counts)) + self.others


def answers_of(tables: Sequence[dict[str, str]]) -> list[tuple[str, str, bool]]:
    """Rows for `fitted` from the answers of a study.

    A person before and the same person after count as two, since the ability may have changed in between.
    """
    return [(f"{row['person']} {row['moment']}", row["item"], row["right"] == "1") for row in tables]
