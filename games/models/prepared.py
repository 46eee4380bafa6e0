"""Queries of the hot pages whose SQL is worked out once.

Building a query with Django costs several times what the database takes for it: an open page asks some fifteen of them.
A prepared one is written as any other, of whole numbers; its SQL is kept and only the numbers are exchanged. What it
returns, models or tuples, is made of the rows as Django makes it.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

from django.db import connection
from django.db.models import QuerySet
from django.db.models.query import ModelIterable, ValuesListIterable, get_related_populators

Row = TypeVar("Row")

_MARKS: Final = (30_011, 31_013)
"""Stand for the first number while the SQL is worked out, twice: what differs then is a number, and which. The next
number is one more. They are small enough for the smallest column.
"""


@dataclass(frozen=True)
class _Plan:
    """`places` says of each parameter of the SQL which number it is, or -1 for one that is always the same."""

    sql: str
    parameters: tuple[Any, ...]
    places: tuple[int, ...]
    compiler: Any
    models: bool

    def filled(self, numbers: tuple[int, ...]) -> list[Any]:
        return [same if place < 0 else numbers[place] for same, place in zip(self.parameters, self.places, strict=True)]


class Prepared(Generic[Row]):
    """`build` makes the query of some whole numbers, and of nothing else."""

    def __init__(self, build: Callable[..., QuerySet[Any, Row]]) -> None:
        self._build = build
        self._plans: dict[str, _Plan] = {}
        self.__doc__ = build.__doc__

    def __call__(self, *numbers: int) -> list[Row]:
        """The rows, by one query."""
        plan = self._plans.get(connection.vendor)
        if plan is None:
            plan = self._plans[connection.vendor] = _planned(self._build, len(numbers))
        with connection.cursor() as cursor:
            cursor.execute(plan.sql, plan.filled(numbers))
            found = cursor.fetchall()
        rows = plan.compiler.results_iter(results=[found], tuple_expected=not plan.models)
        return list(_models(plan.compiler, rows) if plan.models else rows)

    def first(self, *numbers: int) -> Row | None:
        """The first row."""
        return next(iter(self(*numbers)), None)


def _planned(build: Callable[..., QuerySet[Any, Any]], count: int) -> _Plan:
    """Raises TypeError where the query is of another kind, or where a number is more than a parameter of its SQL."""
    first, second = (build(*range(mark, mark + count)) for mark in _MARKS)
    kind = first._iterable_class
    compiler = first.query.get_compiler(connection=connection)
    sql, parameters = compiler.as_sql()
    again, others = second.query.get_compiler(connection=connection).as_sql()
    places = tuple(-1 if one == other else one - _MARKS[0] for one, other in zip(parameters, others, strict=True))
    same = all(other - _MARKS[1] == place for other, place in zip(others, places, strict=True) if place >= 0)
    if kind not in (ModelIterable, ValuesListIterable) or sql != again or not same:
        raise TypeError(f"{build.__name__} cannot be prepared")
    if set(places) - {-1} != set(range(count)):
        raise TypeError(f"{build.__name__}: a number is no parameter of its SQL")
    return _Plan(sql, tuple(parameters), places, compiler, models=kind is ModelIterable)


def _models(compiler: Any, rows: Iterator[Any]) -> Iterator[Any]:
    """As `ModelIterable` makes them."""
    select, kinds = compiler.select, compiler.klass_info
    start, end = kinds["select_fields"][0], kinds["select_fields"][-1] + 1
    names = [field[0].target.attname for field in select[start:end]]
    related = get_related_populators(kinds, select, connection.alias)  # type: ignore[call-arg]  # stubs of a later Django
    for row in rows:
        made = kinds["model"].from_db(connection.alias, names, row[start:end])
        for each in related:
            each.populate(row, made)
        for name, place in compiler.annotation_col_map.items():
            setattr(made, name, row[place])
        yield made
