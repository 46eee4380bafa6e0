"""Prepared queries for frequent pages: their SQL is compiled once.

Compiling a query with Django takes several times as long as the database needs for it. An open page makes some
fifteen queries. A prepared query is written as any other, with whole numbers and texts as parameters. Its SQL is kept
and only the parameters are exchanged. Its results, models or tuples, are built from the rows as by Django.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, Generic, TypeVar

from django.db import connection, connections
from django.db.models import Model, QuerySet
from django.db.models.base import ModelState
from django.db.models.query import ModelIterable, ValuesListIterable, get_related_populators

Row = TypeVar("Row")

Given = int | str
_MARKS: Final = (30_011, 31_013)
"""Placeholders for the first number, for two compilations: their differences show the parameters. The next number is
one more. They are small enough for the smallest column. For a text parameter they are written out.
"""
_MOST_AMONG: Final = 64
"""The number of parameters above which compiling costs little beside the rows."""


@dataclass(frozen=True)
class _Plan:
    """The SQL with `places`: for each of its parameters the index of the given value, or -1 for a constant."""

    sql: str
    parameters: tuple[Any, ...]
    places: tuple[int, ...]
    converted: tuple[tuple[int, Callable[[Any], Any]], ...]
    """Columns whose stored values need conversion to Python."""
    made: Callable[[Sequence[Any]], Any]

    def filled(self, given: tuple[Given, ...]) -> list[Any]:
        return [same if place < 0 else given[place] for same, place in zip(self.parameters, self.places, strict=True)]

    def rows(self, found: Iterable[Sequence[Any]]) -> list[Any]:
        rows = []
        for each in found:
            row = list(each)
            for place, convert in self.converted:
                row[place] = convert(row[place])
            rows.append(self.made(row))
        return rows


class Prepared(Generic[Row]):
    """A query that `build` makes from whole numbers and texts, always of the same types, and from nothing else."""

    def __init__(self, build: Callable[..., QuerySet[Any, Row]]) -> None:
        self._build = build
        self._plans: dict[tuple[str, int], _Plan] = {}
        self.__doc__ = build.__doc__

    def __call__(self, *given: Given) -> list[Row]:
        """The rows, by one query."""
        kind = connection.vendor, len(given)
        plan = self._plans.get(kind)
        if plan is None:
            plan = self._plans[kind] = _planned(self._build, [type(each) for each in given])
        with connection.cursor() as cursor:
            cursor.execute(plan.sql, plan.filled(given))
            found = cursor.fetchall()
        return plan.rows(found)

    def among(self, numbers: Collection[int]) -> list[Row]:
        """The rows of any of the numbers, by one query; no query without numbers. `build` takes any count of numbers
        and filters with `__in`. SQL is kept for 1, 2, 4 and so on of them; the last number is repeated.
        """
        if not numbers:
            return []
        given = list(numbers)
        if len(given) > _MOST_AMONG:
            return list(self._build(*given))
        given += [given[-1]] * ((1 << (len(given) - 1).bit_length()) - len(given))
        return self(*given)

    def first(self, *given: Given) -> Row | None:
        """The first row."""
        return next(iter(self(*given)), None)


def _planned(build: Callable[..., QuerySet[Any, Any]], kinds: Sequence[type[Given]]) -> _Plan:
    """The compiled plan. Raises TypeError for a query of another kind, or if a number is used for more than an SQL
    parameter.
    """
    one_way, other_way = ([made(mark + i) for i, made in enumerate(kinds)] for mark in _MARKS)
    first, second = build(*one_way), build(*other_way)
    kind = first._iterable_class
    compiler = first.query.get_compiler(connection=connection)
    sql, parameters = compiler.as_sql()
    again, others = second.query.get_compiler(connection=connection).as_sql()
    pairs = list(zip(parameters, others, strict=True))
    marked = {pair: place for place, pair in enumerate(zip(one_way, other_way, strict=True))}
    places = tuple(-1 if one == other else marked.get((one, other), -2) for one, other in pairs)
    same = -2 not in places
    if kind not in (ModelIterable, ValuesListIterable) or sql != again or not same:
        raise TypeError(f"{build.__name__} cannot be prepared")
    if set(places) - {-1} != set(range(len(kinds))):
        raise TypeError(f"{build.__name__}: a number is no parameter of its SQL")
    converters = compiler.get_converters([column for column, *_more in compiler.select[: compiler.col_count]])
    converted = tuple(
        (place, partial(_converted, tuple(each), expression, connection.alias))
        for place, (each, expression) in converters.items()
    )
    return _Plan(sql, tuple(parameters), places, converted, _models(compiler) if kind is ModelIterable else tuple)


def _converted(converters: Iterable[Any], expression: Any, alias: str, value: Any) -> Any:
    for convert in converters:
        value = convert(value, expression, connections[alias])
    return value


def _models(compiler: Any) -> Callable[[Sequence[Any]], Any]:
    """A function that builds models as `ModelIterable` does, without `__init__` signals."""
    select, kinds, annotations = compiler.select, compiler.klass_info, tuple(compiler.annotation_col_map.items())
    model, alias = kinds["model"], connection.alias
    start, end = kinds["select_fields"][0], kinds["select_fields"][-1] + 1
    names = [field[0].target.attname for field in select[start:end]]
    related = get_related_populators(kinds, select, alias)  # type: ignore[call-arg]  # stubs of a later Django

    def made(row: Sequence[Any]) -> Model:
        instance: Model = model.__new__(model)
        instance._state = state = ModelState()
        state.adding, state.db = False, alias
        vars(instance).update(zip(names, row[start:end], strict=True))
        for each in related:
            each.populate(row, instance)
        for name, place in annotations:
            setattr(instance, name, row[place])
        return instance

    return made
